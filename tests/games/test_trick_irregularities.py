"""Something went wrong in a game of tricks that no association rules: what Hoyle's
books agree on, whatever the game.
"""

from collections.abc import Callable
from functools import partial

import pytest

from referee import Ruling
from referee.testing import PlayedMatch
from tests.games.went_wrong import reasons_of, ruling_now

GAMES = {
    "euchre": "2 points",
    "hearts": "26 points",
    "oh-hell": "scores nothing",
    "spades": "has failed its bid",
    "wizard": "scores nothing for a bid that came true",
}
"""Each with what a revoke costs."""

Now = Callable[..., Ruling]


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def now(game: str) -> Now:
    return partial(ruling_now, game)


def test_a_lead_out_of_turn_is_taken_back_until_all_have_played_to_it(
    game: str, now: Now
) -> None:
    at_once = reasons_of(now("lead-out-of-turn", "player", "at-once"))
    assert "back" in at_once
    ruling = now("lead-out-of-turn", "player", "later")
    assert "it stands" in reasons_of(ruling)
    assert ruling.because[0].rule == f"{game}#out-of-turn"


def test_a_suit_not_followed_is_put_right_until_the_trick_is_turned_over(
    game: str, now: Now
) -> None:
    assert "it is corrected" in reasons_of(now("revoke", "player", "trick"))
    ruling = now("revoke", "player", "later")
    assert GAMES[game] in reasons_of(ruling)
    assert ruling.because[-1].rule == f"{game}#offence"


def test_a_wrong_number_of_cards_is_dealt_again(now: Now) -> None:
    assert "deals" in str(now("wrong-count", "player", "before").summary)
    assert "stands" in str(now("wrong-count", "player", "after").summary)


def test_whoever_deals_wrongly_has_dealt_once_a_card_was_led(now: Now) -> None:
    assert "the right dealer deals" in reasons_of(now("who-deals", "dealer", "before"))
    assert "to the left" in reasons_of(now("who-deals", "dealer", "later"))


def test_what_no_law_book_says_is_marked_as_a_reading(now: Now) -> None:
    ruling = now("exposed-card", "player", "at-once")
    assert {reason.basis for reason in ruling.because} == {"reading"}


class TestALeadOutOfTurnIsToldAtOnce:
    """The law says what its role in the deal makes of whoever led."""

    @pytest.mark.parametrize(
        ("leader", "who", "trick"),
        [
            ("Ben", "declarer", 1),
            ("Dee", "dummy", 1),
            ("Ana", "defender", 1),
            ("Ben", "declarer", 2),
            ("Ana", "defender", 2),
        ],
    )
    def test_at_bridge(self, leader: str, who: str, trick: int) -> None:
        match = PlayedMatch.begun(
            "bridge", "Ana Ben Cy Dee", dealer="Dee", depth="tricks"
        )
        match.enter("contract", declarer="Ben", level="3", strain="NT")
        if trick == 2:
            cards = {"Cy": "AS", "Dee": "2S", "Ana": "3S", "Ben": "4S"}
            match.enter("trick", plays=cards)
        match.enter("trick", plays={leader: "9H"}, leader=leader)
        situation = "opening-lead" if trick == 1 else "lead-out-of-turn"
        assert_as_the_law_says(match, leader, who, situation)

    @pytest.mark.parametrize(
        ("leader", "who"), [("Ben", "declarer"), ("Cy", "opponent")]
    )
    def test_at_skat(self, leader: str, who: str) -> None:
        match = PlayedMatch.begun("skat", "Ana Ben Cy", dealer="Cy", depth="tricks")
        contract = {"game": "clubs", "announced": "nothing", "bid": 18}
        match.enter("contract", declarer="Ben", **contract)
        match.enter("trick", plays={leader: "9H"}, leader=leader)
        assert_as_the_law_says(match, leader, who)
        others = {"Ana": "8H", "Ben": "7H", "Cy": "TH"}
        others.pop(leader)
        match.enter("trick", plays=others)
        assert match.kinds[0] == "trick", "the others play on"

    def test_in_a_ramsch(self) -> None:
        match = PlayedMatch.begun(
            "skat", "Ana Ben Cy", dealer="Cy", depth="tricks", passed="ramsch"
        )
        match.enter("passed")
        match.enter("trick", plays={"Cy": "9H"}, leader="Cy")
        ruling = match.ruling
        assert "skat#ramsch-offence" in {reason.rule for reason in ruling.because}

    @pytest.mark.parametrize("game", ["belote", "doppelkopf"])
    def test_elsewhere_anybody_is_a_player(self, game: str) -> None:
        match = PlayedMatch.begun(game, "Ana Ben Cy Dee", dealer="Dee", depth="tricks")
        if game == "belote":
            match.enter("contract", taker="Ben", trump="H")
        match.enter("trick", plays={"Cy": "9H"}, leader="Cy")
        assert_as_the_law_says(match, "Cy", "player")


def assert_as_the_law_says(
    match: PlayedMatch, seat: str, who: str, situation: str = "lead-out-of-turn"
) -> None:
    ruling = match.ruling
    asked = {"situation": situation, "who": who, "noticed": "at-once", "seat": seat}
    law = match.rulebook.rule_from_json("irregularity", asked)
    assert str(ruling.summary).startswith(f"{seat} led out of turn; ")
    assert ruling.verdict["remedies"] == law.verdict["remedies"]
