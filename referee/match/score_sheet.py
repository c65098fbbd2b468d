"""The score sheet: what each round brought every seat, how they stood then, and who led.

It is folded when somebody asks for it, from the entries as they stand: corrected, overruled and without those that
were struck. Each entry is gone through once and each line made once, however often it is asked for. It holds
standings only, which everybody may see, so it is one sheet for all viewers.
"""

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from itertools import groupby, permutations, takewhile
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


@dataclass(frozen=True, slots=True)
class Moment:
    """The match after an entry. `round` is the one in which the entry was made, `scene` tells how it stood then, and
    `gains` what it brought each seat.

    Of the scene there are only round, standings, winners, and whether it is finished.
    """

    step: Step
    round: int
    scene: Scene
    gains: SeatScores


@dataclass(frozen=True, slots=True)
class SheetLine:
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
class Timeline:
    """A match gone through once more: the scene it began with, and every moment after."""

    history: History
    began: Scene
    moments: list[Moment] = field(default_factory=list)

    @property
    def scene(self) -> Scene:
        """Where it stands now."""
        return self.moments[-1].scene if self.moments else self.began

    def note(self, step: Step, round: int, scene: Scene) -> None:
        """Add the next moment."""
        self.moments.append(Moment(step, round, scene, _gains(self.scene, scene)))


def timeline_of(history: History, known: Sequence[Moment] = ()) -> Timeline:
    """Return this match gone through once more, entry by entry.

    Of those that are `known` of it, moments before whatever was corrected since are not gone through again.
    """
    same = takewhile(lambda pair: pair[0].step is pair[1], zip(known, history.steps, strict=False))
    timeline = Timeline(history, _bare_scene(history, history.began), [moment for moment, _ in same])
    for step in history.steps[len(timeline.moments) :]:
        timeline.note(step, timeline.scene.round, _bare_scene(history, step.after))
    return timeline


def _bare_scene(history: History, position: Position) -> Scene:
    # Kept for every entry: without the cards on the table.
    return replace(history.scene_in(position), to_act=(), zones=(), next=NOTHING, facts=())


def sheet_of(timeline: Timeline) -> ScoreSheet:
    """Return the score sheet of a match that was gone through."""
    scene, began, seats = timeline.scene, timeline.began, timeline.history.setting.seats
    scored = [moment for moment in timeline.moments if any(moment.gains.values())]
    rounds = {moment.round for moment in scored}
    unit: Unit = "round" if len(rounds) > FEW_ROUNDS or len(rounds) == len(scored) else "entry"
    ends = scored if unit == "entry" else _ends_of_rounds(timeline, rounds)
    scenes = [began, *(moment.scene for moment in ends)]
    better = frozenset[Wins]().union(*map(_better, scenes))
    return ScoreSheet(
        seats=seats,
        sides=sides_of(seats, scene.sides),
        unit=unit,
        began=totals_of(began),
        lines=tuple(_line(before, moment) for before, moment in zip(scenes, ends, strict=False)),
        places=_places(scene),
        wins=next(iter(better)) if len(better) == 1 else None,
        round=scene.round,
        finished=scene.finished,
        winners=scene.winners,
    )


def _ends_of_rounds(timeline: Timeline, scored: Set[int]) -> list[Moment]:
    """Return the last moment of each round; of the one that goes on the latest, once anything was scored in it."""
    scene = timeline.scene
    goes_on = None if scene.finished or scene.round in scored else scene.round
    ends = {moment.round: moment for moment in timeline.moments if moment.round != goes_on}
    # A match that was ended between two rounds is in the last of them.
    return [moment for round, moment in ends.items() if round <= scene.round]


def _gains(before: Scene, after: Scene) -> SeatScores:
    had = totals_of(before)
    return {seat: whole(total - had[seat]) for seat, total in totals_of(after).items()}


def totals_of(scene: Scene) -> SeatScores:
    """Return the score of each seat."""
    return {standing.seat: standing.score for standing in scene.standings}


def _line(before: Scene, moment: Moment) -> SheetLine:
    """Return the line from this scene to this moment."""
    scene, seq = moment.scene, moment.step.entry.seq
    gains, places = _gains(before, scene), _places(scene)
    first = tuple(seat for seat, place in places.items() if place == 1)
    leaders = first if len(first) < len(places) else ()  # none while all are level
    return SheetLine(moment.round, seq, gains, totals_of(scene), places, leaders)


def _places(scene: Scene) -> SeatNumbers:
    return {standing.seat: standing.place for standing in scene.standings}


def _better(scene: Scene) -> frozenset[Wins]:
    """Return which scores are the better ones here, by the places that go with them: both where places do not go by
    them.
    """
    pairs = [(better, worse) for better, worse in permutations(scene.standings, 2) if better.place < worse.place]
    return frozenset(
        "most" if better.score > worse.score else "fewest" for better, worse in pairs if better.score != worse.score
    )
