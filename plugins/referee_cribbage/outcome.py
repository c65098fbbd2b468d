"""How a deal leaves the match: who leads, or who has won, and who is skunked."""

from dataclasses import replace

from referee import NOTHING, ReckonedSeat, Reckoning, ReckoningColumn, Ruling, rule_round, say

from .rules import cite
from .state import State

SKUNK, DOUBLE_SKUNK = 31, 61
"""Whoever is so many points behind the winner is skunked, or skunked twice; the latter only where 121 win."""


def rule_outcome(state: State) -> Ruling:
    """The ruling on a deal that is over: what it has brought, and who leads or has won, and is skunked."""
    told, totals = rule_round(state.before, state.rounds, cite, "end", rule_gains(state)), state.rounds.totals
    ended = told.because
    if state.rounds.winners:
        ended = (cite("end", "Whoever first comes to {n} wins at once.", n=state.target),)
    behind = {seat: state.target - n for seat, n in totals.items() if state.rounds.winners}
    skunked = tuple(seat for seat, n in behind.items() if n >= SKUNK)
    because = (*ended, *(cite("skunk", "{seat} has only {n}.", seat=seat, n=totals[seat]) for seat in skunked))
    templates = ("{winner} wins with {n}, and a skunk", "{winner} wins with {n}, and a double skunk")
    is_double = state.target > DOUBLE_SKUNK <= max(behind.values(), default=0)
    said = say(templates[is_double], winner=state.rounds.winners[0], n=state.target) if skunked else told.summary
    columns, rows = tuple(map(ReckoningColumn, (*_COLUMNS.values(), say("Total")))), []
    for seat, n in totals.items():
        cells = tuple(state.made.get(what, {}).get(seat, NOTHING) for what in _COLUMNS)
        rows.append(ReckonedSeat(seat, (*cells, n), ahead=n == max(totals.values())))
    verdict = {**told.verdict, "skunked": skunked}
    return replace(told, verdict=verdict, summary=said, because=because, reckoning=Reckoning(columns, tuple(rows)))


def rule_gains(state: State) -> Ruling:
    """The ruling on what a deal has brought each, or who is out."""
    gained = {seat: n - state.before.totals[seat] for seat, n in state.rounds.totals.items()}
    summary = say("{gained}", gained=tuple(say("{seat} {n:+d}", seat=seat, n=int(n)) for seat, n in gained.items()))
    for winner in state.rounds.winners:
        summary = say("{winner} is out: {n}", winner=winner, n=state.target)
    template = "First counts what was pegged, then the hands of {order}, then the crib: until somebody is out."
    return Ruling({}, summary, (cite("show", template, order=state.order),))


_COLUMNS = {"pegged": say("Pegged"), "hand": say("Hand"), "crib": say("Crib")}
