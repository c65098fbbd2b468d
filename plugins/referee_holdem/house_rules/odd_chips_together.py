"""All odd chips of a pot go to the first winner left of the dealer."""

from collections.abc import Sequence

from referee import (
    HouseRule,
    Ruling,
    Values,
    Wrapper,
    by_house_rule,
    hookimpl,
    with_house_rule,
)

from ..game import GAME
from ..scoring import rule_pots

RULE = HouseRule(
    "odd-chips-together",
    GAME.id,
    title="Odd chips stay together",
    text="What can’t be shared in equal chips goes to one player, also where it is "
    "more than one chip: to the first winner left of the dealer.",
)
describe_house_rule = RULE.hook


@hookimpl(wrapper=True)
def score_round(given: Values) -> Wrapper[Ruling]:
    """Return the ruling on pots whose odd chips stay together; any other as it is."""
    ruling = yield
    together = rule_pots(given, _share_together)
    if ruling.verdict == together.verdict:
        return ruling
    why = by_house_rule(RULE, "All odd chips go to one player.")
    return with_house_rule(together, why, "odd-chips")


def _share_together(chips: int, winners: Sequence[str], chip: int) -> dict[str, int]:
    """Return equal shares in chips of this size; the first winner gets the rest."""
    each = chips // chip // len(winners) * chip
    shares = dict.fromkeys(winners, each)
    shares[winners[0]] += chips - each * len(winners)
    return shares
