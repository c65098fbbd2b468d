"""The rules of Big Two, section by section. The playthroughs beside this file are tests
too.
"""

import pytest

from referee import WrongFieldsError

SEATS = ("Ana", "Ben", "Cy", "Dee")


@pytest.fixture
def match(play):
    """Dee deals, so that Ana leads."""
    return play("big-two", SEATS, dealer="Dee", rounds=1)


@pytest.mark.parametrize(
    ("lying", "cards", "legal"),
    [
        ("KH", "AD", True),
        ("AS", "2D", True),
        ("9H", "9S", True),
        ("9S", "9H", False),
        ("9H 9S", "TD TC", True),
        ("9D 9S", "9C 9H", False),
        ("3H 3S 3C", "4H 4S 4C", True),
        ("3H 3S", "4H 4S 4C", False),
        ("", "TH JS", False),
        ("", "3H 3S 3C 3D", False),
        ("", "3H 4S 5C 6D 8S", False),
        ("3H 4S 5C 6D 7S", "4H 5S 6C 7D 8S", True),
        ("9H TS JC QD KS", "3H 5H 7H 8H AH", True),
        ("3H 5H 7H 9H KH", "3S 3D 3C 4S 4D", True),
        ("KS KD KC 4S 4D", "3S 3D 3C 3H 4C", True),
        ("KS KD KC KH 4D", "3S 4S 5S 6S 7S", True),
        ("5S 5D 5C KS KD", "6S 6D 6C 4H 4C", True),
        ("6S 6D 6C 4H 4C", "5S 5D 5C KS KD", False),
    ],
)
def test_what_beats_what(ask, lying, cards, legal):
    verdict = ask("big-two", "beat", lying=lying, cards=cards).verdict
    assert verdict["legal"] is legal


def test_a_card_is_played_once(match):
    match.enter("lay", "Ana", cards="9H")
    with pytest.raises(WrongFieldsError, match="nine of hearts"):
        match.tried("lay", "Ben", cards="9H")


def test_the_others_pay_for_what_they_keep(match):
    """Ben lays six cards, Cy and Dee none."""
    for seat, cards in (
        ("Ana", "3H 4S 5C 6D 7S"),
        ("Ben", "4H 5S 6C 7D 8S"),
        ("Cy", ""),
        ("Dee", ""),
        ("Ana", ""),
        ("Ben", "9D"),
        ("Cy", ""),
        ("Dee", ""),
        ("Ana", "TD"),
        ("Ben", ""),
        ("Ana", "JH QH KH AH 2H"),
        ("Ben", ""),
        ("Cy", ""),
        ("Dee", ""),
        ("Ana", "AS AC"),
    ):
        if cards:
            match.enter("lay", seat, cards=cards)
        else:
            match.enter("pass", seat)
    assert match.scores == {"Ana": 0, "Ben": 7, "Cy": 39, "Dee": 39}
    assert match.scene.winners == ("Ana",)


def test_nothing_is_wrong_with_it(game_check):
    game_check("big-two")
