"""Each movement keeps what it promises, for all sizes for which it promises it."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import example, given, strategies as st

from referee import Meeting, PlayedRound, Seating
from referee.plugin.movements import (
    UnknownMovementError,
    count_rounds_of,
    find_movement,
    installed_movements,
    offer_groups,
)

MOVEMENTS = ("individual", "progressive", "round-robin", "series", "swiss")
QUICK = (*range(8, 18), 20, 23, 40, 44, 48)
SIZES = [
    pytest.param(size, marks=() if size in QUICK else pytest.mark.slow)
    for size in range(8, 201)
]
FOURS = [size for size in SIZES if size.values[0] % 4 == 0]
TO_THE_END = [size for size in SIZES if size.values[0] <= 60 or size.values[0] >= 199]
"""For whole tournaments, whose rounds are made in one way for all sizes."""

Score = Callable[[str], int]


def people(count: int) -> tuple[str, ...]:
    return tuple(f"p{number}" for number in range(count))


def strength(entrant: str) -> int:
    """A skill that has nothing to do with the lots."""
    return int(entrant[1:]) * 7919 % 251


def after(meeting: Meeting, seating: Seating) -> Meeting:
    """The meeting after a round that at each table the strongest wins, or their pair."""
    winners = []
    points = dict(meeting.points)
    for table in seating.tables:
        best = max(table, key=strength)
        won = [best]
        if len(table) == 4:
            won = [*table[table.index(best) % 2 :: 2]]
        for entrant in won:
            points[entrant] = points.get(entrant, 0) + 1
        winners += won
    played = PlayedRound(seating.tables, seating.sits_out, tuple(winners))
    starters = meeting.starters or meeting.present
    rounds = (*meeting.rounds, played)
    return replace(meeting, rounds=rounds, points=points, starters=starters)


@pytest.mark.parametrize("movement", MOVEMENTS)
def test_for_nobody_no_movement_promises_anything(movement: str) -> None:
    assert count_rounds_of(movement, 0) == 0


def seat(movement: str, meeting: Meeting) -> Seating:
    seating: Seating = find_movement(movement).seat_round(meeting=meeting)
    seated = [entrant for table in seating.tables for entrant in table]
    assert sorted([*seated, *seating.sits_out]) == sorted(meeting.present)
    sizes = installed_movements()[movement].at_table
    assert all(len(table) in sizes for table in seating.tables)
    return seating


def play(movement: str, size: int, rounds: int) -> Iterator[tuple[Meeting, Seating]]:
    meeting = Meeting(people(size))
    for _ in range(rounds):
        seating = seat(movement, meeting)
        yield meeting, seating
        meeting = after(meeting, seating)


def pairs_of(table: tuple[str, ...]) -> list[frozenset[str]]:
    return [frozenset(pair) for pair in combinations(table, 2)]


def test_the_movements_are_found() -> None:
    assert tuple(sorted(installed_movements())) == MOVEMENTS
    with pytest.raises(UnknownMovementError):
        find_movement("mitchell")


@pytest.mark.parametrize("size", TO_THE_END)
def test_in_a_round_robin_everybody_meets_everybody_once(size: int) -> None:
    met = Counter[frozenset[str]]()
    out = Counter[str]()
    for _, seating in play("round-robin", size, count_rounds_of("round-robin", size)):
        met.update(map(frozenset, seating.tables))
        out.update(seating.sits_out)
        assert not seating.misses
    assert len(met) == size * (size - 1) // 2
    assert {*met.values()} == {1}
    assert out == (Counter(people(size)) if size % 2 else Counter())


@pytest.mark.parametrize("size", FOURS)
def test_in_an_individual_rotation_partners_meet_once_and_opponents_twice(
    size: int,
) -> None:
    rounds = count_rounds_of("individual", size)
    assert rounds == (size - 1 if size <= 40 else size // 4)
    partners = Counter[frozenset[str]]()
    opponents = Counter[frozenset[str]]()
    for _, seating in play("individual", size, rounds):
        assert not seating.misses
        for first, second, third, fourth in seating.tables:
            pairs = {frozenset((first, third)), frozenset((second, fourth))}
            partners.update(pairs)
            opponents.update({*pairs_of((first, second, third, fourth))} - pairs)
    assert max(partners.values()) == 1
    assert max(opponents.values()) <= 2
    if rounds == size - 1:
        assert len(partners) == size * (size - 1) // 2


@pytest.mark.parametrize(
    "size", [9, 10, 13, 22, 47, pytest.param(199, marks=pytest.mark.slow)]
)
def test_an_individual_rotation_of_another_size_is_near_to_it_and_says_what_it_misses(
    size: int,
) -> None:
    assert count_rounds_of("individual", size) == 0
    partners = Counter[frozenset[str]]()
    out = Counter[str]()
    for _, seating in play("individual", size, 5):
        again = 0
        for table in seating.tables:
            pairs = [frozenset(table[::2]), frozenset(table[1::2])]
            again += sum(partners[pair] > 0 for pair in pairs)
            partners.update(pairs)
        assert any("partners" in str(miss) for miss in seating.misses) == bool(again)
        out.update(seating.sits_out)
        assert len(seating.sits_out) == size % 4
    assert sum(times - 1 for times in partners.values()) <= 1
    assert max(out.values()) - min(out[each] for each in people(size)) <= 1


@pytest.mark.parametrize("size", FOURS)
def test_in_a_progressive_winners_move_up_and_nobody_keeps_a_partner(size: int) -> None:
    place: dict[str, int] = {}
    winners: set[str] = set()
    partners: set[frozenset[str]] = set()
    last = size // 4 - 1
    for meeting, seating in play("progressive", size, 6):
        now = {}
        for number, table in enumerate(seating.tables):
            now |= dict.fromkeys(table, number)
            pairs = {frozenset(table[::2]), frozenset(table[1::2])}
            assert partners.isdisjoint(pairs)
        if meeting.rounds:
            winners = {*meeting.rounds[-1].winners}
        for entrant, before in place.items():
            stays = last if before == 0 else before
            expected = max(0, before - 1) if entrant in winners else stays
            assert now[entrant] == expected
        place = now
        partners = {frozenset(t[::2]) for t in seating.tables}
        partners |= {frozenset(t[1::2]) for t in seating.tables}
        assert not seating.sits_out


def test_in_a_progressive_a_newcomer_takes_the_chair_that_somebody_left() -> None:
    before = Meeting(people(20))
    first = seat("progressive", before)
    expected = seat("progressive", after(before, first)).tables
    gone = expected[0][0]
    others = tuple(each for each in people(20) if each != gone)
    here = replace(after(before, first), present=(*others, "late"))
    seating = seat("progressive", here)
    places = [{*table} for table in expected]
    places[0] = places[0] - {gone} | {"late"}
    assert [{*table} for table in seating.tables] == places
    assert not seating.misses


def test_in_a_progressive_with_a_table_less_only_its_people_change_tables() -> None:
    before = Meeting(people(20))
    first = seat("progressive", before)
    expected = seat("progressive", after(before, first)).tables
    others = tuple(each for each in people(20) if each != expected[0][0])
    here = replace(after(before, first), present=others)
    seating = seat("progressive", here)
    assert len(seating.sits_out) == 3
    for table, full in zip(seating.tables, expected, strict=False):
        came = {*table} - {*full}
        assert came <= {*expected[-1]}
    [miss] = seating.misses
    assert "no room" in str(miss)


def test_in_a_progressive_whose_last_table_has_left_nobody_lacks_room() -> None:
    before = Meeting(people(20))
    first = seat("progressive", before)
    expected = seat("progressive", after(before, first)).tables
    others = tuple(each for each in people(20) if each not in expected[-1])
    seating = seat("progressive", replace(after(before, first), present=others))
    assert [{*table} for table in seating.tables] == [{*t} for t in expected[:-1]]
    assert not seating.misses


@pytest.mark.parametrize("size", SIZES)
def test_a_series_has_as_few_threes_as_possible_and_seats_by_standing(
    size: int,
) -> None:
    for meeting, seating in play("series", size, 3):
        assert not seating.sits_out
        threes = [table for table in seating.tables if len(table) == 3]
        assert len(threes) == -size % 4
        order = [entrant for table in seating.tables for entrant in table]
        assert order == sorted(order, key=lambda each: -meeting.points.get(each, 0))


def within_groups(meeting: Meeting, seating: Seating) -> int:
    points = meeting.points
    return sum(points.get(a, 0) == points.get(b, 0) for a, b in seating.tables)


@pytest.mark.parametrize("size", SIZES)
def test_in_a_swiss_nobody_meets_twice_and_byes_go_round(size: int) -> None:
    met = Counter[frozenset[str]]()
    out = Counter[str]()
    for meeting, seating in play("swiss", size, 6):
        met.update(map(frozenset, seating.tables))
        out.update(seating.sits_out)
        groups = Counter(meeting.points.get(each, 0) for each in meeting.present)
        floats = len(groups)
        assert within_groups(meeting, seating) >= size // 2 - floats
        if seating.sits_out:
            [last] = seating.sits_out
            may = may_sit_out(meeting)
            score = {each: meeting.points.get(each, 0) for each in may}
            assert score[last] == min(score.values())
    assert {*met.values()} == {1}
    assert not out or max(out.values()) == 1


@pytest.mark.parametrize("size", range(8, 21))
def test_a_swiss_to_the_last_round_repeats_only_what_cannot_be_avoided(
    size: int,
) -> None:
    met: set[frozenset[str]] = set()
    for meeting, seating in play("swiss", size, count_rounds_of("swiss", size) + 1):
        tables = {frozenset(table) for table in seating.tables}
        again = len(tables & met)
        assert bool(again) == bool(seating.misses)
        fresh = []
        for out in may_sit_out(meeting):
            present = [each for each in meeting.present if each != out]
            fresh.append(most_pairs(present, met))
        assert len(tables) - again == max(fresh)
        met |= tables


def may_sit_out(meeting: Meeting) -> list[str]:
    """Who sat out least; with an even number nobody has to."""
    if len(meeting.present) % 2 == 0:
        return [""]
    least = min(map(meeting.byes, meeting.present))
    return [each for each in meeting.present if meeting.byes(each) == least]


def most_pairs(present: list[str], met: set[frozenset[str]]) -> int:
    """The size of a largest matching of those who have not met, by trying all."""
    free = dict.fromkeys(present, 0)
    order = {one: 1 << index for index, one in enumerate(present)}
    for one in present:
        for other in present:
            if one != other and frozenset((one, other)) not in met:
                free[one] |= order[other]
    known: dict[int, int] = {}

    def best(left: int) -> int:
        if left not in known:
            known[left] = 0
            if left:
                first = left & -left
                rest = left ^ first
                known[left] = best(rest)
                may = free[present[first.bit_length() - 1]] & rest
                while may and known[left] < left.bit_count() // 2:
                    other = may & -may
                    may ^= other
                    known[left] = max(known[left], 1 + best(rest ^ other))
        return known[left]

    return best((1 << len(present)) - 1)


COMES_AND_GOES = {
    "size": st.integers(8, 40),
    "gone": st.integers(0, 3),
    "late": st.integers(0, 3),
    "at": st.integers(0, 3),
    "back": st.integers(1, 5),
}


def play_with_others(
    movement: str, size: int, gone: int, late: int, at: int, back: int
) -> Iterator[tuple[Meeting, Seating]]:
    """Some leave and some come late at a round; later all are here who began."""
    meeting = Meeting(people(size))
    for number in range(6):
        if number == at:
            meeting = replace(meeting, present=people(size + late)[gone:])
        if number == at + back:
            meeting = replace(meeting, present=people(size))
        seating = seat(movement, meeting)
        yield meeting, seating
        meeting = after(meeting, seating)


@given(movement=st.sampled_from(MOVEMENTS), **COMES_AND_GOES)
def test_who_comes_late_or_leaves_is_seated_or_sits_out(
    movement: str, **changes: int
) -> None:
    assert len([*play_with_others(movement, **changes)]) == 6


@given(movement=st.sampled_from(["round-robin", "swiss"]), **COMES_AND_GOES)
@example(movement="round-robin", size=8, gone=0, late=1, at=1, back=1)
def test_whoever_comes_or_goes_nobody_meets_again_unsaid(
    movement: str, **changes: int
) -> None:
    met: set[frozenset[str]] = set()
    for _, seating in play_with_others(movement, **changes):
        tables = {*map(frozenset, seating.tables)}
        assert met.isdisjoint(tables) or seating.misses
        met |= tables


@given(**COMES_AND_GOES)
@example(size=12, gone=2, late=0, at=1, back=2)
def test_whoever_comes_or_goes_an_individual_rotation_says_who_are_partners_again(
    **changes: int,
) -> None:
    partners: set[frozenset[str]] = set()
    for _, seating in play_with_others("individual", **changes):
        pairs = {frozenset(table[::2]) for table in seating.tables}
        pairs |= {frozenset(table[1::2]) for table in seating.tables}
        are_again = not partners.isdisjoint(pairs)
        assert any("partners" in str(miss) for miss in seating.misses) == are_again
        partners |= pairs


@pytest.mark.parametrize("size", [4, 7, 12])
def test_in_a_round_robin_with_somebody_late_byes_go_round_and_everybody_meets(
    size: int,
) -> None:
    meeting = after(Meeting(people(size)), seat("round-robin", Meeting(people(size))))
    meeting = replace(meeting, present=people(size + 1))
    met = {*map(frozenset, meeting.rounds[0].tables)}
    needed = count_rounds_of("round-robin", size + 1)
    for _ in range(needed):
        least = min(map(meeting.byes, meeting.present))
        seating = seat("round-robin", meeting)
        assert all(meeting.byes(each) == least for each in seating.sits_out)
        assert len(seating.sits_out) == (size + 1) % 2
        met |= {*map(frozenset, seating.tables)}
        meeting = after(meeting, seating)
    assert len(met) == size * (size + 1) // 2
    assert seat("round-robin", meeting).tables


@pytest.mark.parametrize("movement", MOVEMENTS)
def test_above_its_sizes_a_movement_offers_sections(movement: str) -> None:
    assert count_rounds_of(movement, 240) == 0
    sections = offer_groups(movement, 240, 5)
    assert sections is not None
    assert count_rounds_of(movement, 240, sections) >= 5


def test_an_individual_rotation_too_long_for_its_size_offers_sections() -> None:
    assert count_rounds_of("individual", 48) == 12
    assert offer_groups("individual", 48, 19) == 2
    assert offer_groups("individual", 22, 5) is None


@given(**COMES_AND_GOES)
@example(size=10, gone=2, late=0, at=1, back=5)
@example(size=8, gone=1, late=0, at=1, back=1)
def test_in_a_round_robin_nobody_waits_beside_somebody_new_or_repeats_too_early(
    **changes: int,
) -> None:
    for meeting, seating in play_with_others("round-robin", **changes):
        unmet = []
        for pair in pairs_of(meeting.present):
            if not meeting.met(*pair):
                unmet.append(pair)
        assert not {*pairs_of(seating.sits_out)} & {*unmet}
        repeats = any("has met everybody" in str(miss) for miss in seating.misses)
        assert repeats == (not unmet)


@pytest.mark.parametrize("size", [8, 9, 12])
@pytest.mark.parametrize("leavers", [1, 2, 3])
def test_in_a_round_robin_that_some_leave_the_others_meet_in_the_rounds_planned(
    size: int, leavers: int
) -> None:
    meeting = Meeting(people(size))
    for number in range(count_rounds_of("round-robin", size)):
        gone = min(leavers, number)
        meeting = replace(meeting, present=people(size)[gone:])
        seating = seat("round-robin", meeting)
        is_done = all(meeting.met(*pair) for pair in pairs_of(meeting.present))
        assert bool(seating.misses) == is_done
        meeting = after(meeting, seating)
    assert all(meeting.met(*pair) for pair in pairs_of(meeting.present))


def test_a_round_robin_says_whom_absence_kept_apart_until_they_meet() -> None:
    meeting = Meeting(people(8))
    for number in range(7):
        # p7 would have met somebody in round 2.
        meeting = replace(meeting, present=people(7 if number == 1 else 8))
        seating = seat("round-robin", meeting)
        has_changed = any("has changed" in str(miss) for miss in seating.misses)
        assert has_changed == (number > 1)
        meeting = after(meeting, seating)
    missed = [pair for pair in pairs_of(people(8)) if not meeting.met(*pair)]
    assert len(missed) == 1
    tables = seat("round-robin", meeting).tables
    assert {*missed} <= {*map(frozenset, tables)}


def test_in_a_swiss_whoever_has_no_equal_leaves_the_next_to_meet_each_other() -> None:
    before = PlayedRound((("b2", "b3"),))
    points = {"a": 2, "b1": 1, "b2": 1, "b3": 1}
    meeting = Meeting(("a", "b1", "b2", "b3", "c1", "c2"), (before,), points)
    first, second, third = seat("swiss", meeting).tables
    assert first in {("a", "b2"), ("a", "b3")}
    assert second[0] == "b1"
    assert second[1] in {"b2", "b3"}
    assert third == ("c1", "c2")


def test_in_a_swiss_where_all_have_met_they_meet_again_equally_often() -> None:
    met = Counter[frozenset[str]]()
    for meeting, seating in play("swiss", 4, 6):
        met.update(map(frozenset, seating.tables))
        assert bool(seating.misses) == (len(meeting.rounds) >= 3)
    assert {*met.values()} == {2}


def test_a_swiss_says_if_somebody_sits_out_again() -> None:
    meeting = Meeting(people(5))
    while sum(map(meeting.byes, people(5))) < 3:
        seating = seat("swiss", meeting)
        assert not seating.misses
        meeting = after(meeting, seating)
    three = tuple(each for each in people(5) if meeting.byes(each))
    [miss, *_] = seat("swiss", replace(meeting, present=three)).misses
    assert "sat out before" in str(miss)


@pytest.mark.parametrize("tables", [1, 2, 5])
def test_in_a_progressive_the_losers_of_the_head_table_go_to_a_new_last_one(
    tables: int,
) -> None:
    meeting = Meeting(people(4 * tables))
    meeting = after(meeting, seat("progressive", meeting))
    [played] = meeting.rounds
    losers = {*played.tables[0]} - {*played.winners}
    meeting = replace(meeting, present=people(4 * tables + 4))
    seating = seat("progressive", meeting)
    assert len(seating.tables) == tables + 1
    assert losers <= {*seating.tables[-1]}
    assert not seating.misses


@pytest.mark.parametrize("size", [10, 13, 14, 17])
def test_an_individual_rotation_of_another_size_has_new_partners_all_evening(
    size: int,
) -> None:
    for _, seating in play("individual", size, min(size - 2, 12)):
        assert not any("partners" in str(miss) for miss in seating.misses)
