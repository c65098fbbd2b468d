"""Something went wrong at Oh Hell: what is done now, by the usual law of Hoyle's books
and the sections of these rules.
"""

from functools import partial

from referee.plugin.discovery import rulebook
from tests.games.went_wrong import reasons_of, ruling_now

now = partial(ruling_now, "oh-hell")


def test_the_dealers_bid_must_not_bring_the_bids_to_the_number_of_tricks() -> None:
    assert "another number" in reasons_of(now("bids-even", "dealer", "at-once"))


def test_unless_the_dealer_bids_freely() -> None:
    given = {"situation": "bids-even", "who": "dealer", "noticed": "at-once"}
    ruling = rulebook("oh-hell", ("dealer-bids-freely",)).rule_from_json(
        "irregularity", given
    )
    assert ruling.because[-1].rule == "oh-hell#dealer-bids-freely"
    assert ruling.because[-1].basis == "house-rule"
    assert "another number" not in reasons_of(ruling)


def test_where_spades_are_trump_no_card_is_missing() -> None:
    spades = now("trump-not-turned", "dealer", "later", trump="spades")
    assert spades.because[-1].rule == "oh-hell#spades"
    assert "without a trump" in reasons_of(now("trump-not-turned", "dealer", "later"))
