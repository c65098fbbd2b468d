"""Something went wrong at Slapjack All Faces: what is done now, by its rules, and by our
readings of them where they are silent.
"""

from functools import partial

from referee.plugin.discovery import rulebook
from tests.games.went_wrong import reasons_of, remedies_of, ruling_now

now = partial(ruling_now, "slapjack")


def test_a_false_slap_costs_the_top_card_as_the_rules_say() -> None:
    ruling = now("false-slap", "player", "at-once")
    first = remedies_of(ruling)[0]
    assert str(first["cost"]) == "a card"
    assert ruling.because[0].rule == "slapjack#false-slap"
    assert ruling.because[0].basis == "rules"
    assert "each of them gives a card" in reasons_of(ruling)


def test_with_the_house_rule_only_the_quickest_false_slapper_pays() -> None:
    case = {"situation": "false-slap", "who": "player", "noticed": "at-once"}
    ruling = rulebook("slapjack", ("quickest-pays",)).rule_from_json(
        "irregularity", case
    )
    assert "only the quickest gives a card" in reasons_of(ruling)
    assert "each of them" not in reasons_of(ruling)


def test_a_queen_before_its_time_is_slapped_falsely() -> None:
    ruling = now("wrong-stage", "player", "at-once")
    assert [reason.rule for reason in ruling.because] == [
        "slapjack#stages",
        "slapjack#false-slap",
    ]


def test_a_dead_heat_and_an_empty_place_are_ruled_as_in_a_match() -> None:
    """These readings stand in the game's sections already."""
    ruling = now("dead-heat", "player", "at-once")
    assert ruling.because[0].rule == "slapjack#dead-heat"
    ruling = now("empty-place", "player", "at-once")
    assert ruling.because[0].rule == "slapjack#empty-pile"


def test_wrong_numbers_are_counted_and_entered() -> None:
    [counted] = remedies_of(now("numbers-differ", "player", "later"))
    assert counted["enter"] == {"kind": "recount", "data": {}}


def test_a_card_out_of_turn_stands_once_the_next_was_played() -> None:
    assert "goes back" in reasons_of(now("out-of-turn", "player", "at-once"))
    ruling = now("out-of-turn", "player", "next")
    assert "it stands" in reasons_of(ruling)
    assert ruling.because[0].basis == "reading"
