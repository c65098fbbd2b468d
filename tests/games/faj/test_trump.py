"""Faces, Aces, & Jokers, "Trump": the suit with the highest sum on the board."""

from __future__ import annotations

from itertools import combinations

import pytest
from referee_faj.trump import suit_values, trump_of

from referee import card
from referee.testing import read_cards as cards


@pytest.mark.parametrize(
    ("board", "trump", "values"),
    [
        ("3C 4S", "S", {"C": 3, "S": 4}),
        ("2C 5C 6D", "C", {"C": 7, "D": 6}),
        ("2H 5H 3D 4D", None, {"D": 7, "H": 7}),
    ],
)
def test_examples(board: str, trump: str | None, values: dict[str, int]) -> None:
    assert trump_of(cards(board)) == trump
    assert suit_values(cards(board)) == values


@pytest.mark.parametrize("code", ["2C", "7D", "TH", "9S"])
def test_a_single_card_makes_its_suit_trump(code: str) -> None:
    assert trump_of([card(code)]) == code[1]


def test_a_ten_counts_ten() -> None:
    assert suit_values(cards("TC 2D 7D")) == {"C": 10, "D": 9}


def test_a_tie_below_the_highest_sum_does_not_matter() -> None:
    assert trump_of(cards("2C 2D 3H")) == "H"


def test_three_suits_may_tie() -> None:
    assert trump_of(cards("5C 5D 5H 4S")) is None


def test_an_empty_board_has_no_trump() -> None:
    assert trump_of([]) is None
    assert suit_values([]) == {}


def test_suits_are_listed_in_their_order() -> None:
    assert list(suit_values(cards("2S 9D TC 3H"))) == ["C", "D", "H", "S"]


def test_agrees_with_adding_up_by_hand_on_every_board_of_three() -> None:
    trick_cards = [card(rank + suit) for rank in "23456789T" for suit in "CDHS"]
    worth = {"T": 10} | {str(value): value for value in range(2, 10)}
    for board in combinations(trick_cards, 3):
        sums = sorted((sum(worth[c.rank] for c in board if c.suit == suit), suit) for suit in "CDHS")
        expected = sums[-1][1] if sums[-1][0] > sums[-2][0] else None
        assert trump_of(board) == expected


@pytest.mark.parametrize("code", ["JC", "AS", "XB"])
def test_a_draft_card_on_the_board_is_refused(code: str) -> None:
    with pytest.raises(ValueError, match=f"{code} is no trick card"):
        trump_of(cards(f"2C {code}"))


def test_a_card_that_stands_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="twice on the board 7C 2D 7C"):
        trump_of(cards("7C 2D 7C"))
