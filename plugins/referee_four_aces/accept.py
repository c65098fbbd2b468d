"""What each entry does to a match."""

from collections.abc import Mapping, Sequence

from referee import Accepted, Ask, Entry, Refused, Ruling, entered_by, hookimpl, rule_alone

from .call import call_four_aces, check_call
from .card_counts import find_miscounts, why_cautioned
from .hands import Hands, hands_of
from .round import PlayedRound, rule_round_of
from .state import State
from .totals import rule_totals
from .validation import check_alone, check_together


@hookimpl(specname="accept")
def accept_entry(state: State, entry: Entry) -> Accepted | Refused:
    """What a call of four aces does."""
    return call_four_aces(state, entry.own_seat, entry.given.choice("hand"), entry.given.cards("cards"))


@hookimpl
def clashes(state: State, entries: tuple[Entry, ...]) -> tuple[Ruling, ...]:
    """Why these hands cannot all be so, each by itself and against each other; empty where they can."""
    entered = _entered(state, entries)
    return (*rule_alone(entered, check_alone), *check_together(entered))


@hookimpl
def reveal(state: State, entries: tuple[Entry, ...], ask: Ask) -> Accepted:
    """The round scored: a ruling for each who played it, and one on the round; after a call, what speaks against it."""
    entered = _entered(state, entries)
    if state.winners:
        return Accepted(state, check_call(state.winners[0], entered))
    played = {seat: _played(entered, seat, state.playing[place - 1], ask) for place, seat in enumerate(state.playing)}
    with_aces = tuple(seat for seat, one in played.items() if one.ruling.verdict["wins"])
    after = state.rounds.with_scores({seat: one.gain for seat, one in played.items()}, winners=with_aces)
    rulings = [rule_round_of(seat, one) for seat, one in played.items()]
    return Accepted(State(after), (*rulings, rule_totals(state.rounds, after, played, bool(with_aces))))


def _played(entered: Mapping[str, Hands], seat: str, right: str, ask: Ask) -> PlayedRound:
    """What this seat made of a round, in which the one on its right may have locked some of its cards."""
    hands, taken = entered[seat], len(entered[right].locked)
    cards = {"hidden": hands.hidden, "exposed": hands.exposed, "locked": hands.locked}
    ruling = ask("round", **cards, at_table=True)
    miscounts = find_miscounts(hands, (taken,))
    return PlayedRound(hands, ruling, miscounts, why_cautioned(seat, right, taken, miscounts))


def _entered(state: State, entries: Sequence[Entry]) -> Mapping[str, Hands]:
    """The hands of each seat, clockwise."""
    return entered_by(entries, state.playing, hands_of)
