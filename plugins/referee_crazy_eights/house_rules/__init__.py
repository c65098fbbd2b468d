"""House rules for Crazy Eights and Mau-Mau, and how one gives a card another effect."""

from collections.abc import Callable, Generator, Mapping
from dataclasses import replace

from referee import HouseRule, Reason, Ruling, Values, hookimpl, with_house_rule

from ..play import name_variant

Hooks = tuple[Callable[[], HouseRule], Callable[[Values], Generator[None, Ruling, Ruling]]]
"""What a house rule is, and how it rules on a card that is laid."""


def hooks_of(rule: HouseRule, ranks: Mapping[str, str], why: Reason, **effect: int) -> Hooks:
    """The hooks of a house rule by which cards of a rank, told by the game, have this effect; draws add up."""

    @hookimpl
    def describe_house_rule() -> HouseRule:
        """What the table agrees on."""
        return rule

    @hookimpl(wrapper=True)
    def resolve_trick(given: Values) -> Generator[None, Ruling, Ruling]:
        """The ruling on a card of this rank; on any other as it is."""
        ruling = yield
        if ranks.get(name_variant(given)) != given.card("card").rank or not ruling.verdict["legal"]:
            return ruling
        more = {"draws": effect["draws"] + (given.number_if_any("draws") or 0)} if "draws" in effect else {}
        return with_house_rule(replace(ruling, verdict={**ruling.verdict, **effect, **more}), why)

    return describe_house_rule, resolve_trick
