"""A deal of which only points are entered, and what becomes of the match after any deal."""

from collections.abc import Mapping
from dataclasses import replace

from referee import (
    NOTHING,
    Ask,
    Reason,
    ReckonedSeat,
    Reckoning,
    ReckoningColumn,
    Refused,
    Ruling,
    Text,
    Values,
    rule_round,
    say,
)

from .rules import cite
from .state import State, Step

NO_HAND_COUNTS = (19, 25, 26, 27)
"""Points that no four cards make with a starter."""

SKUNK, DOUBLE_SKUNK = 31, 61
"""Whoever is so many points behind the winner is skunked, or skunked twice; the latter only where 121 win."""


def score_pegged(state: State, given: Values, ask: Ask) -> Step | Refused:
    """What each has pegged in the play, before the hands are counted from their cards."""
    pegged = given.numbers_by_seat("pegged")
    if (wrong := _refuse_pegged(state, pegged)) is not None:
        return wrong
    why = cite("play", "What is pegged in the play comes before all hands.")
    points = tuple(say("{seat} {n}", seat=seat, n=n) for seat, n in pegged.items())
    ruling = ask(Ruling({"pegged": dict(pegged)}, say("Pegged: {points}", points=points), (why,)))
    after = state.with_points("pegged", ruling.decided.numbers_by_seat("pegged"))
    return replace(after, pegged=True), (ruling,)


def score_deal(state: State, given: Values, ask: Ask) -> Step | Refused:
    """All that a deal brings, pegged in its order until somebody is out."""
    pegged, hands = given.numbers_by_seat("pegged"), given.numbers_by_seat("hands")
    dealer, crib = state.rounds.dealer, given.number_if_any("crib")
    if (wrong := _refuse_pegged(state, pegged) or _refuse_counted((*hands.values(), crib or 0))) is not None:
        return wrong
    told = "First counts what was pegged, then the hands of {order}, then the crib: until somebody is out."
    why = cite("show", told, order=state.order)
    verdict = {"pegged": dict(pegged), "hands": dict(hands), "crib": crib}
    ruling = ask(Ruling(verdict, say("The deal is counted"), (why,)))
    hands, crib = ruling.decided.numbers_by_seat("hands"), ruling.decided.number_if_any("crib")
    after = state.with_points("pegged", ruling.decided.numbers_by_seat("pegged"))
    for what, seat, n in (*(("hand", seat, hands.get(seat)) for seat in state.order), ("crib", dealer, crib)):
        if n is None and not after.rounds.winners:
            missing = say("The crib is missing") if what == "crib" else say("The hand of {seat} is missing", seat=seat)
            return _refuse(missing, why)
        after = after.with_points(what, {seat: n or 0})
    return replace(after, over=True), (ruling,)


def _refuse(summary: Text, why: Reason) -> Refused:
    return Refused(Ruling({"legal": False}, summary, (why,)))


def _refuse_pegged(state: State, pegged: Mapping[str, int]) -> Refused | None:
    """Why these points cannot have been pegged: the last card scores always, and one alone is out first."""
    if not any(pegged.values()):
        why = cite("last", "Whoever plays the last card pegs 1 at least.")
        return _refuse(say("Somebody has pegged for the last card"), why)
    out = tuple(seat for seat, n in pegged.items() if state.rounds.totals[seat] + n >= state.target)
    why = cite("end", "The game ends when the first of {seats} comes to {n}.", seats=out, n=state.target)
    return _refuse(say("Only one of {seats} can be out in the play", seats=out), why) if len(out) > 1 else None


def _refuse_counted(points: tuple[int, ...]) -> Refused | None:
    wrong = next((n for n in points if n in NO_HAND_COUNTS), None)
    why = cite("show", "With any starter, no four cards count {none:or}.", none=NO_HAND_COUNTS)
    return _refuse(say("Nothing counts {n}", n=wrong), why) if wrong else None


def rule_outcome(state: State) -> Ruling:
    """The ruling on a deal that is over: what it has brought, and who leads or has won, and is skunked."""
    told, totals = rule_round(state.before, state.rounds, cite, "end"), state.rounds.totals
    wins = cite("end", "Whoever first comes to {n} wins at once.", n=state.target)
    behind = {seat: state.target - n for seat, n in totals.items() if state.rounds.winners}
    skunked = tuple(seat for seat, n in behind.items() if n >= SKUNK)
    because = (wins, *(cite("skunk", "{seat} has only {n}.", seat=seat, n=totals[seat]) for seat in skunked))
    templates = ("{winner} wins with {n}, and a skunk", "{winner} wins with {n}, and a double skunk")
    is_double = state.target > DOUBLE_SKUNK <= max(behind.values(), default=0)
    said = say(templates[is_double], winner=state.rounds.winners[0], n=state.target) if skunked else told.summary
    columns, rows = tuple(map(ReckoningColumn, (*_COLUMNS.values(), say("Total")))), []
    for seat, n in totals.items():
        cells = tuple(state.made.get(what, {}).get(seat, NOTHING) for what in _COLUMNS)
        rows.append(ReckonedSeat(seat, (*cells, n), ahead=n == max(totals.values())))
    verdict = {**told.verdict, "skunked": skunked}
    return replace(told, verdict=verdict, summary=said, because=because, reckoning=Reckoning(columns, tuple(rows)))


_COLUMNS = {"pegged": say("Pegged"), "hand": say("Hand"), "crib": say("Crib")}
