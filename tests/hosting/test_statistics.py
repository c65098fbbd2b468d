"""What is told of players: by matches made by hand, and what holds whatever was played."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.hosting.statistics import parted_by, record_of
from referee.hosting.store import PastMatch, Placing

PLAYERS = ("ana", "ben", "cy", "di")


def match(number: int, places: dict[str, int], game: str = "whist") -> PastMatch:
    placings = tuple(
        Placing(player.capitalize(), player or None, -place, place, place == 1) for player, place in places.items()
    )
    return PastMatch(f"T{number}", game, number, number + 0.5, placings)


def test_a_record_by_hand() -> None:
    matches = [
        match(3, {"ana": 2, "ben": 1, "": 3}),
        match(2, {"ana": 1, "ben": 1}, "skat"),
        match(1, {"cy": 2, "ana": 1}),
    ]
    record = record_of("ana", matches)
    assert (record.name, record.matches, record.wins) == ("Ana", 3, 2)
    assert [(one.game, one.matches, one.wins, one.place) for one in record.games] == [
        ("whist", 2, 1, 1.5),
        ("skat", 1, 1, 1.0),
    ]
    assert [(one.player, one.matches, one.ahead, one.behind, one.level) for one in record.against] == [
        ("ben", 2, 0, 1, 1),
        ("cy", 1, 1, 0, 0),
    ]
    assert [(one.match.code, one.place, one.won) for one in record.form] == [
        ("T3", 2, False),
        ("T2", 1, True),
        ("T1", 1, True),
    ]


@pytest.mark.parametrize(
    ("ended", "told"),
    [
        ([(23, 1, True), (10, 2, False), (6, 3, False)], "13 more than Ben"),
        ([(1, 2, False), (0, 1, True)], "1 fewer than Ana"),
        ([(3, 1, True), (2, 2, False), (3, 1, True), (2, 2, False)], "1 more than Ben and Di"),
        ([(4, 1, True), (4, 2, False)], "as many as Ben: something else decided"),
        ([(5, 1, True), (12, 2, False), (-3, 3, False)], "7 fewer than Ben, but something else decided"),
        ([(9, 1, True), (2, 2, False), (6, 3, False)], "7 more than Ben, but something else decided"),
        ([(2, 1, True), (2, 1, True)], "won by all together"),
        ([(2, 1, True)], None),
        ([(2, 1, False), (1, 2, False)], None),
    ],
)
def test_what_parted_the_winners_from_the_next(ended: list[tuple[int, int, bool]], told: str | None) -> None:
    names = ("Ana", "Ben", "Cy", "Di")
    found = parted_by([Placing(name, name, *one) for name, one in zip(names, ended, strict=False)])
    assert (str(found) if found else None) == told


def test_form_is_the_latest_ten() -> None:
    record = record_of("ana", [match(number, {"ana": 1}) for number in range(30, 10, -1)])
    assert [one.match.code for one in record.form] == [f"T{number}" for number in range(30, 20, -1)]
    assert record.matches == 20


evenings = st.lists(
    st.tuples(
        st.dictionaries(st.sampled_from((*PLAYERS, "")), st.integers(1, 4), min_size=1),
        st.sampled_from(("whist", "skat")),
    ),
    min_size=1,
    max_size=20,
).map(lambda played: [match(number, places, game) for number, (places, game) in enumerate(played)][::-1])


def of(player: str, matches: list[PastMatch]) -> list[PastMatch]:
    return [one for one in matches if any(placing.player == player for placing in one.placings)]


@given(evenings)
def test_wins_and_matches_sum_up(matches: list[PastMatch]) -> None:
    records = [record_of(player, found) for player in PLAYERS if (found := of(player, matches))]
    named = [placing for one in matches for placing in one.placings if placing.player is not None]
    assert sum(record.wins for record in records) == sum(placing.won for placing in named)
    assert sum(record.matches for record in records) == len(named)
    for record in records:
        assert sum(game.matches for game in record.games) == record.matches
        assert sum(game.wins for game in record.games) == record.wins


@given(evenings)
def test_head_to_head_is_symmetric(matches: list[PastMatch]) -> None:
    records = {player: record_of(player, found) for player in PLAYERS if (found := of(player, matches))}
    for player, record in records.items():
        for one in record.against:
            [other] = [back for back in records[one.player].against if back.player == player]
            assert (one.ahead, one.behind, one.level) == (other.behind, other.ahead, other.level)
            assert one.matches == other.matches == one.ahead + one.behind + one.level
