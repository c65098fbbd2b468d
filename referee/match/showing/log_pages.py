"""The log in pages, for one viewer."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from referee.match.changes import Change
from referee.match.disputes import Dispute
from referee.match.log_entry import LogEntry
from referee.match.match import Match
from referee.match.showing.log_lines import (
    CorrectionLine,
    DisputeLine,
    LogLine,
    changes_with_lines,
    correction_lines,
    dispute_lines,
    log_lines,
)
from referee.match.viewer import Viewer
from referee.vocabulary.values import Ordinal

LONGEST_PAGE = 200
"""The most lines of a page of the log, of all kinds together."""


@dataclass(frozen=True, slots=True)
class LogPage:
    """A page of the log for one viewer, struck entries included, in order."""

    entries: tuple[LogLine, ...] = ()
    corrections: tuple[CorrectionLine, ...] = ()
    disputes: tuple[DisputeLine, ...] = ()
    next: Ordinal | None = None
    """The number for the next page; None on the last one."""


Line = TypeVar("Line", LogEntry, Change, Dispute)


def page_after(
    match: Match, viewer: Viewer, after: int = 0, limit: int = LONGEST_PAGE
) -> LogPage:
    """Return the first `limit` lines after this number."""
    numbers = []
    for lines in _all_lines(match):
        start = _index_of(lines, after + 1)
        numbers += _numbers(lines[start : start + limit + 1])
    numbers.sort()
    shown = numbers[:limit]
    return _page(match, viewer, shown, shown[-1] if len(numbers) > limit else None)


def _page(
    match: Match, viewer: Viewer, numbers: Sequence[int], next: int | None
) -> LogPage:
    if not numbers:
        return LogPage()

    def within(lines: Sequence[Line]) -> Sequence[Line]:
        return lines[_index_of(lines, numbers[0]) : _index_of(lines, numbers[-1] + 1)]

    return LogPage(
        log_lines(match, viewer, within(match.entries)),
        correction_lines(match, viewer, within(changes_with_lines(match))),
        dispute_lines(match, within(match.disputes)),
        next,
    )


Lines = Sequence[LogEntry] | Sequence[Change] | Sequence[Dispute]


def _all_lines(match: Match) -> tuple[Lines, ...]:
    return match.entries, changes_with_lines(match), match.disputes


def _numbers(lines: Lines) -> list[int]:
    return [line.seq for line in lines]


def _index_of(lines: Lines, number: int) -> int:
    """Return the index of the first line with this number or a later one."""
    return bisect_left(lines, number, key=lambda line: line.seq)
