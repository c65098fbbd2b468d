"""Partners bid no more than thirteen tricks together."""

from referee import (
    Accepted,
    Ask,
    Entry,
    HouseRule,
    Refused,
    Wrapper,
    by_house_rule,
    hookimpl,
    uphold,
)

from ..game import GAME, PARTNERS
from ..play import refuse_bid
from ..state import State

RULE = HouseRule(
    "thirteen-at-most",
    GAME.id,
    title="No more than all tricks",
    text="Partners may bid no more tricks together than there are.",
    needs=PARTNERS,
)
describe_house_rule = RULE.hook


@hookimpl(wrapper=True)
def accept(state: State, entry: Entry, ask: Ask) -> Wrapper[Accepted | Refused]:
    """Return the match after this entry, or why a side cannot make its bids."""
    outcome = yield
    if entry.kind != "bids" or isinstance(outcome, Refused):
        return outcome

    bids = entry.given.numbers_by_seat("bids")
    for side in state.sides:
        bid = sum(bids[seat] for seat in side)
        if bid <= state.hand:
            continue
        template = "There are {all} tricks, but {side} bid {n}."
        why = by_house_rule(RULE, template, all=state.hand, side=side, n=bid)
        wrong = uphold(refuse_bid(side, why), ask)
        if wrong:
            return Refused(wrong)
    return outcome
