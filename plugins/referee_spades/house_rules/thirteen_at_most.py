"""Partners bid no more than thirteen tricks together."""

from collections.abc import Generator

from referee import (
    Accepted,
    Ask,
    Entry,
    HouseRule,
    Refused,
    by_house_rule,
    hookimpl,
    uphold,
)

from ..accept import refuse_bid
from ..rules import GAME, TRICKS
from ..state import State

_RULE = HouseRule(
    id="thirteen-at-most",
    game=GAME.id,
    title="No more than thirteen",
    text="Partners may bid no more tricks together than the thirteen that there are.",
)


@hookimpl
def describe_house_rule() -> HouseRule:
    """What the table agrees on."""
    return _RULE


@hookimpl(wrapper=True)
def accept(
    state: State, entry: Entry, ask: Ask
) -> Generator[None, Accepted | Refused, Accepted | Refused]:
    """The match after this entry; bids of which a side cannot make its own are refused."""
    outcome = yield
    if entry.kind != "bids" or isinstance(outcome, Refused):
        return outcome

    bids = entry.given.numbers_by_seat("bids")
    for side in state.sides:
        bid = sum(bids[seat] for seat in side)
        if bid <= TRICKS:
            continue
        why = by_house_rule(
            _RULE,
            "There are {all} tricks, and {side} bid {n}.",
            all=TRICKS,
            side=side,
            n=bid,
        )
        wrong = uphold(refuse_bid(side, why), ask)
        if wrong is not None:
            return Refused(wrong)
    return outcome
