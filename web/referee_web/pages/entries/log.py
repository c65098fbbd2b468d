"""The page of the log."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from flask import Response, request

from referee.hosting.tables.snapshot import Snapshot
from referee.match.changes import Change
from referee.match.log_entry import SPECTATOR
from referee.match.match import Match
from referee.match.showing.log_lines import (
    CorrectionLine,
    DisputeLine,
    LogLine,
    correction_lines,
)
from referee.match.showing.log_pages import LogPage, page_before
from referee.match.trying.earlier_entries import prompts_answered
from referee.vocabulary.text import NOTHING, Text, say
from referee_web.pages.blueprint import blueprint, page
from referee_web.pages.forms.form_values import number_in
from referee_web.pages.parts.entry_words import (
    EnteredValue,
    correction_words,
    name_line,
    values_entered,
    where_stands,
)
from referee_web.pages.parts.news import (
    object_address,
    say_author,
    say_maker,
    undo_address,
)
from referee_web.pages.parts.request_table import look

LINES_OF_A_PAGE = 100


@dataclass(frozen=True, slots=True)
class LogPart:
    """A line of the log that is no entry: a `correction` or a `dispute`."""

    kind: Literal["correction", "dispute"]
    line: CorrectionLine | DisputeLine
    by: Sequence[Text] = ()
    """Who made a correction, and who undid or redid it last."""
    what: Sequence[tuple[int, Text]] = ()
    """What a correction changed, or the disputed one, by entry."""
    undo_at: str | None = None
    """Where this viewer undoes a correction, or redoes it; None if they may not."""
    object_at: str | None = None
    """Where this viewer disputes a correction; None if they may not."""

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
    values: Sequence[EnteredValue]
    was: Sequence[EnteredValue]
    """Its first values."""
    enterer: Text | None
    """Who entered it for its seat; None: the seat itself, or it is of the table."""


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


@blueprint.get("/t/<code>/log")
def log(code: str) -> Response:
    """Show the latest entries and corrections, newest first.

    With `?before=` these are the ones before it.
    """
    snapshot = look(code)
    match = snapshot.match
    shown = LogPage()
    parts = []
    if match is not None:
        before = number_in(request.args, "before")
        shown = page_before(match, snapshot.viewer, before, LINES_OF_A_PAGE)
        parts = _parts_of(snapshot, match, shown)
    dealer_toss = None
    if match is not None and not shown.next:
        dealer_toss = match.dealer_toss
    return page(
        "entries/log.html",
        snapshot=snapshot,
        lines=parts,
        older=shown.next,
        shown={line.seq for line in shown.entries},
        dealer_toss=dealer_toss,
        may_dispute=snapshot.viewer != SPECTATOR and snapshot.open_dispute is None,
    )


def _parts_of(
    snapshot: Snapshot, match: Match, shown: LogPage
) -> list[LogPart | PlacePart]:
    """Return the lines of a log page, newest first."""
    parts: list[LogPart | PlacePart] = [*_list_places(snapshot, match, shown.entries)]
    for correction in shown.corrections:
        change = match.change(correction.id)
        undo_at = undo_address(snapshot, match, change)
        parts.append(
            LogPart(
                "correction",
                correction,
                _list_authors(snapshot, match, change),
                correction_words(snapshot, correction, True),
                undo_at,
                None if undo_at else object_address(snapshot, match, change),
            )
        )
    for dispute in shown.disputes:
        what: Sequence[tuple[int, Text]] = ()
        if dispute.correction is not None:
            change = match.change(dispute.correction)
            [line] = correction_lines(match, snapshot.viewer, [change])
            what = correction_words(snapshot, line, True)
        elif dispute.entry is not None:
            what = [(dispute.entry, where_stands(snapshot, dispute.entry))]
        parts.append(LogPart("dispute", dispute, what=what))
    parts.sort(key=lambda part: part.seq, reverse=True)
    return parts


def _list_authors(snapshot: Snapshot, match: Match, change: Change) -> list[Text]:
    made = say_maker(snapshot, change)
    if match.last_undo(change) is None:
        return [made]
    return [made, say_author(snapshot, match, change)]


def _list_places(
    snapshot: Snapshot, match: Match, lines: Sequence[LogLine]
) -> Iterator[PlacePart]:
    """Yield these entries by their places in the game, in order."""
    prompts = prompts_answered(match, [line.seq for line in lines])
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
                )
            )
        yield PlacePart(where, entries)


def _say_enterer(line: LogLine, seat: str | None) -> Text | None:
    """Return who entered a line, unless its own seat did."""
    if line.seen:
        return say("seen by the camera")
    if line.by is None:
        return say("entered by the host")
    return None if line.by == seat else say("entered by {seat}", seat=line.by)
