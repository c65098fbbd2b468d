"""The score sheet: what each round brought every seat, how they stood then, who led,
and what was remarkable.

It is folded when somebody asks for it, from the entries as they stand: corrected,
overruled and without those that were struck. Each entry is gone through once and each
line made once, however often it is asked for. It holds standings only, which everybody
may see, so it is one sheet for all viewers.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from itertools import permutations
from operator import attrgetter
from typing import Literal

from referee.lazy_dataclass import frozen
from referee.match.history import History
from referee.match.log_entry import LogEntry
from referee.match.match import Match
from referee.match.position import EntryStep, Position
from referee.vocabulary.text import NOTHING, Text, say
from referee.vocabulary.values import (
    Count,
    Ordinal,
    Score,
    Seats,
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


@frozen
class Moment:
    """The match after an entry."""

    step: EntryStep
    round: int
    """The one in which the entry was made."""
    scene: Scene
    """How it stood then: only round, standings, winners, and whether it is finished."""
    gains: SeatScores
    """What the entry brought each seat."""
    wins: frozenset[Wins]
    """Which scores were the better ones."""

    @property
    def seq(self) -> int:
        """The number of the entry."""
        return self.step.entry.seq


@frozen
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
    leaders: Seats
    """The seats in the first place then; none while all were level."""
    moments: Sequence[Moment] = field(default=(), metadata={"json": False})
    """The moments in it that changed a score."""

    @property
    def scored(self) -> bool:
        """Whether it changed anybody's total."""
        return any(self.gains.values())

    def entries_of(self, seats: Sequence[str]) -> set[int]:
        """Return the numbers of its entries that changed a score of these seats."""
        numbers = set()
        for moment in self.moments:
            if any(map(moment.gains.get, seats)):
                numbers.add(moment.seq)
        return numbers


@frozen
class Lead:
    """Who led, and over which lines in a row: their places in the sheet, from 0. Nobody
    where all were level.
    """

    leaders: Seats
    first: int
    last: int

    @property
    def length(self) -> int:
        """Over how many lines."""
        return self.last - self.first + 1


@frozen
class ScoreSheet:
    """The scores of a match, from its start to now, as corrections and overrules left
    it.
    """

    seats: Seats
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
    winners: Seats

    @property
    def totals(self) -> SeatScores:
        """What each seat has now."""
        if not self.lines:
            return self.began
        return self.lines[-1].totals

    @property
    def leads(self) -> tuple[Lead, ...]:
        """Who led when, in order."""
        leads: list[Lead] = []
        for place, line in enumerate(self.lines):
            if leads and leads[-1].leaders == line.leaders:
                leads[-1] = replace(leads[-1], last=place)
            else:
                leads.append(Lead(line.leaders, place, place))
        return tuple(leads)


@dataclass(slots=True)
class Timeline:
    """A match gone through once more: how it began, and every moment after."""

    history: History
    began: Scene
    moments: list[Moment] = field(default_factory=list)

    @property
    def scene(self) -> Scene:
        """Where it stands now."""
        if not self.moments:
            return self.began
        return self.moments[-1].scene

    def note(self, step: EntryStep, round: int, scene: Scene) -> None:
        """Add the next moment."""
        gains = _gains(totals_of(self.scene), totals_of(scene))
        self.moments.append(Moment(step, round, scene, gains, _wins(scene)))


def timeline_of(history: History, known: Sequence[Moment] = ()) -> Timeline:
    """Return this match gone through once more, entry by entry.

    Of those that are `known` of it, moments before whatever was corrected since are not
    gone through again.
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
    # Kept for every entry: without the cards on the table.
    return replace(history.scene_in(position), to_act=(), zones=(), steps=(), facts=())


def sheet_of(timeline: Timeline) -> ScoreSheet:
    """Return the score sheet of a match that was gone through."""
    scene, began, seats = timeline.scene, timeline.began, timeline.history.setting.seats
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
    # A match that was ended between two rounds is in the last of them.
    for round in sorted(ends):
        if round > scene.round:
            del ends[round]
    return list(ends.values())


def _gains(before: SeatScores, after: SeatScores) -> SeatScores:
    return {seat: whole(total - before[seat]) for seat, total in after.items()}


def totals_of(scene: Scene) -> SeatScores:
    """Return the score of each seat."""
    return {standing.seat: standing.score for standing in scene.standings}


def _between(
    scored: Sequence[Moment], ends: Sequence[Moment]
) -> Iterator[Sequence[Moment]]:
    """Yield, for each of these ends, the moments up to it that changed a score.

    They begin after the end before it.
    """
    first = 0
    for end in ends:
        last = bisect_right(scored, end.seq, key=attrgetter("seq"))
        yield scored[first:last]
        first = last


def _line(before: SeatScores, end: Moment, scored: Sequence[Moment]) -> SheetLine:
    """Return the line from these totals to this moment; `scored` changed them."""
    totals, places = totals_of(end.scene), _places(end.scene)
    leaders = tuple(seat for seat, place in places.items() if place == 1)
    if len(leaders) == len(places):
        leaders = ()  # none while all are level
    gains = _gains(before, totals)
    return SheetLine(end.round, end.seq, gains, totals, places, leaders, scored)


def _places(scene: Scene) -> SeatNumbers:
    return {standing.seat: standing.place for standing in scene.standings}


def _wins(scene: Scene) -> frozenset[Wins]:
    """Return which scores are the better ones here, by the places that go with them.

    Both where places do not go by them, or something else is said to give its place to
    a seat that is level with nobody.
    """
    standings = scene.standings
    scores = [standing.score for standing in standings]
    for standing in standings:
        if standing.ranked_by and scores.count(standing.score) == 1:
            return frozenset(("most", "fewest"))

    wins: set[Wins] = set()
    for better, worse in permutations(standings, 2):
        if better.place < worse.place and better.score != worse.score:
            wins.add("most" if better.score > worse.score else "fewest")
    return frozenset(wins)


# What was remarkable


HighlightKind = Literal[
    "turning-point", "swing", "decision", "photo-finish", "duration"
]
"""What a highlight is about."""

SHORTEST_SECONDS = 60


@frozen
class Highlight:
    """Something remarkable."""

    kind: HighlightKind
    """What it is about."""
    title: Text
    text: Text
    """A sentence to go with the title."""
    seats: Seats = ()
    """Those it speaks of; none: the whole table."""
    number: float | None = None
    """Points, a margin, or seconds."""
    round: int | None = None
    """In which round; None where it was not in one."""
    seq: int | None = None
    """At which entry; None where it was not at one."""


@frozen
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
    moments = []
    for moment in timeline.moments:
        if moment.seq in is_open:
            moments.append(moment)
    possible = (
        _turning_point(sheet, moments),
        _swing(sheet),
        _closest_ruling(moments, sheet.seats),
        _closest_finish(moments),
        _duration(entries),
    )
    return tuple(filter(None, possible))


def _turning_point(sheet: ScoreSheet, moments: Sequence[Moment]) -> Highlight | None:
    """Return when the winners went ahead for good.

    Nothing where they led all the way.
    """
    winners = sheet.winners
    if not sheet.finished or not winners:
        return None
    ahead = []
    for line in reversed(sheet.lines):
        if {*line.leaders} != {*winners}:
            break
        ahead.append(line)
    if not ahead or len(ahead) == len(sheet.lines):
        return None

    line = ahead[-1]
    what = _about(line.seq, moments)
    template = "{seats} took the lead in round {round} for good"
    if len(ahead) == 1:
        template = "{seats} went ahead only at the very end"
    elif sheet.lines[-1].round == 1:
        template = "{seats} went ahead for good: {what}"
        if what == NOTHING:
            template = "{seats} took the lead for good"
    return Highlight(
        "turning-point",
        say("Turning point"),
        say(template, seats=winners, round=line.round, what=what),
        winners,
        round=line.round,
        seq=line.seq,
    )


def _about(seq: int, moments: Iterable[Moment]) -> Text:
    """Return what the rulings of this entry are about; `NOTHING` if none says it."""
    for moment in moments:
        if moment.seq != seq:
            continue
        for ruling in moment.step.rulings:
            if ruling.about != NOTHING:
                return ruling.about
    return NOTHING


def _swing(sheet: ScoreSheet) -> Highlight | None:
    """Return the largest change of a score in one line of the sheet.

    Nothing where several are level.
    """
    changes = []
    for line in sheet.lines:
        if line.scored:
            changes.append((max(line.gains.values(), key=abs), line))
    changes.sort(key=lambda change: abs(change[0]))
    if len(changes) < 2 or abs(changes[-1][0]) == abs(changes[-2][0]):
        return None

    gain, line = changes[-1]
    seats = tuple(seat for seat, brought in line.gains.items() if brought == gain)
    template = "{seats}: {gain} in round\u00a0{round}"
    if sheet.lines[-1].round == 1:
        template = "{seats}: {gain} at once"
    written = written_score(gain)
    if gain > 0:
        written = "+" + written
    return Highlight(
        "swing",
        say("Largest swing"),
        say(template, seats=seats, gain=written, round=line.round),
        seats,
        gain,
        line.round,
        line.seq,
    )


def _closest_ruling(
    moments: Sequence[Moment], seats: Sequence[str]
) -> Highlight | None:
    """Return the ruling whose winner was parted from the next by least.

    Of several level ones it is the last.
    """
    contests = []
    for moment in moments:
        for ruling in moment.step.rulings:
            contest = ruling.contest
            if contest is None:
                continue
            # Since then the table or a house rule may have decided otherwise.
            if ruling.verdict.get("winner", contest.winner) == contest.winner:
                contests.append((contest, moment))
    if len(contests) < 2:
        return None

    contest, moment = min(reversed(contests), key=lambda pair: pair[0].margin)
    round = moment.round
    text = say("{what}, in round\u00a0{round}", what=contest.text, round=round)
    both = parts_of(contest.winner) + parts_of(contest.against or "")
    named = tuple(seat for seat in seats if seat in both)
    return Highlight(
        "decision",
        say("Closest ruling"),
        text,
        named,
        contest.margin,
        round,
        moment.seq,
    )


def _closest_finish(moments: Sequence[Moment]) -> Highlight | None:
    """Return the race in which the first two were closest; of level ones the first."""
    races = []
    for moment in moments:
        finish = moment.step.entry.finish
        if finish is not None and finish.margin_ms is not None:
            races.append((finish.margin_ms, finish, moment))
    if not races:
        return None

    margin, finish, moment = min(races, key=lambda race: race[0])
    first, second = finish.slaps[0].seat, finish.slaps[1].seat
    template = "{first} before {second} by {ms} ms"
    if len(finish.order[0]) > 1:
        template = "{first} and {second}, {ms} ms apart: too close to tell"
    ms = round(margin)
    text = say(template, first=first, second=second, ms=ms)
    title, both = say("Closest finish"), (first, second)
    return Highlight("photo-finish", title, text, both, ms, moment.round, moment.seq)


def _duration(entries: Sequence[LogEntry]) -> Highlight | None:
    """Return the time from the first entry to the last."""
    if not entries:
        return None
    seconds = entries[-1].at - entries[0].at
    if seconds < SHORTEST_SECONDS:
        return None
    hours, minutes = divmod(round(seconds / 60), 60)
    template = "{hours} h {minutes} min" if hours else "{minutes} min"
    return Highlight(
        "duration",
        say("From the first entry to the last"),
        say(template, hours=hours, minutes=minutes),
        number=round(seconds),
    )
