"""Highlights: what was remarkable in a match, found in its log. What the log does not show is left out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Literal, TypeVar

from referee.match.disputes import Dispute
from referee.match.logged import Logged
from referee.match.match import Match
from referee.match.sheet import Course, Line, Moment, Numbers, Sheet, course_of, scoring, sheet_of, totals_of
from referee.vocabulary.finish import Finish
from referee.vocabulary.ruling import Ruling
from referee.vocabulary.side import Side, side_of, winners_in
from referee.vocabulary.text import Text, count, say

Kind = Literal[
    "swing",
    "decision",
    "photo-finish",
    "margin",
    "lead",
    "comeback",
    "rulings-won",
    "disputes-won",
    "entries",
    "duration",
]
"""What a highlight is about."""

SHORTEST_SECONDS = 60
REMARKABLE = 4
"""A gap is made good with honour when it is at least this part, a quarter, of all that the scores ever spanned."""

MINUS = "\N{MINUS SIGN}"

Thing = TypeVar("Thing")


@dataclass(frozen=True, slots=True)
class Highlight:
    """Something remarkable: a title, and a sentence to go with it.

    `seats` are those it speaks of, empty for the whole table. `number` is what it is about (points, a margin, how
    many, seconds), `round` and `seq` tell when it was, where it was at one time.
    """

    kind: Kind
    title: Text
    text: Text
    seats: tuple[str, ...] = ()
    number: float | None = None
    round: int | None = None
    seq: int | None = None


@dataclass(frozen=True, slots=True)
class Scores:
    """The scores of a match: the sheet, and what was remarkable in it."""

    sheet: Sheet
    highlights: tuple[Highlight, ...]


def scores_of(match: Match, course: Course | None = None) -> Scores:
    """The scores of this match, for everybody; gone through once more for them, unless its course is known."""
    course = course or course_of(match.history)
    sheet = sheet_of(course)
    return Scores(sheet, highlights_of(match, course, sheet))


def highlights_of(match: Match, course: Course, sheet: Sheet) -> tuple[Highlight, ...]:
    """What was remarkable in a match that was gone through. Of what lies sealed nothing is told."""
    readable = [moment for moment in course.moments if moment.step.entry.seq in match.history.open_to_all]
    found = chain(
        _comeback(sheet),
        _lead(sheet),
        _swing(course, sheet),
        _decision(readable, sheet),
        _photo_finish(readable, sheet),
        _margin(sheet),
        _rulings_won(readable, sheet.seats),
        _disputes_won(match.disputes),
        _entries(match, course),
        _duration(match.entries),
    )
    return tuple(found)


def _only(found: Iterable[Thing], by: Callable[[Thing], float]) -> Thing | None:
    """The one with the highest number; None where there is none, or several are level."""
    ranked = sorted(found, key=by, reverse=True)
    level = len(ranked) > 1 and by(ranked[0]) == by(ranked[1])
    return ranked[0] if ranked and not level else None


# From the sheet


def _comeback(sheet: Sheet) -> Iterator[Highlight]:
    """The largest gap to the best score that a winner made good."""
    if not sheet.finished or sheet.wins is None:
        return
    behind = [(_gap(sheet, line, winner), line) for line in sheet.lines[:-1] for winner in sheet.winners]
    if not behind:
        return
    gap, line = max(behind, key=lambda found: found[0])
    if not gap or gap < _span(sheet) / REMARKABLE:
        return
    seats = tuple(winner for winner in sheet.winners if _gap(sheet, line, winner) == gap)
    told = {"seats": seats, "n": gap}
    if sheet.lines[-1].round == 1:
        text = say("{seats} won from {n} behind", **told)
    else:
        text = say("{seats} won from {n} behind in round {round}", **told, round=line.round)
    yield Highlight("comeback", say("Comeback"), text, seats, gap, line.round, line.seq)


def _gap(sheet: Sheet, line: Line, winner: str) -> int:
    """By how much this seat was behind the best score then."""
    best = max if sheet.wins == "most" else min
    return abs(best(line.totals.values()) - line.totals[winner])


def _span(sheet: Sheet) -> int:
    """From the lowest total that anybody had to the highest."""
    totals = [total for line in sheet.lines for total in line.totals.values()]
    return max(totals) - min(totals)


def _lead(sheet: Sheet) -> Iterator[Highlight]:
    """The longest time that somebody led."""
    led = [lead for lead in sheet.leads if lead.leaders and lead.length > 1]
    lead = _only(led, lambda one: one.length)
    if lead is None:
        return
    told = {"seats": lead.leaders, "round": sheet.lines[lead.first].round}
    if lead.length == len(sheet.lines):
        text = say("{seats} led all the way", **told)
    elif sheet.unit == "round":
        one, many = "{seats}, for {n} round, from round {round} on", "{seats}, for {n} rounds, from round {round} on"
        text = count(one, many, lead.length, **told)
    else:
        one, many = "{seats}, after {n} score in a row", "{seats}, after {n} scores in a row"
        text = count(one, many, lead.length, **told)
    first = sheet.lines[lead.first]
    yield Highlight("lead", say("Longest lead"), text, lead.leaders, lead.length, first.round, first.seq)


def _margin(sheet: Sheet) -> Iterator[Highlight]:
    """By how much the winners are ahead of who comes next."""
    others = {seat: place for seat, place in sheet.places.items() if seat not in sheet.winners}
    if not sheet.winners or sheet.wins is None or not others:
        return
    following = tuple(seat for seat, place in others.items() if place == min(others.values()))
    margin = abs(sheet.totals[sheet.winners[0]] - sheet.totals[following[0]])
    if margin:
        text = say("{seats} ahead of {following} by {n}", seats=sheet.winners, following=following, n=margin)
        yield Highlight("margin", say("In the end"), text, (*sheet.winners, *following), margin)


@dataclass(frozen=True, slots=True)
class _Swing:
    """What changed most at once: for whom, by how much, and when."""

    seats: Side
    gain: int
    round: int
    seq: int


def _swing(course: Course, sheet: Sheet) -> Iterator[Highlight]:
    """The largest change of a score by one entry; where several are level, the largest in one round."""
    entries = [_changed(gains, moment.round, moment.step.entry.seq) for gains, moment in _gains(course)]
    swing = _only(entries, lambda one: abs(one.gain))
    rounds = _rounds(course)
    if swing is None and len(rounds) > 1:
        swing = _only(rounds, lambda one: abs(one.gain))
    if swing is None or len(entries) < 2:
        return
    told = {"seats": swing.seats, "gain": _signed(swing.gain), "round": swing.round}
    text = say("{seats}: {gain} in round {round}", **told)
    if len(rounds) == 1:
        text = say("{seats}: {gain} at once", **told)
    yield Highlight("swing", say("Largest swing"), text, swing.seats, swing.gain, swing.round, swing.seq)


def _gains(course: Course) -> Iterator[tuple[Numbers, Moment]]:
    before = totals_of(course.began)
    for moment in scoring(course):
        totals = totals_of(moment.scene)
        yield {seat: total - before[seat] for seat, total in totals.items()}, moment
        before = totals


def _rounds(course: Course) -> list[_Swing]:
    added: dict[int, Counter[str]] = {}
    last: dict[int, int] = {}
    for gains, moment in _gains(course):
        # `update` adds, negative numbers too.
        added.setdefault(moment.round, Counter()).update(gains)
        last[moment.round] = moment.step.entry.seq
    return [_changed(gains, round, last[round]) for round, gains in added.items() if any(gains.values())]


def _changed(gains: Mapping[str, int], round: int, seq: int) -> _Swing:
    most = max(gains.values(), key=abs)
    return _Swing(tuple(seat for seat, gain in gains.items() if gain == most), most, round, seq)


def _signed(number: int) -> str:
    return f"+{number}" if number >= 0 else f"{MINUS}{-number}"


# From the rulings


def _decision(moments: Iterable[Moment], sheet: Sheet) -> Iterator[Highlight]:
    """The ruling whose winner was parted from the next by least; of several the last: none was closer."""
    close = [
        (contest, moment) for moment in moments for ruling in _contested(moment) if (contest := _contest(ruling, sheet))
    ]
    if len(close) < 2:
        return
    contest, moment = min(reversed(close), key=lambda one: one[0].margin)
    told = {"winner": contest.winner, "next": contest.next, "best": contest.best, "second": contest.second}
    text = say("{winner} against {next}, {best} to {second}, in round {round}", **told, round=moment.round)
    seats = (*contest.winner, *contest.next)
    where = (moment.round, moment.step.entry.seq)
    yield Highlight("decision", say("Closest decision"), text, seats, contest.margin, *where)


@dataclass(frozen=True, slots=True)
class _Contest:
    """What a ruling was decided by: the winner's number and the next one's."""

    winner: Side
    next: Side
    best: int
    second: int

    @property
    def margin(self) -> int:
        return self.best - self.second


def _contest(ruling: Ruling, sheet: Sheet) -> _Contest | None:
    """The contest that a ruling with one winner decided by the one number that it has for each side."""
    winner = side_of(ruling.verdict.get("winner"), sheet.seats)
    numbers = [found for value in ruling.verdict.values() if (found := _by_side(value, sheet.seats))]
    if winner is None or len(numbers) != 1 or winner not in numbers[0]:
        return None
    best = numbers[0][winner]
    second, other = max((number, side) for side, number in numbers[0].items() if side != winner)
    return _Contest(winner, other, best, second) if best >= second else None


def _by_side(value: object, seats: Sequence[str]) -> dict[Side, int]:
    """The numbers of at least two sides; empty for anything else."""
    if not isinstance(value, Mapping):
        return {}
    sides = {side: number for name, number in value.items() if (side := side_of(name, seats))}
    numbers = {side: n for side, n in sides.items() if isinstance(n, int) and not isinstance(n, bool)}
    return numbers if len(numbers) > 1 else {}


def _contested(moment: Moment) -> tuple[Ruling, ...]:
    """The rulings of an entry, without the one that says who has won the game."""
    rulings = moment.step.rulings
    return rulings[:-1] if moment.scene.finished and len(rulings) > 1 else rulings


def _photo_finish(moments: Iterable[Moment], sheet: Sheet) -> Iterator[Highlight]:
    """The race in which the first two were closest."""
    finishes = [(moment.step.entry.finish, moment) for moment in moments]
    close = [(finish, moment) for finish, moment in finishes if finish is not None and finish.margin_ms is not None]
    if not close:
        return
    finish, moment = min(close, key=lambda found: found[0].margin_ms or 0.0)
    seats = tuple(slap.seat for slap in finish.slaps[:2])
    ms = round(finish.margin_ms or 0.0)
    where = (moment.round, moment.step.entry.seq)
    yield Highlight("photo-finish", say("Closest finish"), _parted(finish, seats, ms), seats, ms, *where)


def _parted(finish: Finish, seats: Side, ms: int) -> Text:
    if len(finish.order[0]) > 1:
        return count(
            "{seats}, {n} ms apart: too close to tell", "{seats}, {n} ms apart: too close to tell", ms, seats=seats
        )
    told = {"first": seats[0], "second": seats[1]}
    return count("{first} before {second} by {n} ms", "{first} before {second} by {n} ms", ms, **told)


def _rulings_won(moments: Iterable[Moment], seats: Sequence[str]) -> Iterator[Highlight]:
    """Who won most of what was ruled on."""
    won = [side for moment in moments for ruling in _contested(moment) if (side := winners_in(ruling.verdict, seats))]
    top = _only(Counter(won).items(), lambda one: one[1])
    if top is None or top[1] < 2:
        return
    side, n = top
    text = say("{seats}: {n} of {all}", seats=side, n=n, all=len(won))
    yield Highlight("rulings-won", say("Most rulings won"), text, side, n)


# From the rest of the log


def _disputes_won(disputes: Iterable[Dispute]) -> Iterator[Highlight]:
    """Who questioned most rulings rightly: the table overruled them, or put them right by a correction."""
    asked: Counter[str] = Counter()
    right: Counter[str] = Counter()
    for dispute in disputes:
        if dispute.by is not None and dispute.resolution is not None:
            asked[dispute.by] += 1
            right[dispute.by] += dispute.resolution.settled_as != "upheld"
    top = _only(right.items(), lambda one: one[1])
    if top is None or not top[1]:
        return
    seat, n = top
    one, many = "{seat}: {right} of {n} ruling questioned", "{seat}: {right} of {n} rulings questioned"
    text = count(one, many, asked[seat], seat=seat, right=n)
    yield Highlight("disputes-won", say("Most disputes won"), text, (seat,), n)


def _entries(match: Match, course: Course) -> Iterator[Highlight]:
    """What stands in the log, as it is listed there: struck entries too, corrections that stand, questioned rulings."""
    n, struck = len(match.entries), len(match.entries) - len(course.moments)
    if not n:
        return
    entries = count("{n} entry", "{n} entries", n)
    if struck:
        entries = say("{entries} ({struck} struck)", entries=entries, struck=struck)
    found = [entries]
    if corrections := sum(not one.undone for one in match.corrections):
        found.append(count("{n} correction", "{n} corrections", corrections))
    if questioned := len(match.disputes):
        found.append(count("{n} ruling questioned", "{n} rulings questioned", questioned))
    yield Highlight("entries", say("In the log"), say("{found}", found=tuple(found)), (), n)


def _duration(entries: Sequence[Logged]) -> Iterator[Highlight]:
    """From the first entry to the last."""
    seconds = entries[-1].at - entries[0].at if entries else 0
    if seconds < SHORTEST_SECONDS:
        return
    hours, minutes = divmod(round(seconds / 60), 60)
    text = (
        say("{hours} h {minutes} min", hours=hours, minutes=minutes) if hours else say("{minutes} min", minutes=minutes)
    )
    yield Highlight("duration", say("From the first entry to the last"), text, (), round(seconds))
