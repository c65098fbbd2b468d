"""Highlights: what was remarkable in a match, as its log shows it. Of what lies sealed nothing is told."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Literal

from referee.match.log_entry import LogEntry
from referee.match.match import Match
from referee.match.score_sheet import Moment, ScoreSheet, Timeline, sheet_of
from referee.vocabulary.quantities import written_score
from referee.vocabulary.side import parts_of
from referee.vocabulary.text import Text, say

HighlightKind = Literal["turning-point", "swing", "decision", "photo-finish", "duration"]
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


def highlights_of(timeline: Timeline, sheet: ScoreSheet, entries: Sequence[LogEntry]) -> tuple[Highlight, ...]:
    """Return what was remarkable in a match, in the order in which it is told."""
    is_open = timeline.history.open_to_all
    moments = [moment for moment in timeline.moments if moment.step.entry.seq in is_open]
    from_sheet = _turning_point(sheet), _swing(sheet)
    from_rulings = _closest_ruling(moments, sheet.seats), _closest_finish(moments)
    possible = (*from_sheet, *from_rulings, _duration(entries))
    return tuple(highlight for highlight in possible if highlight is not None)


def _turning_point(sheet: ScoreSheet) -> Highlight | None:
    """Return when the winners went ahead for good; nothing where they led all the way."""
    ahead = list(takewhile(lambda line: {*line.leaders} == {*sheet.winners}, reversed(sheet.lines)))
    if not sheet.finished or not sheet.winners or not 0 < len(ahead) < len(sheet.lines):
        return None
    line = ahead[-1]
    template = "{seats} went ahead in round\u00a0{round}, and stayed there"
    if len(ahead) == 1:
        template = "{seats} went ahead only at the very end"
    elif sheet.lines[-1].round == 1:
        template = "{seats} went ahead with entry\u00a0{seq}, and stayed there"
    text = say(template, seats=sheet.winners, round=line.round, seq=line.seq)
    return Highlight("turning-point", say("Turning point"), text, sheet.winners, None, line.round, line.seq)


def _swing(sheet: ScoreSheet) -> Highlight | None:
    """Return the largest change of a score in one line of the sheet; nothing where several are level."""
    changes = [(max(line.gains.values(), key=abs), line) for line in sheet.lines if line.scored]
    changes.sort(key=lambda change: abs(change[0]))
    if len(changes) < 2 or abs(changes[-1][0]) == abs(changes[-2][0]):
        return None
    gain, line = changes[-1]
    seats = tuple(seat for seat, brought in line.gains.items() if brought == gain)
    template = "{seats}: {gain} at once" if sheet.lines[-1].round == 1 else "{seats}: {gain} in round\u00a0{round}"
    sign = "+" if gain > 0 else ""
    text = say(template, seats=seats, gain=sign + written_score(gain), round=line.round)
    return Highlight("swing", say("Largest swing"), text, seats, gain, line.round, line.seq)


def _closest_ruling(moments: Sequence[Moment], seats: Sequence[str]) -> Highlight | None:
    """Return the ruling whose winner was parted from the next by least; of several level ones the last."""
    contests = [
        (contest, moment)
        for moment in reversed(moments)
        for ruling in reversed(moment.step.rulings)
        # Since then the table or a house rule may have decided otherwise.
        if (contest := ruling.contest) and ruling.verdict.get("winner", contest.winner) == contest.winner
    ]
    if len(contests) < 2:
        return None
    contest, moment = min(contests, key=lambda found: found[0].margin)
    text = say("{what}, in round\u00a0{round}", what=contest.text, round=moment.round)
    named = tuple(seat for seat in seats if seat in parts_of(contest.winner) + parts_of(contest.against or ""))
    where = (moment.round, moment.step.entry.seq)
    return Highlight("decision", say("Closest ruling"), text, named, contest.margin, *where)


def _closest_finish(moments: Sequence[Moment]) -> Highlight | None:
    """Return the race in which the first two were closest; of several level ones the first."""
    finishes = [(moment.step.entry.finish, moment) for moment in moments]
    races = [(f.margin_ms, f, moment) for f, moment in finishes if f is not None and f.margin_ms is not None]
    if not races:
        return None
    margin, finish, moment = min(races, key=lambda race: race[0])
    first, second = (slap.seat for slap in finish.slaps[:2])
    template = "{first} before {second} by {ms} ms"
    if len(finish.order[0]) > 1:
        template = "{first} and {second}, {ms} ms apart: too close to tell"
    text = say(template, first=first, second=second, ms=round(margin))
    where = (moment.round, moment.step.entry.seq)
    return Highlight("photo-finish", say("Closest finish"), text, (first, second), round(margin), *where)


def _duration(entries: Sequence[LogEntry]) -> Highlight | None:
    """From the first entry to the last."""
    seconds = entries[-1].at - entries[0].at if entries else 0
    if seconds < SHORTEST_SECONDS:
        return None
    hours, minutes = divmod(round(seconds / 60), 60)
    text = say("{hours} h {minutes} min" if hours else "{minutes} min", hours=hours, minutes=minutes)
    return Highlight("duration", say("From the first entry to the last"), text, (), round(seconds))
