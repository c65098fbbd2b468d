"""Something went wrong in a game of tricks that no association rules: what Hoyle's
books agree on, whatever the game.
"""

from collections.abc import Callable
from functools import partial

import pytest

from referee import Ruling
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
