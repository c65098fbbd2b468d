"""What a card pegs, and whether it may be played."""

import pytest

from referee import Ruling, card
from referee.testing import ask


def played(cards: str, card: str) -> Ruling:
    return ask("cribbage", "play", cards=cards, card=card)


@pytest.mark.parametrize(
    ("lying", "card", "count", "points"),
    [
        ("", "7H", 7, 0),
        ("7H", "8C", 15, 2),
        ("TH JC", "5S", 25, 0),
        ("KH", "KC", 20, 2),
        ("5H 5C", "5S", 15, 8),
        ("3H 3C 3S", "3D", 12, 12),
        ("3H 3C 7S", "3D", 16, 0),
        ("KH QC", "JS", 30, 3),
        ("4H 6C", "5S", 15, 5),
        ("3C 5D 4H 6C", "2S", 20, 5),
        ("AH 2C 3S 4D 5C 6D", "7S", 28, 7),
        ("7H 7C 8S", "6D", 28, 3),
        ("8H 7C 7S", "6D", 28, 0),
        ("KH QC 9S", "2D", 31, 2),
        ("KH 6C 4S", "JD", 30, 0),
        ("JH QC", "AD", 21, 0),
        ("QH KC", "AD", 21, 0),
    ],
)
def test_a_card_pegs_all_that_it_makes(
    lying: str, card: str, count: int, points: int
) -> None:
    assert played(lying, card).verdict == {
        "legal": True,
        "count": count,
        "points": points,
    }


def test_the_reasons_name_the_cards() -> None:
    ruling = played("9C 2D 3H", "AS")
    assert str(ruling.summary) == "A♠ makes 15, for 5"
    assert [str(reason.text) for reason in ruling.because] == [
        "Fifteen for 2: 9♣ 2♦ 3♥ A♠.",
        "Run of 3 for 3: 2♦ 3♥ A♠.",
    ]
    assert [one.code for one in ruling.shown[0].deciding] == ["9C", "2D", "3H", "AS"]


def test_no_count_goes_over_31() -> None:
    ruling = played("KH QC 9S", "3D")
    assert ruling.verdict == {"legal": False, "card": card("3D"), "count": 32}
    assert (
        str(ruling.because[0].text)
        == "The count is 29, and the three of diamonds would make 32."
    )
