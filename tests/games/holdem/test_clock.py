"""Levels by minutes: a clock that the table starts, stops, and reads at each deal."""

from collections.abc import Mapping

import pytest

from referee import Clock, WrongFieldsError
from referee.testing import PlayedMatch

START = 1_700_000_000
MINUTE = 60


def begun(depth: str = "bets", **options: object) -> PlayedMatch:
    """A match by a clock of ten minutes a level, with Ana as small blind."""
    given = {"rise": "minutes", "level_minutes": 10, "depth": depth, **options}
    match = PlayedMatch.begun("holdem", "Ana Ben Cy", dealer="Cy", **given)
    match.now = START
    return match


def clock_of(match: PlayedMatch) -> Clock:
    clock = match.scene.clock
    assert clock is not None
    return clock


def left(match: PlayedMatch) -> float:
    return clock_of(match).left_at(match.now) / MINUTE


def play_hand(match: PlayedMatch) -> None:
    """All fold to the big blind, or the hand's end is entered."""
    if "deal" in match.kinds:
        put_in = match.prompt("deal").fields[0].default
        assert isinstance(put_in, Mapping)
        match.enter("deal", put_in=put_in, winners=[max(put_in, key=put_in.get)])
        return
    for _ in range(2):
        match.enter("fold", match.scene.to_act[0])


def blinds(match: PlayedMatch) -> str:
    return match.said(clock_of(match).label)


@pytest.mark.parametrize("depth", ["bets", "deals"])
def test_a_level_begins_with_the_next_deal(depth: str) -> None:
    match = begun(depth)
    assert left(match) == 10
    match.enter("clock")
    match.now += 9 * MINUTE
    play_hand(match)
    assert blinds(match) == "Level 1: 5 and 10"
    match.now += 2 * MINUTE
    assert left(match) == -1
    assert blinds(match) == "Level 1: 5 and 10"
    play_hand(match)
    assert blinds(match) == "Level 2: 10 and 20"
    assert match.said(match.ruling.because[-1].text) == (
        "Level 2 begins: blinds 10 and 20."
    )
    assert left(match) == 9


def test_it_stands_until_it_is_started_and_while_it_is_stopped() -> None:
    match = begun()
    match.now += 60 * MINUTE
    play_hand(match)
    assert left(match) == 10
    assert match.said(match.prompt("clock").title) == "Start the clock"
    match.enter("clock")
    assert match.said(match.prompt("clock").title) == "Pause the clock"
    match.now += 4 * MINUTE
    match.enter("fold", match.scene.to_act[0])
    match.enter("clock")
    match.now += 30 * MINUTE
    play_hand(match)
    assert left(match) == 6
    assert match.said(match.prompt("clock").title) == "Let the clock run"
    match.enter("clock")
    match.now += 6 * MINUTE
    assert left(match) == 0


def test_levels_that_nobody_played_are_passed_over() -> None:
    match = begun()
    match.enter("clock")
    match.now += 25 * MINUTE
    play_hand(match)
    assert blinds(match) == "Level 3: 15 and 30"
    assert left(match) == 5


def test_the_table_may_begin_the_next_level_before_its_time() -> None:
    match = begun()
    match.enter("clock")
    match.now += 9 * MINUTE
    match.enter("level")
    assert blinds(match) == "Level 2: 10 and 20"
    assert left(match) == 10
    assert clock_of(match).since == match.now


def test_a_misdeal_is_dealt_again_at_the_same_level() -> None:
    match = begun()
    match.enter("clock")
    match.now += 11 * MINUTE
    match.enter("fold", match.scene.to_act[0])
    match.enter("misdeal")
    assert blinds(match) == "Level 1: 5 and 10"


def test_at_the_last_level_there_is_no_clock() -> None:
    match = begun()
    match.enter("clock")
    match.now += 160 * MINUTE
    play_hand(match)
    assert match.scene.clock is None
    assert {"clock", "level"}.isdisjoint(match.kinds)


def test_the_clock_is_folded_from_the_log_and_taken_back_with_its_entry() -> None:
    match = begun()
    match.enter("clock")
    match.now += 4 * MINUTE
    match.enter("clock")
    match.strike(2)
    assert clock_of(match).since == START
    match.now += 5 * MINUTE
    assert left(match) == 1


def test_minutes_need_levels_by_minutes() -> None:
    with pytest.raises(WrongFieldsError, match="When blinds rise"):
        begun(rise="hands")


@pytest.mark.parametrize("depth", ["bets", "deals"])
def test_a_hand_dealt_after_the_clock_has_run_out_is_at_the_new_level(
    depth: str,
) -> None:
    match = begun(depth)
    match.enter("clock")
    match.now += 9 * MINUTE
    play_hand(match)
    # They pause for three minutes, and only then deal.
    match.now += 3 * MINUTE
    assert "not dealt yet?" in match.said(clock_of(match).over)
    match.enter("level")
    assert blinds(match) == "Level 2: 10 and 20"
    assert left(match) == 8


def test_in_the_middle_of_a_hand_nobody_is_asked_whether_it_was_dealt() -> None:
    match = begun()
    match.enter("clock")
    match.enter("fold", match.scene.to_act[0])
    assert match.said(clock_of(match).over) == "next level with the next deal"
    assert "level" not in match.kinds
