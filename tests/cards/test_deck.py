"""Cards and decks: which cards there are, and that each is one and the same object everywhere."""

import copy
import pickle

import pytest

from referee.cards.card import CARDS, RANKS, SUITS, card
from referee.cards.decks import FIFTY_FOUR, FIFTY_TWO, JOKERS


def test_a_deck_of_fifty_two_has_every_rank_in_every_suit() -> None:
    assert {(c.rank, c.suit) for c in FIFTY_TWO} == {(rank, suit) for rank in RANKS for suit in SUITS}
    assert len(FIFTY_TWO) == 52


def test_a_deck_of_fifty_four_adds_the_two_jokers() -> None:
    assert FIFTY_FOUR == FIFTY_TWO + JOKERS
    assert [c.code for c in JOKERS] == ["XR", "XB"]


def test_cards_stand_in_order_rank_first_then_clubs_diamonds_hearts_spades() -> None:
    assert [c.order for c in FIFTY_FOUR] == list(range(54))
    assert [c.code for c in FIFTY_TWO[:5]] == ["2C", "2D", "2H", "2S", "3C"]
    assert FIFTY_TWO[-1] is card("AS")


def test_a_code_names_its_card() -> None:
    assert {c.code: c for c in FIFTY_FOUR} == CARDS
    assert str(card("TH")) == "TH"
    with pytest.raises(KeyError, match="'10h' is no card of this deck: their codes go from 2C to XB"):
        card("10h")


def test_copying_and_sending_a_card_keeps_it_the_same_card() -> None:
    for one in FIFTY_FOUR:
        assert copy.copy(one) is one
        assert copy.deepcopy([one]) == [one]
        assert pickle.loads(pickle.dumps(one)) is one
