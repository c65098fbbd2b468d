"""The auction: which calls can be, when it is over, and who plays what."""

from typing import Any

import pytest

from referee import Ruling
from referee.testing import ask


def auction(calls: str) -> Ruling:
    return ask("bridge", "auction", seats=["Ana", "Ben", "Cy", "Dee"], calls=calls)


def contract(calls: str) -> tuple[Any, ...]:
    said = auction(calls).verdict
    assert said["legal"] and said["over"]
    return said["declarer"], said["level"], said["strain"], said["doubled"]


@pytest.mark.parametrize(
    ("calls", "wanted"),
    [
        ("1S P P P", ("Ana", 1, "S", "no")),
        ("P 1S P 2S P P P", ("Ben", 2, "S", "no")),
        ("P P P 1NT P 3NT P P P", ("Dee", 3, "NT", "no")),
        ("1H P 1S P 2S P 4S P P P", ("Cy", 4, "S", "no")),
        ("1H 1S 2H 2S 3H P P P", ("Ana", 3, "H", "no")),
        ("1S 2S P 3S X P P P", ("Ben", 3, "S", "doubled")),
        ("1C X XX P P P", ("Ana", 1, "C", "redoubled")),
        ("1C X 1D P P P", ("Cy", 1, "D", "no")),
        ("1C P P X P P XX P P P", ("Ana", 1, "C", "redoubled")),
        ("1♠, pass, 2♠, dbl, p, p, p", ("Ana", 2, "S", "doubled")),
        ("P P P P", (None, 0, "", "no")),
    ],
)
def test_the_contract(calls: str, wanted: tuple[Any, ...]) -> None:
    assert contract(calls) == wanted


@pytest.mark.parametrize(
    ("calls", "call", "why"),
    [
        ("1S 1H", "1H", "A bid has to be higher than the last one, 1S."),
        ("2C P 2C", "2C", "A bid has to be higher than the last one, 2C."),
        ("1NT 1S", "1S", "A bid has to be higher than the last one, 1NT."),
        ("X", "X", "Only a bid of the other side that is not doubled yet can be doubled."),
        ("1S P X", "X", "Only a bid of the other side that is not doubled yet can be doubled."),
        ("1S X P X", "X", "Only a bid of the other side that is not doubled yet can be doubled."),
        ("1S XX", "XX", "Only a bid of one's own side that the others have doubled can be redoubled."),
        ("1S X P XX", "XX", "Only a bid of one's own side that the others have doubled can be redoubled."),
        ("1S P P P 2S", "2S", "The auction was over before it."),
        ("8S", "8S", "A call is a bid such as 1S or 3NT, P, X or XX."),
    ],
)
def test_a_call_that_cannot_be(calls: str, call: str, why: str) -> None:
    ruling = auction(calls)
    assert ruling.verdict["legal"] is False and ruling.verdict["call"] == call
    assert [str(reason.text) for reason in ruling.because] == [why]


@pytest.mark.parametrize(("calls", "turn"), [("P P P", "Dee"), ("1S P P", "Dee"), ("1S X P P", "Ana")])
def test_an_auction_that_is_not_over(calls: str, turn: str) -> None:
    ruling = auction(calls)
    assert ruling.verdict["over"] is False
    assert str(ruling.summary) == f"{turn} is to call"


def test_without_names_the_seats_are_called_by_their_directions() -> None:
    assert ask("bridge", "auction", calls="P 1S P P P").verdict["declarer"] == "E"
