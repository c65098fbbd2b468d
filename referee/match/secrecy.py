"""Who may read an entry, and what was changed while nobody else could."""

from referee.match.changes import Change
from referee.match.history import History
from referee.match.log_entry import LogEntry, seats_covered
from referee.match.viewer import Viewer, is_author


def may_read(history: History, viewer: Viewer, entry: LogEntry) -> bool:
    """Return whether this viewer may read an entry.

    Everybody may read a public entry. A sealed one is for its author, and for its seat
    if it covers no other seat.
    """
    return entry.seq in history.open_to_all or may_read_sealed(viewer, entry)


def may_read_sealed(viewer: Viewer, entry: LogEntry) -> bool:
    """Return whether this viewer may read an entry even while it is sealed.

    Its author may, and its seat if the entry covers no other seat.
    """
    if entry.by is None and viewer.opener:
        return True
    if entry.seq <= viewer.reads_from:
        return False
    if is_author(viewer, entry.by):
        return True
    seat = viewer.seat
    return seat is not None and seat == entry.seat and seats_covered(entry) == {seat}


def is_changed_while_sealed(history: History, change: Change, seq: int) -> bool:
    """Return whether a correction changed this entry while it was sealed."""
    return change.seq <= history.opened_at.get(seq, change.seq)
