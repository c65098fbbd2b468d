"""Four Aces, "Scoring": what one hand is worth."""

from collections import Counter
from collections.abc import Iterable
from itertools import combinations

import pytest
from hypothesis import given, strategies as st
from referee_four_aces.hand import (
    HandPoints,
    HandType,
    Pattern,
    best_patterns,
    list_patterns,
    score_hand,
)

from referee import FIFTY_FOUR, Card
from referee.testing import read_cards as cards

ORDER: list[HandType] = ["pairs", "flush", "straight", "straight flush", "non-hand"]
hands = st.lists(st.sampled_from(FIFTY_FOUR), max_size=7, unique=True)


def points_by_type(hand: Iterable[Card]) -> dict[HandType, int]:
    return {each.kind: each.points for each in list_patterns(hand)}


def pattern(codes: str) -> Pattern:
    (only,) = best_patterns(cards(codes))
    return only


class TestHandPointValuesChart:
    @pytest.mark.parametrize(
        ("codes", "points"),
        [
            ("2C 2D 9H", -1),
            ("2C 2D 2H", 2),
            ("2C 2D 9H 9S", 3),
            ("2C 2D 2H 9H 9S", 10),
            ("2C 2D 2H 2S", 10),
        ],
    )
    def test_pairs_score(self, codes: str, points: int) -> None:
        assert points_by_type(cards(codes))["pairs"] == points

    @pytest.mark.parametrize(
        ("codes", "points"),
        [("2C 9C", -2), ("2C 9C JC", 0), ("2C 7C 9C JC", 2), ("2C 4C 7C 9C JC", 6)],
    )
    def test_a_flush_scores(self, codes: str, points: int) -> None:
        assert points_by_type(cards(codes)) == {"flush": points}

    @pytest.mark.parametrize(
        ("codes", "points"),
        [("8C 9D", -2), ("8C 9D TH", 0), ("8C 9D TH JS", 2), ("8C 9D TH JS QD", 6)],
    )
    def test_a_straight_scores(self, codes: str, points: int) -> None:
        assert points_by_type(cards(codes))["straight"] == points

    @pytest.mark.parametrize(
        ("codes", "points"),
        [("8C 9C", -1), ("8C 9C TC", 2), ("8C 9C TC JC", 6), ("8C 9C TC JC QC", 14)],
    )
    def test_a_straight_flush_scores(self, codes: str, points: int) -> None:
        assert points_by_type(cards(codes))["straight flush"] == points
        assert score_hand(cards(codes)).types == ("straight flush",)

    @pytest.mark.parametrize("codes", ["", "XB XR", "7C", "2C 5D 9H", "KH 4S XB"])
    def test_a_non_hand_scores_nothing(self, codes: str) -> None:
        assert score_hand(cards(codes)) == HandPoints(-3, ("non-hand",), 0, -3, False)

    def test_six_or_more_score_as_five(self) -> None:
        assert points_by_type(cards("2C 3C 4C 5C 6C 7C 8C")) == {
            "flush": 6,
            "straight": 6,
            "straight flush": 14,
        }


class TestAces:
    def test_the_ace_is_low(self) -> None:
        assert points_by_type(cards("AD 2C 3H")) == {"straight": 0}

    def test_the_ace_is_high(self) -> None:
        assert points_by_type(cards("QD KC AH")) == {"straight": 0}

    def test_the_ace_is_never_both(self) -> None:
        assert points_by_type(cards("KC AD 2H")) == {"straight": -2}
        assert points_by_type(cards("QH KH AH 2H 3H"))["straight flush"] == 2

    def test_every_ace_adds_a_point_whether_or_not_its_type_counts(self) -> None:
        assert score_hand(cards("AC AD 5H 6H 7H")) == HandPoints(
            2, ("straight flush",), 2, 4, False
        )

    def test_all_four_win(self) -> None:
        assert score_hand(cards("AC AD AH AS")) == HandPoints(
            10, ("pairs",), 4, 14, True
        )


class TestPatterns:
    @pytest.mark.parametrize(
        ("codes", "name", "shown"),
        [
            ("3S AH AS 2S", "3-card straight flush", "AS 2S 3S"),
            ("KH 2C AH 4D 3H", "4-card straight", "AH 2C 3H 4D"),
            ("2C TC 9C 7C 4C KC", "5-card flush", "KC TC 9C 7C 4C"),
            ("9C QD KH AS 9D JH TC", "5-card straight", "TC JH QD KH AS"),
            ("9C 2D 9S 2H QC QD", "two pair", "QD QC 9S 9C"),
            ("9C 2D 9S 2H 2C", "full house", "2H 2D 2C 9S 9C"),
            ("4C 4S 4H", "three of a kind", "4S 4H 4C"),
            ("4C 4S 4H 4D", "four of a kind", "4S 4H 4D 4C"),
            ("7C 8C TD JD", "2-card straight flush", "TD JD"),
            ("7C TC 2C 8H 5H KH", "3-card flush", "KH 8H 5H"),
        ],
    )
    def test_name_the_cards_that_count(self, codes: str, name: str, shown: str) -> None:
        assert (pattern(codes).name, pattern(codes).cards) == (
            name,
            tuple(cards(shown)),
        )

    def test_every_type_that_reaches_the_score_is_shown(self) -> None:
        assert best_patterns(cards("5C 6C 6H")) == (
            Pattern("pairs", "pair", -1, tuple(cards("6H 6C"))),
            Pattern(
                "straight flush", "2-card straight flush", -1, tuple(cards("5C 6C"))
            ),
        )

    def test_a_non_hand_has_no_cards(self) -> None:
        assert best_patterns(cards("XB 9C")) == (
            Pattern("non-hand", "non-hand", -3, ()),
        )

    @given(hands)
    def test_alone_score_what_the_hand_scores(self, hand: list[Card]) -> None:
        scored = score_hand(hand)
        patterns = best_patterns(tuple(hand))
        assert tuple(each.kind for each in patterns) == scored.types
        for each in patterns:
            assert set(each.cards) <= set(hand)
            assert points_by_type(each.cards)[each.kind] == each.points == scored.points


def groups_points(chosen: tuple[Card, ...]) -> int | None:
    shape = sorted(Counter(each.rank for each in chosen).values())
    chart = {(2,): -1, (3,): 2, (2, 2): 3, (2, 3): 10, (4,): 10}
    return chart.get(tuple(shape))


def climbs(chosen: tuple[Card, ...]) -> bool:
    low = sorted("A23456789TJQK".index(each.rank) for each in chosen)
    high = sorted("23456789TJQKA".index(each.rank) for each in chosen)
    return any(
        ranks == list(range(ranks[0], ranks[0] + len(ranks))) for ranks in (low, high)
    )


def every_type(chosen: tuple[Card, ...]) -> dict[HandType, int]:
    """What exactly these cards are, all of them used, read straight off the printed
    chart.
    """
    found: dict[HandType, int] = {}
    groups = groups_points(chosen)
    if groups is not None:
        found["pairs"] = groups
    suited = len({each.suit for each in chosen}) == 1
    if suited:
        found["flush"] = {2: -2, 3: 0, 4: 2, 5: 6}[len(chosen)]
    if climbs(chosen):
        found["straight"] = {2: -2, 3: 0, 4: 2, 5: 6}[len(chosen)]
        if suited:
            found["straight flush"] = {2: -1, 3: 2, 4: 6, 5: 14}[len(chosen)]
    return found


def brute_force(hand: list[Card]) -> HandPoints:
    faces = [each for each in hand if each.rank != "X"]
    readings: list[tuple[int, HandType]] = [
        (points, kind)
        for size in range(2, 6)
        for chosen in combinations(faces, size)
        for kind, points in every_type(chosen).items()
    ] or [(-3, "non-hand")]
    best = max(points for points, _ in readings)
    aces = sum(each.rank == "A" for each in faces)
    types = tuple(kind for kind in ORDER if (best, kind) in readings)
    return HandPoints(best, types, aces, best + aces, aces == 4)


class TestTheTypeThatScoresBestFromAnyCards:
    @given(hands)
    def test_agrees_with_trying_every_set_of_cards(self, hand: list[Card]) -> None:
        assert score_hand(hand) == brute_force(hand)

    @given(st.lists(st.sampled_from(FIFTY_FOUR[-22:-2]), max_size=7, unique=True))
    def test_agrees_where_cards_lie_close(self, hand: list[Card]) -> None:
        assert score_hand(hand) == brute_force(hand)
