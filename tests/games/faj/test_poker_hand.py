"""Faces, Aces, & Jokers, "Winning": the best five of the cards won."""

from collections.abc import Iterable
from itertools import chain, combinations
from random import Random

import pytest
from hypothesis import given, strategies as st
from referee_faj.showdown import BestHand, best_hand

from referee import Card, card, name_poker_hand
from referee.testing import read_cards as cards
from tests.games.faj.real_game import CATEGORIES, Worth, best_five, worth_of

TRICK_CARDS = [card(rank + suit) for rank in "23456789T" for suit in "CDHS"]


def shown(hand: BestHand) -> tuple[str, str]:
    return hand.category, " ".join(each.code for each in hand.cards)


def piles_of(fewest: int, most: int) -> st.SearchStrategy[list[Card]]:
    """Piles that lie close together as often as not, so that runs, suits and fours come
    up.
    """
    wide = st.lists(
        st.sampled_from(TRICK_CARDS), min_size=fewest, max_size=most, unique=True
    )
    near = st.lists(
        st.sampled_from(TRICK_CARDS[8:26]),
        min_size=fewest,
        max_size=min(most, 18),
        unique=True,
    )
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
            ("2D 4D 6D 8D 9D 2H 4H 6H 8H 9H", "flush", "9H 8H 6H 4H 2H"),
            ("2D 4D 6D 8D TD 2S 4S 6S 8S 9S", "flush", "TD 8D 6D 4D 2D"),
            ("2C 2D 2H TS TC 4D", "full house", "2H 2D 2C TS TC"),
            ("2C 2D 2H 2S 9C TC TD", "four of a kind", "2S 2H 2D 2C TD"),
            ("2C 3C 4C 5C 6C TC 7D", "straight flush", "6C 5C 4C 3C 2C"),
        ],
    )
    def test_the_best_category_is_found(
        self, pile: str, category: str, best: str
    ) -> None:
        assert shown(best_hand(cards(pile))) == (category, best)

    def test_there_is_no_low_straight(self) -> None:
        assert best_hand(cards("2C 3D 4H 5S TC")).category == "high card"

    def test_a_straight_flush_is_found_below_a_higher_straight_and_a_higher_flush(
        self,
    ) -> None:
        assert shown(best_hand(cards("2C 3C 4C 5C 6C 7D 8H TC"))) == (
            "straight flush",
            "6C 5C 4C 3C 2C",
        )


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
    def test_the_hand_is_what_the_cards_make(
        self, pile: str, category: str, best: str
    ) -> None:
        assert shown(best_hand(cards(pile))) == (category, best)

    @pytest.mark.parametrize(
        ("pile", "name"),
        [
            ("7D", "7 high"),
            ("TD TS 4C 2H", "pair of tens"),
            ("3D 7D 7S 3C", "two pair, sevens and threes"),
            ("7D 7S 7C", "three sevens"),
            ("2C 3D 4C 5S 6C 9H", "6-high straight"),
            ("2H 4H 5H 8H TH", "10-high flush"),
            ("2H 2C 9H 9C 9D", "full house, nines over twos"),
            ("2H 2C 2S 2D TC", "four twos"),
            ("2H 3H 4H 5H 6H", "6-high straight flush"),
        ],
    )
    def test_the_hand_is_named_with_its_ranks(self, pile: str, name: str) -> None:
        assert str(name_poker_hand(best_hand(cards(pile)).hand)) == name

    @pytest.mark.parametrize(
        ("fewer", "more"),
        [
            ("TS", "TC 2C"),
            ("TS 9S", "TC 9C 2D"),
            ("7H 7S", "7C 7D 2C"),
            ("", "2C"),
            ("8H 8S TS", "8C 8D TC 2C"),
        ],
    )
    def test_a_missing_card_loses_to_any(self, fewer: str, more: str) -> None:
        assert best_hand(cards(fewer)).strength < best_hand(cards(more)).strength


def worth(hand: BestHand) -> Worth:
    category, *ranks = hand.strength
    assert [*CATEGORIES, "none"][category - 1] == hand.category
    return (
        (category - 1, tuple(ranks), hand.high_suit, hand.top_suit)
        if hand.cards
        else ()
    )


def brute_force(pile: Iterable[Card]) -> Worth:
    return best_five(tuple(each.code for each in pile))


def without(pile: Iterable[Card], left_out: Card) -> list[Card]:
    return [each for each in pile if each is not left_out]


class TestAgainstTryingEveryFive:
    def test_every_pile_of_up_to_three(self) -> None:
        for pile in chain.from_iterable(
            combinations(TRICK_CARDS, size) for size in range(4)
        ):
            assert worth(best_hand(pile)) == brute_force(pile)

    def test_random_piles_rank_as_by_trying_all_hands(self) -> None:
        random = Random(36)
        for _ in range(1000):
            pile = random.sample(TRICK_CARDS, random.randint(4, 9))
            assert worth(best_hand(pile)) == brute_force(pile)

    @given(piles_of(0, 10))
    def test_sought_out_piles(self, pile: list[Card]) -> None:
        assert worth(best_hand(pile)) == brute_force(pile)


class TestPilesOfAnySize:
    @given(piles_of(6, 36))
    def test_are_worth_what_the_best_pile_with_one_card_fewer_is(
        self, pile: list[Card]
    ) -> None:
        """Five cards never need a sixth: step by step this leads down to the piles
        tried out above.
        """
        assert worth(best_hand(pile)) == max(
            worth(best_hand(without(pile, each))) for each in pile
        )

    @given(piles_of(0, 35), st.sampled_from(TRICK_CARDS))
    def test_are_never_worse_for_a_further_card(
        self, pile: list[Card], further: Card
    ) -> None:
        fewer = without(pile, further)
        assert best_hand([*fewer, further]) >= best_hand(fewer)

    @given(piles_of(0, 36))
    def test_show_cards_that_are_worth_as_much_alone(self, pile: list[Card]) -> None:
        hand = best_hand(pile)
        assert len(hand.cards) == min(5, len(pile))
        assert set(hand.cards) <= set(pile)
        assert best_hand(hand.cards) == hand
        assert worth_of(tuple(each.code for each in hand.cards)) == worth(hand)
