"""Taking entries back on the table's page: what is offered beside the Enter button, and what was just done."""

from __future__ import annotations

from dataclasses import dataclass

from referee.hosting.tables.snapshot import Snapshot
from referee.match.earlier_entries import latest_strike, may_take_back
from referee.match.log_entry import LogEntry, is_author
from referee.vocabulary.text import NOTHING, Text, say


@dataclass(frozen=True, slots=True)
class TakeBack:
    """An entry that can be taken back, by its number; `text` says what, and whose or for whom if not one's own.

    `short` leaves out what, for the bar at the thumb. `own`: the viewer made it.
    """

    seq: int
    text: Text
    short: Text
    own: bool


def take_backs(seen: Snapshot) -> tuple[TakeBack, ...]:
    """What this viewer may take back now; nothing while a ruling is questioned, or right after taking back."""
    match = seen.match
    if match is None or latest_strike(match, seen.by) or seen.open_dispute:
        return ()
    return tuple(_take_back(seen, entry) for entry in may_take_back(match, seen.by))


def _take_back(seen: Snapshot, entry: LogEntry) -> TakeBack:
    history = seen.match.history if seen.match else None
    step = history.step(entry.seq) if history else None
    title = history.prompt_of(step).title if history and step else None
    own = is_author(seen.by, entry)
    if title is None or title == NOTHING:
        return TakeBack(entry.seq, say("Undo"), say("Undo"), own)
    whose = entry.seat if own else entry.by
    if whose in (None, seen.by.seat):
        return TakeBack(entry.seq, say("Undo: {title}", title=title), say("Undo"), own)
    text, short = say("Undo {name}’s: {title}", name=whose, title=title), say("Undo {name}’s", name=whose)
    return TakeBack(entry.seq, text, short, own)
