"""Keeping what happened: lines are added to a table's log, and with them how the match stands after them."""

from __future__ import annotations

from collections.abc import Sequence

from referee.hosting.store import ResultRow, WriteRefused
from referee.hosting.tables.held_table import HeldTable
from referee.hosting.tables.loading import seat_ids
from referee.hosting.tables.permissions import match_of
from referee.match.record import Record
from referee.match.seat_ids import Fields, fields_asked
from referee.vocabulary.errors import WriteConflictError
from referee.vocabulary.text import say


def keep(held: HeldTable, records: Sequence[Record], result: ResultRow | None, fields: Fields) -> None:
    """Keep these records, and how the match stands after them: its result, None while it goes on.

    `fields` are those of the entries that are among the records, or are changed by them. Raises WriteConflictError
    where somebody else's stand at that place, NoSuchTable where the table was deleted.
    """
    match, ids = match_of(held.table), seat_ids(held.table.seats)
    stored = [ids.stored_record(record, fields, match.kind_of) for record in records]
    changed = result != held.table.result
    try:
        held.store.append(held.code, stored, result if changed else None, reopens=changed and result is None)
    except WriteRefused:
        raise WriteConflictError(say("Somebody was faster. Look again, then enter it anew.")) from None
    held.table.result = result


def follow(held: HeldTable, records: Sequence[Record]) -> None:
    """Keep these records, and have the match go on with them. Raises as `keep` does."""
    before = match_of(held.table)
    after = before.after(records)
    fields = fields_asked([*before.history.positions, *after.history.positions])
    keep(held, records, held.table.result_after(after.history), fields)
    held.table.match = after
