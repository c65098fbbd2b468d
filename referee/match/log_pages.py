"""The log of a match in pages. What a page costs does not depend on how many entries the match has.

All its corrections are gone through for each, to find those that touch the entries shown.

Entries, corrections and disputes share one numbering, so a number tells where each of them stands in the log.
"""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from referee.match.corrections import Correction
from referee.match.disputes import Dispute
from referee.match.log_entry import LogEntry, Viewer
from referee.match.match import Match
from referee.match.visibility import CorrectionLine, DisputeLine, LogLine, correction_lines, dispute_lines, log_lines
from referee.vocabulary.quantities import Ordinal

LONGEST_PAGE = 200
"""How many lines a page of the log has at most: entries, corrections and disputes together."""


@dataclass(frozen=True, slots=True)
class LogPage:
    """A page of the log, struck entries too, in order, as one viewer may see it."""

    entries: tuple[LogLine, ...] = ()
    corrections: tuple[CorrectionLine, ...] = ()
    disputes: tuple[DisputeLine, ...] = ()
    next: Ordinal | None = None
    """The number by which the next page is asked for; None on the last one."""


Line = TypeVar("Line", LogEntry, Correction, Dispute)


def page_after(match: Match, viewer: Viewer, after: int = 0, limit: int = LONGEST_PAGE) -> LogPage:
    """Return the first `limit` lines behind this number."""
    pieces = [lines[(start := _place(lines, after + 1)) : start + limit + 1] for lines in _all(match)]
    numbers = sorted(line.seq for lines in pieces for line in lines)
    shown = numbers[:limit]
    return _page(match, viewer, shown, shown[-1] if len(numbers) > limit else None)


def page_before(match: Match, viewer: Viewer, before: int | None = None, limit: int = LONGEST_PAGE) -> LogPage:
    """Return the last `limit` lines before this number (None: of all); `next` leads to those before them."""
    before = match.seq + 1 if before is None else before
    pieces = [lines[max(0, (stop := _place(lines, before)) - limit - 1) : stop] for lines in _all(match)]
    numbers = sorted(line.seq for lines in pieces for line in lines)
    shown = numbers[-limit:]
    return _page(match, viewer, shown, shown[0] if len(numbers) > limit else None)


def _page(match: Match, viewer: Viewer, numbers: Sequence[int], next: int | None) -> LogPage:
    if not numbers:
        return LogPage()

    def within(lines: Sequence[Line]) -> Sequence[Line]:
        return lines[_place(lines, numbers[0]) : _place(lines, numbers[-1] + 1)]

    return LogPage(
        log_lines(match, viewer, within(match.entries)),
        correction_lines(match, viewer, within(match.corrections)),
        dispute_lines(match, within(match.disputes)),
        next,
    )


def _all(match: Match) -> tuple[Sequence[LogEntry], Sequence[Correction], Sequence[Dispute]]:
    return match.entries, match.corrections, match.disputes


def _place(lines: Sequence[LogEntry | Correction | Dispute], number: int) -> int:
    """Return where among these lines the first of this number or a later one stands."""
    return bisect_left(lines, number, key=lambda line: line.seq)
