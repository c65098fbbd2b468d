"""The score sheet: each round's scores, standings, leads and highlights.

It is computed on demand from the standing entries, corrected and overruled. Each entry
and each line is processed once, however often somebody asks. It holds only public
standings, so all viewers share one sheet.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from itertools import permutations
from operator import attrgetter
from typing import Literal

from referee.match.entry_step import EntryStep
from referee.match.history import History
from referee.match.log_entry import LogEntry
from referee.match.match import Match
from referee.match.position import Position
from referee.vocabulary.text import NOTHING, Text, say, say_round
from referee.vocabulary.values import (
    Count,
    Ordinal,
    Score,
    Seats,
    Side,
    parts_of,
    sides_of,
    whole,
    written_gain,
)
from referee.vocabulary.view import Scene, Wins, totals_of

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
    wins: frozenset[Wins]
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
    wins: Wins | None
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
    return {seat: whole(total - before[seat]) for seat, total in after.items()}


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


def _wins(scene: Scene) -> frozenset[Wins]:
    """Return which scores win here, judging by the places.

    Both if places do not follow the scores, or if a tie-breaker is stated for a seat
    without a tie.
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
    "rare", "turning-point", "swing", "decision", "photo-finish", "duration"
]
"""The subject of a highlight."""

SHORTEST_SECONDS = 60


@dataclass(frozen=True, slots=True)
class Highlight:
    """A highlight of a match."""

    kind: HighlightKind
    """Its subject."""
    title: Text
    text: Text
    """A sentence beside the title."""
    seats: Seats = ()
    """The seats concerned; empty: the whole table."""
    number: float | None = None
    """Points, a margin, or seconds."""
    round: int | None = None
    """Its round; None without one."""
    seq: int | None = None
    """Its entry; None without one."""


@dataclass(frozen=True, slots=True)
class Scores:
    """The scores of a match: sheet and highlights."""

    sheet: ScoreSheet
    highlights: tuple[Highlight, ...]


def scores_of(match: Match, timeline: Timeline) -> Scores:
    """Return the scores of a match from its timeline."""
    sheet = sheet_of(timeline)
    return Scores(sheet, highlights_of(timeline, sheet, match.entries))


def highlights_of(
    timeline: Timeline, sheet: ScoreSheet, entries: Sequence[LogEntry]
) -> tuple[Highlight, ...]:
    """Return the highlights of a match, in the order of display."""
    is_open = timeline.history.open_to_all
    moments = [moment for moment in timeline.moments if moment.seq in is_open]
    possible = (
        _last_rarity(moments),
        _turning_point(sheet, moments),
        _swing(sheet),
        _closest_ruling(moments, sheet.seats),
        _closest_finish(moments),
        _duration(entries),
    )
    return tuple(filter(None, possible))


def _last_rarity(moments: Sequence[Moment]) -> Highlight | None:
    """Return the last rare deed, or None; a dead heat is told as a close finish."""
    for moment in reversed(moments):
        step = moment.step
        if step.overruled or step.entry.finish is not None:
            continue
        for ruling in step.rulings:
            if ruling.rare is not None:
                text = ruling.summary
                round = moment.round
                seq = moment.seq
                return Highlight("rare", ruling.rare, text, round=round, seq=seq)
    return None


def _turning_point(sheet: ScoreSheet, moments: Sequence[Moment]) -> Highlight | None:
    """Return when the winners took the lead for good; None if they led all the way."""
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
    template = "{seats} took the lead in {round} for good"
    if len(ahead) == 1 and not _was_first(winners, sheet.lines[:-1]):
        template = "{seats} went ahead only at the very end"
    elif sheet.lines[-1].round == 1:
        template = "{seats} went ahead for good: {what}"
        if what == NOTHING:
            template = "{seats} took the lead for good"
    return Highlight(
        "turning-point",
        say("Turning point"),
        say(template, seats=winners, round=say_round(line.round), what=what),
        winners,
        round=line.round,
        seq=line.seq,
    )


def _was_first(seats: Seats, lines: Iterable[SheetLine]) -> bool:
    """Return whether one of these was ahead or level after any of these lines."""
    return any(line.places[seat] == 1 for line in lines for seat in seats)


def _about(seq: int, moments: Iterable[Moment]) -> Text:
    """Return the subject of this entry's rulings; `NOTHING` if none has one."""
    for moment in moments:
        if moment.seq != seq:
            continue
        for ruling in moment.step.rulings:
            if ruling.about != NOTHING:
                return ruling.about
    return NOTHING


def _swing(sheet: ScoreSheet) -> Highlight | None:
    """Return the largest change of a score in one line; None if several are equal."""
    changes = []
    for line in sheet.lines:
        if line.scored:
            changes.append((max(line.gains.values(), key=abs), line))
    changes.sort(key=lambda change: abs(change[0]))
    if len(changes) < 2 or abs(changes[-1][0]) == abs(changes[-2][0]):
        return None

    gain, line = changes[-1]
    seats = tuple(seat for seat, brought in line.gains.items() if brought == gain)
    template = "{seats}: {gain} in {round}"
    round = say_round(line.round)
    if sheet.lines[-1].round == 1:
        template = "{seats}: {gain} at once"
    title = say("Largest swing")
    # It is named after whoever has it, and they lost by it.
    if sheet.wins == ("most" if gain < 0 else "fewest"):
        title = say("Biggest setback")
    return Highlight(
        kind="swing",
        title=title,
        text=say(template, seats=seats, gain=written_gain(gain), round=round),
        seats=seats,
        number=gain,
        round=line.round,
        seq=line.seq,
    )


def _closest_ruling(
    moments: Sequence[Moment], seats: Sequence[str]
) -> Highlight | None:
    """Return the ruling with the smallest margin, the last of several equal ones.

    Return None if its margin is more than half of the usual one.
    """
    contests = []
    for moment in moments:
        for ruling in moment.step.rulings:
            contest = ruling.contest
            if contest is None:
                continue
            # Later rulings may have decided otherwise: the table's or a house rule's.
            if ruling.verdict.get("winner", contest.winner) == contest.winner:
                contests.append((contest, moment))
    if len(contests) < 2:
        return None

    contest, moment = min(reversed(contests), key=lambda pair: pair[0].margin)
    usual = sum(other.margin for other, _ in contests) / len(contests)
    if contest.margin > usual / 2:
        return None
    round = moment.round
    text = say("{what}, in {round}", what=contest.text, round=say_round(round))
    both = parts_of(contest.winner) + parts_of(contest.against or "")
    named = tuple(seat for seat in seats if seat in both)
    return Highlight(
        kind="decision",
        title=say("Closest ruling"),
        text=text,
        seats=named,
        number=contest.margin,
        round=round,
        seq=moment.seq,
    )


def _closest_finish(moments: Sequence[Moment]) -> Highlight | None:
    """Return the race with the closest first two, or None; of equal ones the first."""
    races = []
    for moment in moments:
        finish = moment.step.entry.finish
        if finish is not None and finish.margin_ms is not None:
            races.append((finish.margin_ms, finish, moment))
    if not races:
        return None

    margin, finish, moment = min(races, key=lambda race: race[0])
    first = finish.slaps[0].seat
    second = finish.slaps[1].seat
    template = "{first} before {second} by {ms} ms"
    if len(finish.order[0]) > 1:
        template = "{first} and {second}, {ms} ms apart: too close to tell"
    ms = round(margin)
    text = say(template, first=first, second=second, ms=ms)
    title = say("Closest finish")
    both = (first, second)
    return Highlight(
        kind="photo-finish",
        title=title,
        text=text,
        seats=both,
        number=ms,
        round=moment.round,
        seq=moment.seq,
    )


def _duration(entries: Sequence[LogEntry]) -> Highlight | None:
    """Return the time from the first entry to the last; None if it is short."""
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
