"""Something went wrong at Crazy Eights and Mau-Mau: what is done now, by the usual law of Hoyle's books
and the sections of these rules.
"""

from functools import partial

from referee.plugin.discovery import rulebook
from tests.games.went_wrong import reasons_of, ruling_now

now = partial(ruling_now, "crazy-eights")


def test_a_card_that_does_not_fit_goes_back_until_the_next_has_played() -> None:
    assert "goes back" in reasons_of(now("card-does-not-fit", "player", "at-once"))
    assert "stands" in reasons_of(now("card-does-not-fit", "player", "next"))


def test_mau_is_said_at_mau_mau_only() -> None:
    assert "Nothing has to be said" in reasons_of(
        now("mau-forgotten", "player", "at-once")
    )
    ruling = now("mau-forgotten", "player", "at-once", variant="mau-mau")
    assert "draws a card" in reasons_of(ruling)


def test_the_first_card_acts_by_the_rules_of_each_game() -> None:
    ruling = now("starter-wild", "dealer", "before")
    assert "goes back into the stock" in reasons_of(ruling)
    assert ruling.because[0].rule == "crazy-eights#starter"
    ruling = now("starter-wild", "dealer", "before", variant="mau-mau")
    assert "A jack goes back into the stock" in reasons_of(ruling)
    assert ruling.because[0].rule == "crazy-eights#starter-jack"


def test_a_house_rule_of_the_table_is_told() -> None:
    given = {"situation": "card-does-not-fit", "who": "player", "noticed": "at-once"}
    ruling = rulebook("crazy-eights", ("no-wild-on-wild",)).rule_from_json(
        "irregularity", given
    )
    assert ruling.because[-1].rule == "crazy-eights#no-wild-on-wild"
    assert ruling.because[-1].basis == "house-rule"


def test_a_suit_that_was_not_named_is_named_now() -> None:
    assert "names a suit now" in reasons_of(now("no-suit-named", "player", "at-once"))
