"""Nobody's total falls below zero: anything beyond that is ignored."""

from collections.abc import Generator
from dataclasses import replace

from referee import HouseRule, Ruling, by_house_rule, hookimpl

from ..rules import GAME

_RULE = HouseRule(
    id="not-below-zero",
    game=GAME.id,
    title="No total below zero",
    text="A round takes no more than somebody has: a total that would fall below zero is zero.",
)


@hookimpl
def describe_house_rule() -> HouseRule:
    """What the table agrees on."""
    return _RULE


@hookimpl(wrapper=True)
def score_round() -> Generator[None, Ruling, Ruling]:
    """The ruling on a round, after which no total is below zero."""
    ruling = yield
    totals = ruling.decided.scores("totals")
    below = tuple(seat for seat, total in totals.items() if total < 0)
    if not below:
        return ruling
    why = by_house_rule(_RULE, "Below zero without this rule, and so at zero: {seats}.", seats=below)
    kept = {seat: max(total, 0) for seat, total in totals.items()}
    return replace(ruling, verdict={**ruling.verdict, "totals": kept}, because=(why, *ruling.because))
