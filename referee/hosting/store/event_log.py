"""Events in the store: their rows, their logs, and what their tables brought."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from referee.events.event import Line
from referee.events.standings import SeatResult
from referee.frozen import frozen
from referee.vocabulary.errors import WriteConflictError
from referee.vocabulary.values import Count, whole

from .database import Connection, compact, insertion
from .erasing import note_deletion
from .failures import WriteRefused
from .rows import EventRow, SeatRow, TableRow
from .store import Store, add_rows

RESULTS = """
    SELECT placings.code, score, place FROM placings
    JOIN event_tables ON event_tables.code = placings.code
    WHERE event = ? ORDER BY placings.code, position
"""
UNCONFIRMED = """
    SELECT confirmations.code FROM confirmations
    JOIN event_tables ON event_tables.code = confirmations.code
    WHERE event = ? AND seq <> (
        SELECT coalesce(max(seq), 0) FROM log WHERE log.code = confirmations.code
    )
"""


@frozen
class Confirmation:
    """What was confirmed at a table."""

    seq: Count
    """Up to which line of its log; 0: nothing."""
    seat: str | None
    """Who confirmed it; None: nobody yet."""


def add_event(store: Store, row: EventRow) -> None:
    """Add an event. WriteRefused if the code is taken."""
    values = [row.code, compact(row.plan), row.director_hash, row.board_hash]
    with store.writing() as connection:
        connection.execute(insertion("events", 4), values)


def read_event(store: Store, code: str) -> tuple[EventRow, list[Line]] | None:
    """Return an event and its log; None without one."""
    rows = store.read("SELECT * FROM events WHERE code = ?", [code])
    if not rows:
        return None
    lines = store.read(
        "SELECT seq, type, at, body FROM event_log WHERE code = ? ORDER BY seq", [code]
    )
    return EventRow(*rows[0]), [Line(*line) for line in lines]


def append_lines(
    store: Store,
    code: str,
    lines: Sequence[Line],
    tables: Sequence[tuple[TableRow, Sequence[SeatRow]]],
    confirm: bool,
) -> None:
    """Append lines to an event's log, and open tables, all or nothing.

    WriteConflictError if somebody else appended one with such a number.
    """
    try:
        with store.writing() as connection:
            for line in lines:
                row = [code, line.seq, line.type, line.at, compact(line.body)]
                connection.execute(insertion("event_log", 5), row)
            for table, seats in tables:
                add_rows(connection, table, *seats)
                pair = [table.code, code]
                connection.execute(insertion("event_tables", 2), pair)
                if confirm:
                    _await_confirmation(connection, table.code)
    except WriteRefused:
        raise WriteConflictError from None


def change_lines(store: Store, code: str, lines: Sequence[Line]) -> None:
    """Replace lines by number, for good; only to remove a name from a log."""
    sql = "UPDATE event_log SET body = ? WHERE code = ? AND seq = ?"
    with store.writing() as connection:
        for line in lines:
            connection.execute(sql, [compact(line.body), code, line.seq])
        note_deletion(connection)
    store.eraser.ask()


def read_results(store: Store, code: str) -> Mapping[str, Sequence[SeatResult]]:
    """Return the results of an event's tables, seats clockwise."""
    results = defaultdict(list)
    for table, score, place in store.read(RESULTS, [code]):
        results[table].append(SeatResult(whole(score), place))
    return results


def unconfirmed_tables(store: Store, code: str) -> frozenset[str]:
    """Return the event's tables whose latest state nobody confirmed."""
    return frozenset(table for (table,) in store.read(UNCONFIRMED, [code]))


def event_of(store: Store, table: str) -> str | None:
    """Return the event of a table, or None."""
    rows = store.read("SELECT event FROM event_tables WHERE code = ?", [table])
    return str(rows[0][0]) if rows else None


# Confirming


def ask_for_confirmation(store: Store, table: str) -> None:
    """Have a table's result confirmed."""
    with store.writing() as connection:
        _await_confirmation(connection, table)


def _await_confirmation(connection: Connection, table: str) -> None:
    connection.execute(insertion("confirmations", 3), [table, 0, None])


def confirmation(store: Store, table: str) -> Confirmation | None:
    """Return what was confirmed at a table; None where nothing has to be."""
    rows = store.read("SELECT seq, seat FROM confirmations WHERE code = ?", [table])
    return Confirmation(*rows[0]) if rows else None


def confirm(store: Store, table: str, seq: int, seat: str) -> None:
    """Record that a seat confirmed a table up to this line of its log."""
    sql = "UPDATE confirmations SET seq = ?, seat = ? WHERE code = ?"
    with store.writing() as connection:
        connection.execute(sql, [seq, seat, table])
