"""The log: every entry with what it decided, and every correction."""

from __future__ import annotations

from collections.abc import Mapping, Set

from flask import Response, request

from referee.frozen import frozen
from referee.hosting.tables.snapshot import Snapshot
from referee.match.corrections import may_correct
from referee.match.log_entry import SPECTATOR
from referee.match.past_prompts import answered
from referee.match.revisions import why_unchangeable
from referee.match.visibility import CorrectionLine, DisputeLine, LogLine
from referee.vocabulary.prompt import Prompt
from referee.vocabulary.text import Text
from referee_web.pages.blueprint import blueprint, page
from referee_web.pages.parts.entered_values import EnteredValue, entered_in
from referee_web.pages.parts.request_table import look

LINES_OF_A_PAGE = 100


@frozen
class EntryLine:
    """An entry as the page shows it: what was asked, what was entered, and the original values if it was changed.

    `uncorrectable` says why this viewer may not correct it; None where they may.
    """

    line: LogLine
    title: object
    said: tuple[EnteredValue, ...]
    was: tuple[EnteredValue, ...]
    uncorrectable: Text | None


@frozen
class ShownCorrection:
    """A correction as the page shows it."""

    line: CorrectionLine
    may_undo: bool


@frozen
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
    every: list[LogLine | CorrectionLine | DisputeLine] = [*seen.log, *seen.corrections, *seen.disputes]
    found = (line for line in every if before is None or line.seq < before)
    lines = sorted(found, key=lambda line: line.seq, reverse=True)
    shown = lines[:LINES_OF_A_PAGE]
    numbers, fixed_until = {line.seq for line in shown}, match.history.fixed_until
    prompts = answered(match, numbers)
    mine = {entry.seq for entry in match.entries if may_correct(seen.by, entry)}
    entries = (entry for entry in match.entries if entry.seq in numbers)
    unchangeable = {entry.seq: why_unchangeable(seen.by, entry, fixed_until) for entry in entries}
    part = [_line(line, prompts, mine, unchangeable) for line in shown]
    return part, part[-1].line.seq if len(lines) > LINES_OF_A_PAGE else None


def _line(
    line: LogLine | CorrectionLine | DisputeLine,
    prompts: Mapping[int, Prompt],
    mine: Set[int],
    unchangeable: Mapping[int, Text | None],
) -> LogPart:
    if isinstance(line, DisputeLine):
        return ShownDispute(line)
    if isinstance(line, CorrectionLine):
        return ShownCorrection(line, bool(line.changes) and all(change.seq in mine for change in line.changes))
    return _entry(line, prompts.get(line.seq), unchangeable[line.seq])


def _entry(line: LogLine, prompt: Prompt | None, uncorrectable: Text | None) -> EntryLine:
    title = prompt.title if prompt else line.kind
    return EntryLine(line, title, entered_in(prompt, line.data), entered_in(prompt, line.was), uncorrectable)
