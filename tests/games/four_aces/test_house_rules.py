"""Four Aces, "Four aces win only when called": what the house rule changes, and what it
leaves alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from referee.testing import ask

if TYPE_CHECKING:
    from tests.games.four_aces.conftest import Seated, Table

HOUSE = ("called-only",)
FOUR_ACES = {"hidden": "AC AD AH", "exposed": "9S", "locked": "AS"}
# Fourteen with the hidden hand; the exposed one, with 9♠ and A♠, is a two-card flush
# with one ace.
SCORED = 14 - 2 + 1


@pytest.fixture
def at_home(seated: Seated) -> Table:
    return seated("Ana", "Ben", "Cy", house_rules=HOUSE)


def test_found_four_aces_are_scored_and_do_not_win() -> None:
    ruling = ask("four-aces", "round", house_rules=HOUSE, **FOUR_ACES)
    assert ruling.verdict == {
        **ask("four-aces", "round", **FOUR_ACES).verdict,
        "wins": False,
    }
    assert ruling.verdict["four_aces"] is True
    assert str(ruling.summary) == ("13 (hidden 14, exposed \N{MINUS SIGN}1).")


def test_the_ruling_says_which_house_rule_changed_it() -> None:
    first, *others = ask("four-aces", "round", house_rules=HOUSE, **FOUR_ACES).because
    assert (first.rule, first.basis) == ("four-aces#called-only", "house-rule")
    assert "four-aces#four-aces" not in {reason.rule for reason in others}


def test_a_round_without_four_aces_is_ruled_as_the_author_has_it() -> None:
    cards = {"hidden": "AS 2S 3S", "exposed": "2C 3H 4D", "locked": "AH"}
    assert ask("four-aces", "round", house_rules=HOUSE, **cards) == ask(
        "four-aces", "round", **cards
    )


def test_the_match_goes_on_after_they_are_found(at_home: Table) -> None:
    rulings = at_home.play(
        Ana=("2C 3C 4C", "6H 8S JD"),
        Ben=("AC AD AH", "9S 2H 4D", "AS"),
        Cy=("TS KH 7D", "JS 8C"),
    )
    assert rulings[1].verdict["wins"] is False
    assert rulings[1].because[0].basis == "house-rule"
    assert at_home.scores["Ben"] == SCORED
    assert not at_home.scene.finished
    assert at_home.scene.round == 2


def test_they_may_still_reach_the_target(seated: Seated) -> None:
    table = seated("Ana", "Ben", "Cy", house_rules=HOUSE, target=SCORED)
    rulings = table.play(
        Ana=("2C 3C 4C", "6H 8S JD"),
        Ben=("AC AD AH", "9S 2H 4D", "AS"),
        Cy=("TS KH 7D", "JS 8C"),
    )
    assert table.scene.winners == ("Ben",)
    assert rulings[-1].because[0].rule == "four-aces#target"


def test_a_call_wins_at_once(at_home: Table) -> None:
    at_home.call("Ben", "hidden", "AC AD AH AS")
    assert at_home.scene.winners == ("Ben",)
