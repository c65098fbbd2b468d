"""A table of Four Aces, played through the hooks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

import pytest

from referee import Prompt, Ruling, Scene
from referee.testing import THEMSELVES, PlayedMatch, Step

Cards: TypeAlias = str | list[str]


@dataclass
class Table:
    match: PlayedMatch

    @property
    def scene(self) -> Scene:
        return self.match.scene

    @property
    def prompts(self) -> tuple[Prompt, ...]:
        return self.match.prompts

    @property
    def totals(self) -> Mapping[str, int]:
        return self.match.scores

    @property
    def places(self) -> Mapping[str, int]:
        return self.match.places

    def enter(
        self, seat: str, hidden: Cards = "", exposed: Cards = "", locked: Cards = "", by: str | None = THEMSELVES
    ) -> Step:
        return self.accepted("round", seat, {"hidden": hidden, "exposed": exposed, "locked": locked}, by)

    def refuse(
        self, seat: str, hidden: Cards = "", exposed: Cards = "", locked: Cards = "", by: str | None = THEMSELVES
    ) -> Ruling:
        return self.refused("round", seat, {"hidden": hidden, "exposed": exposed, "locked": locked}, by)

    def call(self, seat: str, hand: str, cards: Cards, by: str | None = THEMSELVES) -> Step:
        return self.accepted("four_aces", seat, {"hand": hand, "cards": cards}, by)

    def refuse_call(self, seat: str, hand: str, cards: Cards, by: str | None = THEMSELVES) -> Ruling:
        return self.refused("four_aces", seat, {"hand": hand, "cards": cards}, by)

    def accepted(self, kind: str, seat: str, data: Mapping[str, Cards], by: str | None) -> Step:
        return self.match.enter(kind, seat, by=by, **data)

    def refused(self, kind: str, seat: str, data: Mapping[str, Cards], by: str | None) -> Ruling:
        before = self.match.copied()
        ruling = self.match.refuses(kind, seat, by=by, **data)
        assert self.match == before
        return ruling

    def play(self, **hands: tuple[str, ...]) -> tuple[Ruling, ...]:
        """A whole round, each seat entering its own hidden, exposed and locked cards: the rulings at its end."""
        rulings: tuple[Ruling, ...] = ()
        for seat, cards in hands.items():
            rulings = self.enter(seat, *cards).rulings
        return rulings


Seated: TypeAlias = Callable[..., Table]


@pytest.fixture(scope="session")
def seated() -> Seated:
    """Opens a table: who sits there, who deals first, house rules and options."""

    def seat_them(*seats: str, **given: Any) -> Table:
        return Table(PlayedMatch.begun("four-aces", seats, **given))

    return seat_them
