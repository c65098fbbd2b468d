"""Something went wrong at euchre: what is done now, by the usual law of Hoyle's books
and the sections of these rules.
"""

from functools import partial

from referee.plugin.discovery import rulebook
from tests.games.went_wrong import reasons_of, ruling_now

now = partial(ruling_now, "euchre")


def test_where_all_have_passed_twice_the_next_dealer_deals() -> None:
    assert "the next dealer deals" in reasons_of(
        now("pass-forgotten", "player", "next")
    )


def test_unless_the_dealer_is_stuck() -> None:
    given = {"situation": "pass-forgotten", "who": "player", "noticed": "next"}
    ruling = rulebook("euchre", ("stick-the-dealer",)).rule_from_json(
        "irregularity", given
    )
    assert ruling.because[-1].rule == "euchre#stick-the-dealer"
    assert ruling.because[-1].basis == "house-rule"
    assert "the next dealer deals" not in reasons_of(ruling)
