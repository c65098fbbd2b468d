"""Evenings: which matches belong to one, and how people stand over them."""

from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given, strategies as st

from referee.hosting.history.evenings import evening_of, evening_over, rank_players
from referee.hosting.history.story import tell_evening
from referee.hosting.room import CardRoom
from referee.hosting.store import (
    EveningMatch,
    Placing,
    ResultRow,
    SeatRow,
    Stamp,
    TableRow,
)

HOUR = 60 * 60.0


def match(*places: tuple[str, int], winners: Sequence[str] = ()) -> EveningMatch:
    """A match in which these came in at these places; the first ones have won unless
    others did.
    """
    won = winners or [name for name, place in places if place == 1]
    placings = tuple(
        Placing(name, name.lower(), 0, place, name in won) for name, place in places
    )
    return EveningMatch("oak", "whist", {}, 0.0, 1.0, placings)


def test_who_won_as_often_shares_the_evening_whatever_the_places() -> None:
    evening = evening_over(
        [
            match(("Ana", 1), ("Ben", 3), ("Cy", 2)),
            match(("Ana", 2), ("Ben", 1), ("Cy", 3)),
        ]
    )
    (title,) = tell_evening(evening, (), None)
    assert str(title.text) == "Ana and Ben share the evening"
    assert [player.place for player in evening.players] == [1, 1, 3]


def test_who_came_later_is_told_by_their_own_matches() -> None:
    drawn = match(("Ana", 2), ("Ben", 2))
    won = match(("Eve", 1), ("Ben", 2))
    evening = evening_over([drawn, won, won])
    (title,) = tell_evening(evening, (), None)
    assert str(title.text) == "Eve wins the evening"


def ranking(*matches: EveningMatch) -> list[tuple[int, str, int]]:
    return [
        (player.place, player.name, player.wins) for player in rank_players(matches)
    ]


def test_places_are_by_wins_and_better_places_stand_first() -> None:
    ben_twice = (
        match(("Ana", 2), ("Ben", 1), ("Cy", 3)),
        match(("Ana", 3), ("Ben", 1), ("Cy", 2)),
    )
    assert ranking(*ben_twice) == [(1, "Ben", 2), (2, "Ana", 0), (2, "Cy", 0)]
    cys = match(("Ana", 2), ("Ben", 3), ("Cy", 1))
    assert ranking(*ben_twice, cys) == [(1, "Ben", 2), (2, "Cy", 1), (3, "Ana", 0)]


def test_partners_both_win_and_whoever_missed_a_match_is_ranked_by_those_they_played() -> (
    None
):
    teams = match(("Ana", 1), ("Ben", 2), ("Cy", 1), ("Di", 2))
    two = match(("BEN", 1), ("Ana", 2))
    ben, cy, ana, di = sorted(
        rank_players((teams, two)),
        key=lambda player: "BEN Cy Ana Di".index(player.name),
    )
    assert [(one.place, one.wins, one.matches) for one in (cy, ana, ben, di)] == [
        (1, 1, 1),
        (1, 1, 2),
        (1, 1, 2),
        (4, 0, 1),
    ]
    assert (ben.name, ben.places, ben.mean_place) == ("BEN", (1, 1), 1.5)


places = st.lists(st.integers(1, 4), min_size=1, max_size=6).filter(
    lambda found: 1 in found
)
evenings = st.lists(
    places.map(lambda found: match(*zip("ABCDEF", found, strict=False))), max_size=6
)


@given(evenings)
def test_all_that_was_played_is_counted_once(matches: list[EveningMatch]) -> None:
    players = rank_players(matches)
    placings = [placing for one in matches for placing in one.placings]
    assert sum(player.wins for player in players) == sum(
        placing.won for placing in placings
    )
    assert (
        sum(player.matches for player in players)
        == sum(sum(player.places) for player in players)
        == len(placings)
    )
    for better, worse in pairwise(players):
        assert (-better.wins, better.mean_place) <= (-worse.wins, worse.mean_place)
        assert (better.place == worse.place) == (better.wins == worse.wins)


@pytest.mark.parametrize(
    ("code", "evening"), [("oak", "oak elm"), ("elm", "oak elm"), ("fir", "fir")]
)
def test_a_long_break_begins_another_evening(
    room: CardRoom, code: str, evening: str
) -> None:
    store = room.store
    moments = {
        "oak": (0.0, HOUR),
        "elm": (2 * HOUR, 3 * HOUR),
        "fir": (20 * HOUR, 21 * HOUR),
    }
    before = ""
    for table, (opened_at, ended_at) in moments.items():
        row = TableRow(table, "whist", "1", opened_at)
        seats = [SeatRow(table, 0, "Ana")]
        store.create_next_table(before, row, seats) if before else store.create_table(
            row, seats
        )
        store.start(table, {"order": ["Ana"]}, opened_at)
        result = ResultRow(table, ended_at, (Placing("Ana", "ana", 1, 1, True),))
        store.put_result(table, result, store.stamp(table) or Stamp())
        before = table
    found = evening_of(store, code)
    assert [one.code for one in found.matches] == evening.split()
    assert [player.wins for player in found.players] == [len(found.matches)]
