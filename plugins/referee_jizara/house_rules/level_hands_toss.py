"""Chance decides about every key for which the hands are worth the same."""

from dataclasses import replace

from referee import (
    HouseRule,
    Ruling,
    Wrapper,
    by_house_rule,
    hookimpl,
    say,
    with_house_rule,
)

from ..game import GAME

RULE = HouseRule(
    "level-hands-toss",
    GAME.id,
    title="Level hands always toss for the key",
    text="When hands are worth the same at a key, chance decides who takes it, "
    "whoever won the last card by bidding: toss a coin, roll a die or draw cards.",
)
describe_house_rule = RULE.hook


@hookimpl(wrapper=True)
def score_round() -> Wrapper[Ruling]:
    """Return the ruling on level hands, left to chance; any other as it is."""
    ruling = yield
    if ruling.verdict["reason"] != "last-winner":
        return ruling
    why = by_house_rule(
        RULE,
        "The hands are level, so chance decides, whoever won the last card by bidding.",
    )
    verdict = {**ruling.verdict, "winner": None, "reason": "random"}
    summary = say("The hands are level: chance decides who takes the key")
    ruling = replace(ruling, verdict=verdict, summary=summary)
    return with_house_rule(ruling, why, "level-hands", "last-bid")
