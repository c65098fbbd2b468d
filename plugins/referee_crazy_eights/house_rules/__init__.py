"""House rules for Crazy Eights and Mau-Mau, and how one gives a card another effect."""

from collections.abc import Callable, Generator
from dataclasses import replace

from referee import HouseRule, Reason, Ruling, Values, hookimpl, with_house_rule

from ..rules import name_variant


def with_effect(ruling: Ruling, why: Reason, **effect: object) -> Ruling:
    """The ruling on a card that a house rule has do this as well; one that may not be laid as it is."""
    if not ruling.verdict["legal"]:
        return ruling
    return with_house_rule(replace(ruling, verdict={**ruling.verdict, **effect}), why)


Hooks = tuple[Callable[[], HouseRule], Callable[[Values], Generator[None, Ruling, Ruling]]]
"""What a house rule is, and how it rules on a card that is laid."""


def hooks_of(rule: HouseRule, variant: str, rank: str, why: Reason, **effect: object) -> Hooks:
    """The hooks of a house rule by which cards of a rank have this effect in one of the games."""

    @hookimpl
    def describe_house_rule() -> HouseRule:
        """What the table agrees on."""
        return rule

    @hookimpl(wrapper=True)
    def resolve_trick(given: Values) -> Generator[None, Ruling, Ruling]:
        """The ruling on a card of this rank; on any other as it is."""
        ruling = yield
        if name_variant(given) != variant or given.card("card").rank != rank:
            return ruling
        return with_effect(ruling, why, **effect)

    return describe_house_rule, resolve_trick
