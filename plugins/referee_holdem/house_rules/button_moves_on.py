"""The button moves to the next who plays, and the next two have the blinds."""

from dataclasses import replace

from referee import (
    Accepted,
    HouseRule,
    Refused,
    Wrapper,
    by_house_rule,
    hookimpl,
    with_house_rule,
)

from ..game import GAME
from ..positions import BUTTON_MOVES, move_big_blind
from ..state import State

RULE = HouseRule(
    "button-moves-on",
    GAME.id,
    title="The button moves to the next who plays",
    text="After each hand the button moves to the next player who has chips, "
    "and the first two left of it have the blinds. "
    "So somebody may miss a blind, or have one twice running.",
)
describe_house_rule = RULE.hook


@hookimpl(wrapper=True)
def begin() -> Wrapper[State]:
    """Return the beginning of a match whose button moves to the next who plays."""
    state = yield
    return replace(state, move=BUTTON_MOVES)


@hookimpl(wrapper=True)
def accept(state: State) -> Wrapper[Accepted | Refused]:
    """Take the entry; say why, if the rules would give the next hand other blinds."""
    outcome = yield
    if isinstance(outcome, Refused):
        return outcome
    after = outcome.state
    assert isinstance(after, State)
    is_next_hand = after.rounds.number > state.rounds.number
    if not is_next_hand or after.before is None:
        return outcome

    now = after.positions
    by_the_rules = move_big_blind(after.rounds.setting, after.before, after.playing)
    if now == by_the_rules:
        return outcome
    template = (
        "The button moves to {button}, the next who plays; {big} has the big blind."
    )
    why = by_house_rule(RULE, template, button=now.button, big=now.big)
    *others, ruling = outcome.rulings
    return replace(outcome, rulings=(*others, with_house_rule(ruling, why)))
