"""Seeger–Fabian: 50 more for a game that is won, 50 off for one that is lost, and
points for those who beat it.
"""

from collections.abc import Generator

from referee import HouseRule, Ruling, Values, by_house_rule, hookimpl, say

from ..value import score_by_house_rule

_BONUS, _OF_THREE, _OF_FOUR = 50, 40, 30
_TEXT = """As in tournaments: the declarer scores 50 more for a game that is won, and loses 50 more with one that is \
lost. Each of the others then scores 40, or 30 where four sit at the table."""
_RULE = HouseRule("seeger-fabian", "skat", "Seeger–Fabian", _TEXT)


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
    won, score = ruling.decided.flag("won"), ruling.decided.number("score")
    others = (
        0 if won else _OF_FOUR if given.number_if_any("at_table") == 4 else _OF_THREE
    )
    template = (
        "A game that is lost costs {n} more, and each of the others scores {others}."
    )
    template = "A game that is won counts {n} more." if won else template
    why = by_house_rule(_RULE, template, n=_BONUS, others=others)
    return score_by_house_rule(
        ruling, score + (_BONUS if won else -_BONUS), say("Seeger–Fabian"), why, others
    )
