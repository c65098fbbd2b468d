"""Standings: how results count, how ties break, and how each number comes about."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from itertools import groupby
from math import ceil

from referee.events.event import Adjustment, Event, EventTable, Round
from referee.frozen import frozen
from referee.vocabulary.movement import Entrants
from referee.vocabulary.values import Ordinal, Score


@frozen
class SeatResult:
    """A seat's score and place at its table."""

    score: Score
    place: Ordinal


Results = Mapping[str, Sequence[SeatResult]]
"""The seats' results by their table's code; tables without a result are left out."""


@frozen
class RoundScore:
    """What a round adds to an entrant's total."""

    round: Ordinal
    points: Score = field(metadata={"json": "counts"})
    table: str | None = None
    """The table's code; None for whoever sat out or was not there."""
    score: Score | None = None
    """The score at the table."""
    place: Ordinal | None = None
    """The place at the table."""
    opponents: Entrants = ()


@frozen
class EventStanding:
    """An entrant's standing, and how it comes about."""

    place: Ordinal
    entrant: str
    """Its id."""
    name: str
    total: Score
    """The sum of all rounds and adjustments."""
    rounds: tuple[RoundScore, ...] = field(default=(), metadata={"json": "parts"})
    adjustments: tuple[Adjustment, ...] = ()
    direct: Score = 0
    """What counts against those with the same total: it breaks ties first."""
    opponents: Score = 0
    """The sum of the opponents' totals, a meeting each: it breaks ties next."""
    is_level: bool = field(default=False, metadata={"json": "level"})
    """Whether somebody else has the same total."""


def results_of(event: Event, results: Results) -> Results:
    """Return the tables' results, with those that the director entered instead."""
    known: dict[str, Sequence[SeatResult]] = {}
    for code, table in event.tables.items():
        if code in event.scores:
            known[code] = _rank_seats(event, table)
        elif code in results:
            known[code] = results[code]
    return known


def _rank_seats(event: Event, table: EventTable) -> list[SeatResult]:
    """Return the results of a table whose scores the director entered."""
    scores = event.scores[table.code]
    best_first = sorted(scores.values(), reverse=event.plan.wins == "most")
    seats = []
    for entrant in table.seats:
        score = scores[entrant]
        seats.append(SeatResult(score, 1 + best_first.index(score)))
    return seats


def missing_tables(event: Event, results: Results) -> tuple[EventTable, ...]:
    """Return the tables without a result, oldest first."""
    known = results_of(event, results)
    return tuple(table for code, table in event.tables.items() if code not in known)


@frozen
class LateScore:
    """Scores of a table that changed after the next round was seated."""

    table: EventTable
    round: Ordinal
    before: tuple[Score, ...]
    """Seats clockwise, as the next round was seated; empty without a result."""
    now: tuple[Score, ...]
    """Empty while its match goes on again."""


def late_scores(event: Event, results: Results) -> tuple[LateScore, ...]:
    """Return what changed after the next round was seated, whose pairings stand."""
    known = scores_of(results_of(event, results))
    late = []
    for number, played in enumerate(event.rounds[:-1], 1):
        before = event.rounds[number].scores_before
        if before is None:
            continue
        for table in played.tables:
            then = tuple(before.get(table.code, ()))
            now = known.get(table.code, ())
            if then != now:
                late.append(LateScore(table, number, then, now))
    return tuple(late)


def scores_of(results: Results) -> Mapping[str, tuple[Score, ...]]:
    """Return the scores by their table's code, seats clockwise."""
    scores = {}
    for code, seats in results.items():
        scores[code] = tuple(seat.score for seat in seats)
    return scores


def winners_at(event: Event, table: EventTable, results: Results) -> Entrants:
    """Return the side that won a table: of equals, and without result, the first."""
    sides = event.sides_at(table)
    seats = results.get(table.code)
    if seats is None:
        return sides[0]
    of_entrant = dict(zip(table.seats, seats, strict=True))
    return min(sides, key=lambda side: of_entrant[side[0]].place)


def rank_entrants(event: Event, results: Results) -> tuple[EventStanding, ...]:
    """Return the standings, first place first."""
    results = results_of(event, results)
    standings = []
    for entrant in event.entrants.values():
        rounds = tuple(_round_scores(event, entrant.id, results))
        adjustments = []
        total: Score = 0
        for adjustment in event.adjustments:
            if adjustment.entrant == entrant.id:
                adjustments.append(adjustment)
                total += adjustment.points
        for played in rounds:
            total += played.points
        standings.append(
            EventStanding(
                1, entrant.id, entrant.name, total, rounds, tuple(adjustments)
            )
        )

    totals = {standing.entrant: standing.total for standing in standings}
    sharing = Counter(totals.values())
    broken = []
    for standing in standings:
        level = replace(standing, is_level=sharing[standing.total] > 1)
        broken.append(_break_ties(level, totals))
    return _place(broken, -1 if _is_low_best(event) else 1)


def _is_low_best(event: Event) -> bool:
    """Return whether the lowest total is first."""
    return event.plan.counts == "points" and event.plan.wins == "fewest"


def _round_scores(event: Event, entrant: str, results: Results) -> list[RoundScore]:
    scores = []
    for number, played in enumerate(event.rounds, 1):
        table = played.table_of(entrant)
        if table is not None and table.code in results:
            scores.append(_score_at(event, entrant, number, table, results))
        elif table is not None or entrant in played.sits_out or _is_low_best(event):
            scores.append(_score_without(event, entrant, number, results))
    return scores


def _score_without(
    event: Event, entrant: str, number: int, results: Results
) -> RoundScore:
    """Return what a round brings to whoever has no result in it."""
    played = event.rounds[number - 1]
    points = 0
    if _is_low_best(event):
        points = _average(played, results)
    elif event.plan.counts != "points" and entrant in played.sits_out:
        points = 1
    table = played.table_of(entrant)
    # Whom somebody is about to meet breaks no tie before the result is in.
    return RoundScore(number, points, table.code if table else None)


def _average(played: Round, results: Results) -> int:
    """Return the average score of a round, rounded up; 0 before its first result."""
    scores: list[Score] = []
    for table in played.tables:
        for seat in results.get(table.code, ()):
            scores.append(seat.score)
    return ceil(sum(scores) / len(scores)) if scores else 0


def _opponents(event: Event, entrant: str, table: EventTable) -> Entrants:
    opponents: list[str] = []
    for side in event.sides_at(table):
        if entrant not in side:
            opponents += side
    return tuple(opponents)


def _score_at(
    event: Event, entrant: str, number: int, table: EventTable, results: Results
) -> RoundScore:
    of_entrant = dict(zip(table.seats, results[table.code], strict=True))
    own = of_entrant[entrant]
    opponents = _opponents(event, entrant, table)
    score = RoundScore(number, own.score, table.code, own.score, own.place, opponents)
    if event.plan.counts == "points":
        return score

    # Each other side left behind is 1, each level one ½; to win is to leave all behind.
    beaten = []
    for side in event.sides_at(table):
        if entrant not in side:
            beaten.append(_beats(own, of_entrant[side[0]]))
    points = sum(beaten)
    if event.plan.counts == "wins":
        points = min(beaten, default=1)
    return replace(score, points=points)


def _beats(own: SeatResult, other: SeatResult) -> float:
    if own.place == other.place:
        return 0.5
    return float(own.place < other.place)


def _break_ties(standing: EventStanding, totals: Mapping[str, Score]) -> EventStanding:
    direct: Score = 0
    opponents: Score = 0
    for played in standing.rounds:
        met = [totals[each] for each in played.opponents]
        opponents += sum(met)
        if standing.total in met:
            direct += played.points
    return replace(standing, direct=direct, opponents=opponents)


def _place(standings: Sequence[EventStanding], sign: int) -> tuple[EventStanding, ...]:
    def key(standing: EventStanding) -> tuple[float, ...]:
        return (
            -sign * standing.total,
            -sign * standing.direct,
            -sign * standing.opponents,
        )

    placed: list[EventStanding] = []
    for _, equals in groupby(sorted(standings, key=key), key):
        place = len(placed) + 1
        for standing in equals:
            placed.append(replace(standing, place=place))
    return tuple(placed)
