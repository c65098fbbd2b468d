"""Muggins: points overlooked go to whoever calls them, where the table has agreed on
it.
"""

import pytest

from referee import WrongFieldsError
from referee.testing import PlayedMatch


def begun(seats: str = "Ana Ben", **options: object) -> PlayedMatch:
    match = PlayedMatch.begun("cribbage", seats, dealer="Ana", muggins=True, **options)
    match.enter("starter", starter="9D")
    return match


def test_without_it_nobody_is_asked() -> None:
    match = PlayedMatch.begun("cribbage", "Ana Ben", dealer="Ana", depth="cards")
    match.enter("starter", starter="9D")
    assert [field.name for field in match.prompt("play").fields] == ["card"]


def test_points_of_a_card_that_others_have_called_are_theirs() -> None:
    match = begun(depth="cards")
    match.enter("play", "Ben", card="KC")
    match.enter("play", "Ana", card="5C", called={"Ben": 2})
    assert match.scores == {"Ana": 0, "Ben": 2}
    assert str(match.rulings[1].summary) == "Muggins by Ben: 2"


def test_more_than_there_was_cannot_be_called() -> None:
    match = begun(depth="cards")
    match.enter("play", "Ben", card="KC")
    assert (
        match.refuses("play", "Ana", card="5C", called={"Ben": 3}).because[0].rule
        == "cribbage#muggins"
    )
    with pytest.raises(WrongFieldsError):
        match.enter("play", "Ana", card="5C", called={"Ana": 2})


def test_hands_stop_to_be_called_also_where_their_cards_were_played() -> None:
    match = begun(depth="cards")
    for card in (
        "TC",
        "TD",
        "JC",
        "go",
        "go",
        "JD",
        "QC",
        "QD",
        "go",
        "go",
        "5C",
        "5D",
    ):
        [seat] = match.scene.to_act
        match.enter("go", seat) if card == "go" else match.enter(
            "play", seat, card=card
        )
    before = dict(match.scores)
    assert match.scene.phase == "show"
    assert [field.name for field in match.prompt("hand").fields] == ["called"]
    match.enter("hand", "Ben", called={"Ana": 3})
    assert match.scores == {"Ana": before["Ana"] + 3, "Ben": before["Ben"] + 11}


def test_of_three_each_takes_what_they_called() -> None:
    match = begun("Ana Ben Cy")
    match.enter("deal", pegged={"Ana": 1, "Ben": 0, "Cy": 0})
    match.enter("hand", "Ben", cards="5C 5D JC QC", called={"Ana": 2, "Cy": 4})
    assert match.scores == {"Ana": 3, "Ben": 4, "Cy": 4}


def test_10_4_no_more_is_called_than_could_be_pegged() -> None:
    match = PlayedMatch.begun(
        "cribbage", "Ana Ben", dealer="Ben", muggins=True, target="61"
    )
    nothing = {"Ana": 0, "Ben": 0}
    match.enter("deal", pegged={"Ana": 0, "Ben": 60}, hands=nothing, crib=0)
    match.enter("starter", starter="9D")
    match.enter("deal", pegged={"Ana": 0, "Ben": 0})
    four = "5C 5D JC QC"
    refused = match.refuses("hand", "Ben", cards=four, called={"Ana": 2})
    assert "Only 1 of 10" in str(refused.because[0].text)
    match.enter("hand", "Ben", cards=four, called={"Ana": 1})
    assert match.scores == {"Ana": 1, "Ben": 60}


def said_go(match: PlayedMatch) -> PlayedMatch:
    """Return the match once Ben has played to 30, and nobody can play on it."""
    for seat, card in (("Ben", "KC"), ("Ana", "QC"), ("Ben", "TC")):
        match.enter("play", seat, card=card)
    match.enter("go", "Ana")
    match.enter("go", "Ben")
    assert match.scores == {"Ana": 0, "Ben": 1}
    return match


def test_a_go_that_was_overlooked_goes_to_whoever_calls_it() -> None:
    match = said_go(begun(depth="cards"))
    with pytest.raises(WrongFieldsError, match="called"):
        match.enter("overlooked")
    match.enter("overlooked", called="Ana")
    assert match.scores == {"Ana": 1, "Ben": 0}
    assert match.ruling.because[0].rule == "cribbage#muggins"
    assert "overlooked" not in match.kinds


def test_not_once_the_next_card_is_played() -> None:
    match = said_go(begun(depth="cards"))
    match.enter("play", "Ana", card="2C")
    assert "overlooked" not in match.kinds
