"""The log: every entry with what it decided, and every correction."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Response, request

from referee.hosting.tables.snapshot import Snapshot
from referee.match.corrections import may_correct
from referee.match.earlier_entries import prompts_answered
from referee.match.log_entry import SPECTATOR
from referee.match.log_pages import page_before
from referee.match.revisions import why_unchangeable
from referee.match.visibility import CorrectionLine, DisputeLine, LogLine
from referee.vocabulary.text import Text
from referee_web.pages.blueprint import blueprint, page
from referee_web.pages.parts.entered_values import EnteredValue, values_entered
from referee_web.pages.parts.request_table import look

LINES_OF_A_PAGE = 100


@dataclass(frozen=True, slots=True)
class EntryLine:
    """An entry as the page shows it: what was asked, what was entered, and the original values if it was changed.

    `uncorrectable` says why this viewer may not correct it; None where they may.
    """

    line: LogLine
    title: object
    said: tuple[EnteredValue, ...]
    was: tuple[EnteredValue, ...]
    uncorrectable: Text | None


@dataclass(frozen=True, slots=True)
class ShownCorrection:
    """A correction as the page shows it."""

    line: CorrectionLine
    may_undo: bool


@dataclass(frozen=True, slots=True)
class ShownDispute:
    """A dispute as the page shows it."""

    line: DisputeLine
    questioned: bool = True


LogPart = EntryLine | ShownCorrection | ShownDispute


@blueprint.get("/t/<code>/log")
def log(code: str) -> Response:
    """Entries and corrections, newest first: the latest, or with `?before=` those before that number."""
    seen = look(code)
    lines, older = _part(seen, _before())
    dealer_toss = seen.match.dealer_toss if seen.match and not older else None
    shown = {line.line.seq for line in lines}
    may_question = seen.by != SPECTATOR and seen.open_dispute is None
    told = {"older": older, "shown": shown, "dealer_toss": dealer_toss, "may_question": may_question}
    return page("entries/log.html", seen=seen, lines=lines, **told)


def _before() -> int | None:
    asked = request.args.get("before", "")
    return int(asked[:12]) if asked.isdecimal() else None


def _part(seen: Snapshot, before: int | None) -> tuple[list[LogPart], int | None]:
    """The part of the log before this number, newest first, and the number to continue before (None: it ends here)."""
    match = seen.match
    if match is None:
        return [], None
    found = page_before(match, seen.by, before, LINES_OF_A_PAGE)
    prompts = prompts_answered(match, [line.seq for line in found.entries])

    def entry(line: LogLine) -> EntryLine:
        first, prompt = match.entry(line.seq), prompts.get(line.seq)
        assert first is not None
        said = values_entered(prompt, line.data), values_entered(prompt, line.was)
        return EntryLine(line, prompt.title if prompt else line.kind, *said, why_unchangeable(seen.by, first))

    def may_undo(line: CorrectionLine) -> bool:
        entries = [match.entry(change.seq) for change in line.changes]
        return bool(entries) and all(entry is not None and may_correct(seen.by, entry) for entry in entries)

    lines: list[LogPart] = [
        *map(entry, found.entries),
        *(ShownCorrection(line, may_undo(line)) for line in found.corrections),
        *map(ShownDispute, found.disputes),
    ]
    return sorted(lines, key=lambda part: part.line.seq, reverse=True), found.next
