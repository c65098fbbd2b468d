"""Standings: how results count, how ties break, and how each number arises."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set as AbstractSet
from dataclasses import dataclass, field, replace
from itertools import chain, groupby
from math import ceil
from operator import attrgetter
from typing import Literal

from referee.events.event import (
    MOST_ROUNDS,
    Adjustment,
    Entrant,
    Event,
    EventTable,
    Round,
    TieBreak,
)
from referee.vocabulary.jsonable import IF_ANY
from referee.vocabulary.movement import Entrants
from referee.vocabulary.ruling import ReckonedSeat, Reckoning, ReckoningColumn
from referee.vocabulary.text import Text, say
from referee.vocabulary.values import Ordinal, Score, as_score


@dataclass(frozen=True, slots=True)
class SeatResult:
    """A seat's score and place at its table."""

    score: Score
    place: Ordinal


Results = Mapping[str, Sequence[SeatResult]]
"""The seats' results by their table's code; tables without a result are left out."""


RoundKind = Literal["result", "waiting", "without-result", "sat-out", "out", "absent"]
"""What a round was for an entrant: it has their result, it is still waited for, or the
event went on without it; or they had no table.
"""


@dataclass(frozen=True, slots=True)
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


RoundScores = Mapping[str, RoundScore]
"""What a round adds to each entrant's total, by id."""


@dataclass(frozen=True, slots=True)
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
    """What counted at tables with entrants of the same total; None unless each of these
    entrants met each other, equally often.
    """
    recounts: tuple[Score, ...] = ()
    """The same among those whom `direct` leaves level, again until it parts nobody."""
    opponents: Score = 0
    """The sum of all opponents' totals; sitting out counts as meeting oneself."""
    is_level: bool = field(default=False, metadata={"json": "level"})
    """Whether somebody else has the same total."""
    is_playing: bool = field(default=False, metadata={"json": "playing"})
    """Whether they have no place while their round goes on: the lowest total wins, and
    others have their result of it.
    """
    line: Text | None = field(default=None, metadata=IF_ANY)
    """The line in which they have this place, where lines are ranked apart."""

    @property
    def wins(self) -> int:
        """Return how many tables the entrant won; sitting out is no win."""
        return sum(played.is_won for played in self.rounds)

    @property
    def scores(self) -> Score:
        """Return the sum of the entrant's scores at tables."""
        return as_score(sum(played.score or 0 for played in self.rounds))


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
        seats.append(SeatResult(as_score(score), 1 + best_first.index(score)))
    return seats


def reckon_entered(event: Event, table: str) -> tuple[Reckoning, ...]:
    """Return a table's scores that the director entered; empty without any."""
    if table not in event.scores:
        return ()
    rows = []
    for entrant in dict.fromkeys(event.tables[table].seats):
        score = event.scores[table][entrant]
        rows.append(ReckonedSeat(event.entrants[entrant].name, (as_score(score),)))
    column = ReckoningColumn(say("Entered by the director"))
    return (Reckoning((column,), tuple(rows)),)


def find_missing_tables(event: Event, results: Results) -> tuple[EventTable, ...]:
    """Return the tables without a result, oldest first."""
    return tuple(table for code, table in event.tables.items() if code not in results)


@dataclass(frozen=True, slots=True)
class LateScore:
    """Scores of an earlier round's table that changed since the latest was seated."""

    table: EventTable
    round: Ordinal
    before: tuple[Score, ...]
    """Seats clockwise, as the latest round was seated; empty without a result."""
    now: tuple[Score, ...]
    """Empty while its match goes on again."""


def find_late_scores(event: Event, results: Results) -> tuple[LateScore, ...]:
    """Return the scores of earlier rounds that changed since the latest was seated.

    The latest round keeps its pairings.
    """
    latest = event.latest_round
    if latest is None or latest.scores_before is None:
        return ()
    known = scores_of(results)
    late = []
    for number, played in enumerate(event.rounds[:-1], 1):
        for table in played.tables:
            now = known.get(table.code, ())
            then = latest.scores_before.get(table.code)
            if then is None:
                # An older record lacks tables without a result, and earlier rounds.
                then = () if number == len(event.rounds) - 1 else now
            if tuple(then) != now:
                late.append(LateScore(table, number, tuple(then), now))
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
    """Return the standings, first place first, line by line.

    Whoever left before their first round has none, nor once the event `is_over` whoever
    was in no round.
    """
    numbers = range(1, len(event.rounds) + 1)
    scores = [score_round(event, number, results) for number in numbers]
    return rank_by_rounds(event, scores, is_over)


def rank_by_rounds(
    event: Event, scores: Sequence[RoundScores], is_over: bool = False
) -> tuple[EventStanding, ...]:
    """Return the standings, as `rank_entrants`, from the scores of each round."""
    standings = []
    latest = scores[-1].values() if scores else ()
    has_results = any(score.kind == "result" for score in latest)
    leaves_out = has_results and _is_low_best(event)
    for entrant in event.entrants.values():
        if event.takes_part(entrant, is_over):
            rounds = tuple(by_entrant[entrant.id] for by_entrant in scores)
            standing = _add_up(event, entrant, rounds)
            is_playing = leaves_out and rounds[-1].kind == "waiting"
            standings.append(replace(standing, is_playing=is_playing))
    standings = _add_opponents(standings)

    ranked: list[EventStanding] = []
    for line in event.lines or (None,):
        in_line = [standing for standing in standings if standing.line == line]
        ranked += _rank(event, in_line)
    return tuple(ranked)


def _rank(event: Event, standings: Sequence[EventStanding]) -> list[EventStanding]:
    """Return the standings of those who are ranked together."""
    ranking: list[EventStanding] = []
    for alike in _group_by_leaving(event, standings):
        for level in _group(event, alike, "total"):
            compared = _compare_directly(level)
            for equals in _part(event, compared, event.plan.ties, len(level)):
                place = len(ranking) + 1
                ranking += [replace(standing, place=place) for standing in equals]
    return ranking


def _group_by_leaving(
    event: Event, standings: Iterable[EventStanding]
) -> list[list[EventStanding]]:
    """Return those who play on, then those who are out, the latest first.

    Those without a place come after those with one.
    """

    def rounds_before(standing: EventStanding) -> tuple[int, bool]:
        before = event.out.get(standing.entrant, MOST_ROUNDS + 1)
        return -before, standing.is_playing

    ordered = sorted(standings, key=rounds_before)
    return [list(alike) for _, alike in groupby(ordered, rounds_before)]


def name_winners(ranking: Iterable[EventStanding]) -> list[str]:
    """Return the names of those in the first place."""
    return [standing.name for standing in ranking if standing.place == 1]


def _is_low_best(event: Event) -> bool:
    """Return whether the lowest total is first."""
    return event.plan.counts == "points" and event.plan.wins == "fewest"


def score_round(event: Event, number: Ordinal, results: Results) -> RoundScores:
    """Return each entrant's score of a round."""
    played = event.rounds[number - 1]
    average = _average_score(played, results) if _is_low_best(event) else 0
    absent = RoundScore(number, average, "absent")
    scores = dict.fromkeys(event.entrants, absent)
    consolation = average if event.plan.counts == "points" else 1
    sat_out = RoundScore(number, consolation, "sat-out")
    scores.update(dict.fromkeys(played.sits_out, sat_out))
    scores.update(dict.fromkeys(played.out, RoundScore(number, average, "out")))

    is_current = number == len(event.rounds)
    for table in played.tables:
        seats = results.get(table.code)
        if seats is not None:
            scores.update(_score_table(event, number, table, seats))
            continue
        is_awaited = is_current and table.code not in event.given_up
        kind: RoundKind = "waiting" if is_awaited else "without-result"
        # Whom somebody is about to meet breaks no tie before the result is in.
        points = 0 if is_awaited else average
        missing = RoundScore(number, points, kind, table.code)
        scores.update(dict.fromkeys(table.seats, missing))
    return scores


def _average_score(played: Round, results: Results) -> int:
    """Return the average score of a round, rounded up; 0 before its first result."""
    scores: list[Score] = []
    for table in played.tables:
        for seat in results.get(table.code, ()):
            scores.append(seat.score)
    return ceil(sum(scores) / len(scores)) if scores else 0


def _score_table(
    event: Event, number: Ordinal, table: EventTable, seats: Sequence[SeatResult]
) -> RoundScores:
    """Return the scores of those who sat at a table with a result."""
    of_entrant = dict(zip(table.seats, seats, strict=True))
    sides = event.sides_at(table)
    scores = {}
    for side in sides:
        others = [other for other in sides if other is not side]
        opponents = tuple(chain.from_iterable(others))
        for entrant in side:
            own = of_entrant[entrant]
            # Each other side left behind is 1, each level one ½; to win is to leave
            # all behind.
            beaten = [_compare_places(own, of_entrant[other[0]]) for other in others]
            won = min(beaten, default=1)
            points = {"points": own.score, "places": sum(beaten), "wins": won}
            scores[entrant] = RoundScore(
                round=number,
                points=as_score(points[event.plan.counts]),
                kind="result",
                table=table.code,
                score=own.score,
                place=own.place,
                opponents=opponents,
                is_won=won == 1,
            )
    return scores


def _compare_places(own: SeatResult, other: SeatResult) -> float:
    if own.place == other.place:
        return 0.5
    return float(own.place < other.place)


def _add_up(
    event: Event, entrant: Entrant, rounds: tuple[RoundScore, ...]
) -> EventStanding:
    """Return an entrant's total, before anybody has a place."""
    total: Score = sum(played.points for played in rounds)
    adjustments = []
    for adjustment in event.adjustments:
        if adjustment.entrant == entrant.id:
            adjustments.append(adjustment)
            total += adjustment.points
    return EventStanding(
        place=1,
        entrant=entrant.id,
        name=entrant.name,
        total=as_score(total),
        rounds=rounds,
        adjustments=tuple(adjustments),
        line=event.line_of(entrant.id),
    )


def _add_opponents(standings: Sequence[EventStanding]) -> list[EventStanding]:
    """Return the standings with the sum of each one's opponents' totals.

    Whoever sits out meets as many like themselves, as chess has it (FIDE Handbook,
    C.07).
    """
    totals = {standing.entrant: standing.total for standing in standings}
    rounds = chain.from_iterable(standing.rounds for standing in standings)
    most = max((len(played.opponents) for played in rounds), default=0)
    summed = []
    for standing in standings:
        opponents: Score = 0
        for played in standing.rounds:
            for opponent in played.opponents:
                opponents += totals[opponent]
            if played.kind == "sat-out":
                opponents += most * standing.total
        summed.append(replace(standing, opponents=as_score(opponents)))
    return summed


def _compare_directly(level: Sequence[EventStanding]) -> list[EventStanding]:
    """Return these of one total with what counts between them, if all met equally."""
    others = _ids_of(level)
    has_met = _have_met_equally(level)
    compared = []
    for standing in level:
        direct = _count_against(standing, others) if has_met else None
        is_level = len(level) > 1
        compared.append(replace(standing, direct=direct, is_level=is_level))
    return compared


def _count_against(standing: EventStanding, others: AbstractSet[str]) -> Score:
    """Return the points of an entrant's meetings with these others."""
    points: Score = 0
    for played in standing.rounds:
        if not others.isdisjoint(played.opponents):
            points += played.points
    return as_score(points)


def _ids_of(level: Iterable[EventStanding]) -> set[str]:
    return {standing.entrant for standing in level}


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
    by: TieBreak | Literal["total", "recounts"],
) -> list[list[EventStanding]]:
    """Return the standings by a value of what is counted, the best first."""
    lower_is_better = _is_low_best(event)
    if by == "wins":
        lower_is_better = False
    elif by == "scores":
        lower_is_better = event.plan.wins == "fewest"
    value = attrgetter(by)
    ordered = sorted(standings, key=value, reverse=not lower_is_better)
    return [list(equals) for _, equals in groupby(ordered, value)]


def _part(
    event: Event, level: list[EventStanding], ties: Sequence[TieBreak], in_all: int
) -> list[list[EventStanding]]:
    """Return entrants of one total in groups that share a place, the best first.

    `in_all` is how many have this total: between fewer, meetings count again.
    """
    if len(level) == 1 or not ties:
        return [level]
    by, *later = ties
    if by != "direct":
        groups = _group(event, level, by)
        return _part_each(event, groups, later, in_all)

    if not _have_met_equally(level):
        groups = _part(event, level, later, in_all)
        if len(groups) == 1:
            return groups
        # Once they are fewer, these may all have met.
        return _part_each(event, groups, ["direct"], in_all)

    groups = _part_directly(event, level, in_all)
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


def _part_directly(
    event: Event, level: list[EventStanding], in_all: int
) -> list[list[EventStanding]]:
    """Return these by what counts against each other, for fewer than `in_all` anew.

    Of three with the same total, two may be ahead of the third: then their results
    against each other decide between them.
    """
    if len(level) == in_all:
        return _group(event, level, "direct")
    others = _ids_of(level)
    recounted = []
    for standing in level:
        points = _count_against(standing, others)
        recounted.append(replace(standing, recounts=(*standing.recounts, points)))
    groups = _group(event, recounted, "recounts")
    return groups if len(groups) > 1 else [level]
