"""The page of the log."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from flask import Response, request

from referee.hosting.tables.snapshot import Snapshot
from referee.match.log_entry import SPECTATOR
from referee.match.match import Match
from referee.match.showing.log_lines import CorrectionLine, DisputeLine, LogLine
from referee.match.showing.log_pages import LogPage, page_before
from referee.match.trying.correcting import why_unchangeable
from referee.match.trying.earlier_entries import prompts_answered
from referee.vocabulary.text import Text
from referee_web.pages.blueprint import blueprint, page
from referee_web.pages.entries.corrections import may_correct_all
from referee_web.pages.forms.form_values import number_in
from referee_web.pages.parts.entry_words import EnteredValue, name_line, values_entered
from referee_web.pages.parts.request_table import look

LINES_OF_A_PAGE = 100


@dataclass(frozen=True, slots=True)
class LogPart:
    """A line of the log that is no entry: a `correction` or a `dispute`."""

    kind: Literal["correction", "dispute"]
    line: LogLine | CorrectionLine | DisputeLine
    may_undo: bool = False


@dataclass(frozen=True, slots=True)
class EntryPart:
    """A line of the log for an entry."""

    line: LogLine
    name: Text
    seat: str | None
    heading: Text
    values: Sequence[EnteredValue]
    was: Sequence[EnteredValue]
    """Its first values."""
    uncorrectable: Text | None
    """Why this viewer may not correct it; None if they may."""
    kind: Literal["entry"] = "entry"


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
        shown={line_part.line.seq for line_part in parts},
        dealer_toss=dealer_toss,
        may_question=snapshot.viewer != SPECTATOR and snapshot.open_dispute is None,
    )


def _parts_of(
    snapshot: Snapshot, match: Match, shown: LogPage
) -> list[LogPart | EntryPart]:
    """Return the lines of a log page, newest first."""
    prompts = prompts_answered(match, [line.seq for line in shown.entries])
    parts: list[LogPart | EntryPart] = []
    for line in shown.entries:
        entry = match.entry(line.seq)
        assert entry is not None
        name = name_line(snapshot, line)
        prompt = prompts.get(line.seq)
        # The lines below show the entry itself.
        heading = name.where
        if name.form == "title":
            heading = replace(name, seat=None).text
        values = values_entered(prompt, line.data)
        was = values_entered(prompt, line.was)
        uncorrectable = why_unchangeable(snapshot.viewer, entry)
        line_part = EntryPart(
            line=line,
            name=name.text,
            seat=name.seat,
            heading=heading,
            values=values,
            was=was,
            uncorrectable=uncorrectable,
        )
        parts.append(line_part)

    for correction in shown.corrections:
        numbers = [change.seq for change in correction.changes]
        may_undo = bool(numbers) and may_correct_all(snapshot, match, numbers)
        parts.append(LogPart("correction", correction, may_undo))
    for dispute in shown.disputes:
        parts.append(LogPart("dispute", dispute))
    parts.sort(key=lambda part: part.line.seq, reverse=True)
    return parts
