"""A table of Four Aces, played through the hooks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import TypeAlias

import pytest
import referee_four_aces

from referee import Accepted, Entry, Prompt, Refused, Ruling, Scene, Setting
from referee.plugin.rulebook import Rulebook

THEMSELVES = "themselves"

Cards: TypeAlias = str | list[str]


@dataclass
class Table:
    rulebook: Rulebook
    state: object
    setting: Setting

    @property
    def scene(self) -> Scene:
        return self.rulebook.scene(self.state)

    @property
    def prompts(self) -> tuple[Prompt, ...]:
        return self.rulebook.prompts(self.state)

    @property
    def totals(self) -> dict[str, int]:
        return {standing.seat: standing.score for standing in self.scene.standings}

    @property
    def places(self) -> dict[str, int]:
        return {standing.seat: standing.place for standing in self.scene.standings}

    def enter(
        self, seat: str, hidden: Cards = "", exposed: Cards = "", locked: Cards = "", by: str | None = THEMSELVES
    ) -> Accepted:
        return self.accepted("round", seat, {"hidden": hidden, "exposed": exposed, "locked": locked}, by)

    def refuse(
        self, seat: str, hidden: Cards = "", exposed: Cards = "", locked: Cards = "", by: str | None = THEMSELVES
    ) -> Ruling:
        return self.refused("round", seat, {"hidden": hidden, "exposed": exposed, "locked": locked}, by)

    def call(self, seat: str, hand: str, cards: Cards, by: str | None = THEMSELVES) -> Accepted:
        return self.accepted("four_aces", seat, {"hand": hand, "cards": cards}, by)

    def refuse_call(self, seat: str, hand: str, cards: Cards, by: str | None = THEMSELVES) -> Ruling:
        return self.refused("four_aces", seat, {"hand": hand, "cards": cards}, by)

    def accepted(self, kind: str, seat: str, data: Mapping[str, Cards], by: str | None) -> Accepted:
        outcome = self.outcome(kind, seat, data, by)
        assert isinstance(outcome, Accepted), str(outcome.ruling.summary)
        self.state = outcome.state
        return outcome

    def refused(self, kind: str, seat: str, data: Mapping[str, Cards], by: str | None) -> Ruling:
        outcome = self.outcome(kind, seat, data, by)
        assert isinstance(outcome, Refused)
        assert outcome.ruling.verdict["legal"] is False
        return outcome.ruling

    def outcome(self, kind: str, seat: str, data: Mapping[str, Cards], by: str | None) -> Accepted | Refused:
        prompt = next(p for p in self.prompts if p.kind == kind and seat in p.seats)
        given = self.rulebook.read(prompt, data, self.setting)
        return self.rulebook.accept(self.state, Entry(kind, seat, given, seat if by == THEMSELVES else by))

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

    def seat_them(
        *seats: str, dealer: str | None = None, house_rules: tuple[ModuleType, ...] = (), **options: object
    ) -> Table:
        rulebook = Rulebook(referee_four_aces, house_rules)
        setting = rulebook.setting(seats, dealer, options)
        return Table(rulebook, rulebook.begin(setting), setting)

    return seat_them
