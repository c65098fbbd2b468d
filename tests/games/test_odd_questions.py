"""Odd things asked about Hearts, Spades, Faj and others: what cannot be is a wrong field,
and what can is ruled.
"""

from typing import Any

import pytest

from referee import WrongFieldsError
from referee.testing import ask

FOUR = ("Ana", "Ben", "Cy", "Dee")


def by_seat(*numbers: int) -> dict[str, int]:
    return dict(zip((*FOUR, "Eve", "Fay", "Gus", "Hal"), numbers, strict=False))


def trick(*cards: str) -> dict[str, str]:
    return dict(zip((*FOUR, "Eve", "Fay", "Gus", "Hal"), cards, strict=False))


CLUBS = ("2C", "3C", "4C", "5C", "6C", "7C", "8C", "9C")

WRONG: list[tuple[str, str, dict[str, Any], str]] = [
    (
        "hearts",
        "trick",
        {"plays": trick(*CLUBS[:6])},
        "plays: A trick has at most 5 cards",
    ),
    (
        "spades",
        "trick",
        {"plays": trick(*CLUBS[:7])},
        "plays: A trick has at most 6 cards",
    ),
    (
        "oh-hell",
        "trick",
        {"plays": trick(*CLUBS)},
        "plays: A trick has at most 7 cards",
    ),
    ("hearts", "trick", {"plays": {}}, "plays: Name at least one seat"),
    ("faj", "trick", {"board": ["3C"], "plays": {}}, "plays: Name at least one seat"),
    (
        "faj",
        "trick",
        {"board": ["3C"], "plays": {"Ana": "XB", "Ben": "7D"}},
        "plays: The seven of diamonds can’t go here",
    ),
    (
        "faj",
        "trick",
        {"board": ["3C", "QD"], "plays": {"Ana": "XB"}},
        "board: The queen of diamonds can’t go here",
    ),
    (
        "faj",
        "trick",
        {"board": ["7C", "2D", "7C"], "plays": {"Ana": "XB"}},
        "board: The seven of clubs is entered more often",
    ),
    (
        "faj",
        "trick",
        {"board": ["3C"], "plays": {"Ana": "KD", "Ben": "KD"}},
        "plays: The king of diamonds is entered more often",
    ),
    ("faj", "hand", {"cards": ["2C", "JC"]}, "cards: The jack of clubs can’t go here"),
    (
        "faj",
        "showdown",
        {"piles": {"Ana": ["7D", "2C"], "Ben": ["3H", "7D"]}},
        "piles: The seven of diamonds is entered more often",
    ),
    ("faj", "showdown", {"piles": {}}, "piles: Name at least one seat"),
    (
        "four-aces",
        "hand",
        {"cards": ["2C", "2C"]},
        "cards: The two of clubs is entered more often",
    ),
    (
        "hearts",
        "trick",
        {"plays": trick("2C", "2C")},
        "plays: The two of clubs is entered more often",
    ),
    (
        "oh-hell",
        "trick",
        {"plays": trick("2C", "3C"), "trump": "X"},
        "trump: Choose one of",
    ),
    (
        "hearts",
        "deal",
        {"hearts": by_seat(13, 0), "queen": "Ana", "offenders": ["Zed"]},
        "offenders: .*not Zed",
    ),
    (
        "hearts",
        "deal",
        {"hearts": by_seat(13, 0), "queen": "Ana", "rest": "Zed"},
        "rest: .*not Zed",
    ),
    (
        "hearts",
        "deal",
        {"hearts": by_seat(13, 0), "given_up": "Zed"},
        "given_up: .*not Zed",
    ),
    ("hearts", "deal", {"offenders": ["Ana"]}, "hearts: Enter everybody who plays"),
    (
        "hearts",
        "deal",
        {"hearts": by_seat(9, 5), "rest": "Ana"},
        "hearts: These must total 13; you have 14",
    ),
    (
        "hearts",
        "deal",
        {"hearts": by_seat(9, 3), "queen": "Ana"},
        "hearts: These must total 13",
    ),
    (
        "hearts",
        "deal",
        {"taken": {"Ana": "2H 2H", "Ben": ""}},
        "taken: The two of hearts is entered more often",
    ),
    (
        "spades",
        "deal",
        {"bids": by_seat(3, 3, 3), "tricks": by_seat(4, 4, 5)},
        "tricks: These must total 17",
    ),
    (
        "spades",
        "deal",
        {"bids": by_seat(3, 3, 3, 3), "tricks": by_seat(4, 4, 5)},
        "tricks: .*Still missing: Dee",
    ),
    (
        "spades",
        "deal",
        {"bids": by_seat(3, 3, 3, 14), "tricks": by_seat(4, 4, 5, 0)},
        "bids: The deal has only 13 tricks",
    ),
    (
        "spades",
        "deal",
        {
            "bids": by_seat(3, 3, 3, 3),
            "tricks": by_seat(4, 4, 5, 0),
            "bags": by_seat(5, 0, 5),
        },
        "bags: ",
    ),
    (
        "spades",
        "deal",
        {"bids": by_seat(3, 3, 3, 3), "tricks": by_seat(4, 4, 5, 0), "blind": ["Ana"]},
        "blind: Ana didn’t bid nil",
    ),
    (
        "spades",
        "deal",
        {"bids": by_seat(3, 3, 3, 3), "given_up": "Ana", "rest": "Cy"},
        "rest: Whoever gave up takes",
    ),
    (
        "spades",
        "deal",
        {"bids": by_seat(3, 3, 3, 3), "rest": "Ana & Ben"},
        "rest: .*not Ana & Ben",
    ),
    ("spades", "deal", {"bids": by_seat(3, 3, 3, 3)}, "tricks: Still missing"),
    (
        "oh-hell",
        "bids",
        {"bids": by_seat(1, 2), "hand": 3, "dealer": "Zed"},
        "dealer: Zed hasn’t bid",
    ),
    (
        "oh-hell",
        "bids",
        {"bids": by_seat(1, 2, 0, 0), "hand": 14, "dealer": "Ana"},
        "hand: 52 cards aren’t enough",
    ),
    (
        "oh-hell",
        "deal",
        {"bids": by_seat(1, 2), "tricks": by_seat(1, 2, 0)},
        "bids: .*Still missing: Cy",
    ),
    (
        "oh-hell",
        "deal",
        {"bids": by_seat(1, 2), "tricks": by_seat(1, 2), "hand": 4},
        "tricks: These must total 4",
    ),
    (
        "oh-hell",
        "deal",
        {"bids": by_seat(1, 2), "tricks": by_seat(1, 0), "rest": "Ben"},
        "hand: Say how many cards",
    ),
    (
        "oh-hell",
        "deal",
        {"bids": by_seat(1, 2), "tricks": by_seat(1, 2), "offenders": ["Zed"]},
        "offenders: .*not Zed",
    ),
]


@pytest.mark.parametrize(("game", "question", "data", "why"), WRONG)
def test_what_cannot_be_is_a_wrong_field(
    game: str, question: str, data: dict[str, Any], why: str
) -> None:
    with pytest.raises(WrongFieldsError, match=why):
        ask(game, question, **data)


@pytest.mark.parametrize(
    ("game", "question", "data", "verdict"),
    [
        ("hearts", "trick", {"plays": trick("2C", "KD")}, {"winner": "Ana"}),
        (
            "hearts",
            "deal",
            {"hearts": by_seat(13, 0), "queen": "Zed"},
            {"points": {"Ana": 13, "Ben": 0, "Zed": 13}},
        ),
        (
            "hearts",
            "deal",
            {"taken": {"Ana": "", "Ben": ""}},
            {"points": by_seat(0, 0), "moon": None},
        ),
        (
            "spades",
            "deal",
            {"bids": by_seat(13, 0), "tricks": by_seat(13, 0), "solo": True},
            {"points": by_seat(130, 100)},
        ),
        (
            "oh-hell",
            "bids",
            {"bids": by_seat(0), "hand": 1, "dealer": "Ana"},
            {"legal": True},
        ),
        (
            "oh-hell",
            "deal",
            {"bids": by_seat(0, 0), "tricks": by_seat(0, 0)},
            {"points": by_seat(10, 10)},
        ),
    ],
)
def test_what_can_be_is_ruled_however_odd(
    game: str, question: str, data: dict[str, Any], verdict: dict[str, object]
) -> None:
    ruled = ask(game, question, **data).verdict
    assert {name: ruled[name] for name in verdict} == verdict
