"""Something went wrong at hearts: what is done now, by the usual law of Hoyle's books
and the sections of these rules.
"""

from functools import partial

from tests.games.went_wrong import reasons_of, ruling_now

now = partial(ruling_now, "hearts")


def test_hearts_led_too_early_go_back_unless_the_queen_has_broken_them() -> None:
    assert "goes back" in reasons_of(now("broken-too-early", "player", "at-once"))
    ruling = now("broken-too-early", "player", "at-once", queen_breaks=True)
    assert "the queen of spades breaks hearts too" in reasons_of(ruling)


def test_cards_passed_the_wrong_way_go_on_until_somebody_has_looked() -> None:
    assert "where they belong" in reasons_of(
        now("passed-wrong-way", "player", "before")
    )


def test_by_foster_whoever_played_no_card_to_a_trick_takes_the_last_one() -> None:
    ruling = now("two-cards", "player", "later")
    assert "they take the last trick" in str(ruling.summary)
    assert "R. F. Foster’s laws of hearts" in reasons_of(ruling)
    assert ruling.because[0].basis == "reading"


def test_by_foster_the_right_neighbour_may_choose_a_suit_after_a_lead_out_of_turn() -> (
    None
):
    for noticed in ("at-once", "trick"):
        ruling = reasons_of(now("lead-out-of-turn", "player", noticed))
        assert "the player on their right" in ruling
    assert "on their right" not in reasons_of(
        now("lead-out-of-turn", "player", "later")
    )
