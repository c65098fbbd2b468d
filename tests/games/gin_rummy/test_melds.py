"""Gin Rummy, "Melds" and "Laying off": the best way to lay a hand, and why there is
none better.
"""

from typing import Any

import pytest
from hypothesis import given, strategies as st
from referee_gin_rummy.melds import all_ways, best_way

from referee import FIFTY_TWO, Card, count_pips, is_run, is_set, lay_off
from referee.testing import ask, read_cards

cards = read_cards


def told(hand: str) -> tuple[dict[str, Any], list[str]]:
    ruling = ask("gin-rummy", "melds", hand=hand)
    return dict(ruling.verdict), [str(one.text) for one in ruling.because]


@pytest.mark.parametrize(
    ("meld", "is_one"),
    [
        ("7H 7S 7D", True),
        ("7H 7S 7D 7C", True),
        ("AS 2S 3S", True),
        ("JS QS KS", True),
        ("QS KS AS", False),
        ("7H 8H", False),
        ("7H 7S", False),
        ("7H 8H 9S", False),
        ("7H 8H TH", False),
    ],
)
def test_what_is_a_meld(meld: str, is_one: bool) -> None:
    assert (is_set(cards(meld)) or is_run(cards(meld))) is is_one


def test_a_card_that_fits_in_two_melds_goes_where_less_is_left() -> None:
    verdict, because = told("7H 7S 7D 8D 9D 2C 3C KS 4D AH")
    assert verdict["melds"] == (cards("7D 8D 9D"),)
    assert verdict["points"] == 34
    assert because == [
        (
            "A♥ 2♣ 3♣ 4♦ 7♥ 7♠ K♠ left, 34 points. The next best way leaves A♥ 2♣ 3♣ "
            "4♦ 8♦ 9♦ K♠, 37 points."
        )
    ]


def test_where_no_card_could_lie_otherwise_it_says_so() -> None:
    verdict, because = told("2C 4D 6H 8S TC QD KH 3S 5C 9D")
    assert (verdict["points"], verdict["melds"]) == (67, ())
    assert because[0].endswith("left, 67 points, however you meld.")


def test_of_eleven_cards_the_highest_that_is_left_is_discarded() -> None:
    verdict, because = told("7H 7S 7D 2C 3C 4C 9S KD AH 2H 5S")
    assert (verdict["discard"], verdict["points"]) == (cards("KD")[0], 17)
    assert because[1] == "Eleven cards: K♦ is discarded."


def test_the_best_ten_of_eleven_need_not_be_in_the_best_way_to_lay_all() -> None:
    """Two ways leave 8 of all eleven: two fours, or a three and a five, of which the
    five is discarded.
    """
    hand = cards("6S 3C 4C 5C 3D 5D 6D 3H 4H 5H 6H")
    ten = [[one for one in hand if one is not gone] for gone in hand]
    assert min(best_way(all_ways(one)).points for one in ten) == 3
    assert told("6S 3C 4C 5C 3D 5D 6D 3H 4H 5H 6H")[0]["points"] == 3


def test_of_eleven_cards_in_melds_one_is_discarded_too() -> None:
    verdict, because = told("AS 2S 3S 4S 4H 4D 4C 9H TH JH QH")
    assert verdict["points"] == 0
    assert because[0] == "No cards left."


LOW = [one for one in FIFTY_TWO if one.rank in "A23456"]
hands = st.lists(st.sampled_from(LOW), min_size=10, max_size=10, unique=True)


@given(hands)
def test_a_hand_is_its_melds_and_what_is_left(hand: list[Card]) -> None:
    way = best_way(all_ways(hand))
    assert sorted(
        (*way.left, *(one for meld in way.melds for one in meld)), key=str
    ) == sorted(hand, key=str)
    assert all(is_set(meld) or is_run(meld) for meld in way.melds)
    assert way.points == count_pips(way.left) <= count_pips(hand)


@given(hands)
def test_the_order_of_cards_does_not_matter(hand: list[Card]) -> None:
    assert best_way(all_ways(hand)).points == best_way(all_ways(hand[::-1])).points


def test_cards_follow_each_other_onto_a_run_and_a_fourth_onto_a_set() -> None:
    melds = (cards("4S 5S 6S"), cards("8C 8D 8H"))
    assert {*lay_off(cards("9S 8S 7S 3S AS KD"), melds)} == {*cards("7S 8S 9S 3S")}
    assert lay_off(cards("8S"), melds) == cards("8S")
