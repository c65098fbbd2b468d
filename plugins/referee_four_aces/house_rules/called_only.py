"""Four aces win only when called: found when a round is scored, they do not."""

from dataclasses import replace

from referee import HouseRule, Ruling, Wrapper, by_house_rule, hookimpl, with_house_rule

from ..game import GAME
from ..scoring import say_total

RULE = HouseRule(
    "called-only",
    GAME.id,
    title="Four aces win only when called",
    text="All four aces in one hand win the game only when their player calls them "
    "before the hands are scored. Found when hands are scored, they count for what "
    "the hand scores, a point for every ace, and the game goes on.",
)
describe_house_rule = RULE.hook


@hookimpl(wrapper=True)
def score_round() -> Wrapper[Ruling]:
    """Return the ruling on a round, in which four aces no longer win."""
    ruling = yield
    if not ruling.verdict["wins"]:
        return ruling
    template = "All four aces turned up at scoring: uncalled, they don’t win."
    why = by_house_rule(RULE, template)
    hidden = ruling.decided.within("hidden").number("total")
    exposed = ruling.decided.within("exposed").number("total")
    verdict = {**ruling.verdict, "wins": False}
    changed = replace(ruling, verdict=verdict, summary=say_total(hidden, exposed))
    return with_house_rule(changed, why, "four-aces")
