"""Highlights: what was remarkable in a match, found in its log. What the log does not show is left out."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, takewhile
from typing import Generic, Literal, TypeVar

from referee.frozen import frozen
from referee.match.disputes import Dispute
from referee.match.log_entry import LogEntry
from referee.match.match import Match
from referee.match.score_sheet import (
    Lead,
    Moment,
    ScoreSheet,
    SheetLine,
    Timeline,
    leaders_in,
    sheet_of,
    timeline_of,
    totals_of,
)
from referee.vocabulary.photo_finish import PhotoFinish
from referee.vocabulary.quantities import Score, whole, written_score
from referee.vocabulary.ruling import Contest, Ruling
from referee.vocabulary.side import Side, parts_of, side_of, winners_in
from referee.vocabulary.text import Text, count, say

HighlightKind = Literal[
    "turning-point",
    "swing",
    "decision",
    "photo-finish",
    "margin",
    "lead",
    "comeback",
    "rulings-won",
    "disputes-won",
    "duration",
]
"""What a highlight is about."""

SHORTEST_SECONDS = 60
REMARKABLE = 4
"""A gap is made good with honour when it is at least this part, a quarter, of all that the scores ever spanned; an end
is close when the winners are ahead by less than that, and a lead is long from this part of the match on.
"""
SHORTEST_LEAD = 3
FEWEST_WON = 3

MINUS = "\N{MINUS SIGN}"

Thing = TypeVar("Thing")


@frozen
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
    """Points, a margin, how many, or seconds."""
    round: int | None = None
    """In which round; None where it was not in one."""
    seq: int | None = None
    """At which entry; None where it was not at one."""


@frozen
class Scores:
    """The scores of a match: the sheet, and what was remarkable in it."""

    sheet: ScoreSheet
    highlights: tuple[Highlight, ...]


def scores_of(match: Match, going: GoingOn | None = None) -> Scores:
    """The scores of this match, for everybody; gone through once more for them, or on from where it had come to."""
    going = going or GoingOn(timeline_of(match.history))
    going.timeline.go_on(match.history)
    sheet = sheet_of(going.timeline)
    return Scores(sheet, highlights_of(match, going, sheet))


def highlights_of(match: Match, going: GoingOn, sheet: ScoreSheet) -> tuple[Highlight, ...]:
    """What was remarkable in a match that was gone through. Of what lies sealed nothing is told."""
    going.look()
    found = chain(
        _turning_point(sheet, going.timeline),
        _comeback(sheet),
        _lead(sheet),
        _swing(going.swings),
        _decision(going.decisions),
        _photo_finish(going.finishes),
        _margin(sheet),
        _rulings_won(going.won),
        _disputes_won(match.disputes),
        _duration(match.entries),
    )
    return tuple(found)


@dataclass(slots=True)
class GoingOn:
    """A match that goes on, and what was remarkable in single entries so far: each is looked at once.

    What is sealed waits until it is open.
    """

    timeline: Timeline
    swings: _Swings = field(default_factory=lambda: _Swings())
    decisions: _Least[Contest] = field(default_factory=lambda: _Least())
    finishes: _Least[PhotoFinish] = field(default_factory=lambda: _Least())
    won: Counter[Side] = field(default_factory=Counter)
    _looked_at: int = 0
    _sealed: list[Moment] = field(default_factory=list)

    def look(self) -> None:
        """Look at what came since."""
        new = self.timeline.moments[self._looked_at :]
        self._looked_at += len(new)
        for moment in new:
            if moment.scored:
                self.swings.note(moment)
        waiting, self._sealed = [*self._sealed, *new], []
        for moment in waiting:
            if moment.step.entry.seq in self.timeline.history.open_to_all:
                self._read(moment)
            else:
                self._sealed.append(moment)

    def _read(self, moment: Moment) -> None:
        seats, finish = tuple(totals_of(self.timeline.began)), moment.step.entry.finish
        for ruling in moment.step.rulings:
            contest = ruling.contest
            if contest is not None and _named_in(contest, ruling, seats):
                self.decisions.note(contest.margin, -moment.step.entry.seq, contest, moment)
        for ruling in _contested(moment):
            if side := winners_in(ruling.verdict, seats):
                self.won[side] += 1
        if finish is not None and finish.margin_ms is not None:
            self.finishes.note(finish.margin_ms, moment.step.entry.seq, finish, moment)


@dataclass(slots=True)
class _Least(Generic[Thing]):
    """How many things there were so far, and which had the lowest number: of several the first by their order."""

    count: int = 0
    found: tuple[float, int, Thing, Moment] | None = None

    def note(self, number: float, order: int, thing: Thing, moment: Moment) -> None:
        """One more. Of things in the same place the last one counts."""
        self.count += 1
        if self.found is None or (number, order) <= self.found[:2]:
            self.found = (number, order, thing, moment)


def _only(found: Iterable[Thing], by: Callable[[Thing], float]) -> Thing | None:
    """The one with the highest number; None where there is none, or several are level."""
    highest: list[Thing] = []
    for one in found:
        highest = _highest(highest, one, by)
    return highest[0] if len(highest) == 1 else None


def _highest(so_far: list[Thing], one: Thing, by: Callable[[Thing], float]) -> list[Thing]:
    """The one with the highest number, or two of those that are level, after one more."""
    if not so_far or by(one) > by(so_far[0]):
        return [one]
    return [so_far[0], one] if by(one) == by(so_far[0]) else so_far


def _size(swing: _Swing) -> float:
    return abs(swing.gain)


# From the sheet


def _turning_point(sheet: ScoreSheet, timeline: Timeline) -> Iterator[Highlight]:
    """When the winners went ahead for good; nothing where they led all the way."""
    lead = sheet.leads[-1] if sheet.finished and sheet.leads else None
    if lead is None or not lead.first or {*lead.leaders} != {*sheet.winners}:
        return
    line, again = sheet.lines[lead.first], lead.leaders in {earlier.leaders for earlier in sheet.leads[:-1]}
    seq = _went_ahead(timeline, line)
    text = _ahead(sheet, lead, again, seq)
    yield Highlight("turning-point", say("Turning point"), text, sheet.winners, None, line.round, seq)


_AHEAD = {
    ("end", False): "{seats} went ahead only at the very end",
    ("end", True): "{seats} went ahead again only at the very end",
    ("entry", False): "{seats} went ahead with entry\u00a0{seq}, and stayed there",
    ("entry", True): "{seats} went ahead again with entry\u00a0{seq}, and stayed there",
    ("round", False): "{seats} went ahead in round\u00a0{round}, and stayed there",
    ("round", True): "{seats} went ahead again in round\u00a0{round}, and stayed there",
}
"""By when they went ahead for good, and whether they had led before."""


def _ahead(sheet: ScoreSheet, lead: Lead, again: bool, seq: int) -> Text:
    when = "end" if lead.length == 1 else "entry" if sheet.lines[-1].round == 1 else "round"
    return say(_AHEAD[when, again], seats=sheet.winners, round=sheet.lines[lead.first].round, seq=seq)


def _went_ahead(timeline: Timeline, line: SheetLine) -> int:
    """The entry of this line since which those who led at its end have led: often it is that of somebody else."""
    until = bisect_right(timeline.moments, line.seq, key=lambda moment: moment.step.entry.seq)
    before = reversed(timeline.moments[:until])
    *_, first = takewhile(lambda moment: leaders_in(moment.scene) == line.leaders, before)
    return first.step.entry.seq


def _comeback(sheet: ScoreSheet) -> Iterator[Highlight]:
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
    told = {"seats": seats, "n": written_score(gap)}
    if sheet.lines[-1].round == 1:
        text = say("{seats} won from {n} behind", **told)
    else:
        text = say("{seats} won from {n} behind in round\u00a0{round}", **told, round=line.round)
    yield Highlight("comeback", say("Comeback"), text, seats, gap, line.round, line.seq)


def _gap(sheet: ScoreSheet, line: SheetLine, winner: str) -> Score:
    """By how much this seat was behind the best score then."""
    best = max if sheet.wins == "most" else min
    return whole(abs(best(line.totals.values()) - line.totals[winner]))


def _span(sheet: ScoreSheet) -> float:
    """From the lowest total that anybody had to the highest."""
    totals = [total for line in sheet.lines for total in line.totals.values()]
    return max(totals) - min(totals)


def _lead(sheet: ScoreSheet) -> Iterator[Highlight]:
    """The longest time that somebody led, where it was long."""
    long = max(SHORTEST_LEAD, len(sheet.lines) / REMARKABLE)
    led = [lead for lead in sheet.leads if lead.leaders and lead.length >= long]
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


def _margin(sheet: ScoreSheet) -> Iterator[Highlight]:
    """By how little the winners are ahead of whoever comes next."""
    others = {seat: place for seat, place in sheet.places.items() if seat not in sheet.winners}
    if not sheet.winners or sheet.wins is None or not others:
        return
    following = tuple(seat for seat, place in others.items() if place == min(others.values()))
    margin = whole(abs(sheet.totals[sheet.winners[0]] - sheet.totals[following[0]]))
    if 0 < margin < _span(sheet) / REMARKABLE:
        text = say(
            "{seats} only {n} ahead of {following}", seats=sheet.winners, following=following, n=written_score(margin)
        )
        yield Highlight("margin", say("In the end"), text, (*sheet.winners, *following), margin)


@frozen
class _Swing:
    """What changed most at once: for whom, by how much, and when."""

    seats: Side
    gain: float
    round: int
    seq: int | None
    """None: several entries of the round did it."""


@dataclass(slots=True)
class _Swings:
    """The largest change of a score by one entry so far (two where several are level), and that of each round."""

    count: int = 0
    largest: list[_Swing] = field(default_factory=list)
    of_round: dict[int, _Swing] = field(default_factory=dict)
    _gained: dict[int, Counter[str]] = field(default_factory=dict)

    def note(self, moment: Moment) -> None:
        """One more moment that scored."""
        round, seq = moment.round, moment.step.entry.seq
        self.count += 1
        self.largest = _highest(self.largest, _changed(moment.gains, round, seq), _size)
        alone = round not in self._gained
        gained = self._gained.setdefault(round, Counter())
        gained.update(moment.gains)  # which adds, negative numbers too
        self.of_round[round] = _changed(gained, round, seq if alone else None)

    @property
    def rounds(self) -> list[_Swing]:
        """What changed most in each round that changed anything."""
        return [swing for swing in self.of_round.values() if swing.gain]


def _swing(swings: _Swings) -> Iterator[Highlight]:
    """The largest change of a score by one entry; where several are level, the largest in one round."""
    swing = swings.largest[0] if len(swings.largest) == 1 else None
    rounds = swings.rounds
    if swing is None and len(rounds) > 1:
        swing = _only(rounds, _size)
    if swing is None or swings.count < 2:
        return
    told = {"seats": swing.seats, "gain": _signed(swing.gain), "round": swing.round}
    text = say("{seats}: {gain} in round\u00a0{round}", **told)
    if len(rounds) == 1:
        text = say("{seats}: {gain} at once", **told)
    yield Highlight("swing", say("Largest swing"), text, swing.seats, swing.gain, swing.round, swing.seq)


def _changed(gains: Mapping[str, float], round: int, seq: int | None) -> _Swing:
    most = max(gains.values(), key=abs)
    return _Swing(tuple(seat for seat, gain in gains.items() if gain == most), most, round, seq)


def _signed(number: float) -> str:
    return f"+{written_score(number)}" if number >= 0 else written_score(number)


# From the rulings


def _decision(decisions: _Least[Contest]) -> Iterator[Highlight]:
    """The ruling whose winner was parted from the next by least; of several the last: none was closer."""
    if decisions.count < 2 or decisions.found is None:
        return
    *_, contest, moment = decisions.found
    text = say("{what}, in round\u00a0{round}", what=contest.text, round=moment.round)
    seats = tuple(seat for name in (contest.winner, contest.against) if name for seat in parts_of(name))
    where = (moment.round, moment.step.entry.seq)
    yield Highlight("decision", say("Closest ruling"), text, seats, contest.margin, *where)


def _named_in(contest: Contest, ruling: Ruling, seats: Sequence[str]) -> bool:
    """Whether those of a contest sit here, and the ruling names its winner, where it names one: a house rule may have
    decided otherwise since.
    """
    if ruling.verdict.get("winner", contest.winner) != contest.winner:
        return False
    return all(name is None or side_of(name, seats) is not None for name in (contest.winner, contest.against))


def _contested(moment: Moment) -> tuple[Ruling, ...]:
    """The rulings of an entry, without the one that says who has won the game."""
    rulings = moment.step.rulings
    return rulings[:-1] if moment.scene.finished and len(rulings) > 1 else rulings


def _photo_finish(finishes: _Least[PhotoFinish]) -> Iterator[Highlight]:
    """The race in which the first two were closest."""
    if finishes.found is None:
        return
    margin, _, finish, moment = finishes.found
    seats = tuple(slap.seat for slap in finish.slaps[:2])
    ms = round(margin)
    where = (moment.round, moment.step.entry.seq)
    yield Highlight("photo-finish", say("Closest finish"), _parted(finish, seats, ms), seats, ms, *where)


def _parted(finish: PhotoFinish, seats: Side, ms: int) -> Text:
    if len(finish.order[0]) > 1:
        return count(
            "{seats}, {n} ms apart: too close to tell", "{seats}, {n} ms apart: too close to tell", ms, seats=seats
        )
    told = {"first": seats[0], "second": seats[1]}
    return count("{first} before {second} by {n} ms", "{first} before {second} by {n} ms", ms, **told)


def _rulings_won(won: Counter[Side]) -> Iterator[Highlight]:
    """Who won most of what was ruled on, and more than all others together."""
    side, n = max(won.items(), key=lambda one: one[1], default=((), 0))
    if n < FEWEST_WON or n <= won.total() / 2:
        return
    text = say("{seats}: {n} of {all}", seats=side, n=n, all=won.total())
    yield Highlight("rulings-won", say("Most rulings won"), text, side, n)


# From the rest of the log


def _disputes_won(disputes: Iterable[Dispute]) -> Iterator[Highlight]:
    """Who questioned most rulings rightly: the table overruled them, or put them right by a correction."""
    asked: Counter[str] = Counter()
    right: Counter[str] = Counter()
    for dispute in disputes:
        if dispute.by is not None and dispute.resolution is not None:
            asked[dispute.by] += 1
            right[dispute.by] += dispute.resolution.resolved_as != "upheld"
    top = _only(right.items(), lambda one: one[1])
    if top is None or not top[1]:
        return
    seat, n = top
    one, many = "{seat}: {right} of {n} ruling questioned", "{seat}: {right} of {n} rulings questioned"
    text = count(one, many, asked[seat], seat=seat, right=n)
    yield Highlight("disputes-won", say("Most disputes won"), text, (seat,), n)


def _duration(entries: Sequence[LogEntry]) -> Iterator[Highlight]:
    """From the first entry to the last."""
    seconds = entries[-1].at - entries[0].at if entries else 0
    if seconds < SHORTEST_SECONDS:
        return
    hours, minutes = divmod(round(seconds / 60), 60)
    text = (
        say("{hours} h {minutes} min", hours=hours, minutes=minutes) if hours else say("{minutes} min", minutes=minutes)
    )
    yield Highlight("duration", say("From the first entry to the last"), text, (), round(seconds))
