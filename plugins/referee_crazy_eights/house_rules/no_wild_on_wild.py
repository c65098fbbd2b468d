"""An eight is not laid on an eight, in Mau-Mau a jack not on a jack."""

from collections.abc import Generator
from dataclasses import replace

from referee import HouseRule, Ruling, Values, by_house_rule, hookimpl, say, with_house_rule

from ..play import name_variant
from ..rules import GAME, VARIANTS

_TEXT = "In Mau-Mau nobody lays a jack on a jack; in Crazy Eights, just so, nobody lays an eight on an eight."
_RULE = HouseRule("no-wild-on-wild", GAME.id, "No jack on a jack", _TEXT)


@hookimpl
def describe_house_rule() -> HouseRule:
    """What the table agrees on."""
    return _RULE


@hookimpl(wrapper=True)
def resolve_trick(given: Values) -> Generator[None, Ruling, Ruling]:
    """The ruling on a card that wishes laid on another of its rank; on any other card as it is."""
    ruling = yield
    card, wild = given.card("card"), VARIANTS[name_variant(given)].wild
    if not given.has("top") or {card.rank, given.card("top").rank} != {wild}:
        return ruling
    summary = say("The {card} may not be laid on the {top}", card=card, top=given.card("top"))
    changed = replace(ruling, verdict={**ruling.verdict, "legal": False}, summary=summary)
    return with_house_rule(changed, by_house_rule(_RULE, "Both let their player wish a suit."), "wish", "play")
