"""The score sheet: what each round brought every seat, how they stood then, and who led.

It is folded when somebody asks for it, from the entries as they stand: corrected, overruled and without those that
were struck. Each entry is gone through once and each line made once, however often it is asked for. It holds
standings only, which everybody may see, so it is one sheet for all viewers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby, islice, pairwise, takewhile
from typing import Literal

from referee.match.position import Position, Step
from referee.match.replay import History
from referee.vocabulary.quantities import Count, Ordinal, Score, whole
from referee.vocabulary.side import Side, sides_of
from referee.vocabulary.text import NOTHING
from referee.vocabulary.view import Scene, Wins

FEW_ROUNDS = 3
"""With no more rounds than these, a sheet has a line for each entry that scored, if a round has several."""

Unit = Literal["round", "entry"]
"""What a line of the sheet stands for: a round, or an entry that scored."""

SeatNumbers = Mapping[str, int]
"""A number for each seat."""

SeatScores = Mapping[str, Score]
"""A score for each seat."""


class Scoring:
    """What changed totals, or not, by what it brought each seat."""

    __slots__ = ()

    gains: SeatScores

    @property
    def scored(self) -> bool:
        """Whether it changed anybody's total."""
        return any(self.gains.values())


@dataclass(frozen=True, slots=True)
class Moment(Scoring):
    """The match after an entry. `round` is the one in which the entry was made, `scene` tells how it stood then, and
    `gains` what it brought each seat.

    Of the scene there are only round, standings, winners, and whether it is finished.
    """

    step: Step
    round: int
    scene: Scene
    gains: SeatScores


@dataclass(frozen=True, slots=True)
class SheetLine(Scoring):
    """A line of the score sheet, in the order of the match. Gains add up to totals, beginning with `began`."""

    round: Count
    seq: Ordinal
    """The number of the last entry in it."""
    gains: SeatScores
    """What it brought each seat."""
    totals: SeatScores
    """What each seat had then."""
    places: SeatNumbers
    """The place of each seat then."""
    leaders: tuple[str, ...]
    """The seats in the first place then; none while all were level."""


@dataclass(frozen=True, slots=True)
class Lead:
    """Who led, and over which lines in a row: their places in the sheet, from 0. Nobody where all were level."""

    leaders: tuple[str, ...]
    first: int
    last: int

    @property
    def length(self) -> int:
        """Over how many lines."""
        return self.last - self.first + 1


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """The scores of a match, from its start to now, as corrections and overrules left it."""

    seats: tuple[str, ...]
    """Seats by name, clockwise."""
    sides: tuple[Side, ...]
    """Every side, a seat that plays for itself too: partners share all that stands here."""
    unit: Unit
    """What a line stands for: a round, or an entry that scored."""
    began: SeatScores
    """The totals at the start, to which the gains add up."""
    lines: tuple[SheetLine, ...]
    places: SeatNumbers
    """The place of each seat now."""
    wins: Wins | None
    """Which scores are the better ones; None where places did not always go by the score."""
    round: Count
    """The one that goes on, or the last."""
    finished: bool
    winners: tuple[str, ...]

    @property
    def totals(self) -> SeatScores:
        """What each seat has now."""
        return self.lines[-1].totals if self.lines else self.began

    @property
    def leads(self) -> tuple[Lead, ...]:
        """Who led when, in order."""
        runs = groupby(range(len(self.lines)), key=lambda place: self.lines[place].leaders)
        return tuple(Lead(leaders, run[0], run[-1]) for leaders, places in runs if (run := list(places)))


@dataclass(slots=True)
class _Lines:
    """The lines of a sheet, each made once: from the first one that ends differently by now, they are made again.

    `ends` are the moments with which they end; `shown` tells, for each, which scores are the better ones there.
    """

    began: Scene
    ends: list[Moment] = field(default_factory=list)
    lines: list[SheetLine] = field(default_factory=list)
    shown: list[frozenset[Wins]] = field(default_factory=list)

    def follow(self, ends: Sequence[Moment]) -> None:
        """Have a line for each of these."""
        same = sum(1 for _ in takewhile(lambda pair: pair[0] is pair[1], zip(self.ends, ends, strict=False)))
        del self.ends[same:], self.lines[same:], self.shown[same:]
        for moment in ends[same:]:
            before = self.ends[-1].scene if self.ends else self.began
            self.ends.append(moment)
            self.lines.append(_line(before, moment))
            self.shown.append(_better(moment.scene))

    @property
    def wins(self) -> Wins | None:
        """Which scores are the better ones, by the places that went with them."""
        seen = _better(self.began).union(*self.shown)
        return next(iter(seen)) if len(seen) == 1 else None


@dataclass(slots=True)
class Timeline:
    """A match gone through once more, as far as somebody asked: the scene it began with, and every moment after.

    What came since is added by `go_on`, at a cost that does not depend on what was there before; a match that was
    corrected is another one, and gets another timeline. `scored` are the moments that changed anybody's total, and
    `ends` the last moment of each round.
    """

    history: History
    began: Scene
    moments: list[Moment] = field(default_factory=list)
    scored: list[Moment] = field(default_factory=list)
    ends: dict[int, Moment] = field(default_factory=dict)
    _scored_in: Counter[int] = field(default_factory=Counter)
    _lines: dict[Unit, _Lines] = field(default_factory=dict)

    @property
    def scene(self) -> Scene:
        """Where it stands now."""
        return self.moments[-1].scene if self.moments else self.began

    @property
    def unit(self) -> Unit:
        """What the lines of its sheet stand for."""
        rounds = len(self._scored_in)
        return "round" if rounds > FEW_ROUNDS or rounds == len(self.scored) else "entry"

    def leads_to(self, history: History) -> bool:
        """Whether this history began as this timeline did: nothing in it was corrected since."""
        n = len(self.moments)
        return n <= len(history.steps) and (history.steps[n - 1] is self.moments[-1].step if n else True)

    def go_on(self, history: History | None = None) -> None:
        """Go through the entries that were made since: in this history, to which it leads, or in its own."""
        self.history = history or self.history
        for step in islice(self.history.steps, len(self.moments), None):
            round = self.scene.round
            self.note(step, round, _bare_scene(self.history, step.after))

    def note(self, step: Step, round: int, scene: Scene) -> None:
        """The next moment."""
        before = totals_of(self.scene)
        moment = Moment(
            step, round, scene, {seat: whole(total - before[seat]) for seat, total in totals_of(scene).items()}
        )
        self.moments.append(moment)
        self.ends[round] = moment
        if moment.scored:
            self.scored.append(moment)
            self._scored_in[round] += 1

    def lines(self) -> _Lines:
        """The lines of its sheet, as many as there are by now."""
        unit = self.unit
        lines = self._lines.setdefault(unit, _Lines(self.began))
        lines.follow(self.scored if unit == "entry" else [*self._finished_rounds()])
        return lines

    def _finished_rounds(self) -> Iterator[Moment]:
        """The last moment of each round; of the one that goes on the latest, once anything was scored in it."""
        goes_on = None if self.scene.finished or self.scene.round in self._scored_in else self.scene.round
        # A match that was ended between two rounds is in the last of them.
        last = self.scene.round
        return (moment for round, moment in self.ends.items() if round != goes_on and round <= last)


def timeline_of(history: History) -> Timeline:
    """This match gone through once more, entry by entry."""
    timeline = Timeline(history, _bare_scene(history, history.began))
    timeline.go_on()
    return timeline


def _bare_scene(history: History, position: Position) -> Scene:
    # Kept for every entry: without the cards on the table.
    return replace(history.scene_in(position), to_act=(), zones=(), next=NOTHING, facts=())


def sheet_of(timeline: Timeline) -> ScoreSheet:
    """The score sheet of a match that was gone through."""
    scene, began, lines = timeline.scene, totals_of(timeline.began), timeline.lines()
    seats = timeline.history.setting.seats
    return ScoreSheet(
        seats=seats,
        sides=sides_of(seats, scene.sides),
        unit=timeline.unit,
        began=began,
        lines=tuple(lines.lines),
        places=_places(scene),
        wins=lines.wins,
        round=scene.round,
        finished=scene.finished,
        winners=scene.winners,
    )


def totals_of(scene: Scene) -> SeatScores:
    """The score of each seat."""
    return {standing.seat: standing.score for standing in scene.standings}


def _line(before: Scene, moment: Moment) -> SheetLine:
    """The line from this scene to this moment."""
    had, totals, places = totals_of(before), totals_of(moment.scene), _places(moment.scene)
    gains = {seat: whole(total - had[seat]) for seat, total in totals.items()}
    return SheetLine(moment.round, moment.step.entry.seq, gains, totals, places, leaders_in(moment.scene))


def _places(scene: Scene) -> SeatNumbers:
    return {standing.seat: standing.place for standing in scene.standings}


def leaders_in(scene: Scene) -> tuple[str, ...]:
    """The seats in the first place; none while all are level."""
    places = _places(scene)
    first = tuple(seat for seat, place in places.items() if place == 1)
    return first if len(first) < len(places) else ()


def _better(scene: Scene) -> frozenset[Wins]:
    """Which scores are the better ones here, by the places that go with them: both where places do not go by them."""
    scores: dict[int, set[float]] = {}
    for standing in scene.standings:
        scores.setdefault(standing.place, set()).add(standing.score)
    seen: set[Wins] = set()
    for better, worse in pairwise(scores[place] for place in sorted(scores)):
        if max(better) > min(worse):
            seen.add("most")
        if min(better) < max(worse):
            seen.add("fewest")
    return frozenset(seen)
