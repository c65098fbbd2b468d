"""Whoever missed a blind posts it or waits for the big blind, where the table plays it
(Robert's Rules of Poker, 4).
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from referee.match.match import Match
from referee.testing import PlayedMatch

FIVE = "Ana Ben Cy Dee Eve"


def begun(depth: str = "bets", **options: object) -> PlayedMatch:
    """A match in which Eve has the button: Ana has the small blind, Ben the big one."""
    given = {"missed": True, "depth": depth, "chip": 1, **options}
    return PlayedMatch.begun("holdem", FIVE, dealer="Eve", **given)


def play_hand(match: PlayedMatch) -> None:
    """All fold to the big blind, or the hand's end is entered so."""
    if "deal" in match.kinds:
        put_in = match.state.betting.put_in
        big = match.state.positions.big
        match.enter("deal", put_in=put_in, winners=[big])
        return
    number = match.scene.round
    while match.scene.round == number:
        match.enter("fold", match.scene.to_act[0])


def play_until_asked(match: PlayedMatch) -> None:
    """Play on until somebody may post what they missed."""
    for _ in range(5):
        if "post" in match.kinds:
            return
        play_hand(match)
    raise LookupError("nobody is asked to post")


def cards_of(match: PlayedMatch, seat: str) -> list[str]:
    """What is said of a seat's cards."""
    return [match.said(fact.text) for fact in match.scene.facts if fact.seat == seat]


def dealt_in(match: PlayedMatch) -> Sequence[str]:
    return tuple(match.state.betting.seats)


def with_cy_back(depth: str = "bets", **options: object) -> PlayedMatch:
    """Cy misses the big blind in the second hand, and comes back for the third."""
    match = begun(depth, **options)
    play_hand(match)
    match.enter("away", seats=["Cy"])
    assert match.state.positions.big == "Dee"
    play_hand(match)
    match.enter("away")
    return match


def test_between_the_button_and_the_blind_they_wait() -> None:
    match = with_cy_back()
    assert match.state.positions.button == "Ben"
    assert cards_of(match, "Cy") == ["from the next hand on"]
    assert "post" not in match.kinds


def test_then_they_post_both_and_the_small_one_is_dead() -> None:
    match = with_cy_back()
    play_until_asked(match)
    assert match.state.positions.button == "Dee"
    assert "Cy" not in dealt_in(match)
    assert cards_of(match, "Cy") == ["posts, or waits"]
    before = match.scores["Cy"]
    match.enter("post", seat="Cy")
    assert match.said(match.ruling.summary) == "Cy posts 15"
    assert match.ruling.because[0].rule == "holdem#missed-blinds"
    betting = match.state.betting
    assert betting.bets["Cy"] == 10
    assert betting.dead == {"Cy": 5}
    assert betting.pot == 5 + 10 + 15
    assert "post" not in match.kinds
    play_hand(match)
    assert match.scores["Cy"] == before - 15
    assert sum(match.scores.values()) == 5000
    assert match.state.owed.seats == ()


def test_or_they_wait_for_the_big_blind_and_owe_nothing() -> None:
    match = with_cy_back()
    for _ in range(5):
        if match.state.positions.big == "Cy":
            break
        assert "Cy" not in dealt_in(match)
        play_hand(match)
    assert match.state.positions.big == "Cy"
    assert "Cy" in dealt_in(match)
    play_hand(match)
    assert match.state.owed.seats == ()


def test_by_deal_what_is_posted_is_put_in() -> None:
    match = with_cy_back("deals")
    play_until_asked(match)
    match.enter("post", seat="Cy")
    prompt = match.prompt("deal")
    default = prompt.fields[0].default
    assert isinstance(default, Mapping)
    assert default["Cy"] == 10
    match.enter(
        "deal", put_in={**default, **dict.fromkeys(default, 10)}, winners=["Cy"]
    )
    assert sum(match.scores.values()) == 5000
    assert match.scores["Cy"] > 1000


def test_who_missed_the_small_blind_alone_posts_that_as_dead() -> None:
    match = begun()
    play_hand(match)
    match.enter("away", seats=["Ben"])
    assert not match.state.positions.has_small_blind
    play_hand(match)
    match.enter("away")
    match.enter("post", seat="Ben")
    assert match.state.betting.dead == {"Ben": 5}
    assert match.state.betting.bets["Ben"] == 0
    assert match.said(match.ruling.because[0].text) == "It goes to the main pot."


def test_a_misdeal_keeps_what_was_posted() -> None:
    match = with_cy_back()
    play_until_asked(match)
    match.enter("post", seat="Cy")
    match.enter("fold", match.scene.to_act[0])
    match.enter("misdeal")
    assert match.state.betting.bets["Cy"] == 10


def test_a_latecomer_posts_a_big_blind() -> None:
    match = begun()
    late = replace(match.setting, seats=(*match.setting.seats, "Flo"), late=("Flo",))
    match = PlayedMatch(Match.begin(match.rulebook, late))
    for _ in range(2):
        play_hand(match)
    match.enter("buy", seat="Flo", n=1000)
    assert "Flo" not in dealt_in(match)
    match.enter("post", seat="Flo")
    assert match.said(match.ruling.because[0].text) == "It is Flo’s bet."
    assert match.state.betting.bets["Flo"] == 10
    assert not match.state.betting.dead
    assert "Flo" in dealt_in(match)


def test_between_two_nobody_owes_anything() -> None:
    match = PlayedMatch.begun(
        "holdem", "Ana Ben Cy", dealer="Cy", depth="bets", missed=True
    )
    match.enter("away", seats=["Cy"])
    for _ in range(3):
        play_hand(match)
    assert set(dealt_in(match)) == {"Ana", "Ben"}


@pytest.mark.parametrize("depth", ["bets", "deals"])
def test_without_the_option_they_get_cards_at_once(depth: str) -> None:
    match = begun(depth, missed=False)
    play_hand(match)
    match.enter("away", seats=["Cy"])
    for _ in range(2):
        play_hand(match)
    match.enter("away")
    assert "post" not in match.kinds
    assert not match.state.owed.seats


def moving(back_after: int) -> PlayedMatch:
    """The button moves to the next who plays; Cy misses the second hand, and comes back
    after some.
    """
    match = begun(house_rules=["button-moves-on"])
    play_hand(match)
    match.enter("away", seats=["Cy"])
    for _ in range(back_after):
        play_hand(match)
    match.enter("away")
    return match


def test_a_button_that_moves_on_passes_over_who_owes_blinds() -> None:
    match = moving(1)
    # Ana had the button, Ben and Dee the blinds; Cy sits left of the button now.
    positions = match.state.positions
    assert (positions.button, positions.small, positions.big) == ("Ben", "Dee", "Eve")
    assert "post" not in match.kinds
    assert cards_of(match, "Cy") == ["from the next hand on"]
    play_hand(match)
    assert match.state.positions.button == "Dee"
    assert match.prompt("post").fields[0].choices == ("Cy",)
    match.enter("post", seat="Cy")
    assert match.state.betting.bets["Cy"] == 10
    assert match.state.positions.has_small_blind


def test_a_button_that_moves_on_lets_who_owes_have_the_big_blind() -> None:
    match = moving(4)
    while match.state.positions.big != "Cy":
        positions = match.state.positions
        assert "Cy" not in (positions.button, positions.small)
        assert positions.has_small_blind
        play_hand(match)
    assert "Cy" in dealt_in(match)
    assert "post" not in match.kinds


def test_a_latecomer_does_not_post_left_of_a_button_that_moves_on() -> None:
    match = begun(house_rules=["button-moves-on"])
    seats = ("Ana", "Flo", "Ben", "Cy", "Dee", "Eve")
    late = replace(match.setting, seats=seats, late=("Flo",))
    match = PlayedMatch(Match.begin(match.rulebook, late))
    play_hand(match)
    # Ana has the button.
    match.enter("buy", seat="Flo", n=1000)
    assert "post" not in match.kinds
    assert match.state.positions.small == "Ben"
    play_hand(match)
    assert match.state.positions.button == "Ben"
    match.enter("post", seat="Flo")
    assert match.state.betting.bets["Flo"] == 10


def test_a_blind_that_was_posted_counts_in_a_straddle() -> None:
    match = with_cy_back(straddle=True)
    play_until_asked(match)
    play_hand(match)
    match.enter("post", seat="Cy")
    assert match.scene.to_act == ("Cy",)
    match.enter("straddle", "Cy")
    betting = match.state.betting
    assert (betting.bets["Cy"], betting.level) == (20, 20)
