"""Sides: a seat or partners, found by name in verdicts."""

import pytest

from referee.vocabulary.values import name_side, seats_in_side, side_of, winners_in

SEATS = ("Ana", "Ben", "Cy", "Di")


@pytest.mark.parametrize(
    ("name", "side"),
    [
        ("Ana", ("Ana",)),
        ("Ana & Cy", ("Ana", "Cy")),
        ("Ana & Edda", None),
        ("Ana &", None),
        ("", None),
        (None, None),
        (1, None),
    ],
)
def test_a_side_is_a_seat_or_partners(
    name: object, side: tuple[str, ...] | None
) -> None:
    assert side_of(name, SEATS) == side


@pytest.mark.parametrize("side", [("Ana",), ("Ana", "Cy")])
def test_the_name_of_a_side_tells_who_plays_on_it(side: tuple[str, ...]) -> None:
    assert seats_in_side(name_side(side)) == side


def test_a_seat_may_be_called_like_partners() -> None:
    assert side_of("Ana & Cy", ("Ana & Cy", "Ben")) == ("Ana & Cy",)


@pytest.mark.parametrize(
    ("verdict", "winners"),
    [
        ({"winner": "Ben"}, ("Ben",)),
        ({"winner": "Ana & Cy"}, ("Ana", "Cy")),
        ({"winners": ["Ana", "Di"]}, ("Ana", "Di")),
        ({"winners": (), "winner": "Ben"}, ("Ben",)),
        ({"winner": None}, ()),
        ({"winner": "nobody"}, ()),
        ({"winners": ["Ana", "Edda"]}, ()),
        ({}, ()),
    ],
)
def test_the_winners_that_a_verdict_names(
    verdict: dict[str, object], winners: tuple[str, ...]
) -> None:
    assert winners_in(verdict, SEATS) == winners
