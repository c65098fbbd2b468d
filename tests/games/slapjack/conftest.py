"""A table of Slapjack All Faces, played through the hooks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

import pytest

from referee import Prompt, Ruling, Scene, Zone
from referee.testing import PlayedMatch


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
    def rulings(self) -> tuple[Ruling, ...]:
        return self.match.rulings

    @property
    def prompts(self) -> dict[str, Prompt]:
        return {prompt.kind: prompt for prompt in self.match.prompts}

    @property
    def turn(self) -> str:
        (seat,) = self.prompts["play"].seats
        return seat

    @property
    def stacks(self) -> list[int]:
        return [zone.count for zone in self.zones("stack")]

    @property
    def pile(self) -> Zone:
        (pile,) = self.zones("pile")
        return pile

    @property
    def won(self) -> dict[str | None, list[str]]:
        return {zone.owner: [card.code for card in zone.cards or ()] for zone in self.zones("won")}

    @property
    def may_slap(self) -> list[object]:
        return list(self.prompts["slap"].fields[0].choices)

    def zones(self, name: str) -> list[Zone]:
        return [zone for zone in self.scene.zones if zone.name == name]

    def play(self, *cards: str | None) -> None:
        """These cards, each by the seat in turn; without any, one card that nobody enters."""
        for card in cards or (None,):
            self.accepted("play", {} if card is None else {"card": card}, self.turn)

    def slap(self, order: str, takes: str | None = "", toss: str | None = None) -> Ruling:
        """A slap by `"Ana Ben+Cy"`, Ben and Cy in a dead heat; `takes` None is left out."""
        return self.accepted("slap", slap_data(order, takes, toss))[0]

    def refuse_slap(self, order: str, takes: str | None = "") -> Ruling:
        return self.refused("slap", slap_data(order, takes, None))

    def recount(self, **stacks: int) -> Ruling:
        return self.accepted("recount", {"stacks": stacks})[0]

    def redeal(self) -> tuple[Ruling, ...]:
        return self.accepted("redeal", {})

    def accepted(self, kind: str, data: Mapping[str, Any], seat: str | None = None) -> tuple[Ruling, ...]:
        return self.match.enter(kind, seat, by=None, **data).rulings

    def refused(self, kind: str, data: Mapping[str, Any], seat: str | None = None) -> Ruling:
        return self.match.refuses(kind, seat, by=None, **data)


def slap_data(order: str, takes: str | None, toss: str | None) -> dict[str, Any]:
    groups = [group.split("+") for group in order.split()]
    data: dict[str, Any] = {"order": [group[0] if len(group) == 1 else group for group in groups], "toss": toss}
    return data if takes is None else data | {"takes": takes}


Seated: TypeAlias = Callable[..., Table]


@pytest.fixture(scope="session")
def seated() -> Seated:
    """Opens a table: who sits there, who deals, and house rules."""

    def seat_them(*seats: str, **given: Any) -> Table:
        return Table(PlayedMatch.begun("slapjack", seats, **given))

    return seat_them


@pytest.fixture
def three(seated: Seated) -> Table:
    """Ana deals, Ben leads, Cy follows; 18 cards each."""
    return seated("Ana", "Ben", "Cy")


def sections(ruling: Ruling) -> list[str]:
    return [reason.rule.removeprefix("slapjack#") for reason in ruling.because]


def reason(ruling: Ruling, section: str) -> str:
    return next(str(because.text) for because in ruling.because if because.rule == f"slapjack#{section}")
