"""Taking entries back on the table's page."""

from typing import Any

from referee.hosting.tables.snapshot import Snapshot
from referee.match.earlier_entries import latest_strike, may_take_back
from referee.match.log_entry import LogEntry, is_author
from referee.match.match import Match
from referee.vocabulary.text import NOTHING


def take_backs(seen: Snapshot) -> list[dict[str, Any]]:
    """What this viewer may take back now; nothing while a ruling is questioned, or right after taking back."""
    match = seen.match
    if match is None or latest_strike(match, seen.by) or seen.open_dispute:
        return []
    return [_describe(seen, match, entry) for entry in may_take_back(match, seen.by)]


def _describe(seen: Snapshot, match: Match, entry: LogEntry) -> dict[str, Any]:
    """The number of an entry; what it answered, if anything; whose or for whom it is if not the viewer's own."""
    step = match.history.step(entry.seq)
    title = match.history.prompt_of(step).title if step else NOTHING
    own = is_author(seen.by, entry)
    whose = entry.seat if own else entry.by
    return {"seq": entry.seq, "title": title, "whose": None if whose == seen.by.seat else whose, "own": own}
