"""Strangers' movements: a wrong seating is refused, and they say who is out."""

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from referee import Meeting, PlayedRound
from referee.hosting.events import rounds
from referee.plugin.discovery import beside, installed
from referee.plugin.loose_games import loose_points
from referee.plugin.movement_rules import MovementFaultError
from referee.plugin.movements import find_movement, installed_movements
from referee.vocabulary.errors import ConflictError
from referee.vocabulary.movement import Entrants
from tests.events.conftest import Club, Gather
from tests.testing.test_check_movement import save_from_guide
from tests.toy_movements import neighbours as toys
from tests.toy_movements.neighbours import neighbours


@pytest.fixture
def strangers() -> Iterator[None]:
    with toys.strangers():
        yield


@pytest.mark.parametrize(
    ("right", "wrong", "why"),
    [
        ('Movement("neighbours"', 'Movement("neighbour"', "calls itself 'neighbour'"),
        ("(2,))", "2)", "its at_table is an int, not a tuple"),
        ("(2,))", "(1, 2))", "its at_table is (1, 2)"),
        ('say("Neighbours")', '"Neighbours"', "its title is a str, not a Text"),
        ("return Movement(", "print(", "the description is None, not a Movement"),
    ],
)
def test_a_movement_that_misdescribes_itself_is_left_out(
    right: str, wrong: str, why: str
) -> None:
    with neighbours(right, wrong):
        assert "neighbours" not in installed_movements()
        assert why in installed().broken["neighbours"]


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ("((line[0], line[1]),) * 3, line[2:]", "more than one place: Ana, Ben."),
        ("((line[0], line[1]),)", "It gives people no place: Cy, Di."),
        ("((line[0], '99'),), line[1:]", "people who are not here: 99."),
        ("(line,)", "It seats 4 at a table instead of 2: Ana, Ben, Cy, Di."),
        ("(line[0] / 2,)", "has what its author needs"),
        ("[line]", "has what its author needs"),
        ("(line[:2],), line[2:], is_over=True", "that all is over: Ana, Ben."),
    ],
)
def test_a_wrong_seating_is_refused_with_whom_it_concerns_and_nothing_changes(
    gather: Gather, wrong: str, why: str
) -> None:
    right = "tuple(zip(line[::2], line[1::2])), line[len(line) // 2 * 2:]"
    with neighbours(right, wrong):
        club = gather("neighbours", "Ana", "Ben", "Cy", "Di")
        before = club.director.look().event
        # Lots are drawn: the names come in their order.
        for name in ("Ana", "Ben", "Cy", "Di"):
            assert name in before.names
        with pytest.raises(MovementFaultError) as raised:
            rounds.open_round(club.director)
        told = str(raised.value.message)
        assert told.startswith("Neighbours has a fault, and nothing was changed.")
        kind = why.partition(":")[0]
        assert kind in told
        named = [name for name in before.names if name in told]
        expected = [name for name in before.names if name in why]
        assert len(named) == len(expected)
        assert raised.value.flaw.hook == "seat_round"
        assert ".py:" in raised.value.flaw.where
        assert club.director.look().event == before


@pytest.mark.usefixtures("strangers")
@pytest.mark.parametrize("size", [4, 5, 8, 9])
def test_in_a_mitchell_all_of_one_half_meet_all_of_the_other(
    gather: Gather, size: int
) -> None:
    names = [f"N{n}" for n in range(size)]
    number = -(-size // 2)
    club = gather("mitchell", *names, rounds=number)
    met = Counter[frozenset[str]]()
    for _ in range(number):
        now = rounds.open_round(club.director)
        club.play_round()
        met.update(frozenset(table.seats) for table in now.event.rounds[-1].tables)
    assert {*met.values()} == {1}
    assert len(met) == (size // 2) * -(-size // 2)
    assert club.director.look().is_over


def knock_out(club: Club, strength: Callable[[str], int]) -> None:
    for _ in range(20):
        now = rounds.open_round(club.director)
        if now.is_over:
            return
        club.play_round(strength)


@pytest.mark.usefixtures("strangers")
@pytest.mark.parametrize("size", [2, 3, 4, 6, 7, 8])
def test_a_double_knockout_ends_when_one_is_left_and_ranks_who_was_out_later_higher(
    gather: Gather, size: int
) -> None:
    names = [f"N{n}" for n in range(1, size + 1)]
    club = gather("double-knockout", *names, rounds=20, counts="wins")
    knock_out(club, int)
    now = club.director.look()
    assert now.is_over
    assert len(now.event.rounds) <= find_movement("double-knockout").count_rounds(size)
    assert now.winners == [f"N{size}"]
    # The strongest wins each table, so the second has lost to the first alone.
    assert now.standings[1].name == f"N{size - 1}"
    lost = Counter[str]()
    for played in now.event.rounds:
        for table in played.tables:
            lost[min(table.seats, key=int)] += 1
    assert all(lost[str(n)] == 2 for n in range(1, size))
    for standing in now.standings:
        for score in standing.rounds:
            assert score.kind != "out" or score.points == 0


@pytest.mark.usefixtures("strangers")
def test_whoever_loses_the_final_for_the_first_time_plays_it_again(
    gather: Gather,
) -> None:
    club = gather("double-knockout", "Ana", "Ben", rounds=9, counts="wins")
    rounds.open_round(club.director)
    club.play_round()
    second = rounds.open_round(club.director)
    assert not second.is_over
    club.play_round(lambda each: -int(each))
    third = rounds.open_round(club.director)
    assert len(third.event.rounds) == 3
    club.play_round(lambda each: -int(each))
    now = rounds.open_round(club.director)
    assert now.is_over
    assert now.winners == ["Ana"]


@pytest.mark.usefixtures("imported_for_this_test_only")
def test_whoever_comes_in_the_first_round_of_a_knockout_can_win_it(
    gather: Gather, tmp_path: Path
) -> None:
    path = save_from_guide(tmp_path, "knockout")
    with beside(*loose_points(path)):
        club = gather("knockout", "1", "2", "3", "4", rounds=4, counts="wins")
        rounds.open_round(club.director)
        club.enter("5")
        club.enter("6")
        [played] = rounds.open_tables(club.director).event.rounds
        assert len(played.tables) == 3
        club.play_round()
        second = rounds.open_round(club.director).event.rounds[1]
        assert second.includes("6")
        assert "6" not in second.out
        club.enter("7")
        club.enter("8")
        with pytest.raises(ConflictError, match="Too few"):
            rounds.open_tables(club.director)
        club.play_round()
        assert "8" in rounds.open_round(club.director).event.out
        club.play_round()
        assert rounds.open_round(club.director).winners == ["6"]


def test_a_movement_is_given_the_round_in_play_that_gets_more_tables(
    gather: Gather,
) -> None:
    given: list[Meeting] = []
    with neighbours("line = meeting.ranked", "line = remember(meeting)"):
        rules = find_movement("neighbours")

        def remember(meeting: Meeting) -> Entrants:
            given.append(meeting)
            return meeting.present

        rules.module.remember = remember  # type: ignore[attr-defined]
        club = gather("neighbours", "Ana", "Ben", "Cy")
        by_lot = rounds.open_round(club.director).event.by_lot
        club.enter("Di")
        late = rounds.open_tables(club.director).event.by_lot
        club.play_round()
        rounds.open_round(club.director)
    start, added, second = given[0], given[-2], given[-1]
    assert (start.playing, start.starters) == (None, ())
    began = PlayedRound((by_lot[:2],), by_lot[2:], by_lot[:1])
    assert (added.playing, added.rounds, added.starters) == (began, (), by_lot)
    assert {*added.present} == {by_lot[2], "4"}
    assert second.playing is None
    assert second.rounds[0].late == ("4",)
    assert second.starters == (*by_lot, "4")
    assert {*second.starters} == {*late}


@pytest.mark.usefixtures("strangers")
def test_pairs_that_stay_together_play_a_mitchell(gather: Gather) -> None:
    club = gather("mitchell", rounds=2, pairs=True)
    for pair in ("Ana Ben", "Cy Di", "Eve Flo", "Gus Hal"):
        club.enter(*pair.split())
    met = set[frozenset[str]]()
    for _ in range(2):
        now = rounds.open_round(club.director)
        for table in now.event.rounds[-1].tables:
            assert table.seats[:2] == table.seats[2:]
            met.add(frozenset(table.seats))
        club.play_round()
    assert len(met) == 4
    assert club.director.look().is_over
