"""All odd chips of a pot go to the first winner left of the dealer."""

from collections.abc import Generator, Sequence

from referee import HouseRule, Ruling, Values, by_house_rule, hookimpl, with_house_rule

from ..pots import rule_pots
from ..rules import GAME

_TEXT = """What cannot be shared in equal chips goes to one player, also where it is more than one chip: to the first \
winner left of the dealer."""
_RULE = HouseRule("odd-chips-together", GAME.id, "Odd chips stay together", _TEXT)


@hookimpl
def describe_house_rule() -> HouseRule:
    """What the table agrees on."""
    return _RULE


@hookimpl(wrapper=True)
def score_round(given: Values) -> Generator[None, Ruling, Ruling]:
    """The ruling on pots of which the first winner gets all odd chips; any other ruling
    as it is.
    """
    ruling = yield
    together = rule_pots(given, _share_together)
    if ruling.verdict == together.verdict:
        return ruling
    return with_house_rule(
        together, by_house_rule(_RULE, "All odd chips go to one player."), "odd-chips"
    )


def _share_together(chips: int, winners: Sequence[str], chip: int) -> dict[str, int]:
    """Equal shares in chips of this size, and what is left to the first."""
    each = chips // chip // len(winners) * chip
    odd = chips - each * len(winners)
    return {seat: each + (odd if n == 0 else 0) for n, seat in enumerate(winners)}
