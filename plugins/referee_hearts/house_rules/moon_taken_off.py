"""Whoever shoots the moon has 26 points less, and the others get none."""

from collections.abc import Generator

from referee import HouseRule, Ruling, Values, by_house_rule, hookimpl

from ..points import MOON_BRINGS, take_off
from ..rules import ALL, GAME

_RULE = HouseRule(
    id="moon-taken-off",
    game=GAME.id,
    title="The moon is taken off",
    text="Whoever shoots the moon has 26 points less, and the others get none, instead "
    "of 26 each.",
)


@hookimpl
def describe_house_rule() -> HouseRule:
    """What the table agrees on."""
    return _RULE


@hookimpl(wrapper=True)
def score_round(given: Values) -> Generator[None, Ruling, Ruling]:
    """After a moon 26 less for everybody than without this rule."""
    ruling = yield
    shooter = ruling.decided.seat_if_any("moon")
    if shooter is None or given.has(MOON_BRINGS.name):
        return ruling
    why = by_house_rule(
        _RULE, "{seat} has all {n} points, and so {n} less.", seat=shooter, n=ALL
    )
    return take_off(
        ruling,
        dict.fromkeys(ruling.decided.numbers_by_seat("points"), ALL),
        why,
        "moon",
    )
