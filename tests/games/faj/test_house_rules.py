"""Faces, Aces, & Jokers with the house rule that suit order alone decides between suited jacks."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st
from referee_faj.stacks import DRAFT_CARDS, TRICK_CARDS

from referee import Card, Ruling, card
from referee.testing import PlayedMatch, ask

PLAIN, HOUSE = (), ("suit-order-jacks",)
"""The house rules of a table."""


def trick(house_rules: Sequence[str], board: str, plays: str) -> Ruling:
    named = dict(play.split("=") for play in plays.split())
    return ask("faj", "trick", house_rules=house_rules, board=board, plays=named)


def bases(ruling: Ruling) -> list[tuple[str, str]]:
    return [(reason.rule, reason.basis) for reason in ruling.because]


HOUSE_RULE = ("faj#suit-order-jacks", "house-rule")


def test_it_describes_itself_and_is_a_section_of_the_rulebook() -> None:
    book = PlayedMatch.begun("faj", "Ana Ben", house_rules=HOUSE).rulebook
    (rule,) = book.house_rules
    assert (rule.id, rule.game) == ("suit-order-jacks", "faj")
    assert book.sections[rule.id].basis == "house-rule"
    assert rule.id not in PlayedMatch.begun("faj", "Ana Ben").rulebook.sections


def test_the_jack_of_trump_loses_to_a_jack_of_a_higher_suit() -> None:
    board, plays = "9C 2S", "Ana=JS Ben=JC Cy=XB"
    assert trick(PLAIN, board, plays).verdict["winner"] == "Ben"
    ruling = trick(HOUSE, board, plays)
    assert ruling.verdict == {"winner": "Ana", "card": card("JS"), "trump": "C", "reason": "suited-jack"}
    assert str(ruling.summary) == "Ana wins the trick with the jack of spades"


def test_of_several_jacks_the_highest_suit_wins() -> None:
    ruling = trick(HOUSE, "9C 2S 3H", "Ana=JS Ben=JC Cy=JH Di=XB")
    assert (ruling.verdict["winner"], ruling.verdict["card"]) == ("Ana", card("JS"))


def test_the_house_rule_is_the_first_reason_where_it_changed_the_winner() -> None:
    ruling = trick(HOUSE, "9C 2S", "Ana=JS Ben=JC Cy=XB")
    assert bases(ruling) == [HOUSE_RULE, ("faj#suited-jack", "rules"), ("faj#trump-suit", "rules")]
    assert "suit order alone decides, whichever suit is trump" in str(ruling.because[0].text)


def test_it_takes_the_readings_place_where_the_winner_stays() -> None:
    ruling = trick(HOUSE, "2C 9S", "Ana=JS Ben=JC Cy=XB")
    assert ruling.verdict == trick(PLAIN, "2C 9S", "Ana=JS Ben=JC Cy=XB").verdict
    assert bases(ruling) == [("faj#suited-jack", "rules"), HOUSE_RULE, ("faj#trump-suit", "rules")]


def test_a_single_suited_jack_is_ruled_as_ever() -> None:
    board, plays = "9C", "Ana=JS Ben=JC Cy=XB"
    assert trick(HOUSE, board, plays) == trick(PLAIN, board, plays)


def test_other_questions_are_ruled_as_ever() -> None:
    assert ask("faj", "hand", house_rules=HOUSE, cards="2C 3C") == ask("faj", "hand", cards="2C 3C")


def piles_after(house_rules: Sequence[str], *tricks: tuple[str, str]) -> dict[str | None, int]:
    """How many cards each has won after these boards and plays."""
    table = PlayedMatch.begun("faj", "Ana Ben Cy", house_rules=house_rules)
    for cards, placed in tricks:
        plays = dict(play.split("=") for play in placed.split())
        for kind, data in (("board", {"cards": cards}), ("play", {"plays": plays})):
            table.enter(kind, **data)
    return {zone.owner: zone.count for zone in table.scene.zones if zone.name == "won"}


def test_in_a_match_the_board_goes_to_the_other_seat() -> None:
    tricks = ("2H", "Ana=KS Ben=KC Cy=AH"), ("9C 2S", "Ana=JS Ben=JC Cy=XB")
    assert piles_after(PLAIN, *tricks) == {"Ana": 0, "Ben": 2, "Cy": 1}
    assert piles_after(HOUSE, *tricks) == {"Ana": 2, "Ben": 0, "Cy": 1}


@given(
    st.lists(st.sampled_from(TRICK_CARDS), max_size=4, unique=True),
    st.lists(st.sampled_from(DRAFT_CARDS), min_size=1, max_size=4, unique=True),
)
def test_only_tricks_between_suited_jacks_are_ruled_otherwise(board: list[Card], played: list[Card]) -> None:
    lies = " ".join(each.code for each in board)
    plays = " ".join(f"{seat}={each.code}" for seat, each in zip(("Ana", "Ben", "Cy", "Di"), played, strict=False))
    plain, house = trick(PLAIN, lies, plays), trick(HOUSE, lies, plays)
    read = any(reason.rule == "faj#jack-of-trump" for reason in plain.because)
    assert (plain == house) is not read
    if read:
        jacks = [each for each in played if each.rank == "J" and any(each.suit == one.suit for one in board)]
        assert house.verdict["card"] is max(jacks, key=lambda jack: jack.order)
