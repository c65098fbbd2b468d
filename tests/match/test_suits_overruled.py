"""The table decides on a suit, and somebody sits there who is called like one."""

import csv

import pytest

from referee import WrongFieldsError
from referee.match.showing.round_table import round_table
from referee.testing.played_match import PlayedMatch


def two_tricks() -> PlayedMatch:
    played = PlayedMatch.begun("hearts", "N E S W", dealer="W", depth="tricks")
    played.enter("trick", plays={"S": "2C", "W": "4C", "N": "9C", "E": "5C"})
    played.enter("trick", plays={"E": "4D", "S": "6D", "W": "2D", "N": "TS"})
    return played


def test_a_suit_is_no_seat_whatever_seats_are_called() -> None:
    played = two_tricks()
    played.overrule(2, {"winner": "S", "suit_led": "D"})
    played.enter("trick", plays={"S": "8D", "W": "JD", "N": "AC", "E": "3D"})
    assert played.rulings[-1].verdict["winner"] == "W"


@pytest.mark.parametrize("suit", ["X", "diamonds", "Ana"])
def test_what_is_no_suit_is_refused(suit: str) -> None:
    with pytest.raises(WrongFieldsError, match="Name a suit"):
        two_tricks().overrule(2, {"winner": "S", "suit_led": suit})


def test_a_suit_that_nobody_played_is_refused_for_that_field() -> None:
    with pytest.raises(WrongFieldsError, match="Name a suit") as refused:
        two_tricks().overrule(2, {"winner": "S", "suit_led": "H"})
    [wrong] = refused.value.errors
    assert (refused.value.status, wrong.field) == (422, "verdict.suit_led")
    assert str(wrong.message) == "Name a suit: S or D."


@pytest.mark.parametrize("suit", [None, "D", "trumps"])
def test_what_was_played_may_have_been_led(suit: str | None) -> None:
    played = two_tricks()
    played.overrule(2, {"winner": "N", "suit_led": suit})
    assert played.rulings[-1].verdict["suit_led"] == suit


def test_two_rulings_of_a_line_that_tell_a_fact_otherwise_have_a_column_each() -> None:
    played = PlayedMatch.begun("hearts", "Ana Ben Cy Di", dealer="Di")
    played.enter("deal", hearts={"Ana": 13, "Ben": 0, "Cy": 0, "Di": 0}, queen="Ben")
    [row] = csv.DictReader(round_table(played.match).splitlines())
    summaries = row["ruling"].split("; ")
    assert len(summaries) == len(set(summaries))
