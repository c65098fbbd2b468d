"""Four cards of one suit are a flush in the crib too."""

from collections.abc import Generator
from dataclasses import replace

from referee import HouseRule, Ruling, Values, by_house_rule, hookimpl, with_house_rule

from ..hand import combinations_in, rule_hand

_TEXT = "Four cards of one suit in the crib count 4, as in a hand, also where the starter is of another suit."
_RULE = HouseRule("crib-flush-of-four", "cribbage", "A flush of four in the crib", _TEXT)


@hookimpl
def describe_house_rule() -> HouseRule:
    """What the table agrees on."""
    return _RULE


@hookimpl(wrapper=True)
def score_round(given: Values) -> Generator[None, Ruling, Ruling]:
    """The ruling on a crib of four cards of one suit; any other ruling as it is."""
    ruling = yield
    hand, starter = given.cards("cards"), given.card("starter")
    as_a_hand = rule_hand(hand, starter, combinations_in(hand, starter, crib=False), crib=True)
    if not given.has("crib") or not given.flag("crib") or as_a_hand.verdict == ruling.verdict:
        return ruling
    why = by_house_rule(_RULE, "A flush for 4: {cards:short}.", cards=hand)
    return with_house_rule(replace(as_a_hand, origin=ruling.origin), why, "flush", "show")
