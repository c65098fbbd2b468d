"""Four cards of one suit are a flush in the crib too."""

from dataclasses import replace

from referee import (
    HouseRule,
    Ruling,
    Values,
    Wrapper,
    by_house_rule,
    hookimpl,
    with_house_rule,
)

from ..game import GAME
from ..scoring import combinations_in, rule_hand

RULE = HouseRule(
    "crib-flush-of-four",
    GAME.id,
    title="A flush of four in the crib",
    text="Four cards of one suit in the crib count 4, as in a hand, "
    "also where the starter is of another suit.",
)
describe_house_rule = RULE.hook


@hookimpl(wrapper=True)
def score_round(given: Values) -> Wrapper[Ruling]:
    """Return the ruling on a crib with a flush of four; any other ruling as it is."""
    ruling = yield
    if not given.has("crib") or not given.flag("crib"):
        return ruling

    hand = given.cards("cards")
    starter = given.card("starter")
    scoring = combinations_in(hand, starter, crib=False)
    as_a_hand = rule_hand(hand, starter, scoring, crib=True)
    if as_a_hand.verdict == ruling.verdict:
        return ruling
    why = by_house_rule(RULE, "A flush for 4: {cards:short}.", cards=hand)
    return with_house_rule(
        replace(as_a_hand, origin=ruling.origin), why, "flush", "show"
    )
