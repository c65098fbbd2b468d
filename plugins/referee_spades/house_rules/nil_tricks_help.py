"""The tricks of a nil that failed help to make the partner's bid."""

from collections.abc import Mapping

from referee import (
    HouseRule,
    Ruling,
    Values,
    Wrapper,
    by_house_rule,
    hookimpl,
    with_house_rule,
)

from ..game import GAME, PARTNERS
from ..scoring import rule_deal

RULE = HouseRule(
    "nil-tricks-help",
    GAME.id,
    title="Nil’s tricks help the partner",
    text="Tricks taken by somebody who bid nil count for the partner’s bid, and are "
    "bags only beyond it.",
    needs=PARTNERS,
)
describe_house_rule = RULE.hook


@hookimpl(wrapper=True)
def score_round(given: Values) -> Wrapper[Ruling]:
    """Return the ruling on a deal in which all tricks of a side count for its bid."""
    ruling = yield
    all_counted = rule_deal(given, _count_all)
    if all_counted.verdict == ruling.verdict:
        return ruling
    why = by_house_rule(RULE, "All a side’s tricks count for its bid, even a nil’s.")
    return with_house_rule(all_counted, why, "nil-tricks")


def _count_all(_bids: Mapping[str, int], tricks: Mapping[str, int]) -> int:
    return sum(tricks.values())
