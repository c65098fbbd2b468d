"""A deal of which only points are entered: what was pegged, and what the hands and the crib count."""

from collections.abc import Mapping
from dataclasses import replace

from referee import Ask, Reason, Refused, Ruling, Text, Values, say

from .rules import cite
from .state import State, Step

NO_HAND_COUNTS = (19, 25, 26, 27)
"""Points that no four cards make with a starter."""


def score_pegged(state: State, given: Values, ask: Ask) -> Step | Refused:
    """What each has pegged in the play, before the hands are counted from their cards."""
    pegged = given.numbers_by_seat("pegged")
    if (wrong := _refuse_pegged(state, pegged)) is not None:
        return wrong
    why = cite("play", "What is pegged in the play comes before all hands.")
    ruling = ask(Ruling({"pegged": dict(pegged)}, say("Pegged: {points}", points=_told(pegged)), (why,)))
    after = state.with_points("pegged", ruling.decided.numbers_by_seat("pegged"))
    return replace(after, pegged=True), (ruling,)


def score_deal(state: State, given: Values, ask: Ask) -> Step | Refused:
    """All that a deal brings, pegged in its order until somebody is out."""
    pegged, hands = given.numbers_by_seat("pegged"), given.numbers_by_seat("hands")
    crib = given.number_if_any("crib")
    wrong = _refuse_pegged(state, pegged) or _refuse_hands(hands, crib) or _refuse_missing(state, given)
    if wrong is not None:
        return wrong
    verdict = {"pegged": dict(pegged), "hands": dict(hands), "crib": crib or 0}
    ruling = ask(Ruling(verdict, say("The deal is counted"), _reasons(state, pegged, hands, crib)))
    return replace(_counted(state, ruling.decided), over=True), (ruling,)


def _counted(state: State, points: Values) -> State:
    """The match with these points of a deal: those pegged, each hand, and the crib, until somebody is out."""
    after = state.with_points("pegged", points.numbers_by_seat("pegged"))
    hands = points.numbers_by_seat("hands")
    for seat in state.order:
        after = after.with_points("hand", {seat: hands.get(seat, 0)})
    return after.with_points("crib", {state.rounds.dealer: points.number_if_any("crib") or 0})


def _reasons(state: State, pegged: Mapping[str, int], hands: Mapping[str, int], crib: int | None) -> tuple[Reason, ...]:
    parts = (
        cite("play", "Pegged: {points}.", points=_told(pegged)),
        cite(
            "show",
            "Hands, in this order: {points}.",
            points=_told({seat: hands[seat] for seat in state.order if seat in hands}),
        ),
        cite("crib", "Crib: {points}.", points=_told({state.rounds.dealer: crib or 0})),
    )
    return parts if hands and crib is not None else parts[:2] if hands else parts[:1]


def _told(points: Mapping[str, int]) -> tuple[Text, ...]:
    return tuple(say("{seat} {n}", seat=seat, n=n) for seat, n in points.items())


def _refuse(summary: Text, why: Reason) -> Refused:
    return Refused(Ruling({"legal": False}, summary, (why,)))


def _refuse_pegged(state: State, pegged: Mapping[str, int]) -> Refused | None:
    """Why these points cannot have been pegged: the last card scores always, and one alone is out first."""
    if not any(pegged.values()):
        why = cite("last", "Whoever plays the last card pegs 1 at least.")
        return _refuse(say("Somebody has pegged for the last card"), why)
    out = tuple(seat for seat, n in pegged.items() if state.rounds.totals[seat] + n >= state.target)
    if len(out) < 2:
        return None
    why = cite("end", "The game ends when the first of {seats} comes to {n}.", seats=out, n=state.target)
    return _refuse(say("Only one of {seats} can be out in the play", seats=out), why)


def _refuse_hands(hands: Mapping[str, int], crib: int | None) -> Refused | None:
    wrong = next((n for n in (*hands.values(), crib) if n in NO_HAND_COUNTS), None)
    if wrong is None:
        return None
    why = cite("show", "With any starter, no four cards count {none:or}.", none=NO_HAND_COUNTS)
    return _refuse(say("Nothing counts {n}", n=wrong), why)


def _refuse_missing(state: State, given: Values) -> Refused | None:
    """What is not there and counts, since nobody is out before it."""
    hands = given.numbers_by_seat("hands")
    after = state.with_points("pegged", given.numbers_by_seat("pegged"))
    for seat in state.order:
        if seat not in hands and not after.rounds.winners:
            why = cite("show", "Nobody is out before the hand of {seat} is counted.", seat=seat)
            return _refuse(say("The hand of {seat} is missing", seat=seat), why)
        after = after.with_points("hand", {seat: hands.get(seat, 0)})
    if after.rounds.winners or given.has("crib"):
        return None
    return _refuse(say("The crib is missing"), cite("crib", "Nobody is out before the crib is counted."))
