"""The score sheet: each round's scores, standings, leads and highlights.

It is computed on demand from the standing entries, corrected and overruled. Each entry
and each line is processed once, however often somebody asks. It holds only public
standings, so all viewers share one sheet.
"""

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from itertools import permutations
from operator import attrgetter
from typing import Literal

from referee.match.history import History
from referee.match.taking.entry_step import EntryStep
from referee.match.taking.position import Position
from referee.vocabulary.values import (
    Count,
    Ordinal,
    Score,
    Seats,
    Side,
    as_score,
    sides_of,
)
from referee.vocabulary.view import Scene, WinningScore, totals_of

FEW_ROUNDS = 3
"""The most rounds of a sheet that has a line for each scoring entry."""

Unit = Literal["round", "entry"]
"""The meaning of a line: a round, or a scoring entry."""

SeatNumbers = Mapping[str, int]
"""A number for each seat."""

SeatScores = Mapping[str, Score]
"""A score for each seat."""


@dataclass(frozen=True, slots=True)
class Moment:
    """The match after an entry."""

    step: EntryStep
    round: int
    """The round of the entry."""
    scene: Scene
    """The scene, reduced to round, standings, winners and end."""
    gains: SeatScores
    """Each seat's score from this entry."""
    wins: frozenset[WinningScore]
    """Which scores win."""

    @property
    def seq(self) -> int:
        """Return the number of the entry."""
        return self.step.entry.seq


@dataclass(frozen=True, slots=True)
class SheetLine:
    """A line of the sheet, in match order. Gains add up to totals, from `began`."""

    round: Count
    seq: Ordinal
    """The number of its last entry."""
    gains: SeatScores
    """Each seat's gain."""
    totals: SeatScores
    """Each seat's total afterwards."""
    places: SeatNumbers
    """Each seat's place afterwards."""
    leaders: Seats
    """The leading seats afterwards; empty while all are level."""
    moments: Sequence[Moment] = field(default=(), metadata={"json": False})
    """Its moments that changed a score."""

    @property
    def scored(self) -> bool:
        """Return whether it changed a total."""
        return any(self.gains.values())

    def entries_of(self, seats: Sequence[str]) -> set[int]:
        """Return the numbers of its entries that changed a score of these seats."""
        numbers = set()
        for moment in self.moments:
            if any(map(moment.gains.get, seats)):
                numbers.add(moment.seq)
        return numbers


@dataclass(frozen=True, slots=True)
class Lead:
    """The leader over consecutive lines of the sheet, from 0; maybe nobody."""

    leaders: Seats
    first: int
    last: int

    @property
    def length(self) -> int:
        """Return the number of lines."""
        return self.last - self.first + 1


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """The scores of a match, from its start to now, after corrections and overrules."""

    seats: Seats
    """The seats, clockwise."""
    sides: tuple[Side, ...]
    """The sides, single seats included: partners share everything here."""
    unit: Unit
    """The meaning of a line: a round, or a scoring entry."""
    began: SeatScores
    """The totals at the start."""
    lines: tuple[SheetLine, ...]
    places: SeatNumbers
    """Each seat's current place."""
    wins: WinningScore | None
    """Which scores win; None if places did not always follow the score."""
    round: Count
    """The current round, or the last."""
    finished: bool
    winners: Seats

    @property
    def totals(self) -> SeatScores:
        """Return each seat's current total."""
        if not self.lines:
            return self.began
        return self.lines[-1].totals

    @property
    def leads(self) -> tuple[Lead, ...]:
        """Return the leads, in order."""
        leads: list[Lead] = []
        for index, line in enumerate(self.lines):
            if leads and leads[-1].leaders == line.leaders:
                leads[-1] = replace(leads[-1], last=index)
            else:
                leads.append(Lead(line.leaders, index, index))
        return tuple(leads)


@dataclass(slots=True)
class Timeline:
    """A match as a sequence of moments after its beginning."""

    history: History
    began: Scene
    moments: list[Moment] = field(default_factory=list)

    @property
    def scene(self) -> Scene:
        """Return the current scene."""
        if not self.moments:
            return self.began
        return self.moments[-1].scene

    def note(self, step: EntryStep, round: int, scene: Scene) -> None:
        """Add the next moment."""
        gains = _gains(totals_of(self.scene), totals_of(scene))
        self.moments.append(Moment(step, round, scene, gains, _wins(scene)))


def timeline_of(history: History, known: Sequence[Moment] = ()) -> Timeline:
    """Return the timeline of this match, entry by entry.

    Moments of `known` before the first corrected entry are reused.
    """
    timeline = Timeline(history, _bare_scene(history, history.began))
    for moment, step in zip(known, history.steps, strict=False):
        if moment.step is not step:
            break
        timeline.moments.append(moment)
    for step in history.steps[len(timeline.moments) :]:
        scene = _bare_scene(history, step.after)
        timeline.note(step, timeline.scene.round, scene)
    return timeline


def _bare_scene(history: History, position: Position) -> Scene:
    # Kept for each entry, so without the cards on the table.
    return replace(history.scene_in(position), to_act=(), zones=(), steps=(), facts=())


def sheet_of(timeline: Timeline) -> ScoreSheet:
    """Return the score sheet of a timeline."""
    scene = timeline.scene
    began = timeline.began
    seats = timeline.history.setting.seats
    scored = []
    rounds = set()
    for moment in timeline.moments:
        if any(moment.gains.values()):
            scored.append(moment)
            rounds.add(moment.round)

    unit: Unit = "entry"
    ends = scored
    if len(rounds) > FEW_ROUNDS or len(rounds) == len(scored):
        unit = "round"
        ends = _ends_of_rounds(timeline, rounds)

    wins = _wins(began)
    lines = []
    totals = totals_of(began)
    for end, moments in zip(ends, _between(scored, ends), strict=True):
        wins |= end.wins
        line = _line(totals, end, moments)
        totals = line.totals
        lines.append(line)
    return ScoreSheet(
        seats=seats,
        sides=sides_of(seats, scene.sides),
        unit=unit,
        began=totals_of(began),
        lines=tuple(lines),
        places=_places(scene),
        wins=next(iter(wins)) if len(wins) == 1 else None,
        round=scene.round,
        finished=scene.finished,
        winners=scene.winners,
    )


def _ends_of_rounds(timeline: Timeline, scored: Set[int]) -> list[Moment]:
    """Return the last moment of each round.

    Of the one that goes on it is the latest, once anything was scored in it.
    """
    scene = timeline.scene
    ends = {}
    for moment in timeline.moments:
        is_over = scene.finished or moment.round != scene.round
        if is_over or moment.round in scored:
            ends[moment.round] = moment
    # A match that ended between two rounds belongs to the last one.
    for round in sorted(ends):
        if round > scene.round:
            del ends[round]
    return list(ends.values())


def _gains(before: SeatScores, after: SeatScores) -> SeatScores:
    return {seat: as_score(total - before[seat]) for seat, total in after.items()}


def _between(
    scored: Sequence[Moment], ends: Sequence[Moment]
) -> Iterator[Sequence[Moment]]:
    """Yield, for each of these ends, the scoring moments since the previous end."""
    first = 0
    for end in ends:
        last = bisect_right(scored, end.seq, key=attrgetter("seq"))
        yield scored[first:last]
        first = last


def _line(before: SeatScores, end: Moment, scored: Sequence[Moment]) -> SheetLine:
    """Return the line from these totals to this moment; `scored` changed them."""
    totals = totals_of(end.scene)
    places = _places(end.scene)
    leaders = tuple(seat for seat, place in places.items() if place == 1)
    if len(leaders) == len(places):
        leaders = ()  # none while all are level
    gains = _gains(before, totals)
    return SheetLine(
        round=end.round,
        seq=end.seq,
        gains=gains,
        totals=totals,
        places=places,
        leaders=leaders,
        moments=scored,
    )


def _places(scene: Scene) -> SeatNumbers:
    return {standing.seat: standing.place for standing in scene.standings}


def _wins(scene: Scene) -> frozenset[WinningScore]:
    """Return which scores win here, judging by the places.

    Both if places do not follow the scores, or if a tie-breaker is stated for a seat
    without a tie.
    """
    standings = scene.standings
    scores = [standing.score for standing in standings]
    for standing in standings:
        if standing.ranked_by and scores.count(standing.score) == 1:
            return frozenset(("most", "fewest"))

    wins: set[WinningScore] = set()
    for better, worse in permutations(standings, 2):
        if better.place < worse.place and better.score != worse.score:
            wins.add("most" if better.score > worse.score else "fewest")
    return frozenset(wins)
