"""The game goes on for places: who has no card left is out, the others play on."""

from dataclasses import replace

from referee import (
    Accepted,
    Ask,
    HouseRule,
    Refused,
    Ruling,
    Wrapper,
    by_house_rule,
    hookimpl,
    say,
    with_house_rule,
)

from ..game import GAME
from ..play import end_turn
from ..state import State

RULE = HouseRule(
    id="on-for-places",
    game=GAME.id,
    title="The game goes on for places",
    text="The first without a card wins, but the others play on for their places, "
    "until only one of them has cards.",
)

describe_house_rule = RULE.hook


@hookimpl(wrapper=True)
def accept(ask: Ask) -> Wrapper[Accepted | Refused]:
    """Go on after somebody's last card, as long as two others have cards."""
    outcome = yield
    if isinstance(outcome, Refused):
        return outcome
    after = outcome.state
    assert isinstance(after, State)
    if after.phase != "finished":
        return outcome

    *rulings, end = outcome.rulings
    seat = after.turn
    out = after.out
    if len(out) == len(after.setting.seats) - 1:
        template = "They ran out of cards in this order: {out}."
        end = with_house_rule(end, by_house_rule(RULE, template, out=out), "places")
        return replace(outcome, rulings=(*rulings, end))
    why = by_house_rule(RULE, "The others play on for their places.")
    place = len(out)
    summary = say("{seat} has no cards left: place {place}.", seat=seat, place=place)
    placed = Ruling({"seat": seat, "place": place}, summary, (why,))
    state = end_turn(after, ask)
    return replace(outcome, state=state, rulings=(*rulings, placed))
