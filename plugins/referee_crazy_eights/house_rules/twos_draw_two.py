"""After a two the next player draws two cards, or lays another two."""

from collections.abc import Generator

from referee import HouseRule, Ruling, Values, by_house_rule, count_cards, hookimpl

from ..rules import GAME, name_variant
from . import with_effect

_RULE = HouseRule(
    id="twos-draw-two",
    game=GAME.id,
    title="Twos: draw two",
    text="""In Crazy Eights the player after a two draws two cards and does not play, or lays another two: then \
the one after that draws two more, and so on.""",
)


@hookimpl
def describe_house_rule() -> HouseRule:
    """What the table agrees on."""
    return _RULE


@hookimpl(wrapper=True)
def resolve_trick(given: Values) -> Generator[None, Ruling, Ruling]:
    """The ruling on a two, with two cards more to draw; on any other card as it is."""
    ruling = yield
    if name_variant(given) != "crazy-eights" or given.card("card").rank != "2":
        return ruling
    draws = (given.number_if_any("draws") or 0) + 2
    template = "The next player draws {n}, or lays another two."
    return with_effect(ruling, by_house_rule(_RULE, template, n=count_cards(draws)), draws=draws)
