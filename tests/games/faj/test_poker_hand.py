"""Faces, Aces, & Jokers, "Winning": the best five of the cards won."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from itertools import chain, combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from referee_faj.poker_hand import BestHand, best_hand

from referee import Card, card
from referee.testing import read_cards as cards
from tests.games.faj.real_game import CATEGORIES
from tests.properties import costly

TRICK_CARDS = [card(rank + suit) for rank in "23456789T" for suit in "CDHS"]
LOW_TO_HIGH = ["none", *CATEGORIES]


def shown(hand: BestHand) -> tuple[str, str]:
    return hand.category, " ".join(each.code for each in hand.cards)


def piles_of(fewest: int, most: int) -> st.SearchStrategy[list[Card]]:
    """Piles that lie close together as often as not, so that runs, suits and fours come up."""
    wide = st.lists(st.sampled_from(TRICK_CARDS), min_size=fewest, max_size=most, unique=True)
    near = st.lists(st.sampled_from(TRICK_CARDS[8:26]), min_size=fewest, max_size=min(most, 18), unique=True)
    return wide | near


class TestBestHand:
    @pytest.mark.parametrize(
        ("pile", "category", "best"),
        [
            ("2C 4D 6H 8S TC 3D", "high card", "TC 8S 6H 4D 3D"),
            ("2C 4D 6H 8S TC TD 3D", "pair", "TD TC 8S 6H 4D"),
            ("2C 2D 6H 6S TC TD 4D", "two pair", "TD TC 6S 6H 4D"),
            ("9C 2D 2H 6S 2S TC 4D", "three of a kind", "2S 2H 2D TC 9C"),
            ("2C 3D 4H 5S 6C 7D 9D", "straight", "7D 6C 5S 4H 3D"),
            ("2C 3C 7C 8C 9C TC TD", "flush", "TC 9C 8C 7C 3C"),
            ("2C 2D 2H TS TC 4D", "full house", "2H 2D 2C TS TC"),
            ("2C 2D 2H 2S 9C TC TD", "four of a kind", "2S 2H 2D 2C TD"),
            ("2C 3C 4C 5C 6C TC 7D", "straight flush", "6C 5C 4C 3C 2C"),
        ],
    )
    def test_categories(self, pile: str, category: str, best: str) -> None:
        assert shown(best_hand(cards(pile))) == (category, best)

    def test_categories_rank_as_in_poker(self) -> None:
        piles = [
            "",
            "9C 8D 5H 4S 2C",
            "2C 2D 5H 4S 3C",
            "2C 2D 3H 3S 4C",
            "2C 2D 2H 4S 3C",
            "2C 3D 4H 5S 6C",
            "2C 3C 4C 5C 7C",
            "2C 2D 2H 3S 3C",
            "2C 2D 2H 2S 3C",
            "2C 3C 4C 5C 6C",
        ]
        hands = [best_hand(cards(pile)) for pile in piles]
        assert [hand.category for hand in hands] == LOW_TO_HIGH
        assert hands == sorted(hands)

    def test_there_is_no_low_straight(self) -> None:
        assert best_hand(cards("2C 3D 4H 5S TC")).category == "high card"

    def test_a_straight_flush_is_found_below_a_higher_straight_and_a_higher_flush(self) -> None:
        assert shown(best_hand(cards("2C 3C 4C 5C 6C 7D 8H TC"))) == ("straight flush", "6C 5C 4C 3C 2C")

    def test_two_threes_make_a_full_house_with_the_higher_suits_of_the_lower(self) -> None:
        assert shown(best_hand(cards("2C 2D 2H 9C 9D 9S"))) == ("full house", "9S 9D 9C 2H 2D")

    def test_the_third_pair_may_give_the_kicker(self) -> None:
        assert shown(best_hand(cards("8C 8D 9C 9D TC TD 2S"))) == ("two pair", "TD TC 9D 9C 8D")

    def test_two_fours_of_a_kind(self) -> None:
        pile = cards("3C 3D 3H 3S 8C 8D 8H 8S 5C")
        assert shown(best_hand(pile)) == ("four of a kind", "8S 8H 8D 8C 5C")

    def test_all_trick_cards(self) -> None:
        assert shown(best_hand(TRICK_CARDS)) == ("straight flush", "TS 9S 8S 7S 6S")


class TestFewerThanFiveCards:
    @pytest.mark.parametrize(
        ("pile", "category", "best"),
        [
            ("", "none", ""),
            ("7D", "high card", "7D"),
            ("7D 9C", "high card", "9C 7D"),
            ("7D 7S", "pair", "7S 7D"),
            ("7D 7S 2C", "pair", "7S 7D 2C"),
            ("3D 7D 7S 3C", "two pair", "7S 7D 3D 3C"),
            ("7D 7S 7C", "three of a kind", "7S 7D 7C"),
            ("7D 7S 7C 7H", "four of a kind", "7S 7H 7D 7C"),
            ("4C 5C 6C 7C", "high card", "7C 6C 5C 4C"),
        ],
    )
    def test_the_hand_is_what_the_cards_make(self, pile: str, category: str, best: str) -> None:
        assert shown(best_hand(cards(pile))) == (category, best)

    @pytest.mark.parametrize(
        ("fewer", "more"),
        [("TS", "TC 2C"), ("TS 9S", "TC 9C 2D"), ("7H 7S", "7C 7D 2C"), ("", "2C"), ("8H 8S TS", "8C 8D TC 2C")],
    )
    def test_a_missing_card_loses_to_any(self, fewer: str, more: str) -> None:
        assert best_hand(cards(fewer)).strength < best_hand(cards(more)).strength

    def test_a_higher_card_beats_more_cards(self) -> None:
        assert best_hand(cards("TC")) > best_hand(cards("9S 8S 7S 6S 4D"))


class TestEquallyGoodFives:
    def test_a_flush_is_played_in_the_higher_suit(self) -> None:
        hand = best_hand(cards("2D 4D 6D 8D 9D 2H 4H 6H 8H 9H"))
        assert shown(hand) == ("flush", "9H 8H 6H 4H 2H")

    def test_the_better_flush_goes_before_the_higher_suit(self) -> None:
        hand = best_hand(cards("2D 4D 6D 8D TD 2S 4S 6S 8S 9S"))
        assert shown(hand) == ("flush", "TD 8D 6D 4D 2D")

    def test_a_straight_takes_the_highest_suit_of_every_rank(self) -> None:
        hand = best_hand(cards("2C 3D 4H 5S 6C 4S 6D"))
        assert shown(hand) == ("straight", "6D 5S 4S 3D 2C")

    def test_a_straight_flush_is_played_in_the_higher_suit(self) -> None:
        hand = best_hand(cards("2C 3C 4C 5C 6C 2S 3S 4S 5S 6S"))
        assert shown(hand) == ("straight flush", "6S 5S 4S 3S 2S")


class TestRefused:
    @pytest.mark.parametrize("code", ["JC", "AS", "XR"])
    def test_a_card_that_nobody_can_win(self, code: str) -> None:
        with pytest.raises(ValueError, match=f"{code} is no trick card"):
            best_hand(cards(f"2C {code}"))

    def test_a_card_twice_in_a_pile(self) -> None:
        with pytest.raises(ValueError, match="7D stands twice"):
            best_hand(cards("7D 2C 3H 7D"))


BY_GROUPS = {
    (): "high card",
    (2,): "pair",
    (2, 2): "two pair",
    (3,): "three of a kind",
    (3, 2): "full house",
    (4,): "four of a kind",
}
Worth = tuple[int, list[int], str, str]


def worth_of_all(five: Collection[Card]) -> Worth:
    """What up to five cards are worth, all of them used, read off as people do: groups, suit, run."""
    values = Counter("--23456789T".index(each.rank) for each in five)
    by_weight = sorted(values, key=lambda value: (values[value], value), reverse=True)
    groups = tuple(sorted(values.values(), reverse=True))
    run = len(groups) == 5 and max(values) - min(values) == 4
    flush = len(five) == 5 and len({each.suit for each in five}) == 1
    if run or flush:
        name = "straight flush" if run and flush else "flush" if flush else "straight"
    elif five:
        name = BY_GROUPS[tuple(size for size in groups if size > 1)]
    else:
        name = "none"
    suits = sorted(str(each.suit) for each in five)
    top = sorted(str(each.suit) for each in five if "--23456789T".index(each.rank) == max(values))
    return LOW_TO_HIGH.index(name), by_weight, suits[-1] if suits else "", top[-1] if top else ""


def brute_force(pile: Collection[Card]) -> Worth:
    return max(map(worth_of_all, combinations(pile, min(5, len(pile)))))


def worth(hand: BestHand) -> Worth:
    category, *ranks = hand.strength
    assert LOW_TO_HIGH[category] == hand.category
    return category, ranks, hand.high_suit, hand.top_suit


def without(pile: Iterable[Card], left_out: Card) -> list[Card]:
    return [each for each in pile if each is not left_out]


class TestAgainstTryingEveryFive:
    def test_every_pile_of_up_to_three(self) -> None:
        for pile in chain.from_iterable(combinations(TRICK_CARDS, size) for size in range(4)):
            assert worth(best_hand(pile)) == brute_force(pile)

    def test_random_piles(self) -> None:
        random = Random(36)
        for _ in range(1000):
            pile = random.sample(TRICK_CARDS, random.randint(4, 9))
            assert worth(best_hand(pile)) == brute_force(pile)

    @given(piles_of(0, 10))
    def test_sought_out_piles(self, pile: list[Card]) -> None:
        assert worth(best_hand(pile)) == brute_force(pile)

    @given(piles_of(11, 14))
    @settings(max_examples=costly(50))
    def test_larger_piles(self, pile: list[Card]) -> None:
        assert worth(best_hand(pile)) == brute_force(pile)


class TestPilesOfAnySize:
    @given(piles_of(6, 36))
    def test_are_worth_what_the_best_pile_with_one_card_fewer_is(self, pile: list[Card]) -> None:
        """Five cards never need a sixth: step by step this leads down to the piles tried out above."""
        assert worth(best_hand(pile)) == max(worth(best_hand(without(pile, each))) for each in pile)

    @given(piles_of(0, 35), st.sampled_from(TRICK_CARDS))
    def test_are_never_worse_for_a_further_card(self, pile: list[Card], further: Card) -> None:
        fewer = without(pile, further)
        assert best_hand([*fewer, further]) >= best_hand(fewer)

    @given(piles_of(0, 36))
    def test_show_cards_that_are_worth_as_much_alone(self, pile: list[Card]) -> None:
        hand = best_hand(pile)
        assert len(hand.cards) == min(5, len(pile))
        assert set(hand.cards) <= set(pile)
        assert best_hand(hand.cards) == hand
        assert worth_of_all(hand.cards) == worth(hand)
