"""The bids of a deal: how they are asked for, and which cannot stand."""

from dataclasses import replace

from referee import (
    Accepted,
    Ask,
    Entry,
    Prompt,
    Reason,
    Refused,
    Ruling,
    Seats,
    forbid,
    say,
    uphold,
)

from .game import TRICKS, cite
from .scoring import BIDS, BLIND, caution_bid
from .state import State


def ask_bids(state: State) -> Prompt:
    """Return the prompt for all bids, the dealer's left first.

    Who bids nil blind is asked only where somebody may.
    """
    fields = [replace(BIDS, choices=state.deals.deal.to_play)]
    if state.may_bid_blind:
        fields.append(replace(BLIND, choices=state.may_bid_blind))
    seats = state.deals.rounds.setting.seats
    help = say("What each has bid: 0 is nil.")
    return Prompt("bids", seats, say("Bids"), help, tuple(fields))


def enter_bids(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    """Return the match once everybody has bid, or why these bids cannot stand."""
    bids = entry.given.numbers_by_seat("bids")
    blind: Seats = ()
    if state.may_bid_blind:
        blind = entry.given.seats("blind")
    others = tuple(seat for seat in blind if bids[seat])
    if others:
        why = cite("blind", "A blind nil is a bid of no trick: enter 0.")
        summary = say("{seats} cannot bid that blind", seats=others)
        return Refused(forbid(summary, why, seats=others))

    bids = {seat: bids[seat] for seat in state.deals.rounds.setting.seats}
    state = replace(state, bids=bids, blind=blind)
    because = []
    cautions = []
    for side in state.sides:
        because.append(
            cite("bids", "{side} bid {bid}.", side=side, bid=state.say_bids(side))
        )
        bid = sum(bids[seat] for seat in side)
        if bid <= TRICKS:
            continue
        caution = caution_bid(side, bid)
        cautions.append(caution)
        if entry.version == "1":
            wrong = uphold(refuse_bid(side, caution), ask)
            if wrong is not None:
                return Refused(wrong)

    summary = say("{n} of {all} tricks are bid", n=sum(bids.values()), all=TRICKS)
    verdict = {"bids": bids, "blind": blind}
    return Accepted(state, (Ruling(verdict, summary, (*because, *cautions)),))


def refuse_bid(side: Seats, why: Reason) -> Ruling:
    """Return the ruling that a side cannot bid so much, for this reason."""
    summary = say("{side} cannot bid that", side=side)
    return forbid(summary, why, seats=side)
