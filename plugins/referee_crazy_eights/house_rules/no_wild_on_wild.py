"""An eight is not laid on an eight, in Mau-Mau a jack not on a jack."""

from dataclasses import replace

from referee import (
    HouseRule,
    Ruling,
    Values,
    Wrapper,
    by_house_rule,
    hookimpl,
    say,
    with_house_rule,
)

from ..game import GAME, VARIANTS
from ..scoring import name_variant

RULE = HouseRule(
    "no-wild-on-wild",
    GAME.id,
    title="No jack on a jack, in Crazy Eights no eight on an eight",
    text="In Mau-Mau nobody lays a jack on a jack; "
    "in Crazy Eights, just so, nobody lays an eight on an eight.",
)
describe_house_rule = RULE.hook


@hookimpl(wrapper=True)
def resolve_trick(given: Values) -> Wrapper[Ruling]:
    """Return the ruling on a card that wishes, laid on another of its rank."""
    ruling = yield
    if not given.has("top"):
        return ruling
    card = given.card("card")
    top = given.card("top")
    wild = VARIANTS[name_variant(given)].wild
    if {card.rank, top.rank} != {wild}:
        return ruling

    verdict = {**ruling.verdict, "legal": False}
    summary = say("You can’t lay the {card} on the {top}", card=card, top=top)
    changed = replace(ruling, verdict=verdict, summary=summary)
    why = by_house_rule(RULE, "Both let you name a suit.")
    return with_house_rule(changed, why, "wish", "play")
