"""Something went wrong at spades: what is done now, by the usual law of Hoyle's books
and the sections of these rules.
"""

from referee import Ruling
from referee.testing import ask


def now(situation: str, who: str, noticed: str, **given: object) -> Ruling:
    return ask(
        "spades",
        "irregularity",
        situation=situation,
        who=who,
        noticed=noticed,
        **given,
    )


def said(ruling: Ruling) -> str:
    return " ".join(str(reason.text) for reason in ruling.because)


def test_a_lead_out_of_turn_is_taken_back_until_all_have_played_to_it() -> None:
    assert "taken back" in said(now("lead-out-of-turn", "player", "at-once"))
    ruling = now("lead-out-of-turn", "player", "later")
    assert "it stands" in said(ruling)
    assert ruling.because[0].rule == "spades#out-of-turn"


def test_a_suit_not_followed_is_put_right_until_the_trick_is_turned_over() -> None:
    assert "put right" in said(now("revoke", "player", "trick"))
    ruling = now("revoke", "player", "later")
    assert "has failed its bid" in said(ruling)
    assert ruling.because[-1].rule == "spades#offence"


def test_a_wrong_number_of_cards_is_dealt_again() -> None:
    assert "deals" in str(now("wrong-count", "player", "before").summary)
    assert "stands" in str(now("wrong-count", "player", "after").summary)


def test_whoever_deals_wrongly_has_dealt_once_a_card_was_led() -> None:
    assert "the right dealer deals" in said(now("who-deals", "dealer", "before"))
    assert "to the left" in said(now("who-deals", "dealer", "later"))


def test_what_no_law_book_says_is_marked_as_a_reading() -> None:
    bases = {
        reason.basis for reason in now("exposed-card", "player", "at-once").because
    }
    assert bases == {"reading"}


def test_a_partners_exposed_card_lies_open() -> None:
    ruling = now("exposed-card", "player", "at-once")
    assert str(ruling.verdict["remedies"][0]["cost"]) == "an open card"  # type: ignore[index]


def test_blind_nil_with_cards_seen_is_a_plain_nil() -> None:
    assert "plain nil" in said(now("blind-looked", "player", "before"))


def test_a_bid_stands_once_it_was_made() -> None:
    assert "the bid stands" in said(now("changed-bid", "player", "next"))
