"""The game goes on for places: whoever has no card left is out, and the others play until one is left."""

from collections.abc import Generator
from dataclasses import replace

from referee import Accepted, Ask, HouseRule, Refused, Ruling, by_house_rule, hookimpl, say, with_house_rule

from ..rules import GAME
from ..state import State
from ..turn import settle

_RULE = HouseRule(
    id="on-for-places",
    game=GAME.id,
    title="The game goes on for places",
    text="""The first without a card wins, but the others play on for their places, until only one of them has \
cards.""",
)


@hookimpl
def describe_house_rule() -> HouseRule:
    """What the table agrees on."""
    return _RULE


@hookimpl(wrapper=True)
def accept(ask: Ask) -> Generator[None, Accepted | Refused, Accepted | Refused]:
    """Goes on after somebody has played their last card, as long as two others have cards."""
    outcome = yield
    if isinstance(outcome, Refused):
        return outcome
    after = outcome.state
    assert isinstance(after, State)
    if after.phase != "finished":
        return outcome
    *rulings, end = outcome.rulings
    if len(after.out) == len(after.setting.seats) - 1:
        why = by_house_rule(_RULE, "They had no card left in this order: {out}.", out=after.out)
        return replace(outcome, rulings=(*rulings, with_house_rule(end, why, "places")))
    why = by_house_rule(_RULE, "The others play on for their places.")
    summary = say("{seat} has no card left: place {place}.", seat=after.turn, place=len(after.out))
    placed = Ruling({"seat": after.turn, "place": len(after.out)}, summary, (why,))
    return replace(outcome, state=settle(after, after.actor, after.moved, "play", ask), rulings=(*rulings, placed))
