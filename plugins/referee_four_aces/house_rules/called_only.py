"""Four aces win only when called: found when a round is scored, they score like any other hand."""

from collections.abc import Generator
from dataclasses import replace

from referee import HouseRule, Ruling, by_house_rule, hookimpl, with_house_rule

from ..round import said_total
from ..rules import GAME

_RULE = HouseRule(
    id="called-only",
    game=GAME.id,
    title="Four aces win only when called",
    text="""All four aces in one hand win the game only when their player calls them before the hands are scored. \
Found when a round is scored, they count for what the hand scores, a point for every ace, and the game goes on.""",
)


@hookimpl
def describe_house_rule() -> HouseRule:
    """What the table agrees on."""
    return _RULE


@hookimpl(wrapper=True)
def score_round() -> Generator[None, Ruling, Ruling]:
    """The ruling on a round, in which four aces no longer win."""
    ruling = yield
    if not ruling.verdict["wins"]:
        return ruling
    why = by_house_rule(_RULE, "All four aces were found when the round was scored: uncalled, they do not win.")
    hidden, exposed = (ruling.decided.within(hand).number("total") for hand in ("hidden", "exposed"))
    said = said_total(hidden, exposed)
    changed = replace(ruling, verdict={**ruling.verdict, "wins": False}, summary=said)
    return with_house_rule(changed, why, "four-aces")
