"""Keeping what happened: lines are added to a table's log, and with them how the match stands after them."""

from collections.abc import Sequence

from referee.hosting.store import ResultRow
from referee.hosting.tables.held_table import HeldTable
from referee.hosting.tables.loading import seat_ids
from referee.hosting.tables.permissions import match_of
from referee.match.log_entry import Record
from referee.match.match import Match
from referee.match.position import Position


def keep(held: HeldTable, records: Sequence[Record], result: ResultRow | None, asked: Sequence[Position]) -> None:
    """Keep these records, and how the match stands after them: its result, None while it goes on.

    `asked` are the positions in which the entries were asked for that are among the records, or are changed by them.
    Raises WriteConflictError where the table has changed since it was looked at, NoSuchTable where it was deleted.
    """
    match, ids = match_of(held.table), seat_ids(held.table.seats)
    try:
        stored = [ids.stored_record(record, asked, match.kind_of) for record in records]
    except Exception:
        # The fold does not check all that a game asked for: if that is why, it is the game's fault.
        for position in asked:
            match.history.rulebook.check_prompts(position.asked, match.history.setting.seats)
        raise
    changed = result != held.table.result
    ends, version = result if changed else None, held.table.row.version
    held.store.append(held.code, stored, ends, changed and result is None, version)
    held.table.result = result


def append(held: HeldTable, records: Sequence[Record], after: Match | None = None) -> None:
    """Keep these records, and have the match go on as it is after them. Raises as `keep` does."""
    after = after or match_of(held.table).after(records)
    keep(held, records, held.table.result_after(after.history), after.history.positions)
    held.table.match = after
