"""Chance decides about every key for which the hands are worth the same."""

from collections.abc import Generator
from dataclasses import replace

from referee import HouseRule, Ruling, by_house_rule, hookimpl, say, with_house_rule

from ..rules import GAME

_RULE = HouseRule(
    id="level-hands-toss",
    game=GAME.id,
    title="Level hands always toss for the key",
    text="""When hands are worth the same at a key, chance decides who takes it, whoever won the last card by bidding: \
toss a coin, roll a die or draw cards.""",
)


@hookimpl
def describe_house_rule() -> HouseRule:
    """What the table agrees on."""
    return _RULE


@hookimpl(wrapper=True)
def score_round() -> Generator[None, Ruling, Ruling]:
    """The ruling on level hands at a key, left to chance; on others as it is."""
    ruling = yield
    if ruling.verdict["reason"] != "last-winner":
        return ruling
    why = by_house_rule(
        _RULE,
        "The hands are level, so chance decides, whoever won the last card by bidding.",
    )
    summary = say("The hands are level: chance decides who takes the key")
    changed = replace(
        ruling,
        verdict={**ruling.verdict, "winner": None, "reason": "random"},
        summary=summary,
    )
    return with_house_rule(changed, why, "level-hands", "last-bid")
