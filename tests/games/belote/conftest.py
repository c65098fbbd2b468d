"""A table of Belote, at which Dee deals, so that Ana comes first."""

from collections.abc import Callable
from typing import Any

import pytest

from referee.testing import PlayedMatch

SEATS = ("Ana", "Ben", "Cy", "Dee")

Table = Callable[..., PlayedMatch]


@pytest.fixture
def table(play: Table) -> Table:
    def begin(**options: Any) -> PlayedMatch:
        return play("belote", SEATS, dealer="Dee", **options)

    return begin


@pytest.fixture
def tricks(table: Table) -> Table:
    """Trick by trick, once Ana has taken hearts."""

    def begin(trump: str = "H", **options: Any) -> PlayedMatch:
        match = table(depth="tricks", wide=True, **options)
        bid = {"bid": "80"} if options.get("play") == "coinche" else {}
        match.enter("contract", taker="Ana", trump=trump, **bid)
        return match

    return begin


def trick(cards: str, leader: str = "Ana") -> dict[str, str]:
    first = SEATS.index(leader)
    return dict(zip(SEATS[first:] + SEATS[:first], cards.split(), strict=True))


def scores(match: PlayedMatch) -> tuple[float, float]:
    return match.scores["Ana"], match.scores["Ben"]


def rules(match: PlayedMatch) -> list[str]:
    return [
        reason.rule.removeprefix("belote#")
        for ruling in match.rulings
        for reason in ruling.because
    ]
