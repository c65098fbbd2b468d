"""Which cards a ruling shows, whose, and which of them it says decided, by game and
section of its rules.
"""

from typing import Any

import pytest

from referee.testing import ask, jsonable

Shown = list[tuple[str | None, str, str]]
"""Whose cards, which, and those of them that decided."""


def shown(game: str, question: str, **fields: Any) -> Shown:
    laid: list[dict[str, Any]] = jsonable(ask(game, question, **fields))["laid"]
    return [
        (one["seat"], " ".join(one["cards"]), " ".join(one["deciding"])) for one in laid
    ]


@pytest.mark.parametrize(
    ("section", "board", "plays", "wanted"),
    [
        (
            "suited-jack: with the jack, the cards of its suit on the board",
            "3C 4S 2S",
            {"Ana": "JS", "Ben": "XB"},
            [(None, "3C 4S 2S", "4S 2S"), ("Ana", "JS", "JS"), ("Ben", "XB", "")],
        ),
        (
            "joker: it alone",
            "3C",
            {"Ana": "JS", "Ben": "XB", "Cy": "XR"},
            [
                (None, "3C", ""),
                ("Ana", "JS", ""),
                ("Ben", "XB", "XB"),
                ("Cy", "XR", ""),
            ],
        ),
        (
            "trump: with the card, what made its suit trump",
            "3C 4S",
            {"Ana": "AC", "Ben": "QS"},
            [(None, "3C 4S", "4S"), ("Ana", "AC", ""), ("Ben", "QS", "QS")],
        ),
        (
            "highest: it alone",
            "3C",
            {"Ana": "AD", "Ben": "QS"},
            [(None, "3C", ""), ("Ana", "AD", "AD"), ("Ben", "QS", "")],
        ),
    ],
)
def test_a_trick_of_faj_shows_its_cards(
    section: str, board: str, plays: dict[str, str], wanted: Shown
) -> None:
    assert shown("faj", "trick", board=board, plays=plays) == wanted


def test_faj_trick_under_a_house_rule() -> None:
    plays = {"Ana": "JC", "Ben": "JS", "Cy": "XB"}
    ruling = ask(
        "faj", "trick", house_rules=["suit-order-jacks"], board="9C 2S", plays=plays
    )
    assert ruling.verdict["winner"] == "Ben"
    assert [jsonable(one.deciding) for one in ruling.shown] == [["2S"], [], ["JS"], []]


def test_faj_hand_and_showdown() -> None:
    assert shown("faj", "hand", cards="2C 2D 9S 8H 4D 3C") == [
        (None, "2C 2D 9S 8H 4D 3C", "2D 2C 9S 8H 4D")
    ]
    piles = {"Ana": "2C 3D", "Ben": "4C 4D", "Cy": ""}
    assert shown("faj", "showdown", piles=piles) == [
        ("Ben", "4D 4C", "4D 4C"),
        ("Ana", "3D 2C", ""),
        ("Cy", "", ""),
    ]


def test_jizara_bids_contests_and_keys() -> None:
    assert shown("jizara", "bid", cards="8S 4H") == [(None, "8S 4H", "")]
    assert shown("jizara", "bid", cards="8S 9H 2C") == [(None, "8S 9H 2C", "8S 9H")]
    higher = shown("jizara", "contest", bids={"Ana": ["8S", "4H"], "Ben": ["9D"]})
    assert higher == [("Ana", "8S 4H", "8S 4H"), ("Ben", "9D", "")]
    solo = shown("jizara", "contest", bids={"Ana": None, "Ben": ["9D"]})
    assert solo == [("Ben", "9D", "9D")]
    level = shown("jizara", "contest", bids={"Ana": ["9S"], "Ben": ["9D"]})
    assert level == [("Ana", "9S", ""), ("Ben", "9D", "")]
    ana = "2C 3C 5C 6C 7C"
    ben = "KC QC JC TC 9C"
    assert shown("jizara", "key", hands={"Ana": ana, "Ben": ben}) == [
        ("Ana", ana, ""),
        ("Ben", ben, ben),
    ]


@pytest.mark.parametrize(
    ("section", "pile", "wanted"),
    [
        (
            "slap: the jack on top",
            "2C 3C 4C 5C 6C 7C JS",
            (None, "4C 5C 6C 7C JS", "JS"),
        ),
        (
            "covered: down to the lowest jack",
            "2C JC 3C 4C 5C 6C JS 7C",
            (None, "JC 3C 4C 5C 6C JS 7C", "JC JS"),
        ),
        ("false-slap: the top card, which is none", "2C 3C", (None, "2C 3C", "3C")),
    ],
)
def test_a_slap_shows_the_pile(
    section: str, pile: str, wanted: tuple[str | None, str, str]
) -> None:
    assert shown("slapjack", "slap", stage="J", pile=pile) == [wanted]


def test_slapjack_slap_of_nothing() -> None:
    assert shown("slapjack", "slap", stage="J", pile=[]) == []


@pytest.mark.parametrize(
    ("section", "pile", "cards", "wanted"),
    [
        (
            "rank-order: the card to beat",
            "5C 6C",
            "7S",
            [(None, "5C 6C", "6C"), (None, "7S", "7S")],
        ),
        (
            "rank-order: not beaten",
            "5C KC",
            "7S",
            [(None, "5C KC", "KC"), (None, "7S", "7S")],
        ),
        (
            "three: seen through",
            "4C 9C 3C 3D",
            "JS",
            [(None, "4C 9C 3C 3D", "9C"), (None, "JS", "JS")],
        ),
        (
            "specials: whatever lies there",
            "KC",
            "2S",
            [(None, "KC", ""), (None, "2S", "2S")],
        ),
        (
            "three-in-a-row: the whole row",
            "4C 7C 7D",
            "7S",
            [(None, "4C 7C 7D", "7C 7D"), (None, "7S", "7S")],
        ),
        ("anything-goes: no pile", "", "7S", [(None, "7S", "7S")]),
    ],
)
def test_tripp_jokes_play(section: str, pile: str, cards: str, wanted: Shown) -> None:
    assert shown("tripp-jokes", "play", pile=pile, cards=cards) == wanted


def test_four_aces_hands() -> None:
    assert shown("four-aces", "hand", cards="2S 2H 9C AD") == [
        (None, "2S 2H 9C AD", "2S 2H AD")
    ]
    both = shown(
        "four-aces", "round", hidden="KS KH 9C", exposed="2C 7H JD", locked="AH"
    )
    assert both == [(None, "KS KH 9C AH", "KS KH AH"), (None, "2C 7H JD AH", "7H AH")]
