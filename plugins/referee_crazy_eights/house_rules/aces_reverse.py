"""An ace turns the direction of play."""

from collections.abc import Generator

from referee import HouseRule, Ruling, Values, by_house_rule, hookimpl

from ..play import with_effect
from ..rules import GAME, name_variant

_RULE = HouseRule(
    id="aces-reverse",
    game=GAME.id,
    title="Aces turn the direction",
    text="""In Crazy Eights play goes on the other way round after an ace. Between two players that changes nothing.""",
)


@hookimpl
def describe_house_rule() -> HouseRule:
    """What the table agrees on."""
    return _RULE


@hookimpl(wrapper=True)
def resolve_trick(given: Values) -> Generator[None, Ruling, Ruling]:
    """The ruling on an ace; on any other card as it is."""
    ruling = yield
    if name_variant(given) != "crazy-eights" or given.card("card").rank != "A":
        return ruling
    return with_effect(ruling, by_house_rule(_RULE, "Play goes on the other way round."), reverses=True)
