"""A match in a sentence: who got ahead, when, and by how much they won."""

from collections.abc import Sequence

import pytest

from referee.hosting.history.match_story import (
    largest_change,
    longest_streak,
    tell_final_score,
    tell_match,
)
from referee.match.showing.score_sheet import ScoreSheet, SheetLine
from referee.vocabulary.view import WinningScore

Totals = Sequence[tuple[int, int]]


def sheet(totals: Totals, wins: WinningScore = "most") -> ScoreSheet:
    """The finished match of Ana and Ben with these totals after each round."""
    seats = ("Ana", "Ben")
    before = {"Ana": 0, "Ben": 0}
    lines = []
    for round, (ana, ben) in enumerate(totals, 1):
        after = {"Ana": ana, "Ben": ben}
        best = max(ana, ben) if wins == "most" else min(ana, ben)
        leaders = tuple(seat for seat in seats if after[seat] == best)
        if len(leaders) == len(seats):
            leaders = ()
        places = {seat: 1 if after[seat] == best else 2 for seat in seats}
        gains = {seat: after[seat] - before[seat] for seat in seats}
        lines.append(SheetLine(round, round, gains, after, places, leaders))
        before = after
    sides = (("Ana",), ("Ben",))
    winners = lines[-1].leaders
    began = {"Ana": 0, "Ben": 0}
    places = lines[-1].places
    return ScoreSheet(
        seats,
        sides,
        "round",
        began,
        tuple(lines),
        places,
        wins,
        len(lines),
        True,
        winners,
    )


@pytest.mark.parametrize(
    ("totals", "wins", "told"),
    [
        (
            ((2, 5), (9, 6), (15, 10), (21, 16)),
            "most",
            "Ana took the lead in round 2 and won by 5",
        ),
        (
            ((0, 9), (2, 20), (3, 30), (40, 31)),
            "most",
            "Ana came back from 27 behind after round 3 and won by 9",
        ),
        (
            ((3, 5), (8, 10), (14, 12)),
            "most",
            "Ana got past Ben at the very end and won by 2",
        ),
        (
            ((4, 3), (5, 9), (12, 10), (13, 15), (20, 19)),
            "most",
            "The lead changed 4 times, and Ana won by 1",
        ),
        (
            ((9, 4), (10, 12), (12, 20), (14, 30)),
            "fewest",
            "Ana took the lead in round 2 and won by 16",
        ),
        (((3, 1), (6, 2)), "most", None),
    ],
)
def test_it_says_how_it_turned(
    totals: Totals, wins: WinningScore, told: str | None
) -> None:
    said = tell_match(sheet(totals, wins))
    assert (str(said) if said else None) == told


def test_the_best_hand_is_one_sides_alone() -> None:
    best = largest_change(sheet(((4, 4), (5, 12), (8, 14))))
    assert best is not None
    assert (best.seats, best.gain, best.line.round) == (("Ben",), 8, 2)
    assert largest_change(sheet(((4, 4), (5, 5)))) is None
    assert largest_change(sheet(((8, 1), (9, 9), (17, 10)))) is None


def test_a_side_may_have_its_best_hand_twice() -> None:
    best = largest_change(sheet(((4, 4), (12, 5), (20, 6))))
    assert best is not None
    assert (best.seats, best.gain, best.line.round) == (("Ana",), 8, 2)


def test_where_the_fewest_win_points_are_no_gain() -> None:
    assert largest_change(sheet(((13, 0), (13, 26)), "fewest")) is None
    best = largest_change(sheet(((13, 0), (13, -26)), "fewest"))
    assert best is not None
    assert (best.seats, best.gain) == (("Ben",), -26)


def test_a_hand_lost_by_more_than_any_was_won_is_the_largest() -> None:
    lost = largest_change(sheet(((72, 0), (72, -288), (72, -240))))
    assert lost is not None
    assert (lost.seats, lost.gain, lost.line.round) == (("Ben",), -288, 2)
    won = largest_change(sheet(((80, 0), (80, -80))))
    assert won is not None
    assert (won.seats, won.gain) == (("Ana",), 80)


def test_the_final_score_names_the_best_of_those_who_lost() -> None:
    assert str(tell_final_score(sheet(((5, 4),)))) == "Ana won, 5 to 4"
    fewest = tell_final_score(sheet(((30, -2),), "fewest"))
    assert str(fewest) == "Ben won, \N{MINUS SIGN}2 to 30"
    assert tell_final_score(sheet(((4, 4),))) is None


def test_a_streak_is_of_four_rounds_at_least() -> None:
    four = ((1, 2), (2, 4), (3, 6), (4, 8), (9, 9))
    assert longest_streak(sheet(four)) == (("Ben",), 4)
    assert longest_streak(sheet(four[1:])) is None
