"""A table of Four Aces."""

from collections.abc import Callable
from typing import Any, TypeAlias

import pytest

from referee import Ruling
from referee.testing import THEMSELVES, EntryStep, PlayedMatch

Cards: TypeAlias = str | list[str]


class Table(PlayedMatch):
    """A match of Four Aces, and what is done in it."""

    def hands(
        self,
        seat: str,
        hidden: Cards = "",
        exposed: Cards = "",
        locked: Cards = "",
        by: str | None = THEMSELVES,
    ) -> EntryStep:
        return self.enter(
            "round", seat, by=by, hidden=hidden, exposed=exposed, locked=locked
        )

    def refuse_hands(
        self,
        seat: str,
        hidden: Cards = "",
        exposed: Cards = "",
        locked: Cards = "",
        by: str | None = THEMSELVES,
    ) -> Ruling:
        return self.refuses(
            "round", seat, by=by, hidden=hidden, exposed=exposed, locked=locked
        )

    def call(
        self, seat: str, hand: str, cards: Cards, by: str | None = THEMSELVES
    ) -> EntryStep:
        return self.enter("four_aces", seat, by=by, hand=hand, cards=cards)

    def refuse_call(
        self, seat: str, hand: str, cards: Cards, by: str | None = THEMSELVES
    ) -> Ruling:
        return self.refuses("four_aces", seat, by=by, hand=hand, cards=cards)

    def play(self, **hands: tuple[str, ...]) -> tuple[Ruling, ...]:
        """A whole round, each seat entering its own hidden, exposed and locked cards:
        the rulings at its end.
        """
        for seat, cards in hands.items():
            taken = self.hands(seat, *cards)
        return taken.rulings


Seated: TypeAlias = Callable[..., Table]


@pytest.fixture(scope="session")
def seated() -> Seated:
    """Opens a table: who sits there, who deals first, house rules and options."""

    def seat_them(*seats: str, **given: Any) -> Table:
        return Table.begun("four-aces", seats, **given)

    return seat_them
