"""Tricks with a fool, which has no suit: it may always be played, accuses nobody, and
leaves the suit to the next card where it is led.
"""

import pytest

from referee import (
    GERMAN_THIRTY_TWO,
    JOKERS,
    Card,
    Section,
    TakenTrick,
    card,
    rule_trick,
    sections_of,
)
from referee.common_rules.proofs import rule_early_lead
from referee.testing import PlayedMatch
from tests.toy_games import fools_tricks

SEATS = ("Ana", "Ben", "Cy")


def play(*tricks: str) -> list[object]:
    """Enter these tricks, each from its leader on, and return who is accused of what.

    Ana leads to the first.
    """
    match = PlayedMatch.begun(fools_tricks, SEATS, dealer="Cy")
    accused = []
    for trick in tricks:
        leader = str(match.prompts[0].fields[1].default)
        seats = match.setting.clockwise_from(leader)
        plays = dict(zip(seats, trick.split(), strict=True))
        for ruling in match.enter("trick", plays=plays).rulings:
            if ruling.verdict.get("legal") is False:
                accused.append(str(ruling.summary))
    return accused


@pytest.mark.parametrize(
    ("trick", "winner", "led"),
    [
        ("F 9H KH", "Cy", "H"),
        ("F 9H KC", "Ben", "H"),
        ("F 3T KC", "Ben", "T"),
        ("9H F 2H", "Ana", "H"),
        ("9H 2H F", "Ana", "H"),
    ],
)
def test_a_fool_leaves_the_suit_to_the_next_card_and_wins_nothing(
    trick: str, winner: str, led: str
) -> None:
    match = PlayedMatch.begun(fools_tricks, SEATS, dealer="Cy")
    plays = dict(zip(SEATS, trick.split(), strict=True))
    match.enter("trick", plays=plays)
    verdict = match.ruling.verdict
    assert (verdict["winner"], verdict["suit_led"]) == (winner, led)


def test_the_fool_may_be_played_though_the_suit_could_be_followed() -> None:
    assert play("9C F 2C", "KC QC JC") == []


def test_whoever_does_not_follow_the_card_after_the_fool_has_revoked() -> None:
    assert play("F 9C KD", "KC QC 2C") == ["Cy revoked in trick 1"]


def test_a_fool_that_is_held_back_accuses_nobody() -> None:
    assert play("9C 5D 2C", "KC QD F") == []
    assert play("9H 5H 2H", "F KC 8C", "KD QD JD") == [
        "Ana led hearts too early, in trick 1"
    ]


def test_an_early_lead_is_told_in_the_suits_of_the_deck() -> None:
    first = TakenTrick(german({"Ana": "9S", "Ben": "KS"}), "Ben")
    second = TakenTrick(german({"Ben": "7L", "Ana": "8L"}), "Ana")
    broken = Section(
        "broken", "Breaking bells", "No bell is led before one was played."
    )
    cite = sections_of("bells", broken).cite
    ruling = rule_early_lead((first, second), (), "S", cite)
    assert str(ruling and ruling.summary) == "Ana led bells too early, in trick 1"


def german(plays: dict[str, str]) -> dict[str, Card]:
    return {seat: card(code, GERMAN_THIRTY_TWO) for seat, code in plays.items()}


def test_of_cards_without_a_suit_the_highest_wins_and_the_reason_says_so() -> None:
    red, black = JOKERS
    plays = {"Ana": red, "Ben": black}
    ruling = rule_trick(plays, fools_tricks.RULES.cite, "trick")
    assert (ruling.verdict["winner"], ruling.verdict["suit_led"]) == ("Ben", None)
    why = "No card has a suit, and the black joker is the highest."
    assert str(ruling.because[0].text) == why
