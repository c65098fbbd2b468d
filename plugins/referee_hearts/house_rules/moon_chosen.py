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
    with_fields,
    with_house_rule,
)

from ..game import ALL, GAME
from ..scoring import MOON_BRINGS, take_moon_off

RULE = HouseRule(
    "moon-chosen",
    GAME.id,
    title="The shooter decides the moon",
    text="Whoever shoots the moon chooses: everyone else gets 26 points, or they take "
    "26 off their own.",
    excludes=("moon-taken-off",),
)
describe_house_rule = RULE.hook


@hookimpl(wrapper=True)
def questions() -> Wrapper[tuple[Question, ...]]:
    """Ask what a deal counts with what its shooter chooses too."""
    questions = yield
    return with_fields(questions, "deal", replace(MOON_BRINGS, optional=True))


@hookimpl(wrapper=True)
def score_round(given: Values) -> Wrapper[Ruling]:
    """Return the ruling on a deal; after a moon as its shooter chooses."""
    ruling = yield
    shooter = ruling.decided.seat("moon", None)
    if shooter is None:
        return ruling
    if not given.has("moon"):
        why = by_house_rule(RULE, "{seat} decides the moon.", seat=shooter)
        verdict = {**ruling.verdict, "chooses": shooter}
        return with_house_rule(replace(ruling, verdict=verdict), why)
    if given.choice("moon") == "added":
        template = "{seat} chooses {n} points for everyone else."
        why = by_house_rule(RULE, template, seat=shooter, n=ALL)
        return with_house_rule(ruling, why, "moon")

    why = by_house_rule(RULE, "{seat} chooses {n} points off.", seat=shooter, n=ALL)
    return take_moon_off(ruling, why)
