"""A table of Tripp Jokes, played through the hooks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import pytest
from referee_tripp_jokes.holding import Holding, KnownCard
from referee_tripp_jokes.pile import playable_ranks
from referee_tripp_jokes.state import counted

from referee import FIFTY_FOUR, Card, Prompt, Ruling, Scene, Zone
from referee.testing import PlayedMatch, Step
from referee.testing import read_cards as cards


@dataclass
class Table:
    match: PlayedMatch

    @property
    def scene(self) -> Scene:
        return self.match.scene

    @property
    def state(self) -> Any:
        return self.match.state

    @property
    def prompts(self) -> dict[str, Prompt]:
        return {prompt.kind: prompt for prompt in self.match.prompts}

    @property
    def next(self) -> str:
        return str(self.scene.next)

    @property
    def turn(self) -> str:
        (seat,) = self.scene.to_act
        return seat

    @property
    def pile(self) -> tuple[Card, ...]:
        return self.zone("pile").cards or ()

    def zone(self, name: str, owner: str | None = None) -> Zone:
        return self.match.zone(name, owner)

    def count(self, name: str, owner: str | None = None) -> int:
        return self.zone(name, owner).count

    def play(self, hand: str = "", penultimate: str = "", final: str = "") -> tuple[Ruling, ...]:
        return self.enter("play", _named(hand, penultimate, final)).rulings

    def refuse_play(self, hand: str = "", penultimate: str = "", final: str = "") -> Ruling:
        return self.refuse("play", {"hand": hand, "penultimate": penultimate, "final": final})

    def pick_up(self) -> Ruling:
        (ruling,) = self.enter("pickup").rulings
        return ruling

    def leave(self) -> None:
        assert self.enter("leave").rulings == ()

    def enter(self, kind: str, data: Mapping[str, Any] | None = None, seat: str | None = None) -> Step:
        return self.match.enter(kind, seat or self._whose(kind), by=None, **(data or {}))

    def refuse(self, kind: str, data: Mapping[str, Any] | None = None, seat: str | None = None) -> Ruling:
        before = self.state
        ruling = self.match.refuses(kind, seat or self._whose(kind), by=None, **(data or {}))
        assert self.state == before
        return ruling

    def _whose(self, kind: str) -> str | None:
        """Whose such an entry is, where nobody says it: that of the first who is asked."""
        prompt = self.match.prompt(kind)
        return prompt.seats[0] if prompt.own else None

    def set_up(self, flipped: str, **laid: str) -> None:
        self.enter("flip", {"card": flipped})
        for seat, penultimate in laid.items():
            self.enter("lay", {"cards": penultimate}, seat)


def _named(hand: str, penultimate: str, final: str) -> dict[str, object]:
    named = {"hand": hand, "penultimate": penultimate, "final": final}
    return {name: codes for name, codes in named.items() if codes}


Seated: TypeAlias = Callable[..., Table]


@pytest.fixture(scope="session")
def seated() -> Seated:
    """Opens a table: who sits there, who deals, and with which house rules."""

    def seat_them(*seats: str, **given: Any) -> Table:
        return Table(PlayedMatch.begun("tripp-jokes", seats, **given))

    return seat_them


Position: TypeAlias = Callable[..., Table]


@pytest.fixture(scope="session")
def late(seated: Seated) -> Position:
    """A position near the end, Ana in turn. A holding is written `hidden / known / PENULTIMATE / FINAL`, numbers
    first and last. The rest lies in the discards, but never the cards that are to stay `unseen`.
    """

    def position(ana: str, ben: str, pile: str = "", stock: int = 0, unseen: str = "") -> Table:
        table = seated("Ana", "Ben", dealer="Ben")
        holdings = {"Ana": holding(ana), "Ben": holding(ben)}
        lying = cards(pile)
        seen = [*lying, *(one for each in holdings.values() for one in (*each.known_cards(), *each.penultimate))]
        size = 54 - len(seen) - stock - sum(each.hidden + each.final for each in holdings.values())
        discard = tuple(one for one in FIFTY_FOUR if one not in (*seen, *cards(unseen)))[:size]
        assert len(discard) == size
        state = replace(
            table.state,
            stock=stock,
            holdings=holdings,
            phase="play",
            pile=lying,
            discard=discard,
            seen=counted(bytes(len(FIFTY_FOUR)), (*seen, *discard)),
            ranks=playable_ranks(lying),
        )
        table.match.put(state)
        return table

    return position


def holding(written: str) -> Holding:
    hidden, known, penultimate, final = (part.strip() for part in written.split("/"))
    taken = tuple(KnownCard(one, "pile", 1) for one in cards(known))
    return Holding(int(hidden) + len(taken), taken, cards(penultimate), int(final))
