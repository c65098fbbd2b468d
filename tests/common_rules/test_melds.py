"""Melds: sets and runs, with wild cards and aces at either end, and what goes on them."""

import pytest

from referee import (
    FIFTY_FOUR,
    JOKERS,
    Cards,
    card,
    disjoint_melds,
    is_run,
    is_set,
    lay_off,
    melds_in,
)
from referee.common_rules.melds import Aces


def cards(codes: str) -> Cards:
    return tuple(card(code, FIFTY_FOUR) for code in codes.split())


@pytest.mark.parametrize(
    ("codes", "is_meld"),
    [
        ("KS KH KD", True),
        ("KS KH", False),
        ("KS KH QD", False),
        ("KS KH XB", True),
        ("KS XB XR", True),
        ("KS QH XB", False),
    ],
)
def test_a_set_is_three_of_a_rank_and_a_wild_card_is_any(
    codes: str, is_meld: bool
) -> None:
    assert is_set(cards(codes), wild=JOKERS) is is_meld


@pytest.mark.parametrize(
    ("codes", "aces", "is_meld"),
    [
        ("2S AS 3S", "low", True),
        ("QS KS AS", "low", False),
        ("QS KS AS", "high", True),
        ("2S AS 3S", "high", False),
        ("2S AS 3S", "both", True),
        ("QS KS AS", "both", True),
        ("KS AS 2S", "both", False),
        ("7S 8S 9H", "low", False),
        ("7S 7S 8S", "low", False),
        ("7S XB 9S", "low", True),
        ("7S XB TS", "low", False),
        ("7S XB XR TS", "low", True),
        ("QS KS XB", "low", True),
        ("XB XR", "low", False),
    ],
)
def test_a_run_is_of_one_suit_and_a_wild_card_fills_a_gap_or_an_end(
    codes: str, aces: Aces, is_meld: bool
) -> None:
    assert is_run(cards(codes), wild=JOKERS, aces=aces) is is_meld


def test_a_run_is_no_longer_than_its_suit() -> None:
    spades = cards("AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS")
    assert is_run(spades)
    assert not is_run((*spades, *JOKERS), wild=JOKERS, aces="both")


def test_runs_of_a_hand_go_over_the_king_where_aces_are_high() -> None:
    hand = cards("AS KS QS 2S 3S")
    assert melds_in(hand) == [cards("AS 2S 3S")]
    assert melds_in(hand, aces="high") == [cards("QS KS AS")]
    both = melds_in(hand, aces="both")
    assert both == [cards("AS 2S 3S"), cards("QS KS AS")]
    assert [*disjoint_melds(both)] == [(), (both[0],), (both[1],)]


def test_a_wild_card_and_a_second_copy_are_laid_off_too() -> None:
    run = cards("4S 5S 6S")
    kings = cards("KS KH KD")
    left = cards("7S XB KC KC 2H")
    assert lay_off(left, (run, kings), wild=JOKERS) == cards("7S XB KC KC")
    assert lay_off(left, (run, kings)) == cards("7S KC KC")
    assert lay_off(cards("AS"), (cards("JS QS KS"),), aces="both") == cards("AS")
