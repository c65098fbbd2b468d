"""How results count, and how ties break."""

from dataclasses import replace
from typing import Any

from referee.events.event import Adjustment, Entrant, Event, EventTable, Plan, Round
from referee.events.standings import (
    SeatResult,
    find_late_scores,
    find_winners,
    join_results,
    rank_entrants,
)


def event(*rounds: tuple[str, ...], **plan: Any) -> Event:
    people = sorted({seat for played in rounds for table in played for seat in table})
    entrants = {each: Entrant(each, (each,), 0, (None,)) for each in people}
    seated = []
    for number, tables in enumerate(rounds):
        at = [EventTable(f"{number}-{table}", tuple(table)) for table in tables]
        seated.append(Round(tuple(at)))
    return Event(Plan("", "", "", 3, **plan), 0, entrants, tuple(seated))


def results(**scores: str) -> dict[str, list[SeatResult]]:
    """Scores by table, as `ab="21"`, of the first round (`ab`) or later ones."""
    told = {}
    for name, points in scores.items():
        number, _, table = name[1:].partition("_")
        seats = []
        for point in points:
            place = 1 + sum(other > point for other in points)
            seats.append(SeatResult(int(point), place))
        told[f"{number}-{table}"] = seats
    return told


def ranking(
    of: Event, told: dict[str, list[SeatResult]]
) -> list[tuple[int, str, float]]:
    return [(each.place, each.entrant, each.total) for each in rank_entrants(of, told)]


def test_scores_add_up() -> None:
    played = event(("ab", "cd"), ("ac", "bd"))
    told = results(_0_ab="31", _0_cd="22", _1_ac="15", _1_bd="40")
    assert ranking(played, told) == [
        (1, "c", 7),
        (2, "b", 5),
        (3, "a", 4),
        (4, "d", 2),
    ]


def test_wins_count_one_and_draws_a_half() -> None:
    played = event(("ab", "cd"), counts="wins")
    told = results(_0_ab="91", _0_cd="22")
    assert ranking(played, told) == [
        (1, "a", 1),
        (2, "c", 0.5),
        (2, "d", 0.5),
        (4, "b", 0),
    ]


def test_places_count_whom_one_leaves_behind() -> None:
    played = event(("abcd",), counts="places")
    assert ranking(played, results(_0_abcd="7552")) == [
        (1, "a", 3),
        (2, "b", 1.5),
        (2, "c", 1.5),
        (4, "d", 0),
    ]


def test_partners_of_a_round_count_as_one_side() -> None:
    played = event(("abcd",), counts="wins", partners=True)
    totals = {
        entrant: total for _, entrant, total in ranking(played, results(_0_abcd="9191"))
    }
    assert totals == {"a": 1, "b": 0, "c": 1, "d": 0}


def test_where_the_fewest_win_the_lowest_total_is_first() -> None:
    played = event(("ab",), wins="fewest")
    scores = {"0-ab": [SeatResult(26, 2), SeatResult(0, 1)]}
    assert ranking(played, scores) == [(1, "b", 0), (2, "a", 26)]


def test_a_score_entered_by_hand_ranks_by_the_game_without_any_played_table() -> None:
    played = event(("ab",), wins="fewest")
    entered = replace(played, scores={"0-ab": {"a": 26, "b": 0}})
    told = join_results(entered, {})
    assert [(each.entrant, each.place) for each in rank_entrants(entered, told)] == [
        ("b", 1),
        ("a", 2),
    ]
    [table] = played.tables.values()
    assert find_winners(entered, table, told) == ("b",)


def test_whoever_misses_a_round_of_a_low_score_game_gets_its_average() -> None:
    played = event(("ab", "cd"), ("ab", "ce"), wins="fewest")
    byes = replace(played.rounds[1], sits_out=("d",))
    played = replace(played, rounds=(played.rounds[0], byes))
    scores = {
        "0-ab": [SeatResult(1, 1), SeatResult(9, 2)],
        "0-cd": [SeatResult(6, 2), SeatResult(5, 1)],
        "1-ab": [SeatResult(8, 2), SeatResult(3, 1)],
    }
    points = {}
    for standing in rank_entrants(played, scores):
        points[standing.entrant] = [each.points for each in standing.rounds]
    # 21 : 4 and 11 : 2, rounded up: for the late e and the bye of d. The result of c and
    # e is waited for.
    assert points == {"a": [1, 8], "b": [9, 3], "c": [6, 0], "d": [5, 6], "e": [6, 0]}
    ranking = rank_entrants(played, scores)
    assert [each.is_playing for each in ranking] == [False] * 3 + [True] * 2
    assert {each.entrant for each in ranking[3:]} == {"c", "e"}


def test_before_a_rounds_first_result_nobody_has_points_of_it() -> None:
    played = event(("ab", "cd"), wins="fewest")
    assert {each.total for each in rank_entrants(played, {})} == {0}


def test_a_tie_breaks_by_who_won_against_whom() -> None:
    played = event(("ab", "cd"), ("ac", "bd"), counts="wins")
    told = results(_0_ab="21", _0_cd="12", _1_ac="12", _1_bd="21")
    assert [each.entrant for each in rank_entrants(played, told)][:2] == ["a", "b"]


def test_a_tie_breaks_by_the_opponents_totals_where_they_did_not_meet() -> None:
    played = event(("ab", "cd"), ("bd",), counts="wins")
    told = results(_0_ab="21", _0_cd="21", _1_bd="21")
    ranking = rank_entrants(played, told)
    order = [(each.place, each.entrant, each.opponents) for each in ranking]
    assert order == [(1, "a", 1), (2, "b", 1), (3, "c", 0), (4, "d", 2)]


def test_whoever_sat_out_has_met_somebody_like_themselves() -> None:
    played = event(("ab", "cd"), ("ac", "bd"), counts="wins")
    first, second = played.rounds
    entrants = {**played.entrants, "e": Entrant("e", ("e",), 0, (None,))}
    rounds = (replace(first, sits_out=("e",)), replace(second, sits_out=("e",)))
    played = replace(played, entrants=entrants, rounds=rounds)
    told = results(_0_ab="21", _0_cd="21", _1_ac="21", _1_bd="21")
    sums = {each.entrant: each.opponents for each in rank_entrants(played, told)}
    assert sums == {"a": 2, "b": 2, "c": 2, "d": 2, "e": 4}


def test_of_three_who_are_level_two_are_parted_by_their_own_meeting() -> None:
    # Against the others a and b have four and c has two; against b, a has three.
    played = event(("ab", "cd"), ("ac", "bd"), ("bc", "ad"))
    told = results(
        _0_ab="31",
        _0_cd="30",
        _1_ac="12",
        _1_bd="10",
        _2_bc="30",
        _2_ad="10",
    )
    first = rank_entrants(played, told)[:3]
    parted = [(each.place, each.entrant, each.total) for each in first]
    assert parted == [(1, "a", 5), (2, "b", 5), (3, "c", 5)]
    assert [(each.direct, each.recounts) for each in first] == [
        (4, (3,)),
        (4, (1,)),
        (2, ()),
    ]


def test_meetings_part_nobody_where_one_who_is_level_met_fewer_of_the_others() -> None:
    played = event(("abc", "def"), ties=("direct",))
    told = results(_0_abc="331", _0_def="352")
    places = {each: place for place, each, _ in ranking(played, told)}
    assert places == {"e": 1, "a": 2, "b": 2, "d": 2, "f": 5, "c": 6}
    assert {each.direct for each in rank_entrants(played, told)} == {None}


def test_two_whom_their_opponents_leave_level_are_parted_by_their_own_meeting() -> None:
    # With c, whom they did not meet, a and b are three at first.
    played = event(("ab", "cd"), ("bd",), counts="wins")
    told = results(_0_ab="21", _0_cd="21", _1_bd="21")
    shown = []
    for each in rank_entrants(played, told)[:3]:
        shown.append((each.entrant, each.direct, each.opponents, each.recounts))
    assert shown == [("a", None, 1, (1,)), ("b", None, 1, (0,)), ("c", None, 0, ())]


def test_whoever_left_before_their_first_round_is_not_in_the_standings() -> None:
    played = event(("ab",))
    gone = Entrant("c", ("c",), 0, (None,), is_present=False)
    told = results(_0_ab="31")
    assert len(rank_entrants(played.with_entrant(gone), told)) == 2
    charged = replace(
        played.with_entrant(gone), adjustments=(Adjustment("c", 1, "Help"),)
    )
    assert len(rank_entrants(charged, told)) == 3


def test_whoever_was_in_no_round_is_not_in_the_standings_of_an_event_that_is_over() -> (
    None
):
    sat_out = Entrant("c", ("c",), 0, (None,))
    came_late = Entrant("d", ("d",), 0, (None,))
    played = event(("ab",)).with_entrant(sat_out).with_entrant(came_late)
    [round] = played.rounds
    played = replace(played, rounds=(replace(round, sits_out=("c",)),))
    told = results(_0_ab="31")
    assert len(rank_entrants(played, told)) == 4
    names = [each.name for each in rank_entrants(played, told, is_over=True)]
    assert sorted(names) == ["a", "b", "c"]


def test_between_those_who_never_met_nothing_counts() -> None:
    played = event(("ab", "cd"), counts="wins")
    told = results(_0_ab="21", _0_cd="21")
    assert [each.direct for each in rank_entrants(played, told)] == [None] * 4


def test_half_points_that_add_up_to_a_whole_number_are_one() -> None:
    played = event(("ab",), ("ab",), counts="wins")
    told = results(_0_ab="22", _1_ab="22")
    for standing in rank_entrants(played, told):
        counted = standing.total, standing.direct, standing.opponents
        assert list(map(str, counted)) == ["1", "1", "2"]


def test_whom_somebody_is_seated_to_meet_breaks_no_tie_before_the_result() -> None:
    played = event(("ab", "cd"), counts="wins")
    seated = event(("ab", "cd"), ("ad", "cb"), counts="wins")
    told = results(_0_ab="21", _0_cd="21")
    assert ranking(seated, told) == ranking(played, told)
    assert [each.opponents for each in rank_entrants(seated, told)] == [0, 0, 1, 1]


def test_equal_totals_are_parted_by_tables_won_or_scores_if_the_event_says_so() -> None:
    rounds = ("ab", "cd"), ("ac", "bd")
    told = results(_0_ab="22", _0_cd="31", _1_ac="44", _1_bd="17")
    # a drew twice, c and d won and lost or drew: a 1, b ½, c 1½, d 1.
    levels = []
    for ties in ((), ("wins",), ("scores",)):
        of = event(*rounds, counts="wins", ties=ties)
        levels.append([(place, each) for place, each, total in ranking(of, told)][1:3])
    assert levels == [[(2, "a"), (2, "d")], [(2, "d"), (3, "a")], [(2, "d"), (3, "a")]]


def test_a_result_comes_late_though_none_was_in_before() -> None:
    seated = event(("ab",), ("ab",))
    first, second = seated.rounds
    late = results(_0_ab="51")
    known = replace(seated, rounds=(first, replace(second, scores_before={})))
    [score] = find_late_scores(known, late)
    assert (score.before, score.now) == ((), (5, 1))
    # Older lines say only the scores of the round before.
    third = replace(second, scores_before={})
    older = replace(seated, rounds=(first, second, third))
    assert find_late_scores(older, late) == ()
    # Logs from before scores were written down say nothing.
    assert find_late_scores(seated, late) == ()


def test_an_adjustment_stands_beside_the_parts() -> None:
    played = event(("ab",))
    adjusted = Event(
        played.plan,
        0,
        played.entrants,
        played.rounds,
        adjustments=(Adjustment("a", -5, "Late"),),
    )
    [b, a] = rank_entrants(adjusted, results(_0_ab="41"))
    assert (b.entrant, a.total, a.rounds[0].points) == ("b", -1, 4)
    assert a.adjustments[0].why == "Late"
