"""The play, card by card: turns, goes, last cards, and who should not have said go."""

import pytest

from referee.match.taking.entry_reading import NotOpenError
from referee.testing import PlayedMatch

TWO = "Ana Ben"
THREE = "Ana Ben Cy"


def begun(seats: str = TWO, starter: str = "9D", **options: object) -> PlayedMatch:
    """A match card by card, in which Ana deals and the starter is known."""
    match = PlayedMatch.begun("cribbage", seats, dealer="Ana", depth="cards", **options)
    match.enter("starter", starter=starter)
    return match


def play(match: PlayedMatch, *cards: str) -> None:
    """Play these cards in turn; `go` is a go."""
    for card in cards:
        [seat] = match.scene.to_act
        match.enter("go", seat) if card == "go" else match.enter(
            "play", seat, card=card
        )


def told(match: PlayedMatch) -> list[str]:
    return [str(ruling.summary) for ruling in match.rulings]


def test_a_jack_as_the_starter_brings_the_dealer_two() -> None:
    match = begun(starter="JD")
    assert told(match) == ["His heels: Ana pegs 2"]
    assert match.scores == {"Ana": 2, "Ben": 0}
    match.overrule(1, {"points": 0})
    assert match.scores == {"Ana": 0, "Ben": 0}


def test_the_dealers_left_neighbour_leads_and_the_turn_passes() -> None:
    match = begun(THREE)
    assert match.scene.to_act == ("Ben",)
    play(match, "KC", "5C")
    assert match.scene.to_act == ("Ana",)
    assert match.scores == {"Ana": 0, "Ben": 0, "Cy": 2}


def test_a_card_is_played_once_and_not_over_31() -> None:
    match = begun()
    play(match, "KC", "QC", "5D")
    again = match.refuses("play", "Ana", card="KC")
    assert str(again.because[0].text) == "It’s one of Ben’s four cards."
    assert match.refuses("play", "Ana", card="9D").because[0].rule == "cribbage#once"
    assert match.refuses("play", "Ana", card="7D").because[0].rule == "cribbage#play"


def test_up_to_21_nobody_can_say_go() -> None:
    match = begun()
    play(match, "KC", "QC", "AC")
    with pytest.raises(NotOpenError):
        match.enter("go", "Ana")
    play(match, "2C")
    assert match.kinds == ["play", "go", "penalty", "misdeal"]


def test_after_a_go_the_other_plays_on_and_pegs_for_it() -> None:
    match = begun()
    play(match, "KC", "QC", "4C", "go", "3C", "go")
    assert told(match) == ["Ben pegs 1 for go", "Ben says go at 27"]
    assert match.scores == {"Ana": 0, "Ben": 1}
    assert match.scene.to_act == ("Ana",)
    assert match.next == "The count is 0, and Ana plays next."


def test_thirty_one_begins_a_new_count_without_a_go() -> None:
    match = begun()
    play(match, "KC", "QC", "5C", "6C")
    assert match.scores == {"Ana": 2, "Ben": 0}
    assert match.next == "The count is 0, and Ben plays next."


def test_whoever_has_no_card_left_is_not_asked() -> None:
    match = begun()
    play(match, "KC", "QC", "JC", "go", "go", "TD", "9C", "8D", "go", "2D")
    assert told(match) == ["Ana pegs 1 for go", "Ana plays the two of diamonds: 29"]
    play(match, "8C")
    assert told(match)[:2] == [
        "Ben pegs 1 for the last card",
        "Ben plays the eight of clubs: 8",
    ]


def test_three_play_on_in_turn_after_a_go() -> None:
    match = begun(THREE)
    play(match, "KC", "QC", "6C", "go", "2D")
    assert match.scene.to_act == ("Ana",)
    play(match, "go", "2H", "go")
    assert told(match) == ["Cy pegs 1 for go", "Cy says go at 30"]
    assert match.scene.to_act == ("Ana",)


def test_hands_are_counted_in_their_order_from_the_cards_that_were_played() -> None:
    match = begun()
    play(match, "5C", "5H", "6C", "7H", "8C", "TH", "KC", "QH")
    for seat in ("Ben", "Ana"):
        assert match.scene.to_act == (seat,)
        assert match.prompt("hand").fields == ()
        match.enter("hand", seat)
        assert told(match) == [f"{seat}’s hand scores 8 points"]
    assert match.kinds == ["crib", "penalty", "misdeal"]
    assert (
        match.refuses("crib", "Ana", cards="2C 2D 3S 5C").because[0].rule
        == "cribbage#once"
    )
    match.enter("crib", "Ana", cards="2C 2D 3S 4C")
    assert match.scene.dealer == "Ben"
    assert match.scene.phase == "deal"


def test_a_card_held_back_is_proven_once_it_is_played_and_pays_each_time() -> None:
    match = begun()
    play(match, "KC", "QC", "4C", "go", "3C", "go", "3D")
    [_, wrong] = match.rulings
    assert str(wrong.summary) == "Ana said go, holding the three of diamonds"
    assert [reason.rule for reason in wrong.because] == [
        "cribbage#renege",
        "cribbage#renege-stands",
    ]
    assert str(wrong.because[0].text).startswith(
        "Ana said go at 24 but had the three of diamonds, which makes 27:"
    )
    assert match.scores == {"Ana": 0, "Ben": 3}
    play(match, "KD", "7D")
    assert match.scores == {"Ana": 0, "Ben": 5}
    match.overrule(10, {"legal": True}, place=1)
    assert match.scores == {"Ana": 0, "Ben": 3}


def test_with_three_both_others_peg_for_it() -> None:
    match = begun(THREE)
    play(match, "KC", "QC", "4C", "go", "go", "go", "3C")
    assert match.scores == {"Ana": 1 + 2, "Ben": 0, "Cy": 2}


def test_a_card_that_never_fitted_accuses_nobody() -> None:
    match = begun()
    play(match, "KC", "QC", "4C", "go", "3C", "go", "8D", "TD", "JD")
    assert match.scores == {"Ana": 0, "Ben": 1}
