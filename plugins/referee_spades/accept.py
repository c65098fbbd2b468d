"""What each entry does to a match: the bids, a trick, a whole deal."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from referee import (
    Accepted,
    Ask,
    Entry,
    Proofs,
    Reason,
    Reckoning,
    Refused,
    Ruling,
    Text,
    Values,
    hookimpl,
    name_of,
    rule_round,
    say,
    uphold,
)

from .deal_score import PARTS, caution_bid
from .rules import TRICKS, TRUMP, cite
from .state import State


@hookimpl(specname="accept")
def accept_entry(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    """The match after this entry, or why it cannot be."""
    if entry.kind == "bids":
        blind = entry.given.seats("blind") if state.may_bid_blind else ()
        return _bid(state, entry, blind, ask)
    if entry.kind == "deal":
        return _score(state, entry.given.values, (), ask)
    proofs = (
        Proofs(is_old=True)
        if entry.version == "1"
        else Proofs(cost=partial(_cost, state))
    )
    entered = state.deals.enter(entry, ask, cite, closed=TRUMP, proofs=proofs)
    if isinstance(entered, Refused):
        return entered
    deals, rulings = entered
    after = replace(state, deals=deals)
    if entry.kind == "misdeal":
        after = replace(after, bids={}, blind=())
    if not deals.deal.over:
        return Accepted(after, rulings)
    return _score(
        after, {"tricks": deals.deal.tricks_of, **deals.deal.end}, rulings, ask
    )


def _cost(state: State, seat: str) -> Reason:
    """What it costs to have broken a rule."""
    side = next(side for side in state.sides if seat in side)
    if state.bids[seat]:
        return cite("offence", "So {side} cannot make the bid of this deal.", side=side)
    if len(side) == 1:
        return cite("offence", "So {seat} fails at nil in this deal.", seat=seat)
    template = "So {seat} fails at nil, and {side} cannot make the bid of this deal."
    return cite("offence", template, seat=seat, side=side)


def _bid(
    state: State, entry: Entry, blind: tuple[str, ...], ask: Ask
) -> Accepted | Refused:
    """The match once everybody has bid."""
    bids = entry.given.numbers_by_seat("bids")
    if others := tuple(seat for seat in blind if bids[seat]):
        why = cite("blind", "A blind nil is a bid of no trick: enter 0.")
        verdict = {"legal": False, "seats": others}
        return Refused(
            Ruling(verdict, say("{seats} cannot bid that blind", seats=others), (why,))
        )

    in_order = {seat: bids[seat] for seat in state.deals.rounds.setting.seats}
    after = replace(state, bids=in_order, blind=blind)
    because = [
        cite("bids", "{side} bid {bid}.", side=side, bid=say_bids(after, side))
        for side in after.sides
    ]
    for side in after.sides:
        bid = sum(bids[seat] for seat in side)
        if bid <= TRICKS:
            continue
        caution = caution_bid(side, bid)
        wrong = uphold(refuse_bid(side, caution), ask) if entry.version == "1" else None
        if wrong is not None:
            return Refused(wrong)
        because.append(caution)
    summary = say("{n} of {all} tricks are bid", n=sum(bids.values()), all=TRICKS)
    return Accepted(
        after, (Ruling({"bids": in_order, "blind": blind}, summary, tuple(because)),)
    )


def refuse_bid(side: tuple[str, ...], why: Reason) -> Ruling:
    """Return the ruling that a side cannot bid so much, for this reason."""
    return Ruling(
        {"legal": False, "seats": side},
        say("{side} cannot bid that", side=side),
        (why,),
    )


def say_bids(state: State, side: tuple[str, ...]) -> Text:
    """Return what a side has bid, in words: `3 + 4 = 7`, `nil + 5`."""
    bids = tuple(say_bid(state, seat) for seat in side)
    if len(bids) == 1:
        return bids[0]
    told = {
        "one": bids[0],
        "other": bids[1],
        "all": sum(state.bids[seat] for seat in side),
    }
    if all(state.bids[seat] for seat in side):
        return say("{one} + {other} = {all}", **told)
    return say("{one} + {other}", **told)


def say_bid(state: State, seat: str) -> Text:
    """Return what one seat has bid, in words."""
    if seat in state.blind:
        return say("blind nil")
    return say("{n}", n=state.bids[seat]) if state.bids[seat] else say("nil")


def _score(
    state: State, played: Mapping[str, object], rulings: tuple[Ruling, ...], ask: Ask
) -> Accepted:
    """The match after a deal: `tricks` of each, and what else happened."""
    rounds = state.deals.rounds
    tricks = Values(played, ("tricks",)).numbers_by_seat("tricks")
    in_order = {seat: tricks.get(seat, 0) for seat in rounds.setting.seats}
    fixed = {
        "bids": state.bids,
        "blind": state.blind,
        "bags": state.bags,
        "solo": not rounds.sides,
    }
    scored = ask("deal", **{**played, "tricks": in_order}, **fixed)
    points, bags = (
        scored.decided.numbers_by_seat("points"),
        scored.decided.numbers_by_seat("bags"),
    )
    by_first = {side[0]: name_of(side) for side in state.sides}
    deals = state.deals.scored({seat: points[side] for seat, side in by_first.items()})
    after = State(deals, {seat: bags[side] for seat, side in by_first.items()})
    return Accepted(
        after,
        (
            *rulings,
            scored,
            _with_parts(
                rule_round(
                    rounds, deals.rounds, cite, "end", scored, shared="shared-win"
                ),
                scored,
            ),
        ),
    )


def _with_parts(told: Ruling, scored: Ruling) -> Ruling:
    """Return the ruling on a round with what its points are for."""
    if told.reckoning is None or scored.reckoning is None:
        return told
    total = told.reckoning.columns[-1]
    columns = (
        *(replace(column, aside=True) for column in scored.reckoning.columns[PARTS]),
        total,
    )
    parts = {row.seat: row.cells[PARTS] for row in scored.reckoning.rows}
    rows = tuple(
        replace(row, cells=(*parts[row.seat], row.cells[-1]))
        for row in told.reckoning.rows
    )
    return replace(told, reckoning=Reckoning(columns, rows))
