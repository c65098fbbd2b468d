"""What each entry does to a match: the bids, a trick, a whole deal."""

from collections.abc import Mapping
from dataclasses import replace

from referee import Accepted, Ask, Entry, Reckoning, Refused, Ruling, Text, hookimpl, name_of, rule_round, say, uphold

from .deal_score import PARTS
from .rules import TRICKS, TRUMP, cite
from .state import State


@hookimpl(specname="accept")
def accept_entry(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    """The match after this entry, or why it cannot be."""
    if entry.kind == "bids":
        blind = entry.given.seats("blind") if state.may_bid_blind else ()
        return _bid(state, entry.given.numbers_by_seat("bids"), blind, ask)
    if entry.kind == "deal":
        return _score(state, entry.given.numbers_by_seat("tricks"), (), ask)
    entered = state.deals.enter(entry, ask, cite, closed=TRUMP)
    if isinstance(entered, Refused):
        return entered
    deals, rulings = entered
    after = replace(state, deals=deals)
    if entry.kind == "misdeal":
        after = replace(after, bids={}, blind=())
    if not deals.deal.over:
        return Accepted(after, rulings)
    return _score(after, deals.deal.tricks_of, rulings, ask)


def _bid(state: State, bids: Mapping[str, int], blind: tuple[str, ...], ask: Ask) -> Accepted | Refused:
    """The match once everybody has bid."""
    if others := tuple(seat for seat in blind if bids[seat]):
        why = cite("blind", "A blind nil is a bid of no trick: enter 0.")
        return Refused(Ruling({"legal": False}, say("{seats} cannot bid that blind", seats=others), (why,)))
    for side in state.sides:
        if (wrong := uphold(_refuse_bid(side, sum(bids[seat] for seat in side)), ask)) is not None:
            return Refused(wrong)
    in_order = {seat: bids[seat] for seat in state.deals.rounds.setting.seats}
    after = replace(state, bids=in_order, blind=blind)
    because = tuple(cite("bids", "{side} bid {bid}.", side=side, bid=say_bids(after, side)) for side in after.sides)
    summary = say("{n} of {all} tricks are bid", n=sum(bids.values()), all=TRICKS)
    return Accepted(after, (Ruling({"bids": in_order, "blind": blind}, summary, because),))


def _refuse_bid(side: tuple[str, ...], bid: int) -> Ruling | None:
    """Why a side cannot bid this."""
    if bid <= TRICKS:
        return None
    why = cite("most-bid", "There are {all} tricks, and together they bid {n}.", all=TRICKS, n=bid)
    return Ruling({"legal": False}, say("{side} cannot bid that", side=side), (why,))


def say_bids(state: State, side: tuple[str, ...]) -> Text:
    """Return what a side has bid, in words: `3 + 4 = 7`, `nil + 5`."""
    bids = tuple(say_bid(state, seat) for seat in side)
    if len(bids) == 1:
        return bids[0]
    told = {"one": bids[0], "other": bids[1], "all": sum(state.bids[seat] for seat in side)}
    if all(state.bids[seat] for seat in side):
        return say("{one} + {other} = {all}", **told)
    return say("{one} + {other}", **told)


def say_bid(state: State, seat: str) -> Text:
    """Return what one seat has bid, in words."""
    if seat in state.blind:
        return say("blind nil")
    return say("{n}", n=state.bids[seat]) if state.bids[seat] else say("nil")


def _score(state: State, tricks: Mapping[str, int], rulings: tuple[Ruling, ...], ask: Ask) -> Accepted:
    """The match after a deal in which each has taken so many tricks."""
    seats, rounds = state.deals.rounds.setting.seats, state.deals.rounds
    scored = ask(
        "deal",
        bids=state.bids,
        tricks={seat: tricks[seat] for seat in seats},
        blind=state.blind,
        bags=state.bags,
        solo=not rounds.sides,
        offenders=state.deals.deal.offenders,
    )
    points, bags = scored.decided.numbers_by_seat("points"), scored.decided.numbers_by_seat("bags")
    by_first = {side[0]: name_of(side) for side in state.sides}
    deals = state.deals.scored({seat: points[side] for seat, side in by_first.items()})
    after = State(deals, {seat: bags[side] for seat, side in by_first.items()})
    return Accepted(
        after, (*rulings, scored, _with_parts(rule_round(rounds, deals.rounds, cite, "end", scored), scored))
    )


def _with_parts(told: Ruling, scored: Ruling) -> Ruling:
    """Return the ruling on a round with what its points are for."""
    if told.reckoning is None or scored.reckoning is None:
        return told
    total = told.reckoning.columns[-1]
    columns = (*(replace(column, aside=True) for column in scored.reckoning.columns[PARTS]), total)
    parts = {row.seat: row.cells[PARTS] for row in scored.reckoning.rows}
    rows = tuple(replace(row, cells=(*parts[row.seat], row.cells[-1])) for row in told.reckoning.rows)
    return replace(told, reckoning=Reckoning(columns, rows))
