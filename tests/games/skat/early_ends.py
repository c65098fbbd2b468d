"""Deals of Skat that end early, and which announcements are won then."""

import pytest

from referee.testing import PlayedMatch
from tests.games.skat.playing import match, named, scores, trick

LEVELS = {"nothing": 2, "hand": 3, "schneider": 5, "schwarz": 7, "ouvert": 8}
"""What the game counts by its announcement: with 1, the game, and what was announced."""
OWN = ("JC 7S 8S",)
"""Ana's, of two card points."""
THEIRS = ("7D AD 8D",)
"""The opponents', of eleven."""
OUT_OF_SCHNEIDER = (*THEIRS, "AH TH 7H")
SIXTY = (*OUT_OF_SCHNEIDER, "AC TC 7C", "TD KD 9D")
SEVENTY_FIVE = ("AH TH KH", "AD TD KD", "AC TC KC")
"""Ana's, of 75 in all."""
NOTHING_YET: tuple[str, ...] = ()
WON_THEN = {
    NOTHING_YET: {"nothing", "hand", "schneider", "schwarz", "ouvert"},
    OWN: {"nothing", "hand", "schneider", "schwarz", "ouvert"},
    THEIRS: {"nothing", "hand", "schneider"},
    OUT_OF_SCHNEIDER: {"nothing", "hand"},
    SIXTY: set(),
}
"""With which announcements the declarer wins, if the opponents end it after these
tricks.
"""
SKAT = ("9C", "8C")
at_every_moment = pytest.mark.parametrize("tricks", WON_THEN)


def played(
    tricks: tuple[str, ...], announced: str = "nothing", bid: int = 18
) -> PlayedMatch:
    """The match once these tricks were played."""
    begun = named(match(), "spades", announced=announced, bid=bid)
    for cards in tricks:
        trick(begun, cards)
    return begun


def count_cards(begun: PlayedMatch, *held: str) -> float:
    """What Ana scores once the cards are told that she still has, the ace of spades
    among them, and the jack of clubs unless she played it.
    """
    open_cards = [
        field for field in begun.prompt("skat").fields if field.name == "held"
    ]
    kept = [
        code for code in ("JC", "AS", *held) if code in map(str, open_cards[0].choices)
    ]
    begun.enter("skat", skat=SKAT, held=kept)
    assert {*scores(begun)} == {"Ana", "Ben", "Cy"}
    assert (begun.scores["Ben"], begun.scores["Cy"]) == (0, 0)
    return begun.scores["Ana"]


def value(announced: str, won: bool) -> int:
    return 11 * LEVELS[announced] if won else -22 * LEVELS[announced]
