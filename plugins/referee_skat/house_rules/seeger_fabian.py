"""Seeger–Fabian: 50 more for a game that is won, 50 off for one that is lost, and points for those who beat it."""

from collections.abc import Generator

from referee import HouseRule, Ruling, Values, by_house_rule, hookimpl, say

from ..value import score_by_house_rule

_BONUS, _OF_THREE, _OF_FOUR = 50, 40, 30
_RULE = HouseRule(
    id="seeger-fabian",
    game="skat",
    title="Seeger–Fabian",
    text="""As in tournaments: the declarer scores 50 more for a game that is won, and loses 50 more with one that is \
lost. Each of the others then scores 40, or 30 where four sit at the table.""",
)


@hookimpl
def describe_house_rule() -> HouseRule:
    """What the table agrees on."""
    return _RULE


@hookimpl(wrapper=True)
def score_round(given: Values) -> Generator[None, Ruling, Ruling]:
    """What a game counts, with the points that tournaments add."""
    ruling = yield
    if ruling.verdict.get("legal") is False:
        return ruling
    score, name = ruling.decided.number("score"), say("Seeger–Fabian")
    if ruling.decided.flag("won"):
        why = by_house_rule(_RULE, "The declarer scores {n} more for a game that is won.", n=_BONUS)
        return score_by_house_rule(ruling, score + _BONUS, name, why)
    others = _OF_FOUR if given.has("at_table") and given.number("at_table") == 4 else _OF_THREE
    template = "The declarer loses {n} more with a game that is lost, and the others score {others} each."
    why = by_house_rule(_RULE, template, n=_BONUS, others=others)
    return score_by_house_rule(ruling, score - _BONUS, name, why, others)
