"""The log: every entry with what it decided, and every correction."""

from typing import Any

from flask import Response, request

from referee.hosting.tables.snapshot import Snapshot
from referee.match.corrections import may_correct
from referee.match.earlier_entries import prompts_answered
from referee.match.log_entry import SPECTATOR
from referee.match.revisions import why_unchangeable
from referee.match.visibility import CorrectionLine, LogLine, page_before
from referee_web.pages.blueprint import blueprint, page
from referee_web.pages.parts.entered_values import values_entered
from referee_web.pages.parts.request_table import look

LINES_OF_A_PAGE = 100


LogPart = dict[str, Any]
"""What `entries/log.html` shows of a `line`, by its `kind`: an entry, a correction or a dispute."""


@blueprint.get("/t/<code>/log")
def log(code: str) -> Response:
    """Entries and corrections, newest first: the latest, or with `?before=` those before that number."""
    seen = look(code)
    lines, older = _part(seen, _before())
    dealer_toss = seen.match.dealer_toss if seen.match and not older else None
    shown = {part["line"].seq for part in lines}
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

    def entry(line: LogLine) -> LogPart:
        first, prompt = match.entry(line.seq), prompts.get(line.seq)
        assert first is not None
        return {
            "kind": "entry",
            "line": line,
            "title": prompt.title if prompt else line.kind,
            "values": values_entered(prompt, line.data),
            "was": values_entered(prompt, line.was),
            # Why this viewer may not correct it; None where they may.
            "uncorrectable": why_unchangeable(seen.by, first),
        }

    def may_undo(line: CorrectionLine) -> bool:
        entries = [match.entry(change.seq) for change in line.changes]
        return bool(entries) and all(entry is not None and may_correct(seen.by, entry) for entry in entries)

    lines: list[LogPart] = [
        *map(entry, found.entries),
        *({"kind": "correction", "line": line, "may_undo": may_undo(line)} for line in found.corrections),
        *({"kind": "dispute", "line": line} for line in found.disputes),
    ]
    return sorted(lines, key=lambda part: part["line"].seq, reverse=True), found.next
