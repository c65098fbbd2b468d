"""The page of the log."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Literal

from flask import Response, request

from referee.hosting.tables.permissions import match_of
from referee.hosting.tables.snapshot import Snapshot
from referee.match.changes import Change
from referee.match.log_entry import Toss
from referee.match.showing.log_lines import (
    CorrectionLine,
    DisputeLine,
    LogLine,
    correction_lines,
)
from referee.match.showing.log_pages import LogPage, page_before
from referee.match.trying.earlier_entries import prompts_answered
from referee.match.viewer import SPECTATOR
from referee.vocabulary.ruling import most_telling
from referee.vocabulary.text import NOTHING, Text, say
from referee_web.pages.blueprint import blueprint, render
from referee_web.pages.forms.form_values import number_in
from referee_web.pages.parts.correct_links import dispute_address
from referee_web.pages.parts.entry_words import (
    ShownValue,
    correction_sentence,
    correction_words,
    dropped_words,
    entry_name,
    name_line,
    place_of_entry,
    values_entered,
)
from referee_web.pages.parts.news import (
    object_address,
    say_author,
    say_maker,
    undo_address,
)
from referee_web.pages.parts.request_table import look
from referee_web.pages.parts.ruling_card import RulingCard
from referee_web.pages.parts.shown_dispute import ShownResolution

LINES_OF_A_PAGE = 100


@dataclass(frozen=True, slots=True)
class LogPart:
    """A line of the log that is no entry: a `correction` or a `dispute`."""

    kind: Literal["correction", "dispute"]
    line: CorrectionLine | DisputeLine
    sentence: Text
    """A correction, or what is disputed."""
    what: Sequence[tuple[int, Text]] = ()
    """What a correction changed, or the disputed one, by entry."""
    by: Sequence[Text] = ()
    """Who made a correction, and who undid or redid it last."""
    dropped: Sequence[Text] = ()
    """What a correction removed besides."""
    undo_at: str | None = None
    """Where this viewer undoes a correction, or redoes it; None if they may not."""
    object_at: str | None = None
    """Where this viewer disputes a correction; None if they may not."""
    settled: ShownResolution | None = None
    """How a dispute was settled; None while it is open."""
    correction: LogPart | None = None
    """The correction that settled a dispute, if it is on the same page."""

    @property
    def seq(self) -> int:
        """Return its number."""
        return self.line.seq

    @property
    def time(self) -> str:
        """Return the time of day by the daemon's clock: `21:04`."""
        return _write_time(self.line.at)


@dataclass(frozen=True, slots=True)
class EntryPart:
    """An entry in the log."""

    line: LogLine
    name: Text
    what: Text
    """What was entered, for an entry without values."""
    seat: str | None
    values: Sequence[ShownValue]
    was: Sequence[ShownValue]
    """Its first values."""
    enterer: Text | None
    """Who entered it for its seat; None: the seat itself, or it is of the table."""
    rulings: Sequence[tuple[RulingCard, bool]]
    """Its rulings, and whether each is the most telling one."""


@dataclass(frozen=True, slots=True)
class PlacePart:
    """What was entered at one place in the game, as to a trick, in order."""

    place: Text
    entries: Sequence[EntryPart]
    kind: Literal["entries"] = "entries"

    @property
    def seq(self) -> int:
        """Return the number of the last entry."""
        return self.entries[-1].line.seq

    @property
    def time(self) -> str:
        """Return the time of day of the last entry."""
        return _write_time(self.entries[-1].line.at)

    @property
    def enterer(self) -> Text | None:
        """Return who entered all of it for others, or None."""
        enterers = {str(entry.enterer): entry.enterer for entry in self.entries}
        return next(iter(enterers.values())) if len(enterers) == 1 else None

    @property
    def runs(self) -> list[list[EntryPart]]:
        """Return the entries up to each that was ruled on, in the order of play."""
        runs: list[list[EntryPart]] = [[]]
        for entry in self.entries:
            runs[-1].append(entry)
            if entry.line.rulings:
                runs.append([])
        return [_sort_by_play(run) for run in runs if run]


def _sort_by_play(run: list[EntryPart]) -> list[EntryPart]:
    """Return a trick's entries as its ruling shows them; others as they came."""
    order: list[str | None] = []
    for ruling in run[-1].line.rulings[:1]:
        order = [group.seat for group in ruling.shown]
    if any(entry.seat not in order for entry in run):
        return run
    return sorted(run, key=lambda entry: order.index(entry.seat))


def _write_time(moment: float) -> str:
    return time.strftime("%H:%M", time.localtime(moment))


@dataclass(frozen=True, slots=True)
class ShownLog:
    """A page of the log, newest first."""

    snapshot: Snapshot
    parts: Sequence[LogPart | PlacePart] = ()
    numbers: Collection[int] = ()
    """The numbers of its entries."""
    older: int | None = None
    """The number before which the next page begins; None on the last one."""
    dealer_toss: Toss | None = None
    is_seated: bool = False
    """Whether the viewer sits at the table, or is its host."""

    @classmethod
    def of(cls, snapshot: Snapshot, before: int | None) -> ShownLog:
        """Return the latest lines, or those before this number."""
        match = snapshot.match
        if match is None:
            return cls(snapshot)
        shown = page_before(match, snapshot.viewer, before, LINES_OF_A_PAGE)
        return cls(
            snapshot=snapshot,
            parts=_parts_of(snapshot, shown),
            numbers={line.seq for line in shown.entries},
            older=shown.next,
            dealer_toss=None if shown.next else match.dealer_toss,
            is_seated=snapshot.viewer != SPECTATOR,
        )


@blueprint.get("/t/<code>/log")
def log(code: str) -> Response:
    """Show the log: the latest lines, or with `?before=` the ones before it."""
    snapshot = look(code)
    shown = ShownLog.of(snapshot, number_in(request.args, "before"))
    return render("entries/log.html", shown)


def _parts_of(snapshot: Snapshot, shown: LogPage) -> list[LogPart | PlacePart]:
    """Return the lines of a log page, newest first."""
    parts: list[LogPart | PlacePart] = [*_list_places(snapshot, shown.entries)]
    corrections = {}
    for line in shown.corrections:
        corrections[line.id] = _correction_part(snapshot, line)
    for dispute in shown.disputes:
        part = _dispute_part(snapshot, dispute)
        if dispute.resolution and dispute.resolution.correction:
            settling = corrections.pop(dispute.resolution.correction, None)
            part = replace(part, correction=settling)
        parts.append(part)
    parts += corrections.values()
    parts.sort(key=lambda part: part.seq, reverse=True)
    return parts


def _correction_part(snapshot: Snapshot, line: CorrectionLine) -> LogPart:
    change = match_of(snapshot).change(line.id)
    undo_at = undo_address(snapshot, change)
    return LogPart(
        kind="correction",
        line=line,
        sentence=correction_sentence(snapshot, line),
        what=correction_words(snapshot, line, False),
        by=_list_authors(snapshot, change),
        dropped=dropped_words(snapshot, line.dropped),
        undo_at=undo_at,
        object_at=None if undo_at else object_address(snapshot, change),
    )


def _dispute_part(snapshot: Snapshot, line: DisputeLine) -> LogPart:
    match = match_of(snapshot)
    what: Sequence[tuple[int, Text]] = ()
    sentence = NOTHING
    if line.correction is not None:
        change = match.change(line.correction)
        [changed] = correction_lines(match, snapshot.viewer, [change])
        is_undone = match.find_disputed(line).undoes is not None
        what = correction_words(snapshot, changed, is_undone)
        sentence = say("a change")
    elif line.entry is not None:
        what = [(line.entry, place_of_entry(snapshot, line.entry))]
        sentence = entry_name(snapshot, line.entry)
    if line.ruled is not None:
        sentence = line.ruled.summary
    settled = ShownResolution.of(snapshot, line)
    return LogPart("dispute", line, sentence, what, settled=settled)


def _list_authors(snapshot: Snapshot, change: Change) -> list[Text]:
    made = say_maker(snapshot, change)
    if match_of(snapshot).last_undo(change) is None:
        return [made]
    return [made, say_author(snapshot, change)]


def _list_places(snapshot: Snapshot, lines: Sequence[LogLine]) -> Iterator[PlacePart]:
    """Yield these entries by their places in the game, in order."""
    prompts = prompts_answered(match_of(snapshot), [line.seq for line in lines])
    named = [(line, name_line(snapshot, line)) for line in lines]
    for _, at_place in groupby(named, lambda each: str(each[1].where)):
        entries = []
        where = NOTHING
        for line, name in at_place:
            where = name.where
            entries.append(
                EntryPart(
                    line=line,
                    name=name.text,
                    what=name.what,
                    seat=name.seat,
                    values=values_entered(prompts.get(line.seq), line.data),
                    was=values_entered(prompts.get(line.seq), line.was),
                    enterer=_say_enterer(line, name.seat),
                    rulings=_list_rulings(snapshot, line),
                )
            )
        yield PlacePart(where, entries)


def _list_rulings(snapshot: Snapshot, line: LogLine) -> list[tuple[RulingCard, bool]]:
    """Return a line's rulings, without those that repeat the most telling one."""
    rulings = line.rulings
    if not rulings:
        return []
    telling = rulings[most_telling(rulings)]
    cards = []
    for index, ruling in enumerate(rulings):
        if ruling is telling or ruling.summary != telling.summary:
            at = dispute_address(snapshot, line.seq, index)
            cards.append((RulingCard(ruling, dispute_at=at), ruling is telling))
    return cards


def _say_enterer(line: LogLine, seat: str | None) -> Text | None:
    """Return who entered a line, unless its own seat did."""
    if line.seen:
        return say("seen by the camera")
    if line.by is None:
        return say("entered by the host")
    return None if line.by == seat else say("entered by {seat}", seat=line.by)
