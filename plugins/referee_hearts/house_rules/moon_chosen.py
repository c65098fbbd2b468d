"""Whoever shoots the moon says where the points go: 26 more for each of the others, or
26 less.
"""

from collections.abc import Generator
from dataclasses import replace

from referee import (
    HouseRule,
    Question,
    Ruling,
    Values,
    by_house_rule,
    hookimpl,
    with_house_rule,
)

from ..points import MOON_BRINGS, take_off
from ..rules import ALL, GAME

_RULE = HouseRule(
    id="moon-chosen",
    game=GAME.id,
    title="The shooter says what the moon brings",
    text="Whoever shoots the moon says whether each of the others gets 26 points, or "
    "they have 26 less themselves.",
)


@hookimpl
def describe_house_rule() -> HouseRule:
    """What the table agrees on."""
    return _RULE


@hookimpl(wrapper=True)
def questions() -> Generator[None, tuple[Question, ...], tuple[Question, ...]]:
    """What a deal counts is asked with what the shooter says too."""
    found = yield
    said = replace(MOON_BRINGS, optional=True)
    return tuple(
        replace(one, fields=(*one.fields, said)) if one.name == "deal" else one
        for one in found
    )


@hookimpl(wrapper=True)
def score_round(given: Values) -> Generator[None, Ruling, Ruling]:
    """After a moon: that the shooter has to say what it brings, or what they have said."""
    ruling = yield
    shooter = ruling.decided.seat_if_any("moon")
    if shooter is None:
        return ruling
    if not given.has("moon"):
        why = by_house_rule(_RULE, "{seat} says what the moon brings.", seat=shooter)
        return with_house_rule(
            replace(ruling, verdict={**ruling.verdict, "chooses": shooter}), why
        )
    if given.choice("moon") == "added":
        why = by_house_rule(
            _RULE,
            "{seat} chooses {n} points for each of the others.",
            seat=shooter,
            n=ALL,
        )
        return with_house_rule(ruling, why, "moon")
    why = by_house_rule(_RULE, "{seat} chooses {n} points less.", seat=shooter, n=ALL)
    return take_off(
        ruling,
        dict.fromkeys(ruling.decided.numbers_by_seat("points"), ALL),
        why,
        "moon",
    )
