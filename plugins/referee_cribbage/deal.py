"""A deal of which only points are entered: what was pegged, and what hands and the crib count."""

from collections.abc import Mapping
from dataclasses import replace

from referee import Ask, Reason, Refused, Ruling, Text, Values, say

from .outcome import rule_gains
from .rules import cite
from .state import State, Step

NO_HAND_COUNTS = (19, 25, 26, 27)
"""Points that no four cards make with a starter."""


def score_deal(state: State, given: Values, ask: Ask) -> Step | Refused:
    """All that a deal brings, in its order until somebody is out; or the play, where hands are counted by cards."""
    in_play, dealer, pegged = state.starter is not None, state.rounds.dealer, given.numbers_by_seat("pegged")
    hands, crib = ({}, None) if in_play else (given.numbers_by_seat("hands"), given.number_if_any("crib"))
    if (wrong := _refuse_pegged(state, pegged) or _refuse_counted((*hands.values(), crib or 0))) is not None:
        return wrong
    (why,) = rule_gains(state).because
    because: tuple[Reason, ...] = (why,)
    if not any(pegged.values()):
        template = "Whoever plays the last card pegs 1 at least; nobody took it, so it is lost."
        because = (why, cite("last", template))
    summary = say("Pegged: {points}", points=tuple(say("{seat} {n}", seat=seat, n=n) for seat, n in pegged.items()))
    verdict = {"pegged": dict(pegged), "hands": dict(hands), "crib": crib}
    ruling = ask(Ruling(verdict, summary, because))
    hands, crib = ruling.decided.numbers_by_seat("hands"), ruling.decided.number_if_any("crib")
    after = state.with_points("pegged", ruling.decided.numbers_by_seat("pegged"))
    if in_play:
        return replace(after, pegged=True), (ruling,)
    for what, seat, n in (*(("hand", seat, hands.get(seat)) for seat in state.order), ("crib", dealer, crib)):
        if n is None and not after.rounds.winners:
            missing = say("The crib is missing") if what == "crib" else say("The hand of {seat} is missing", seat=seat)
            return _refuse(missing, why)
        after = after.with_points(what, {seat: n or 0})
    return replace(after, over=True), (replace(ruling, summary=rule_gains(after).summary),)


def _refuse(summary: Text, why: Reason) -> Refused:
    return Refused(Ruling({"legal": False}, summary, (why,)))


def _refuse_pegged(state: State, pegged: Mapping[str, int]) -> Refused | None:
    """Return why these points cannot have been pegged; None if they can: only one is out first."""
    out = tuple(seat for seat, n in pegged.items() if state.rounds.totals[seat] + n >= state.target)
    why = cite("end", "The game ends when the first of {seats} comes to {n}.", seats=out, n=state.target)
    return _refuse(say("Only one of {seats} can be out in the play", seats=out), why) if len(out) > 1 else None


def _refuse_counted(points: tuple[int, ...]) -> Refused | None:
    wrong = next((n for n in points if n in NO_HAND_COUNTS), None)
    why = cite("show", "With any starter, no four cards count {none:or}.", none=NO_HAND_COUNTS)
    return _refuse(say("Nothing counts {n}", n=wrong), why) if wrong else None
