"""Chicago scored as duplicate: a part-score brings 50 at once, and none is carried on."""

from collections.abc import Generator
from dataclasses import replace

from referee import HouseRule, Ruling, Values, by_house_rule, hookimpl, with_house_rule

from .. import score
from ..rules import GAME

_TEXT = (
    "Chicago: each deal is scored by itself, as in duplicate. A part-score brings 50, "
    "and is not carried on."
)
_RULE = HouseRule("fifty-for-part-scores", GAME.id, "Fifty for a part-score", _TEXT)


@hookimpl
def describe_house_rule() -> HouseRule:
    """Describe what the table agrees on."""
    return _RULE


@hookimpl(wrapper=True)
def score_round(given: Values) -> Generator[None, Ruling, Ruling]:
    """Score a contract of Chicago that is made as in duplicate."""
    ruling = yield
    if given.values.get("scoring") != "chicago" or not ruling.decided.number(
        "declaring"
    ):
        return ruling
    alone = score.score_round(Values({**given.values, "scoring": "duplicate"}))
    why = by_house_rule(_RULE, "The deal is scored by itself.")
    return with_house_rule(replace(alone, verdict={**alone.verdict, "below": 0}), why)
