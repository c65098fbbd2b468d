"""Something went wrong at Belote: what tournaments hold, by what is played."""

from tests.games.went_wrong import reasons_of, ruling_now


def test_a_low_bid_is_bettered_or_a_pass() -> None:
    ruling = ruling_now("belote", "bid-too-low", "player", "at-once", play="coinche")
    assert "bids enough, or passes" in reasons_of(ruling)
    ruling = ruling_now("belote", "bid-too-low", "player", "next", play="belote")
    assert "nobody bids points" in reasons_of(ruling)


def test_a_rebelote_can_be_said_until_the_trick_is_turned() -> None:
    ruling = ruling_now("belote", "rebelote-forgotten", "player", "trick")
    assert "can still be said" in reasons_of(ruling)
    ruling = ruling_now("belote", "rebelote-forgotten", "player", "later")
    assert "give it no points" in reasons_of(ruling)
    assert ruling.because[-1].rule == "belote#belote"


def test_a_false_announcement_goes_to_the_others() -> None:
    ruling = ruling_now("belote", "false-announcement", "player", "later")
    assert "other side scores" in reasons_of(ruling)


def test_a_renonce_loses_the_deal() -> None:
    ruling = ruling_now("belote", "revoke", "player", "later")
    assert "loses the deal" in reasons_of(ruling)
    assert ruling.because[-1].rule == "belote#offence"
