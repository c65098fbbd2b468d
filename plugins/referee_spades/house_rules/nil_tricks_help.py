"""The tricks of a nil that failed help to make the partner's bid."""

from collections.abc import Generator, Mapping

from referee import HouseRule, Ruling, Values, by_house_rule, hookimpl, with_house_rule

from ..deal_score import rule_deal
from ..rules import GAME

_RULE = HouseRule(
    id="nil-tricks-help",
    game=GAME.id,
    title="Nil's tricks help the partner",
    text="Tricks taken by somebody who bid nil count for the partner's bid, and are "
    "bags only beyond it.",
)


@hookimpl
def describe_house_rule() -> HouseRule:
    """What the table agrees on."""
    return _RULE


@hookimpl(wrapper=True)
def score_round(given: Values) -> Generator[None, Ruling, Ruling]:
    """The ruling on a deal in which all tricks of a side count for its bid."""
    ruling = yield
    ruled = rule_deal(given, _all_tricks)
    if ruled.verdict == ruling.verdict:
        return ruling
    why = by_house_rule(_RULE, "All tricks of a side count for its bid, a nil's too.")
    return with_house_rule(ruled, why, "nil-tricks")


def _all_tricks(_bids: Mapping[str, int], tricks: Mapping[str, int]) -> int:
    return sum(tricks.values())
