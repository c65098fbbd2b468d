"""The score sheet: what each round brought every seat, how they stood then, who led,
and what was remarkable.

It is folded when somebody asks for it, from the entries as they stand: corrected,
overruled and without those that were struck. Each entry is gone through once and each
line made once, however often it is asked for. It holds standings only, which everybody
may see, so it is one sheet for all viewers.
"""

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from itertools import groupby, permutations, takewhile
from typing import Literal

from referee.match.log_entry import LogEntry
from referee.match.match import Match
from referee.match.position import Position, Step
from referee.match.replay import History
from referee.vocabulary.text import NOTHING, Text, say
from referee.vocabulary.values import (
    Count,
    Ordinal,
    Score,
    Side,
    parts_of,
    sides_of,
    whole,
    written_score,
)
from referee.vocabulary.view import Scene, Wins

FEW_ROUNDS = 3
"""With no more rounds than these, a sheet has a line for each entry that scored, if a
round has several.
"""

Unit = Literal["round", "entry"]
"""What a line of the sheet stands for: a round, or an entry that scored."""

SeatNumbers = Mapping[str, int]
"""A number for each seat."""

SeatScores = Mapping[str, Score]
"""A score for each seat."""


@dataclass(frozen=True, slots=True)
class Moment:
    """The match after an entry. `round` is the one in which the entry was made, `scene`
    tells how it stood then, `gains` what it brought each seat, and `wins` which scores
    were the better ones.

    Of the scene there are only round, standings, winners, and whether it is finished.
    """

    step: Step
    round: int
    scene: Scene
    gains: SeatScores
    wins: frozenset[Wins]


@dataclass(frozen=True, slots=True)
class SheetLine:
    """A line of the score sheet, in the order of the match. Gains add up to totals,
    beginning with `began`.
    """

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
    moments: Sequence[Moment] = field(default=(), metadata={"json": False})
    """The moments in it that changed a score."""

    @property
    def scored(self) -> bool:
        """Whether it changed anybody's total."""
        return any(self.gains.values())

    def entries_of(self, seats: Sequence[str]) -> set[int]:
        """Return the numbers of the entries in it that changed the score of any of
        these seats.
        """
        return {
            moment.step.entry.seq
            for moment in self.moments
            if any(moment.gains.get(seat) for seat in seats)
        }


@dataclass(frozen=True, slots=True)
class Lead:
    """Who led, and over which lines in a row: their places in the sheet, from 0. Nobody
    where all were level.
    """

    leaders: tuple[str, ...]
    first: int
    last: int

    @property
    def length(self) -> int:
        """Over how many lines."""
        return self.last - self.first + 1


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """The scores of a match, from its start to now, as corrections and overrules left
    it.
    """

    seats: tuple[str, ...]
    """Seats by name, clockwise."""
    sides: tuple[Side, ...]
    """Every side, a seat that plays for itself too: partners share all that stands
    here.
    """
    unit: Unit
    """What a line stands for: a round, or an entry that scored."""
    began: SeatScores
    """The totals at the start, to which the gains add up."""
    lines: tuple[SheetLine, ...]
    places: SeatNumbers
    """The place of each seat now."""
    wins: Wins | None
    """Which scores are the better ones; None where places did not always go by the
    score.
    """
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
        runs = groupby(
            range(len(self.lines)), key=lambda place: self.lines[place].leaders
        )
        return tuple(
            Lead(leaders, run[0], run[-1])
            for leaders, places in runs
            if (run := list(places))
        )


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
        self.moments.append(
            Moment(
                step,
                round,
                scene,
                _gains(totals_of(self.scene), totals_of(scene)),
                _wins(scene),
            )
        )


def timeline_of(history: History, known: Sequence[Moment] = ()) -> Timeline:
    """Return this match gone through once more, entry by entry.

    Of those that are `known` of it, moments before whatever was corrected since are not
    gone through again.
    """
    same = takewhile(
        lambda pair: pair[0].step is pair[1], zip(known, history.steps, strict=False)
    )
    timeline = Timeline(
        history, _bare_scene(history, history.began), [moment for moment, _ in same]
    )
    for step in history.steps[len(timeline.moments) :]:
        timeline.note(step, timeline.scene.round, _bare_scene(history, step.after))
    return timeline


def _bare_scene(history: History, position: Position) -> Scene:
    # Kept for every entry: without the cards on the table.
    return replace(history.scene_in(position), to_act=(), zones=(), steps=(), facts=())


def sheet_of(timeline: Timeline) -> ScoreSheet:
    """Return the score sheet of a match that was gone through."""
    scene, began, seats = timeline.scene, timeline.began, timeline.history.setting.seats
    scored = [moment for moment in timeline.moments if any(moment.gains.values())]
    rounds = {moment.round for moment in scored}
    unit: Unit = (
        "round" if len(rounds) > FEW_ROUNDS or len(rounds) == len(scored) else "entry"
    )
    ends = scored if unit == "entry" else _ends_of_rounds(timeline, rounds)
    wins = _wins(began).union(*(moment.wins for moment in ends))
    totals = [totals_of(began), *(totals_of(moment.scene) for moment in ends)]
    return ScoreSheet(
        seats=seats,
        sides=sides_of(seats, scene.sides),
        unit=unit,
        began=totals[0],
        lines=tuple(map(_line, totals, totals[1:], ends, _between(scored, ends))),
        places=_places(scene),
        wins=next(iter(wins)) if len(wins) == 1 else None,
        round=scene.round,
        finished=scene.finished,
        winners=scene.winners,
    )


def _ends_of_rounds(timeline: Timeline, scored: Set[int]) -> list[Moment]:
    """Return the last moment of each round; of the one that goes on the latest, once
    anything was scored in it.
    """
    scene = timeline.scene
    goes_on = None if scene.finished or scene.round in scored else scene.round
    ends = {
        moment.round: moment for moment in timeline.moments if moment.round != goes_on
    }
    # A match that was ended between two rounds is in the last of them.
    return [moment for round, moment in ends.items() if round <= scene.round]


def _gains(before: SeatScores, after: SeatScores) -> SeatScores:
    return {seat: whole(total - before[seat]) for seat, total in after.items()}


def totals_of(scene: Scene) -> SeatScores:
    """Return the score of each seat."""
    return {standing.seat: standing.score for standing in scene.standings}


def _between(
    scored: Sequence[Moment], ends: Sequence[Moment]
) -> Iterator[Sequence[Moment]]:
    """Yield, for each of these ends, the moments since the one before it, or at it,
    that changed a score.
    """
    numbers = [moment.step.entry.seq for moment in scored]
    first = 0
    for end in ends:
        last = bisect_right(numbers, end.step.entry.seq)
        yield scored[first:last]
        first = last


def _line(
    before: SeatScores, totals: SeatScores, moment: Moment, scored: Sequence[Moment]
) -> SheetLine:
    """Return the line from these totals to those of this moment; `scored` are those
    that changed them.
    """
    gains, places = _gains(before, totals), _places(moment.scene)
    first = tuple(seat for seat, place in places.items() if place == 1)
    leaders = first if len(first) < len(places) else ()  # none while all are level
    return SheetLine(
        moment.round, moment.step.entry.seq, gains, totals, places, leaders, scored
    )


def _places(scene: Scene) -> SeatNumbers:
    return {standing.seat: standing.place for standing in scene.standings}


def _wins(scene: Scene) -> frozenset[Wins]:
    """Return which scores are the better ones here, by the places that go with them:
    both where places do not go by them, or something else is said to give its place to
    a seat that is level with nobody.
    """
    scores = [standing.score for standing in scene.standings]
    if any(
        standing.ranked_by and scores.count(standing.score) == 1
        for standing in scene.standings
    ):
        return frozenset(("most", "fewest"))
    pairs = [
        (better, worse)
        for better, worse in permutations(scene.standings, 2)
        if better.place < worse.place
    ]
    return frozenset(
        "most" if better.score > worse.score else "fewest"
        for better, worse in pairs
        if better.score != worse.score
    )


# What was remarkable


HighlightKind = Literal[
    "turning-point", "swing", "decision", "photo-finish", "duration"
]
"""What a highlight is about."""

SHORTEST_SECONDS = 60


@dataclass(frozen=True, slots=True)
class Highlight:
    """Something remarkable."""

    kind: HighlightKind
    """What it is about."""
    title: Text
    text: Text
    """A sentence to go with the title."""
    seats: tuple[str, ...] = ()
    """Those it speaks of; none: the whole table."""
    number: float | None = None
    """Points, a margin, or seconds."""
    round: int | None = None
    """In which round; None where it was not in one."""
    seq: int | None = None
    """At which entry; None where it was not at one."""


@dataclass(frozen=True, slots=True)
class Scores:
    """The scores of a match: the sheet, and what was remarkable in it."""

    sheet: ScoreSheet
    highlights: tuple[Highlight, ...]


def scores_of(match: Match, timeline: Timeline) -> Scores:
    """Return the scores of this match, for everybody, from its timeline."""
    sheet = sheet_of(timeline)
    return Scores(sheet, highlights_of(timeline, sheet, match.entries))


def highlights_of(
    timeline: Timeline, sheet: ScoreSheet, entries: Sequence[LogEntry]
) -> tuple[Highlight, ...]:
    """Return what was remarkable in a match, in the order in which it is told."""
    is_open = timeline.history.open_to_all
    moments = [
        moment for moment in timeline.moments if moment.step.entry.seq in is_open
    ]
    from_sheet = _turning_point(sheet, moments), _swing(sheet)
    from_rulings = _closest_ruling(moments, sheet.seats), _closest_finish(moments)
    possible = (*from_sheet, *from_rulings, _duration(entries))
    return tuple(highlight for highlight in possible if highlight is not None)


def _turning_point(sheet: ScoreSheet, moments: Sequence[Moment]) -> Highlight | None:
    """Return when the winners went ahead for good; nothing where they led all the way."""
    ahead = list(
        takewhile(
            lambda line: {*line.leaders} == {*sheet.winners}, reversed(sheet.lines)
        )
    )
    if not sheet.finished or not sheet.winners or not 0 < len(ahead) < len(sheet.lines):
        return None
    line = ahead[-1]
    rulings = [
        ruling
        for moment in moments
        if moment.step.entry.seq == line.seq
        for ruling in moment.step.rulings
    ]
    what = next(
        (ruling.about for ruling in rulings if ruling.about != NOTHING), NOTHING
    )
    template = "{seats} went ahead in round\u00a0{round}, and stayed there"
    if len(ahead) == 1:
        template = "{seats} went ahead only at the very end"
    elif sheet.lines[-1].round == 1:
        template = (
            "{seats} went ahead, and stayed there"
            if what == NOTHING
            else "{seats} went ahead for good: {what}"
        )
    text = say(template, seats=sheet.winners, round=line.round, what=what)
    return Highlight(
        "turning-point",
        say("Turning point"),
        text,
        sheet.winners,
        None,
        line.round,
        line.seq,
    )


def _swing(sheet: ScoreSheet) -> Highlight | None:
    """Return the largest change of a score in one line of the sheet; nothing where
    several are level.
    """
    changes = [
        (max(line.gains.values(), key=abs), line) for line in sheet.lines if line.scored
    ]
    changes.sort(key=lambda change: abs(change[0]))
    if len(changes) < 2 or abs(changes[-1][0]) == abs(changes[-2][0]):
        return None
    gain, line = changes[-1]
    seats = tuple(seat for seat, brought in line.gains.items() if brought == gain)
    template = (
        "{seats}: {gain} at once"
        if sheet.lines[-1].round == 1
        else "{seats}: {gain} in round\u00a0{round}"
    )
    sign = "+" if gain > 0 else ""
    text = say(template, seats=seats, gain=sign + written_score(gain), round=line.round)
    return Highlight(
        "swing", say("Largest swing"), text, seats, gain, line.round, line.seq
    )


def _closest_ruling(
    moments: Sequence[Moment], seats: Sequence[str]
) -> Highlight | None:
    """Return the ruling whose winner was parted from the next by least; of several
    level ones the last.
    """
    contests = [
        (contest, moment)
        for moment in reversed(moments)
        for ruling in reversed(moment.step.rulings)
        # Since then the table or a house rule may have decided otherwise.
        if (contest := ruling.contest)
        and ruling.verdict.get("winner", contest.winner) == contest.winner
    ]
    if len(contests) < 2:
        return None
    contest, moment = min(contests, key=lambda found: found[0].margin)
    text = say("{what}, in round\u00a0{round}", what=contest.text, round=moment.round)
    named = tuple(
        seat
        for seat in seats
        if seat in parts_of(contest.winner) + parts_of(contest.against or "")
    )
    where = (moment.round, moment.step.entry.seq)
    return Highlight(
        "decision", say("Closest ruling"), text, named, contest.margin, *where
    )


def _closest_finish(moments: Sequence[Moment]) -> Highlight | None:
    """Return the race in which the first two were closest; of several level ones the
    first.
    """
    finishes = [(moment.step.entry.finish, moment) for moment in moments]
    races = [
        (f.margin_ms, f, moment)
        for f, moment in finishes
        if f is not None and f.margin_ms is not None
    ]
    if not races:
        return None
    margin, finish, moment = min(races, key=lambda race: race[0])
    first, second = (slap.seat for slap in finish.slaps[:2])
    template = "{first} before {second} by {ms} ms"
    if len(finish.order[0]) > 1:
        template = "{first} and {second}, {ms} ms apart: too close to tell"
    text = say(template, first=first, second=second, ms=round(margin))
    where = (moment.round, moment.step.entry.seq)
    return Highlight(
        "photo-finish",
        say("Closest finish"),
        text,
        (first, second),
        round(margin),
        *where,
    )


def _duration(entries: Sequence[LogEntry]) -> Highlight | None:
    """From the first entry to the last."""
    seconds = entries[-1].at - entries[0].at if entries else 0
    if seconds < SHORTEST_SECONDS:
        return None
    hours, minutes = divmod(round(seconds / 60), 60)
    text = say(
        "{hours} h {minutes} min" if hours else "{minutes} min",
        hours=hours,
        minutes=minutes,
    )
    return Highlight(
        "duration", say("From the first entry to the last"), text, (), round(seconds)
    )
