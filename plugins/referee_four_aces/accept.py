"""What each entry does to a match."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import cast

from referee import Accepted, Ask, Entry, FieldError, Refused, Ruling, WrongFieldsError, hookimpl, say

from .call import call_four_aces
from .round import Hands, hands_of, rule_round_of
from .state import State
from .totals import PlayedRound, after_round, in_the_lead, rule_totals
from .validation import cautions_on_counts, check_alone, check_together


@hookimpl(specname="accept")
def accept_entry(state: State, entry: Entry) -> Accepted | Refused:
    """What a call of four aces does; WrongFieldsError when it does not say whose it is."""
    if entry.seat is None:
        raise WrongFieldsError(FieldError("seat", say("Name the seat whose cards these are.")))
    return call_four_aces(state, entry.seat, entry.given.choice("hand"), entry.given.cards("cards"))


@hookimpl
def clashes(state: State, entries: tuple[Entry, ...]) -> tuple[Ruling, ...]:
    """Why these hands cannot all be so, each by itself and against each other; empty where they can."""
    entered = _entered(state, entries)
    alone = [wrong for seat, hands in entered.items() if (wrong := check_alone(seat, hands)) is not None]
    return (*alone, *check_together(entered))


@hookimpl
def reveal(state: State, entries: tuple[Entry, ...], ask: Ask) -> Accepted:
    """The round scored: a ruling for each who played it, and one on the round."""
    entered = _entered(state, entries)
    asked = {seat: _ask_for(entered[seat], ask) for seat in state.playing}
    cautions = cautions_on_counts(entered, state.playing)
    played = {seat: PlayedRound(entered[seat], ruling, cautions[seat]) for seat, ruling in asked.items()}
    totals = {seat: had + (played[seat].gain if seat in played else 0) for seat, had in state.totals.items()}
    with_aces = tuple(seat for seat, ruling in asked.items() if ruling.verdict["wins"])
    ahead = with_aces or in_the_lead(state, totals)
    after = after_round(replace(state, totals=totals), ahead, bool(with_aces))
    rulings = [rule_round_of(seat, one.ruling, one.hands, one.cautions) for seat, one in played.items()]
    return Accepted(after, (*rulings, rule_totals(state, after, played, ahead, bool(with_aces))))


def _entered(state: State, entries: Sequence[Entry]) -> Mapping[str, Hands]:
    """The hands of each seat, clockwise."""
    by_seat = {cast(str, entry.seat): hands_of(entry.given) for entry in entries}
    return {seat: by_seat[seat] for seat in state.playing if seat in by_seat}


def _ask_for(hands: Hands, ask: Ask) -> Ruling:
    return ask("round", hidden=hands.hidden, exposed=hands.exposed, locked=hands.locked)
