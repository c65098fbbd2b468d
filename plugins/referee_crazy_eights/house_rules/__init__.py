"""House rules for Crazy Eights and Mau-Mau, and how one gives a card another effect."""

from collections.abc import Callable, Generator, Mapping
from dataclasses import replace

from referee import HouseRule, Ruling, Values, by_house_rule, hookimpl, with_house_rule

from ..scoring import name_variant

Hook = Callable[[Values], Generator[None, Ruling, Ruling]]
"""How a house rule rules on a card that is laid."""


def give_effect(
    rule: HouseRule, ranks: Mapping[str, str], why: str, **effect: int
) -> Hook:
    """Return the hook that gives cards of a rank, by variant, this effect.

    Cards to be drawn are added to those that are to be drawn already.
    """
    reason = by_house_rule(rule, why)

    @hookimpl(wrapper=True)
    def resolve_trick(given: Values) -> Generator[None, Ruling, Ruling]:
        """Return the ruling on a card of this rank; on any other as it is."""
        ruling = yield
        rank = ranks.get(name_variant(given))
        if rank != given.card("card").rank or not ruling.verdict["legal"]:
            return ruling
        verdict = {**ruling.verdict, **effect}
        if "draws" in effect:
            verdict["draws"] = effect["draws"] + given.number("draws", 0)
        return with_house_rule(replace(ruling, verdict=verdict), reason)

    return resolve_trick
