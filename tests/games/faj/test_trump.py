"""Faces, Aces, & Jokers, "Trump": the suit with the highest sum on the board."""

from itertools import combinations

import pytest
from referee_faj.trick import suit_values, trump_of

from referee import card
from referee.testing import read_cards as cards
from tests.games.faj.real_game import trump


@pytest.mark.parametrize(
    ("board", "suit", "values"),
    [
        ("3C 4S", "S", {"C": 3, "S": 4}),
        ("2C 5C 6D", "C", {"C": 7, "D": 6}),
        ("2H 5H 3D 4D", None, {"D": 7, "H": 7}),
    ],
)
def test_examples(board: str, suit: str | None, values: dict[str, int]) -> None:
    assert trump_of(cards(board)) == suit
    assert suit_values(cards(board)) == values


def test_an_empty_board_has_no_trump() -> None:
    assert trump_of([]) is None
    assert suit_values([]) == {}


def test_agrees_with_adding_up_by_hand_on_every_board_of_three() -> None:
    trick_cards = [card(rank + suit) for rank in "23456789T" for suit in "CDHS"]
    for board in combinations(trick_cards, 3):
        assert trump_of(board) == trump([each.code for each in board])
