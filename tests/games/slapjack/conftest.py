"""A table of Slapjack All Faces."""

from collections.abc import Callable
from typing import Any, TypeAlias

import pytest

from referee import Ruling, Zone
from referee.testing import PlayedMatch


class Table(PlayedMatch):
    """A match of Slapjack, and what is done in it."""

    @property
    def turn(self) -> str:
        (seat,) = self.prompt("play").seats
        return seat

    @property
    def stacks(self) -> list[int]:
        return [zone.count for zone in self.zones("stack")]

    @property
    def pile(self) -> Zone:
        return self.zone("pile")

    @property
    def won(self) -> dict[str | None, list[str]]:
        return {
            zone.owner: [card.code for card in zone.cards or ()]
            for zone in self.zones("won")
        }

    @property
    def may_slap(self) -> list[object]:
        return list(self.prompt("slap").fields[0].choices)

    def zones(self, name: str) -> list[Zone]:
        return [zone for zone in self.scene.zones if zone.name == name]

    def play(self, *cards: str | None) -> None:
        """These cards, each by the seat in turn; without any, one card that nobody
        enters.
        """
        for card in cards or (None,):
            self.enter(
                "play", self.turn, by=None, **({} if card is None else {"card": card})
            )

    def slap(
        self, order: str, takes: str | None = "", toss: str | None = None
    ) -> Ruling:
        """A slap by `"Ana Ben+Cy"`, Ben and Cy in a dead heat; `takes` None is left
        out.
        """
        return self.enter("slap", **slap_data(order, takes, toss)).rulings[0]

    def refuse_slap(self, order: str, takes: str | None = "") -> Ruling:
        return self.refuses("slap", **slap_data(order, takes, None))

    def recount(self, **stacks: int) -> Ruling:
        return self.enter("recount", stacks=stacks).rulings[0]

    def redeal(self) -> tuple[Ruling, ...]:
        return self.enter("redeal").rulings


def slap_data(order: str, takes: str | None, toss: str | None) -> dict[str, Any]:
    groups = [group.split("+") for group in order.split()]
    data: dict[str, Any] = {
        "order": [group[0] if len(group) == 1 else group for group in groups],
        "toss": toss,
    }
    return data if takes is None else data | {"takes": takes}


Seated: TypeAlias = Callable[..., Table]


@pytest.fixture(scope="session")
def seated() -> Seated:
    """Opens a table: who sits there, who deals, and house rules."""

    def seat_them(*seats: str, **given: Any) -> Table:
        return Table.begun("slapjack", seats, **given)

    return seat_them


@pytest.fixture
def three(seated: Seated) -> Table:
    """Ana deals, Ben leads, Cy follows; 18 cards each."""
    return seated("Ana", "Ben", "Cy")


def sections(ruling: Ruling) -> list[str]:
    return [reason.rule.removeprefix("slapjack#") for reason in ruling.because]


def reason(ruling: Ruling, section: str) -> str:
    return next(
        str(because.text)
        for because in ruling.because
        if because.rule == f"slapjack#{section}"
    )
