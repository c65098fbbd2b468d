"""A nine turns the direction of play in Mau-Mau."""

from collections.abc import Generator

from referee import HouseRule, Ruling, Values, by_house_rule, hookimpl

from ..play import with_effect
from ..rules import GAME, name_variant

_RULE = HouseRule(
    id="nines-reverse",
    game=GAME.id,
    title="Nines turn the direction",
    text="""In Mau-Mau play goes on the other way round after a nine. Between two players that changes nothing.""",
)


@hookimpl
def describe_house_rule() -> HouseRule:
    """What the table agrees on."""
    return _RULE


@hookimpl(wrapper=True)
def resolve_trick(given: Values) -> Generator[None, Ruling, Ruling]:
    """The ruling on a nine; on any other card as it is."""
    ruling = yield
    if name_variant(given) != "mau-mau" or given.card("card").rank != "9":
        return ruling
    return with_effect(ruling, by_house_rule(_RULE, "Play goes on the other way round."), reverses=True)
