"""Keeping what happened: lines are added to a table's log, and with them how the match stands after them."""

from __future__ import annotations

from collections.abc import Sequence

from referee.hosting.store import ResultRow, Store, WriteRefused
from referee.hosting.tables.permissions import match_of
from referee.hosting.tables.table import Table
from referee.match.record import Record
from referee.vocabulary.errors import WriteConflictError
from referee.vocabulary.text import say


def keep(store: Store, table: Table, records: Sequence[Record], result: ResultRow | None) -> None:
    """Keep these records of a table that is held, and how its match stands after them: its result, None while it
    goes on.

    Raises WriteConflictError where somebody else's stand at that place, NoSuchTable where the table was deleted.
    """
    changed = result != table.result
    try:
        store.append(table.code, records, result if changed else None, reopens=changed and result is None)
    except WriteRefused:
        raise WriteConflictError(say("Somebody was faster. Look again, then enter it anew.")) from None
    table.result = result


def follow(store: Store, table: Table, records: Sequence[Record]) -> None:
    """Keep these records, and have the match go on with them. Raises as `keep` does."""
    after = match_of(table).after(records)
    keep(store, table, records, table.result_after(after.history))
    table.match = after
