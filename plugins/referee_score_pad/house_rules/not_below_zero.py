"""Nobody's total falls below zero: anything beyond that is ignored."""

from dataclasses import replace

from referee import HouseRule, Ruling, Wrapper, by_house_rule, hookimpl

from ..game import GAME, PRESET

RULE = HouseRule(
    id="not-below-zero",
    game=GAME.id,
    title="No total below zero",
    text="Nobody loses more than they have: "
    "a total that would fall below zero is zero.",
    needs={PRESET.name: ("plain", "rummy", "rummy-500", "canasta", "doppelkopf")},
)

describe_house_rule = RULE.hook


@hookimpl(wrapper=True)
def score_round() -> Wrapper[Ruling]:
    """Return the ruling on a round, after which no total is below zero."""
    ruling = yield
    totals = dict(ruling.decided.scores("totals"))
    below = tuple(seat for seat, total in totals.items() if total < 0)
    if not below:
        return ruling
    totals.update(dict.fromkeys(below, 0))
    template = "Below zero without this rule, so at zero: {seats}."
    why = by_house_rule(RULE, template, seats=below)
    verdict = {**ruling.verdict, "totals": totals}
    return replace(ruling, verdict=verdict, because=(why, *ruling.because))
