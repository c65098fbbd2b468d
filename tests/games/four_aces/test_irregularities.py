"""Something went wrong at Four Aces: what is done now, by its rules, and by our reading
of them where they are silent.
"""

from functools import partial

from referee.testing import ask
from tests.games.went_wrong import reasons_of, remedies_of, ruling_now

now = partial(ruling_now, "four-aces")


def test_the_rules_say_for_which_hand_a_card_is_drawn() -> None:
    ruling = now("drawn-for-wrong-hand", "player", "at-once")
    assert "one from the discard pile for the exposed hand" in str(ruling.summary)
    assert ruling.because[0].rule == "four-aces#turn"
    assert ruling.because[0].basis == "rules"


def test_where_they_are_silent_it_is_our_reading_that_the_next_draw_settles_it() -> (
    None
):
    for situation in ("drawn-for-wrong-hand", "drew-two", "discard-wrong-hand"):
        ruling = now(situation, "player", "next")
        assert ruling.because[0].basis == "reading", situation
    assert "Once the next player has drawn" in reasons_of(ruling)


def test_from_which_hand_a_card_is_discarded_is_the_reading_of_the_round() -> None:
    ruling = now("discard-wrong-hand", "player", "at-once")
    assert ruling.because[0].rule == "four-aces#discard"


def test_a_joker_takes_from_the_left_neighbours_exposed_hand_alone() -> None:
    ruling = now("joker-wrong-card", "player", "at-once", seat="Ana")
    assert "no hidden hand. The card goes back." in reasons_of(ruling)
    assert str(remedies_of(ruling)[0]["who"]) == "Ana"


def test_hands_of_a_wrong_size_are_scored_as_its_ruling_scores_them() -> None:
    """What it promises about a card too many is what a round then says."""
    told = reasons_of(now("discard-forgotten", "player", "after"))
    assert "scores the cards as they were entered" in told
    four = ["2C", "7D", "9H", "QS"]
    ruling = ask("four-aces", "round", hidden=four, exposed=["3C", "8D", "TH"])
    [caution] = ruling.verdict["cautions"]
    assert (caution["hand"], caution["entered"]) == ("hidden", 4)


def test_aces_found_at_scoring_win_unless_the_table_has_them_called() -> None:
    assert "they win as well" in reasons_of(now("aces-overlooked", "player", "after"))
    called = remedies_of(now("aces-overlooked", "player", "later"))[0]
    assert called["enter"] == {"kind": "four_aces", "data": {}}
