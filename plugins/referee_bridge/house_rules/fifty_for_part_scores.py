"""Chicago scored as duplicate: a part-score brings 50, and is not carried on."""

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

from .. import scoring
from ..game import CHICAGO, GAME

RULE = HouseRule(
    "fifty-for-part-scores",
    GAME.id,
    title="Fifty for a part-score",
    text="Chicago: each deal is scored by itself, as in duplicate. A part-score brings "
    "50, and isn’t carried on.",
    needs=CHICAGO,
)
describe_house_rule = RULE.hook


@hookimpl(wrapper=True)
def score_round(given: Values) -> Wrapper[Ruling]:
    """Return the ruling on a contract of Chicago that is made, scored as duplicate."""
    ruling = yield
    is_chicago = given.values.get("scoring") == "chicago"
    if not is_chicago or not ruling.decided.number("declaring"):
        return ruling
    alone = scoring.score_round(Values({**given.values, "scoring": "duplicate"}))
    alone = replace(alone, verdict={**alone.verdict, "below": 0})
    return with_house_rule(alone, by_house_rule(RULE, "The deal is scored by itself."))
