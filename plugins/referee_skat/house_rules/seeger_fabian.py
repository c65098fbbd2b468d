"""Seeger–Fabian: 50 more for a game that is won, 50 off for one that is lost, and points for those who beat it."""

from collections.abc import Generator
from dataclasses import replace

from referee import HouseRule, Ruling, Values, by_house_rule, hookimpl, say, with_house_rule

from ..value import with_row

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
    won, had = ruling.decided.flag("won"), ruling.decided.number("score")
    others = _OF_FOUR if given.number_if_any("at_table") == 4 else _OF_THREE
    score = had + (_BONUS if won else -_BONUS)
    why = by_house_rule(_RULE, "The declarer scores {n} more for a game that is won: {score}.", n=_BONUS, score=score)
    summary = say("The game is won: {score}", score=score)
    if not won:
        template = (
            "The declarer loses {n} more with a game that is lost, {score} in all; the others score {others} each."
        )
        why = by_house_rule(_RULE, template, n=_BONUS, score=score, others=others)
        summary = say("The game is lost: {score}", score=score)
    verdict = {**ruling.verdict, "score": score, "opponents": 0 if won else others}
    changed = replace(ruling, verdict=verdict, summary=summary)
    return with_house_rule(with_row(changed, say("Seeger–Fabian"), score), why)
