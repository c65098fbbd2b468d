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
