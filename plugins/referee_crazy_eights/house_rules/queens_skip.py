"""After a queen the next player misses a turn."""

from collections.abc import Generator

from referee import HouseRule, Ruling, Values, by_house_rule, hookimpl

from ..play import with_effect
from ..rules import GAME, name_variant

_RULE = HouseRule(
    id="queens-skip",
    game=GAME.id,
    title="Queens skip",
    text="""In Crazy Eights the player after a queen misses a turn.""",
)


@hookimpl
def describe_house_rule() -> HouseRule:
    """What the table agrees on."""
    return _RULE


@hookimpl(wrapper=True)
def resolve_trick(given: Values) -> Generator[None, Ruling, Ruling]:
    """The ruling on a queen; on any other card as it is."""
    ruling = yield
    if name_variant(given) != "crazy-eights" or given.card("card").rank != "Q":
        return ruling
    return with_effect(ruling, by_house_rule(_RULE, "The next player misses a turn."), skips=1)
