"""Standings: how results count, how ties break, and how each number arises."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence, Set as AbstractSet
from dataclasses import field, replace
from itertools import groupby
from math import ceil
from operator import attrgetter
from typing import Literal

from referee.events.event import Adjustment, Event, EventTable, Round, TieBreak
from referee.frozen import frozen
from referee.vocabulary.movement import Entrants
from referee.vocabulary.ruling import ReckonedSeat, Reckoning, ReckoningColumn
from referee.vocabulary.text import say
from referee.vocabulary.values import Ordinal, Score, whole


@frozen
class SeatResult:
    """A seat's score and place at its table."""

    score: Score
    place: Ordinal


Results = Mapping[str, Sequence[SeatResult]]
"""The seats' results by their table's code; tables without a result are left out."""


RoundKind = Literal["result", "waiting", "without-result", "sat-out", "absent"]
"""What a round was for an entrant: it has their result, it is still waited for, or the
event went on without it; or they had no table.
"""


@frozen
class RoundScore:
    """What a round adds to an entrant's total."""

    round: Ordinal
    points: Score = field(metadata={"json": "counts"})
    kind: RoundKind
    table: str | None = None
    """The table's code; None for whoever sat out or was not there."""
    score: Score | None = None
    """The score at the table."""
    place: Ordinal | None = None
    """The place at the table."""
    opponents: Entrants = ()
    is_won: bool = field(default=False, metadata={"json": "won"})
    """Whether their side left all others at the table behind."""


@frozen
class EventStanding:
    """An entrant's standing, with the rounds and numbers behind it."""

    place: Ordinal
    entrant: str
    """Its id."""
    name: str
    total: Score
    """The sum of all rounds and adjustments."""
    rounds: tuple[RoundScore, ...] = field(default=(), metadata={"json": "parts"})
    adjustments: tuple[Adjustment, ...] = ()
    direct: Score | None = None
    """What counts against those with the same total; None unless each of them met each
    other, all equally often.
    """
    recounts: tuple[Score, ...] = ()
    """What counts against those whom this leaves level, as often as it parts them."""
    opponents: Score = 0
    """The sum of the opponents' totals, a meeting each."""
    is_level: bool = field(default=False, metadata={"json": "level"})
    """Whether somebody else has the same total."""

    @property
    def wins(self) -> int:
        """Return how many tables they won; sitting out is none."""
        return sum(played.is_won for played in self.rounds)

    @property
    def scores(self) -> Score:
        """Return the sum of their scores at tables."""
        return whole(sum(played.score or 0 for played in self.rounds))

    def count_against(self, others: AbstractSet[str]) -> Score:
        """Return the points of their meetings with these others."""
        brought: Score = 0
        for played in self.rounds:
            if not others.isdisjoint(played.opponents):
                brought += played.points
        return whole(brought)


def join_results(event: Event, results: Results) -> Results:
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
        seats.append(SeatResult(whole(score), 1 + best_first.index(score)))
    return seats


def reckon_entered(event: Event, table: str) -> tuple[Reckoning, ...]:
    """Return a table's scores that the director entered; empty without any."""
    if table not in event.scores:
        return ()
    rows = []
    for entrant in dict.fromkeys(event.tables[table].seats):
        score = event.scores[table][entrant]
        rows.append(ReckonedSeat(event.entrants[entrant].name, (whole(score),)))
    column = ReckoningColumn(say("Entered by the director"))
    return (Reckoning((column,), tuple(rows)),)


def find_missing_tables(event: Event, results: Results) -> tuple[EventTable, ...]:
    """Return the tables without a result, oldest first."""
    return tuple(table for code, table in event.tables.items() if code not in results)


@frozen
class LateScore:
    """Scores of a table that changed after the next round was seated."""

    table: EventTable
    round: Ordinal
    before: tuple[Score, ...]
    """Seats clockwise, as the next round was seated; empty without a result."""
    now: tuple[Score, ...]
    """Empty while its match goes on again."""


def find_late_scores(event: Event, results: Results) -> tuple[LateScore, ...]:
    """Return the scores that changed after the next round was seated.

    Its pairings stand.
    """
    known = scores_of(results)
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


def find_winners(event: Event, table: EventTable, results: Results) -> Entrants:
    """Return the side that won a table: of equals, and without result, the first."""
    sides = event.sides_at(table)
    seats = results.get(table.code)
    if seats is None:
        return sides[0]
    of_entrant = dict(zip(table.seats, seats, strict=True))
    return min(sides, key=lambda side: of_entrant[side[0]].place)


def rank_entrants(
    event: Event, results: Results, is_over: bool = False
) -> tuple[EventStanding, ...]:
    """Return the standings, first place first.

    Whoever left before their first round has none, nor once the event `is_over` whoever
    was in no round.
    """
    standings = []
    seated = [_find_tables(played) for played in event.rounds]
    for entrant in event.entrants.values():
        if not event.takes_part(entrant, is_over):
            continue
        rounds = tuple(_score_rounds(event, entrant.id, seated, results))
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
                1, entrant.id, entrant.name, whole(total), rounds, tuple(adjustments)
            )
        )

    totals = {standing.entrant: standing.total for standing in standings}
    level: dict[Score, list[EventStanding]] = defaultdict(list)
    for standing in standings:
        level[standing.total].append(standing)
    broken: list[EventStanding] = []
    for equals in level.values():
        broken += _break_ties(equals, totals)
    return _assign_places(event, broken)


def name_winners(ranking: Iterable[EventStanding]) -> list[str]:
    """Return the names of those in the first place."""
    return [standing.name for standing in ranking if standing.place == 1]


def _is_low_best(event: Event) -> bool:
    """Return whether the lowest total is first."""
    return event.plan.counts == "points" and event.plan.wins == "fewest"


def _find_tables(played: Round) -> Mapping[str, EventTable]:
    """Return each entrant's table in a round; who has none is left out."""
    tables = {}
    for table in played.tables:
        tables.update(dict.fromkeys(table.seats, table))
    return tables


def _score_rounds(
    event: Event,
    entrant: str,
    seated: Sequence[Mapping[str, EventTable]],
    results: Results,
) -> list[RoundScore]:
    scores = []
    for number, tables in enumerate(seated, 1):
        table = tables.get(entrant)
        if table is not None and table.code in results:
            scores.append(_score_table(event, entrant, number, table, results))
        else:
            scores.append(_score_absence(event, entrant, number, table, results))
    return scores


def _score_absence(
    event: Event,
    entrant: str,
    number: int,
    table: EventTable | None,
    results: Results,
) -> RoundScore:
    """Return the score of a round for an entrant without a result in it."""
    played = event.rounds[number - 1]
    kind: RoundKind = "absent"
    if entrant in played.sits_out:
        kind = "sat-out"
    elif table is not None:
        is_current = number == len(event.rounds)
        is_awaited = is_current and table.code not in event.given_up
        kind = "waiting" if is_awaited else "without-result"

    points = 0
    if _is_low_best(event):
        points = _average_score(played, results)
    elif event.plan.counts != "points" and kind == "sat-out":
        points = 1
    # Whom somebody is about to meet breaks no tie before the result is in.
    return RoundScore(number, points, kind, table.code if table else None)


def _average_score(played: Round, results: Results) -> int:
    """Return the average score of a round, rounded up; 0 before its first result."""
    scores: list[Score] = []
    for table in played.tables:
        for seat in results.get(table.code, ()):
            scores.append(seat.score)
    return ceil(sum(scores) / len(scores)) if scores else 0


def _list_opponents(event: Event, entrant: str, table: EventTable) -> Entrants:
    opponents: list[str] = []
    for side in event.sides_at(table):
        if entrant not in side:
            opponents += side
    return tuple(opponents)


def _score_table(
    event: Event, entrant: str, number: int, table: EventTable, results: Results
) -> RoundScore:
    of_entrant = dict(zip(table.seats, results[table.code], strict=True))
    own = of_entrant[entrant]
    opponents = _list_opponents(event, entrant, table)
    # Each other side left behind is 1, each level one ½; to win is to leave all behind.
    beaten = []
    for side in event.sides_at(table):
        if entrant not in side:
            beaten.append(_compare_places(own, of_entrant[side[0]]))
    won = min(beaten, default=1)
    points = {"points": own.score, "places": sum(beaten), "wins": won}
    return RoundScore(
        round=number,
        points=whole(points[event.plan.counts]),
        kind="result",
        table=table.code,
        score=own.score,
        place=own.place,
        opponents=opponents,
        is_won=won == 1,
    )


def _compare_places(own: SeatResult, other: SeatResult) -> float:
    if own.place == other.place:
        return 0.5
    return float(own.place < other.place)


def _break_ties(
    level: Sequence[EventStanding], totals: Mapping[str, Score]
) -> Iterable[EventStanding]:
    """Return these of one total with what parts them."""
    others = _ids_of(level)
    have_met = _have_met_equally(level)
    for standing in level:
        opponents: Score = 0
        for played in standing.rounds:
            opponents += sum(totals[each] for each in played.opponents)
        yield replace(
            standing,
            direct=standing.count_against(others) if have_met else None,
            opponents=whole(opponents),
            is_level=len(level) > 1,
        )


def _ids_of(standings: Iterable[EventStanding]) -> set[str]:
    return {standing.entrant for standing in standings}


def _have_met_equally(level: Sequence[EventStanding]) -> bool:
    """Return whether each of these met each other, all equally often.

    Else whoever met more of the others would have more points against them.
    """
    everybody = _ids_of(level)
    meetings: set[int] = set()
    for standing in level:
        met: Counter[str] = Counter()
        for played in standing.rounds:
            met.update(filter(everybody.__contains__, played.opponents))
        if len(met) < len(level) - 1:
            return False
        meetings.update(met.values())
    return len(meetings) == 1


def _group(
    event: Event,
    standings: Iterable[EventStanding],
    by: TieBreak | Literal["total"],
    value: Callable[[EventStanding], Score],
) -> list[list[EventStanding]]:
    """Return the standings by a value of what is counted, the best first."""
    lower_is_better = _is_low_best(event)
    if by == "wins":
        lower_is_better = False
    elif by == "scores":
        lower_is_better = event.plan.wins == "fewest"
    ordered = sorted(standings, key=value, reverse=not lower_is_better)
    return [list(equals) for _, equals in groupby(ordered, value)]


def _part(
    event: Event, level: list[EventStanding], ties: Sequence[TieBreak], in_all: int
) -> list[list[EventStanding]]:
    """Return those of a total in groups that share a place, the best first.

    `in_all` is how many have this total: between fewer, meetings count again.
    """
    if len(level) == 1 or not ties:
        return [level]
    by, *later = ties
    if by != "direct":
        groups = _group(event, level, by, attrgetter(by))
        return _part_each(event, groups, later, in_all)

    if not _have_met_equally(level):
        groups = _part(event, level, later, in_all)
        if len(groups) == 1:
            return groups
        # Once they are fewer, these may all have met.
        return _part_each(event, groups, ["direct"], in_all)

    counted = level if len(level) == in_all else _count_again(level)
    groups = _group(event, counted, by, _count_last)
    if len(groups) == 1:
        return _part(event, level, later, in_all)
    return _part_each(event, groups, ties, in_all)


def _part_each(
    event: Event,
    groups: Iterable[list[EventStanding]],
    ties: Sequence[TieBreak],
    in_all: int,
) -> list[list[EventStanding]]:
    parted = []
    for group in groups:
        parted += _part(event, group, ties, in_all)
    return parted


def _count_again(level: Sequence[EventStanding]) -> list[EventStanding]:
    """Count only the meetings of these.

    Of three with the same total, two may be ahead of the third: then their results
    against each other decide between them.
    """
    others = _ids_of(level)
    counted = []
    for standing in level:
        again = standing.count_against(others)
        counted.append(replace(standing, recounts=(*standing.recounts, again)))
    return counted


def _count_last(standing: EventStanding) -> Score:
    """Return the score that counted last against those who are level."""
    return (standing.direct or 0, *standing.recounts)[-1]


def _assign_places(
    event: Event, standings: Sequence[EventStanding]
) -> tuple[EventStanding, ...]:
    placed: list[EventStanding] = []
    for level in _group(event, standings, "total", attrgetter("total")):
        for equals in _part(event, level, event.plan.ties, len(level)):
            place = len(placed) + 1
            for standing in equals:
                placed.append(replace(standing, place=place))
    return tuple(placed)
