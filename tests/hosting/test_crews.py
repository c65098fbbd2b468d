"""Crews: who plays together again, and how they stand over months."""

from datetime import datetime

import pytest

from referee.hosting.history.crews import Crew, find_crews
from referee.hosting.store import PastMatch, Placing

DAY = 24 * 60 * 60.0
HOUR = 60 * 60.0
THURSDAY = datetime(2026, 11, 5, 23, 0).timestamp()


def match(at: float, *best_first: str, won: int = 1) -> PastMatch:
    """A match that ended then, in which these came in so; so many have won."""
    placings = []
    for place, name in enumerate(best_first, 1):
        player = None if name == "?" else name.lower()
        placings.append(Placing(name, player, 0, place, place <= won))
    return PastMatch(f"at-{at}", "whist", at - HOUR, at, tuple(placings))


def crew(*matches: PastMatch) -> Crew:
    [found] = find_crews(sorted(matches, key=lambda each: -each.ended_at))
    return found


def test_the_same_people_who_played_again_are_a_crew() -> None:
    matches = [
        match(5, "Ana", "Ben"),
        match(4, "BEN", "Cy", "Ana"),
        match(3, "Ben", "Ana"),
        match(2, "Ana", "Ben", "Cy"),
        match(1, "Ana", "Di"),
    ]
    names = [found.names for found in find_crews(matches)]
    assert names == [("Ana", "Ben"), ("BEN", "Cy", "Ana")]


def test_who_played_once_or_whose_name_is_forgotten_is_in_no_crew() -> None:
    assert find_crews([match(2, "Ana", "Ben"), match(1, "Ana", "Cy")]) == []
    assert find_crews([match(2, "Ana", "Ben", "?"), match(1, "Ana", "?", "Ben")]) == []


@pytest.mark.parametrize(
    ("ends", "weekday"),
    [
        ((THURSDAY, THURSDAY + 7 * DAY, THURSDAY + 9 * DAY), 3),
        ((THURSDAY + 2 * HOUR, THURSDAY + 7 * DAY + 3 * HOUR), 3),
        ((THURSDAY, THURSDAY + DAY), 4),
    ],
    ids=["most often", "after midnight", "the last of equals"],
)
def test_it_has_its_day(ends: tuple[float, ...], weekday: int) -> None:
    there = crew(*(match(at, "Ana", "Ben") for at in ends))
    assert there.weekday == weekday


def test_who_was_behind_in_a_row_is_owed_a_revenge() -> None:
    there = crew(
        match(4, "Cy", "Ana", "Ben"),
        match(3, "Ana", "Ben", "Cy"),
        match(2, "Ana", "Cy", "Ben"),
        match(1, "Ben", "Ana", "Cy"),
    )
    assert there.revenge == ("Ana", "Ben", 3)


def test_a_streak_is_won_by_now() -> None:
    won = [match(at, "Ana", "Ben", "Cy") for at in range(3)]
    assert crew(*won).streak == (("Ana",), 3)
    assert crew(*won, match(3, "Ben", "Ana", "Cy")).streak == (("Ben",), 1)
    partners = [match(at, "Ana", "Cy", "Ben", "Di", won=2) for at in range(2)]
    assert crew(*partners).streak == (("Ana", "Cy"), 2)


def test_what_nobody_won_does_not_count() -> None:
    there = crew(
        match(0, "Ana", "Ben"), match(1, "Ana", "Ben"), match(2, "Ben", "Ana", won=0)
    )
    assert there.streak == (("Ana",), 2)
    undecided = crew(match(0, "Ana", "Ben", won=0), match(1, "Ana", "Ben", won=0))
    assert undecided.streak == ((), 0)
