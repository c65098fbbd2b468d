"""What was remarkable in a match: what happened, swings, close decisions."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal, cast

from referee.match.log_entry import LogEntry
from referee.match.match import Match
from referee.match.showing.log_lines import dispute_lines
from referee.match.showing.score_sheet import (
    Moment,
    ScoreSheet,
    SheetLine,
    Timeline,
    sheet_of,
)
from referee.vocabulary.ruling import OVERRULED, is_proven_offence
from referee.vocabulary.text import NOTHING, Text, say, say_round
from referee.vocabulary.values import (
    Seats,
    seats_in_side,
    written_gain,
)

HighlightKind = Literal[
    "rare",
    "offence",
    "overturned",
    "anecdote",
    "turning-point",
    "swing",
    "decision",
    "photo-finish",
    "duration",
]
"""The subject of a highlight."""

REMARKABLE: frozenset[HighlightKind] = frozenset(
    ("rare", "offence", "overturned", "turning-point")
)
"""What makes a match's single anecdotes routine."""
SHORTEST_SECONDS = 60
MOST_HAPPENED = 6
"""How much of what happened is told: the last of it."""


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
    """Points, a margin, seconds, or how often an anecdote came up."""
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
    return Scores(sheet, highlights_of(timeline, sheet, match))


def highlights_of(
    timeline: Timeline, sheet: ScoreSheet, match: Match
) -> tuple[Highlight, ...]:
    """Return a match's highlights: what happened, then what it was like."""
    is_open = timeline.history.open_to_all
    moments = [moment for moment in timeline.moments if moment.seq in is_open]
    happened = [*_offences(moments), *_overturned(match)]
    single = _last_rarity(moments), _anecdote(moments, sheet.seats)
    happened.extend(filter(None, single))
    happened.sort(key=lambda highlight: highlight.seq or 0)
    possible = (
        *happened[-MOST_HAPPENED:],
        _turning_point(sheet, moments),
        _swing(sheet),
        _closest_ruling(moments, sheet.seats),
        _closest_finish(moments),
        _duration(match.entries),
    )
    return tuple(filter(None, possible))


def most_remarkable(highlights: Iterable[Highlight]) -> list[Highlight]:
    """Return a match's highlights, what is rare first, without what is routine then.

    An anecdote that came up once is no story beside something remarkable, nor is a
    swing or a lead that a rare deed brought; of who was caught again the last is told.
    """
    marks = [*highlights]
    kinds = {mark.kind for mark in marks}
    rare_at = {mark.seq for mark in marks if mark.kind == "rare"}
    caught_last = {mark.seats: mark for mark in marks if mark.kind == "offence"}
    telling = []
    for mark in marks:
        if mark.kind == "offence" and caught_last[mark.seats] is not mark:
            continue
        is_single = mark.kind == "anecdote" and mark.number is None
        is_effect = mark.kind in ("swing", "turning-point") and mark.seq in rare_at
        if is_effect or (is_single and kinds & REMARKABLE):
            continue
        telling.append(mark)
    telling.sort(key=lambda mark: mark.kind != "rare")
    return telling


def _offences(moments: Iterable[Moment]) -> Iterator[Highlight]:
    """Yield the offences that cards proved, and the table did not forgive."""
    for moment in moments:
        for ruling in moment.step.rulings:
            if is_proven_offence(ruling):
                offenders = ruling.verdict.get("seats") or (ruling.verdict["seat"],)
                seats = cast(Seats, offenders)
                yield _tell(moment, "offence", say("Caught"), ruling.summary, seats)


def _tell(
    moment: Moment, kind: HighlightKind, title: Text, text: Text, seats: Seats
) -> Highlight:
    """Return a highlight of a moment for those of these seats whom the text names."""
    named = named_in(text, seats)
    return Highlight(kind, title, text, named, round=moment.round, seq=moment.seq)


def named_in(text: Text, seats: Seats) -> Seats:
    """Return those of these seats whom a sentence names, alone or with others."""
    named: list[object] = []
    for value in text.values.values():
        if isinstance(value, tuple):
            named += value
        else:
            named.append(value)
    return tuple(seat for seat in seats if seat in named)


def _overturned(match: Match) -> Iterator[Highlight]:
    """Yield the rulings of the referee that the table overturned."""
    for dispute in dispute_lines(match):
        if not dispute.in_force or dispute.ruled is None:
            continue
        ruling = dispute.disputed_ruling or dispute.ruled
        template = "“{ruling}”, said the referee. The table knew better."
        if dispute.by is not None:
            template = "“{ruling}”, said the referee. {by} knew better."
        text = say(template, by=dispute.by, ruling=ruling.summary)
        names = tuple(filter(None, [dispute.by]))
        yield Highlight("overturned", OVERRULED, text, names, seq=dispute.entry)


def _anecdote(moments: Iterable[Moment], seats: Seats) -> Highlight | None:
    """Return the anecdote that came up most often, the last of equals."""
    told = []
    for moment in moments:
        for ruling in moment.step.rulings:
            if ruling.anecdote is not None and not moment.step.overruled:
                title = say("Not forgotten")
                told.append(_tell(moment, "anecdote", title, ruling.anecdote, seats))
    times = Counter(str(mark.text) for mark in told)
    mark = max(reversed(told), key=lambda mark: times[str(mark.text)], default=None)
    if mark is None or times[str(mark.text)] == 1:
        return mark
    n = times[str(mark.text)]
    return replace(mark, text=say("{what}: {n} times", what=mark.text, n=n), number=n)


def _last_rarity(moments: Sequence[Moment]) -> Highlight | None:
    """Return the last rare deed, or None; a dead heat is told as a close finish."""
    for moment in reversed(moments):
        step = moment.step
        if step.overruled or step.entry.finish is not None:
            continue
        for ruling in step.rulings:
            if ruling.rare is not None:
                return _tell(moment, "rare", ruling.rare, ruling.summary, ())
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
    """Return the largest change of a score in one line; None if several are equal.

    What was lost comes before a gain as large: it is told more often.
    """
    changes = []
    for line in sheet.lines:
        if line.scored:
            changes.append((max(line.gains.values(), key=abs), line))
    changes.sort(key=lambda change: (abs(change[0]), change[0] < 0))
    if len(changes) < 2 or changes[-1][0] == changes[-2][0]:
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
    both = seats_in_side(contest.winner) + seats_in_side(contest.against or "")
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
