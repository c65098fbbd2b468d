"""Whoever shoots the moon says where its points go: to the others, or off their own."""

from dataclasses import replace

from referee import (
    HouseRule,
    Question,
    Ruling,
    Values,
    Wrapper,
    by_house_rule,
    hookimpl,
    with_house_rule,
)

from ..game import ALL, GAME
from ..scoring import MOON_BRINGS, ask_deal_with, take_moon_off

RULE = HouseRule(
    "moon-chosen",
    GAME.id,
    title="The shooter says what the moon brings",
    text="Whoever shoots the moon says whether each of the others gets 26 points, or "
    "they have 26 less themselves.",
    excludes=("moon-taken-off",),
)
describe_house_rule = RULE.hook


@hookimpl(wrapper=True)
def questions() -> Wrapper[tuple[Question, ...]]:
    """Ask what a deal counts with what its shooter chooses too."""
    questions = yield
    return ask_deal_with(replace(MOON_BRINGS, optional=True), questions)


@hookimpl(wrapper=True)
def score_round(given: Values) -> Wrapper[Ruling]:
    """Return the ruling on a deal; after a moon as its shooter chooses."""
    ruling = yield
    shooter = ruling.decided.seat("moon", None)
    if shooter is None:
        return ruling
    if not given.has("moon"):
        why = by_house_rule(RULE, "{seat} says what the moon brings.", seat=shooter)
        verdict = {**ruling.verdict, "chooses": shooter}
        return with_house_rule(replace(ruling, verdict=verdict), why)
    if given.choice("moon") == "added":
        template = "{seat} chooses {n} points for each of the others."
        why = by_house_rule(RULE, template, seat=shooter, n=ALL)
        return with_house_rule(ruling, why, "moon")

    why = by_house_rule(RULE, "{seat} chooses {n} points less.", seat=shooter, n=ALL)
    return take_moon_off(ruling, why)
