"""Taking back: the entry that somebody made just now by mistake, struck at once, and how to undo that."""

from __future__ import annotations

from referee.match.corrections import Correction, may_correct, standing_entries
from referee.match.log_entry import LogEntry, Viewer, is_author
from referee.match.match import Match
from referee.match.visibility import may_read, may_read_sealed


def may_take_back(match: Match, viewer: Viewer) -> tuple[LogEntry, ...]:
    """The entries that this viewer may take back now: their own while others have only sealed theirs since, and, for
    the host, the table's last one.

    Only what is fresh: of the latest entries, as many as there are seats.
    """
    history = match.history
    latest = [step.entry for step in reversed(history.steps[-len(history.setting.seats) :])]
    sealed = {held.entry.seq for held in history.position.sealed}
    shown = [entry for entry in latest if is_author(viewer, entry) or entry.seq not in sealed]
    own = [entry for entry in shown[:1] if is_author(viewer, entry)]
    last = [entry for entry in latest[:1] if viewer.host and entry not in own]
    return tuple(entry for entry in (*own, *last) if may_correct(viewer, entry))


def latest_strike(match: Match, viewer: Viewer) -> Correction | None:
    """The strike of a single entry by this viewer that nothing has followed, so that its undo is all they may want."""
    last = match.corrections[-1] if match.corrections else None
    if last is None or last.seq != match.seq or last.undone or last.by != viewer.seat:
        return None
    entry = match.entry(last.changes[0].seq) if len(last.changes) == 1 else None
    struck = entry is not None and last.changes[0].data is None
    return last if struck and entry is not None and may_correct(viewer, entry) else None


def entries_to_repeat(match: Match, viewer: Viewer) -> tuple[LogEntry, ...]:
    """What this viewer has entered and may enter again, as it stands: what is sealed of it, and what was taken back."""
    sealed = (held.entry for held in match.history.position.sealed)
    entered = [entry for entry in sealed if may_read_sealed(viewer, entry)]
    struck = latest_strike(match, viewer)
    if struck is not None:
        before = standing_entries(match.entries, match.corrections[:-1])
        taken = (entry for entry in before if entry.seq == struck.changes[0].seq)
        entered += [entry for entry in taken if may_read(match.history, viewer, entry)]
    return tuple(entered)
