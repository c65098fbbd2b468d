"""Standings: how results count, how ties break, and how each number comes about."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import groupby

from referee.events.event import Adjustment, Event, EventTable
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
class Part:
    """What a round adds to an entrant's total."""

    round: Ordinal
    counts: Score
    table: str | None = None
    """The table's code; None for who sat out."""
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
    """The sum of all parts and adjustments."""
    parts: tuple[Part, ...] = ()
    adjustments: tuple[Adjustment, ...] = ()
    direct: Score = 0
    """What counts against those with the same total: it breaks ties first."""
    opponents: Score = 0
    """The sum of the opponents' totals, a meeting each: it breaks ties next."""


def results_of(event: Event, results: Results) -> Results:
    """Return the tables' results, with those that the director entered instead."""
    entered = dict(results)
    sign = 1 if _most_wins(results) else -1
    for code, scores in event.scores.items():
        table = event.tables[code]
        order = sorted((sign * score for score in scores.values()), reverse=True)
        seats = []
        for entrant in table.seats:
            score = scores[entrant]
            seats.append(SeatResult(score, 1 + order.index(sign * score)))
        entered[code] = seats
    return {code: entered[code] for code in event.tables if code in entered}


def missing_tables(event: Event, results: Results) -> tuple[EventTable, ...]:
    """Return the tables without a result, oldest first."""
    known = results_of(event, results)
    return tuple(table for code, table in event.tables.items() if code not in known)


def winners_at(event: Event, table: EventTable, results: Results) -> Entrants:
    """Return the side that won a table: of equals, and without result, the first."""
    sides = event.sides_at(table)
    seats = results.get(table.code)
    if seats is None:
        return sides[0]
    places = {
        entrant: seat.place for entrant, seat in zip(table.seats, seats, strict=True)
    }
    return min(sides, key=lambda side: places[side[0]])


def rank_entrants(event: Event, results: Results) -> tuple[EventStanding, ...]:
    """Return the standings, first place first."""
    results = results_of(event, results)
    sign = 1
    if event.plan.counts == "points" and not _most_wins(results):
        sign = -1
    standings = {}
    for entrant in event.entrants.values():
        parts = tuple(_parts_of(event, entrant.id, results))
        adjusted = tuple(
            each for each in event.adjustments if each.entrant == entrant.id
        )
        total = sum(part.counts for part in parts)
        total += sum(each.points for each in adjusted)
        standings[entrant.id] = EventStanding(
            1, entrant.id, entrant.name, total, parts, adjusted
        )

    totals = {id: standing.total for id, standing in standings.items()}
    broken = [_break_ties(standing, totals) for standing in standings.values()]
    return _place(broken, sign)


def _most_wins(results: Results) -> bool:
    """Return whether the highest scores are best, as the first places tell."""
    for seats in results.values():
        best = min(seats, key=lambda seat: seat.place)
        worst = max(seats, key=lambda seat: seat.place)
        if best.score != worst.score:
            return best.score > worst.score
    return True


def _parts_of(event: Event, entrant: str, results: Results) -> list[Part]:
    parts = []
    for number, played in enumerate(event.rounds, 1):
        if entrant in played.sits_out:
            parts.append(Part(number, 0 if event.plan.counts == "points" else 1))
        for table in played.tables:
            if entrant in table.seats:
                parts.append(_part_at(event, entrant, number, table, results))
    return parts


def _part_at(
    event: Event, entrant: str, number: int, table: EventTable, results: Results
) -> Part:
    others = [side for side in event.sides_at(table) if entrant not in side]
    opponents = tuple(each for side in others for each in side)
    seats = results.get(table.code)
    if seats is None:
        return Part(number, 0, table.code, opponents=opponents)
    of_entrant = dict(zip(table.seats, seats, strict=True))
    own = of_entrant[entrant]
    part = Part(number, own.score, table.code, own.score, own.place, opponents)
    if event.plan.counts == "points":
        return part

    # Each other side left behind is 1, each level one ½; to win is to leave all behind.
    beaten = [_beats(own, of_entrant[side[0]]) for side in others]
    counts = sum(beaten) if event.plan.counts == "places" else min(beaten, default=1)
    return replace(part, counts=counts)


def _beats(own: SeatResult, other: SeatResult) -> float:
    if own.place == other.place:
        return 0.5
    return float(own.place < other.place)


def _break_ties(standing: EventStanding, totals: Mapping[str, Score]) -> EventStanding:
    direct: Score = 0
    opponents: Score = 0
    for part in standing.parts:
        opponents += sum(totals[each] for each in part.opponents)
        if any(totals[each] == standing.total for each in part.opponents):
            direct += part.counts
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
        placed += [replace(standing, place=place) for standing in equals]
    return tuple(placed)
