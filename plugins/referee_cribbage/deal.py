"""A deal of which only points are entered, and the match after it."""

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
    Score,
    Text,
    Values,
    decide_round,
    name_side,
    rule_illegal,
    rule_round,
    say,
    say_count,
)

from .game import cite
from .pegging import lose_heels
from .scoring import PERFECT_HAND, name_perfect
from .state import Entered, State

NO_HAND_COUNTS = (19, 25, 26, 27)
"""The points that no four cards make with a starter."""

SKUNK = 31
"""The points behind the winner that make a skunk."""

DOUBLE_SKUNK = 61
"""The points behind the winner that make a double skunk, if 121 win."""

_COLUMNS = {"pegged": say("Pegged"), "hand": say("Hand"), "crib": say("Crib")}


def score_play(state: State, given: Values, ask: Ask) -> Entered | Refused:
    """Score the play of a deal whose hands are counted by their cards."""
    ruling = _rule_points(state, given, ask)
    if isinstance(ruling, Refused):
        return ruling
    after = state.with_points("pegged", ruling.decided.numbers_by_seat("pegged"))
    after, lost = lose_heels(after, state.rounds.dealer)
    return replace(after, play_over=True), (ruling, *lost)


def score_whole_deal(state: State, given: Values, ask: Ask) -> Entered | Refused:
    """Score play, hands and crib in this order, until somebody is out."""
    ruling = _rule_points(state, given, ask)
    if isinstance(ruling, Refused):
        return ruling

    decided = ruling.decided
    after = state.with_points("pegged", decided.numbers_by_seat("pegged"))
    hands = decided.numbers_by_seat("hands")
    for seat in state.order:
        if seat not in hands and not after.rounds.winners:
            missing = say("{seat}’s hand is missing", seat=seat)
            return _refuse(missing, _explain_order(state))
        after = after.with_points("hand", {seat: hands.get(seat, 0)})

    crib = decided.number("crib", None)
    if crib is None and not after.rounds.winners:
        return _refuse(say("The crib is missing"), _explain_order(state))
    after = after.with_points("crib", {state.rounds.dealer: crib or 0})
    ruling = replace(ruling, summary=_summarize(after, hands))
    return replace(after, over=True), (ruling,)


def _rule_points(state: State, given: Values, ask: Ask) -> Ruling | Refused:
    """Return the ruling on the points entered, or refuse impossible ones."""
    pegged = given.numbers_by_seat("pegged")
    hands: Mapping[str, int] = {}
    if given.has("hands"):
        hands = given.numbers_by_seat("hands")
    crib = given.number("crib", None)
    refused = _refuse_pegged(state, pegged)
    if refused:
        return refused
    for n in (*hands.values(), crib or 0):
        if n in NO_HAND_COUNTS:
            template = "No four cards and a starter score {none:or}."
            why = cite("show", template, none=NO_HAND_COUNTS)
            return _refuse(say("Nothing scores {n}", n=n), why)

    because = [_explain_order(state)]
    if not any(pegged.values()):
        template = "The last card pegs at least 1; nobody took it, so it is lost."
        because.append(cite("last", template))
    points = tuple(say("{seat} {n}", seat=seat, n=n) for seat, n in pegged.items())
    summary = say("Pegged: {points}", points=points)
    verdict = {"pegged": dict(pegged), "hands": dict(hands), "crib": crib}
    rare = name_perfect(*hands.values())
    return ask(Ruling(verdict, summary, tuple(because), rare=rare))


def _summarize(state: State, hands: Mapping[str, int]) -> Text:
    """Return the perfect hand's owner, or else each seat's gain from the deal."""
    for seat, n in hands.items():
        if n == PERFECT_HAND:
            return say_count(
                "{seat}’s hand scores {n} point",
                "{seat}’s hand scores {n} points",
                n,
                seat=seat,
            )
    return _say_gains(state)


def _refuse(summary: Text, why: Reason) -> Refused:
    return Refused(rule_illegal(summary, why))


def _refuse_pegged(state: State, pegged: Mapping[str, int]) -> Refused | None:
    """Refuse pegged points that put two sides out: only one can be first."""
    out = []
    for side in state.rounds.all_sides:
        n = sum(pegged.get(seat, 0) for seat in side)
        if state.rounds.totals[side[0]] + n >= state.target:
            out.append(name_side(side))
    if len(out) < 2:
        return None

    seats = tuple(out)
    template = "The game ends when {seats} first reaches {n}."
    why = cite("end", template, seats=seats, n=state.target)
    return _refuse(say("Only one of {seats} can peg out in the play", seats=seats), why)


def decide_outcome(state: State, ask: Ask) -> tuple[State, Ruling]:
    """Return the match after a deal that is over, and the ruling on it."""
    before = state.before
    scores: dict[str, Score] = {}
    for side in state.rounds.all_sides:
        seat = side[0]
        scores[seat] = state.rounds.totals[seat] - before.totals[seat]

    def score(scores: Mapping[str, Score]) -> tuple[State, Ruling]:
        after = replace(state, rounds=before.with_points(scores))
        return after, _rule_outcome(after)

    return decide_round(score, scores, before, ask)


def _rule_outcome(state: State) -> Ruling:
    """Return the ruling on a deal that is over: who leads, won, is skunked."""
    gains = Ruling({}, _say_gains(state), (_explain_order(state),))
    ruling = rule_round(state.before, state.rounds, cite, "end", gains)
    skunked: list[str] = []
    winners = state.rounds.winners
    if winners:
        target = state.target
        because = [cite("end", "The first to {n} wins at once.", n=target)]
        is_double = False
        for seat, total in state.rounds.totals.items():
            behind = target - total
            if behind >= SKUNK:
                skunked.append(seat)
                because.append(
                    cite("skunk", "{seat} has only {n}.", seat=seat, n=total)
                )
            is_double = is_double or target > DOUBLE_SKUNK <= behind

        ruling = replace(ruling, because=tuple(because))
        if skunked:
            template = "{winner} wins with {n}, and a skunk"
            if is_double:
                template = "{winner} wins with {n}, and a double skunk"
            summary = say(template, winner=winners[0], n=target)
            if len(winners) > 1:
                template = "{winners} win with {n}, and a skunk"
                if is_double:
                    template = "{winners} win with {n}, and a double skunk"
                summary = say(template, winners=winners, n=target)
            ruling = replace(ruling, summary=summary)

    verdict = {**ruling.verdict, "skunked": tuple(skunked)}
    return replace(ruling, verdict=verdict, reckoning=_reckon(state))


def _reckon(state: State) -> Reckoning:
    totals = state.rounds.totals
    most = max(totals.values())
    rows = []
    for side in state.rounds.all_sides:
        total = totals[side[0]]
        cells: list[int | Text] = []
        for what in _COLUMNS:
            gains = state.gains.get(what, {})
            gained = [gains[seat] for seat in side if seat in gains]
            cells.append(sum(gained) if gained else NOTHING)
        ahead = total == most
        rows.append(ReckonedSeat(name_side(side), (*cells, total), ahead=ahead))
    columns = map(ReckoningColumn, (*_COLUMNS.values(), say("Total")))
    return Reckoning(tuple(columns), tuple(rows))


def _say_gains(state: State) -> Text:
    """Return the sentence on each side's gain from a deal, or on who is out."""
    winners = state.rounds.winners
    if winners:
        template = "{winner} is out: {n}"
        if len(winners) > 1:
            template = "{winner} are out: {n}"
        return say(template, winner=name_side(winners), n=state.target)

    gains = {}
    for side in state.rounds.all_sides:
        seat = side[0]
        gains[side] = int(state.rounds.totals[seat] - state.before.totals[seat])
    gained = []
    for side in sorted(gains, key=gains.__getitem__, reverse=True):
        gained.append(say("{seat} {n:+d}", seat=name_side(side), n=gains[side]))
    return say("{gained}", gained=tuple(gained))


def _explain_order(state: State) -> Reason:
    template = (
        "Pegging counts first, then the hands of {order}, then the crib, until "
        "somebody is out."
    )
    return cite("show", template, order=state.order)
