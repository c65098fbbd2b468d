"""What is told of how a match ended."""

import pytest

from referee.hosting.history.statistics import explain_lead
from referee.hosting.store import Placing
from referee.vocabulary.text import say


@pytest.mark.parametrize(
    ("ended", "told"),
    [
        ([(23, 1, True), (10, 2, False), (6, 3, False)], "13 more than Ben"),
        ([(1, 2, False), (0, 1, True)], "1 fewer than Ana"),
        (
            [(3, 1, True), (2, 2, False), (3, 1, True), (2, 2, False)],
            "1 more than Ben and Di",
        ),
        ([(4, 1, True), (4, 2, False)], "as many as Ben: something else decided"),
        (
            [(5, 1, True), (12, 2, False), (-3, 3, False)],
            "7 fewer than Ben, but something else decided",
        ),
        (
            [(9, 1, True), (2, 2, False), (6, 3, False)],
            "7 more than Ben, but something else decided",
        ),
        ([(2, 1, True), (2, 1, True)], "everybody won together"),
        ([(2, 1, True)], None),
        ([(2, 1, False), (1, 2, False)], None),
    ],
)
def test_what_parted_the_winners_from_the_next(
    ended: list[tuple[int, int, bool]], told: str | None
) -> None:
    names = ("Ana", "Ben", "Cy", "Di")
    found = explain_lead(
        [Placing(name, name, *one) for name, one in zip(names, ended, strict=False)]
    )
    assert (str(found) if found else None) == told


@pytest.mark.parametrize(
    ("ended", "told"),
    [
        ([(-8, 1, True), (3, 2, False), (-3, 3, False)], "Ana calls."),
        ([(4, 1, True), (4, 2, False)], "Ana calls."),
        ([(23, 1, True), (10, 2, False), (6, 3, False)], "13 more than Ben"),
    ],
)
def test_where_no_score_decided_the_sentence_that_ended_it_does(
    ended: list[tuple[int, int, bool]], told: str
) -> None:
    placings = [
        Placing(name, name, *one)
        for name, one in zip(("Ana", "Ben", "Cy"), ended, strict=False)
    ]
    assert str(explain_lead(placings, say("Ana calls."))) == told
