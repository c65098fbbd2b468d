"""Climbing: who is in turn after cards and passes, and who leads to a cleared table."""

import pytest

from referee import FIFTY_TWO, Cards, Climb, card

SEATS = ("Ana", "Ben", "Cy")


def begun(**hands: int) -> Climb:
    return Climb(SEATS, "Ana", {**dict.fromkeys(SEATS, 5), **hands})


def cards(codes: str) -> Cards:
    return tuple(map(card, codes.split()))


def test_the_next_has_to_beat_what_lies() -> None:
    climb = begun().with_laid(cards("3H 3S"))
    assert (climb.turn, climb.laid_by, climb.hands["Ana"]) == ("Ben", "Ana", 3)
    assert [prompt.kind for prompt in climb.prompts(FIFTY_TWO)] == ["lay", "pass"]


def test_whoever_passed_is_not_asked_again_before_the_table_is_cleared() -> None:
    climb = begun().with_laid(cards("3H")).with_pass().with_laid(cards("4H"))
    assert climb.turn == "Ana"
    climb = climb.with_laid(cards("5H"))
    assert climb.turn == "Cy"


def test_whoever_laid_last_leads_once_all_others_have_passed() -> None:
    climb = begun().with_laid(cards("3H")).with_pass().with_pass()
    assert (climb.turn, climb.lying, climb.passed) == ("Ana", (), ())
    assert [prompt.kind for prompt in climb.prompts(FIFTY_TWO)] == ["lay"]


def test_cards_that_were_laid_are_not_offered() -> None:
    climb = begun().with_laid(cards("3H"))
    [field] = climb.prompts(FIFTY_TWO)[0].fields
    assert card("3H") not in field.cards
    assert field.max == 5


def test_after_who_is_out_the_next_with_cards_leads() -> None:
    climb = begun(Ana=1).with_laid(cards("3H")).with_pass().with_pass()
    assert (climb.out, climb.turn) == (("Ana",), "Ben")


@pytest.mark.parametrize(("ben", "over"), [(1, True), (2, False)])
def test_it_is_over_when_only_one_has_cards(ben: int, over: bool) -> None:
    climb = begun(Ana=1, Ben=ben).with_laid(cards("3H")).with_laid(cards("4H"))
    assert climb.over is over
