"""Something went wrong at gin rummy: what is done now, by the usual law of Hoyle's books
and the sections of these rules.
"""

from functools import partial

from tests.games.went_wrong import reasons_of, ruling_now

now = partial(ruling_now, "gin-rummy")


def test_a_wrong_number_of_cards_is_put_right_turn_by_turn() -> None:
    assert "deals again" in reasons_of(now("wrong-count", "player", "before"))
    assert "draw without discarding" in reasons_of(
        now("wrong-count", "player", "later")
    )


def test_a_card_drawn_out_of_turn_goes_back_unless_it_was_seen() -> None:
    assert "goes back where it was" in reasons_of(
        now("draw-out-of-turn", "player", "at-once")
    )


def test_a_false_knock_does_not_count_and_the_hand_stays_open() -> None:
    ruling = now("false-knock", "player", "at-once")
    assert "does not count" in str(ruling.summary)
    assert ruling.because[0].rule == "gin-rummy#false-knock"


def test_a_false_gin_may_still_be_a_knock() -> None:
    assert "counts as a knock" in reasons_of(now("false-gin", "player", "at-once"))


def test_with_two_cards_left_the_deal_is_dead() -> None:
    assert "nobody scores" in reasons_of(now("stock-used-up", "player", "at-once"))
