"""The best five of French-suited cards, held against trying every five of them."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, strategies as st

from referee import FIFTY_TWO, JOKERS, Card, best_poker_hand, name_poker_hand
from referee.testing import read_cards as cards

VALUES = {rank: value for value, rank in enumerate("23456789TJQKA", 2)}


def worth_of_five(five: tuple[Card, ...]) -> tuple[int, list[int]]:
    """What five cards are worth, counted by hand."""
    held = Counter(VALUES[one.rank] for one in five)
    ranks = sorted(held, key=lambda rank: (held[rank], rank), reverse=True)
    shape = sorted(held.values(), reverse=True)
    if shape[0] > 1:
        return {(4, 1): 8, (3, 2): 7, (3, 1, 1): 4, (2, 2, 1): 3, (2, 1, 1, 1): 2}[
            tuple(shape)
        ], ranks
    is_flush = len({one.suit for one in five}) == 1
    ranks = [5, 4, 3, 2, 14] if ranks == [14, 5, 4, 3, 2] else ranks
    is_straight = ranks[0] - ranks[3] == 3 and ranks[4] in (ranks[3] - 1, ranks[3] + 12)
    return (
        9 if is_flush and is_straight else 6 if is_flush else 5 if is_straight else 1
    ), ranks


def best_of_all(pile: list[Card]) -> tuple[int, ...]:
    category, ranks = max(map(worth_of_five, combinations(pile, 5)))
    return (category, *ranks)


def piles(most: int) -> st.SearchStrategy[list[Card]]:
    """Piles that lie close together as often as not, aces and low cards among them."""
    near = [*FIFTY_TWO[:20], *FIFTY_TWO[-8:]]
    return st.lists(
        st.sampled_from(FIFTY_TWO), min_size=5, max_size=most, unique=True
    ) | st.lists(st.sampled_from(near), min_size=5, max_size=most, unique=True)


@given(piles(8))
def test_no_five_cards_are_better(pile: list[Card]) -> None:
    hand = best_poker_hand(pile)
    assert hand.strength == best_of_all(pile)
    assert len(hand.cards) == 5
    assert {*hand.cards} <= {*pile}
    assert best_poker_hand(hand.cards) == hand


def test_seven_cards_at_random() -> None:
    random = Random(52)
    for _ in range(300):
        pile = random.sample(FIFTY_TWO, 7)
        assert best_poker_hand(pile).strength == best_of_all(pile)


@pytest.mark.parametrize(
    ("pile", "name"),
    [
        ("AC KD 9H 8S 2C", "ace high"),
        ("KC KD AH 9S 4C 3C 2H", "pair of kings"),
        ("AC AD KH KS 4C", "two pair, aces and kings"),
        ("AC 2D 3H 4S 5C KD KH", "5-high straight"),
        ("TC JD QH KS AC 2D 3H", "ace-high straight"),
        ("AC 2C 3C 4C 5C 6D 7H", "5-high straight flush"),
        ("AC 2C 3C 4C 5C 6C 7H", "6-high straight flush"),
        ("2S 9S JS QS KS AS 3S", "ace-high flush"),
        ("KC QD AH 2S 3C", "ace high"),
    ],
)
def test_a_hand_is_named_with_its_ranks(pile: str, name: str) -> None:
    assert str(name_poker_hand(best_poker_hand(cards(pile)))) == name


def test_the_straight_up_to_five_is_the_lowest() -> None:
    lowest = cards("AC 2D 3H 4S 5C")
    next_one = cards("2D 3H 4S 5C 6D")
    assert best_poker_hand(lowest).strength < best_poker_hand(next_one).strength
    assert [one.code for one in best_poker_hand(lowest).cards] == [
        "5C",
        "4S",
        "3H",
        "2D",
        "AC",
    ]


def test_no_joker_and_no_card_twice() -> None:
    with pytest.raises(ValueError, match="XR is no card of a poker hand"):
        best_poker_hand(JOKERS)
    with pytest.raises(ValueError, match="7D stands twice"):
        best_poker_hand(cards("7D 2C 3H 7D"))
