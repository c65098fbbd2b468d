"""Something went wrong at spades: what is done now, by the usual law of Hoyle's books
and the sections of these rules.
"""

from functools import partial

from tests.games.went_wrong import reasons_of, remedies_of, ruling_now

now = partial(ruling_now, "spades")


def test_a_partners_exposed_card_lies_open() -> None:
    ruling = now("exposed-card", "player", "at-once")
    assert str(remedies_of(ruling)[0]["cost"]) == "an open card"


def test_blind_nil_with_cards_seen_is_a_plain_nil() -> None:
    assert "not blind" in reasons_of(now("blind-looked", "player", "before"))


def test_a_bid_stands_once_it_was_made() -> None:
    assert "the bid stands" in reasons_of(now("changed-bid", "player", "next"))
