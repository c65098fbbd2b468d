"""The score sheet: what each round brought every seat, how they stood then, and who led.

It is folded anew when somebody asks for it, from the entries as they stand: corrected, overruled and without those
that were struck. It holds standings only, which everybody may see, so it is one sheet for all viewers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby, pairwise
from typing import Literal

from referee.match.fold import History, Position, Step, opening
from referee.vocabulary.text import NOTHING
from referee.vocabulary.view import Scene

FEW_ROUNDS = 3
"""Up to so many rounds a sheet has a line for each entry that scored, if a round has several."""

Unit = Literal["round", "entry"]
"""What a line of the sheet stands for: a round, or an entry that scored."""

Wins = Literal["most", "fewest"]
"""Which scores are the better ones."""

Numbers = Mapping[str, int]
"""A number for each seat."""


@dataclass(frozen=True, slots=True)
class Moment:
    """The match after an entry. `round` is the one in which the entry was made, `scene` tells how it stood then.

    Of the scene there are only round, standings, winners, and whether it is finished.
    """

    step: Step
    round: int
    scene: Scene


@dataclass(slots=True)
class Course:
    """A match gone through once more, as far as somebody asked: the scene it began with, and every moment after.

    What came since is added by `go_on`; a match that was corrected is another history, and begins anew.
    """

    history: History
    position: Position
    began: Scene
    moments: list[Moment] = field(default_factory=list)

    @property
    def scene(self) -> Scene:
        """Where it stands now."""
        return self.moments[-1].scene if self.moments else self.began

    def go_on(self) -> None:
        """Go through the entries that were made since."""
        for step in self.history.steps[len(self.moments) :]:
            round = self.scene.round
            self.position = self.history.take(self.position, step.entry).position
            self.moments.append(Moment(step, round, _bare_scene(self.history, self.position)))


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the sheet, in the order of the match.

    `seq` is the number of the last entry in it. `gains` and `totals` are what it brought each seat and what they
    had then; `places` are those of that moment, and `leaders` the seats in the first place, empty while all are level.
    """

    round: int
    seq: int
    gains: Numbers
    totals: Numbers
    places: Numbers
    leaders: tuple[str, ...]

    @property
    def scored(self) -> bool:
        """Whether it changed anybody's total."""
        return any(self.gains.values())


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
class Sheet:
    """The scores of a match, line by line.

    `began` are the totals at the start, to which the gains add up. `wins` says which scores are the better ones,
    None where places did not always go by the score. `round` is the one that goes on; the last, once `finished`.
    """

    seats: tuple[str, ...]
    unit: Unit
    began: Numbers
    lines: tuple[Line, ...]
    places: Numbers
    wins: Wins | None
    round: int
    finished: bool
    winners: tuple[str, ...]

    @property
    def totals(self) -> Numbers:
        """What each seat has now."""
        return self.lines[-1].totals if self.lines else self.began

    @property
    def leads(self) -> tuple[Lead, ...]:
        """Who led when, in order."""
        runs = groupby(range(len(self.lines)), key=lambda place: self.lines[place].leaders)
        return tuple(Lead(leaders, run[0], run[-1]) for leaders, places in runs if (run := list(places)))


def course_of(history: History) -> Course:
    """This match gone through once more, entry by entry."""
    begins = opening(history.rulebook, history.setting)
    course = Course(history, begins, _bare_scene(history, begins))
    course.go_on()
    return course


def _bare_scene(history: History, position: Position) -> Scene:
    # Kept for every entry: without the cards on the table.
    return replace(history.rulebook.scene(position.state), to_act=(), zones=(), next=NOTHING)


def sheet_of(course: Course) -> Sheet:
    """The score sheet of a match that was gone through."""
    scene, began = course.scene, totals_of(course.began)
    scored = scoring(course)
    unit = unit_of(scored)
    ends = scored if unit == "entry" else _ends_of_rounds(course, scored)
    return Sheet(
        seats=tuple(began),
        unit=unit,
        began=began,
        lines=tuple(_lines(began, ends)),
        places=_places(scene),
        wins=_wins([course.began, *(moment.scene for moment in ends)]),
        round=scene.round,
        finished=scene.finished,
        winners=scene.winners,
    )


def totals_of(scene: Scene) -> Numbers:
    """The score of each seat."""
    return {standing.seat: standing.score for standing in scene.standings}


def scoring(course: Course) -> tuple[Moment, ...]:
    """The moments that changed anybody's total."""
    found, before = [], totals_of(course.began)
    for moment in course.moments:
        after = totals_of(moment.scene)
        if after != before:
            found.append(moment)
        before = after
    return tuple(found)


def unit_of(scored: Sequence[Moment]) -> Unit:
    """What the lines of a sheet with these scoring moments stand for."""
    rounds = Counter(moment.round for moment in scored)
    return "round" if len(rounds) > FEW_ROUNDS or len(rounds) == len(scored) else "entry"


def _ends_of_rounds(course: Course, scored: Sequence[Moment]) -> tuple[Moment, ...]:
    """The last moment of each round; of the one that goes on the latest, once anything was scored in it."""
    last = {moment.round: moment for moment in course.moments}
    going_on = not course.scene.finished and course.scene.round not in {moment.round for moment in scored}
    return tuple(moment for round, moment in last.items() if not (going_on and round == course.scene.round))


def _lines(began: Numbers, ends: Sequence[Moment]) -> Iterator[Line]:
    before = began
    for moment in ends:
        totals = totals_of(moment.scene)
        gains = {seat: total - before[seat] for seat, total in totals.items()}
        places = _places(moment.scene)
        yield Line(moment.round, moment.step.entry.seq, gains, totals, places, _leaders(places))
        before = totals


def _places(scene: Scene) -> Numbers:
    return {standing.seat: standing.place for standing in scene.standings}


def _leaders(places: Numbers) -> tuple[str, ...]:
    first = tuple(seat for seat, place in places.items() if place == 1)
    return first if len(first) < len(places) else ()


def _wins(scenes: Sequence[Scene]) -> Wins | None:
    """Which scores are the better ones, by the places that went with them."""
    seen: set[Wins] = set()
    for scene in scenes:
        scores: dict[int, set[int]] = {}
        for standing in scene.standings:
            scores.setdefault(standing.place, set()).add(standing.score)
        ranked = [scores[place] for place in sorted(scores)]
        for better, worse in pairwise(ranked):
            if max(better) > min(worse):
                seen.add("most")
            if min(better) < max(worse):
                seen.add("fewest")
    return seen.pop() if len(seen) == 1 else None
