"""Whoever shoots the moon has 26 points less, and the others get none."""

from referee import HouseRule, Ruling, Values, Wrapper, by_house_rule, hookimpl

from ..game import ALL, GAME
from ..scoring import MOON_BRINGS, take_moon_off

RULE = HouseRule(
    "moon-taken-off",
    GAME.id,
    title="The moon is taken off",
    text="Whoever shoots the moon takes 26 points off, and the others get none, "
    "instead of 26 each.",
)
describe_house_rule = RULE.hook


@hookimpl(wrapper=True)
def score_round(given: Values) -> Wrapper[Ruling]:
    """Return the ruling on a deal; after a moon with 26 less for everybody."""
    ruling = yield
    shooter = ruling.decided.seat("moon", None)
    if shooter is None or given.has(MOON_BRINGS.name):
        return ruling
    template = "{seat} has all {n} points, so {n} come off."
    why = by_house_rule(RULE, template, seat=shooter, n=ALL)
    return take_moon_off(ruling, why)
