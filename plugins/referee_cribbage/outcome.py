"""How a deal leaves the match: who leads, or who has won, and who is skunked."""

from dataclasses import replace

from referee import NOTHING, ReckonedSeat, Reckoning, ReckoningColumn, Ruling, Text, rule_round, say

from .rules import cite
from .state import State

SKUNK, DOUBLE_SKUNK = 31, 61
"""Whoever is so many points behind the winner is skunked, or skunked twice; the latter only where 121 win."""


def rule_outcome(state: State) -> Ruling:
    """The ruling on a deal that is over: what it has brought, and where that leaves everybody."""
    told = rule_round(state.before, state.rounds, cite, "end")
    wins = cite("end", "Whoever first comes to {n} wins at once.", n=state.target)
    skunked = {seat: times for seat in state.rounds.totals if (times := _skunks(state, seat))}
    because = (wins, *(cite("skunk", _SKUNK[n], seat=seat, n=state.rounds.totals[seat]) for seat, n in skunked.items()))
    verdict = {**told.verdict, "skunked": tuple(skunked)}
    summary = _summary(state, max(skunked.values(), default=0)) or told.summary
    return replace(told, verdict=verdict, summary=summary, because=because, reckoning=_reckoned(state))


_SKUNK = {
    1: "{seat} has only {n} and is skunked.",
    2: "{seat} has only {n} and is skunked twice.",
}


def _skunks(state: State, seat: str) -> int:
    """How often a seat is skunked by whoever has won."""
    behind = state.target - state.rounds.totals[seat]
    if not state.rounds.winners or behind < SKUNK:
        return 0
    return 2 if behind >= DOUBLE_SKUNK < state.target else 1


def _summary(state: State, skunks: int) -> Text | None:
    templates = {1: "{winner} wins with {n}, and a skunk", 2: "{winner} wins with {n}, and a double skunk"}
    if not skunks:
        return None
    return say(templates[skunks], winner=state.rounds.winners[0], n=state.target)


_COLUMNS = {"pegged": say("Pegged"), "hand": say("Hand"), "crib": say("Crib")}


def _reckoned(state: State) -> Reckoning:
    """What each has made in the deal, and has in all."""
    columns = (*_COLUMNS.values(), say("Total"))
    rows = []
    for seat, total in state.rounds.totals.items():
        cells = tuple(state.made.get(what, {}).get(seat, NOTHING) for what in _COLUMNS)
        leads = total == max(state.rounds.totals.values())
        rows.append(ReckonedSeat(seat, (*cells, total), leads))
    return Reckoning(tuple(map(ReckoningColumn, columns)), tuple(rows))
