"""A table of Tripp Jokes."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeAlias

import pytest
from referee_tripp_jokes.state import Holding, KnownCard, playable_ranks

from referee import FIFTY_FOUR, Card, Ruling
from referee.testing import PlayedMatch, read_cards as cards


class Table(PlayedMatch):
    """A match of Tripp Jokes, and what is done in it."""

    @property
    def turn(self) -> str:
        (seat,) = self.scene.to_act
        return seat

    @property
    def pile(self) -> tuple[Card, ...]:
        return self.zone("pile").cards or ()

    def count(self, name: str, owner: str | None = None) -> int:
        return self.zone(name, owner).count

    def play(
        self, hand: str = "", penultimate: str = "", final: str = ""
    ) -> tuple[Ruling, ...]:
        return self.enter("play", self.turn, **_named(hand, penultimate, final)).rulings

    def refuse_play(
        self, hand: str = "", penultimate: str = "", final: str = ""
    ) -> Ruling:
        return self.refuses(
            "play", self.turn, hand=hand, penultimate=penultimate, final=final
        )

    def pick_up(self) -> Ruling:
        (ruling,) = self.enter("pickup", self.turn).rulings
        return ruling

    def leave(self) -> None:
        assert self.enter("leave", self.turn).rulings == ()

    def set_up(self, flipped: str, **laid: str) -> None:
        self.enter("flip", card=flipped)
        for seat, penultimate in laid.items():
            self.enter("lay", seat, cards=penultimate)


def _named(hand: str, penultimate: str, final: str) -> dict[str, Any]:
    named = {"hand": hand, "penultimate": penultimate, "final": final}
    return {name: codes for name, codes in named.items() if codes}


Seated: TypeAlias = Callable[..., Table]


@pytest.fixture(scope="session")
def seated() -> Seated:
    """Opens a table: who sits there, who deals, and with which house rules."""

    def seat_them(*seats: str, **given: Any) -> Table:
        return Table.begun("tripp-jokes", seats, **given)

    return seat_them


Position: TypeAlias = Callable[..., Table]


@pytest.fixture(scope="session")
def late(seated: Seated) -> Position:
    """A position near the end, Ana in turn. A holding is written `hidden / known /
    PENULTIMATE / FINAL`, numbers first and last. The rest lies in the discards, but
    never the cards that are to stay `unseen`.
    """

    def position(
        ana: str, ben: str, pile: str = "", stock: int = 0, unseen: str = ""
    ) -> Table:
        table = seated("Ana", "Ben", dealer="Ben")
        holdings = {"Ana": holding(ana), "Ben": holding(ben)}
        lying = cards(pile)
        seen = [
            *lying,
            *(
                one
                for each in holdings.values()
                for one in (*each.known_cards, *each.penultimate)
            ),
        ]
        size = (
            54
            - len(seen)
            - stock
            - sum(each.hidden + each.final for each in holdings.values())
        )
        discard = tuple(
            one for one in FIFTY_FOUR if one not in (*seen, *cards(unseen))
        )[:size]
        assert len(discard) == size
        state = replace(
            table.state,
            stock=stock,
            holdings=holdings,
            phase="play",
            pile=lying,
            discard=discard,
            seen=(*seen, *discard),
            ranks=playable_ranks(lying),
        )
        table.put(state)
        return table

    return position


def holding(written: str) -> Holding:
    hidden, known, penultimate, final = (part.strip() for part in written.split("/"))
    taken = tuple(KnownCard(one, "pile", 1) for one in cards(known))
    return Holding(int(hidden) + len(taken), taken, cards(penultimate), int(final))
