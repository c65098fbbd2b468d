"""Reading and writing a database in transactions.

While a thread has a transaction for a table (see `together`), all its reads and writes
belong to it; inner transactions become savepoints.
"""

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from referee.match.log_entry import Record
from referee.vocabulary.errors import WriteConflictError

from .database import Connection, Database, compact, insertion
from .failures import translate_database_errors
from .rows import (
    AdmissionRow,
    ClaimRow,
    EventRow,
    LinkRow,
    NewcomerRow,
    Rows,
    SeatRow,
    Stamp,
    TableRow,
)

T = TypeVar("T")

NAMES_OF_TABLES = {
    TableRow: "tables",
    EventRow: "events",
    SeatRow: "seats",
    LinkRow: "links",
    ClaimRow: "claims",
    AdmissionRow: "admissions",
    NewcomerRow: "newcomers",
}
Row = TableRow | EventRow | SeatRow | LinkRow | ClaimRow | AdmissionRow | NewcomerRow

STAMP = """
    SELECT version, (
        SELECT coalesce(max(seq), 0) FROM log WHERE log.code = ledgers.code
    ) FROM ledgers WHERE code = ?
"""
RAISE_VERSION_OF_EVENT = """
    UPDATE ledgers SET version = version + 1
    WHERE code = (SELECT event FROM event_tables WHERE code = ?)
"""


class Transactions:
    """A database, and each thread's open transaction.

    It raises drivers' errors by their meaning (see `failures`).
    """

    def __init__(self, database: Database) -> None:
        self.database = database
        self._of_thread = threading.local()

    @contextmanager
    def together(self, code: str, known: Stamp) -> Iterator[Connection]:
        """Run the block in one transaction for a table, and increment its version.

        The thread reads its own writes, and nobody else changes the table, or its
        event. Raise WriteConflictError if the table has changed since it was `known`.
        """
        with self.writing() as connection:
            raise_version_of_event(connection, code)
            take_turn(connection, code, known.version)
            # Check only now, when concurrent writers of log lines have finished.
            stamps = connection.execute(STAMP, [code]).fetchall()
            if stamps != [(known.version + 1, known.seq)]:
                raise WriteConflictError
            self._of_thread.connection = connection
            try:
                yield connection
            finally:
                self._of_thread.connection = None

    @property
    def _joined(self) -> "Connection | None":
        """Return the transaction that this thread has for a table, or None."""
        return getattr(self._of_thread, "connection", None)

    @property
    def is_changing(self) -> bool:
        """Return whether this thread has a transaction for a table."""
        return self._joined is not None

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Yield a transaction or savepoint: committed at the end, undone on errors."""
        joined = self._joined
        with translate_database_errors():
            if joined is None:
                with self.database.transaction() as connection:
                    yield connection
                return
            joined.execute("SAVEPOINT part")
            try:
                yield joined
            except BaseException:
                joined.execute("ROLLBACK TO SAVEPOINT part")
                raise
            joined.execute("RELEASE SAVEPOINT part")

    @contextmanager
    def _at_once(self) -> Iterator[Connection]:
        """Yield a connection for one statement, its own transaction."""
        with translate_database_errors(), self.database.at_once() as connection:
            yield connection

    def read(self, sql: str, given: Sequence[Any] = ()) -> Rows:
        """Return rows, with this thread's own writes."""
        joined = self._joined
        with translate_database_errors():
            if joined is not None:
                return joined.execute(sql, given).fetchall()
            return self.database.read(sql, given)

    def _rows(
        self, kind: Callable[..., T], sql: str, given: Sequence[Any] = ()
    ) -> list[T]:
        return [kind(*row) for row in self.read(sql, given)]

    def _row(self, kind: Callable[..., T], sql: str, given: Sequence[Any]) -> T | None:
        rows = self.read(sql, given)
        return kind(*rows[0]) if rows else None

    def _change(self, sql: str, given: Sequence[Any]) -> int:
        """Run a statement; return the number of changed rows."""
        with self.writing() as connection:
            return connection.execute(sql, given).rowcount


def take_turn(connection: Connection, code: str, version: int) -> None:
    """Increment a table's version, blocking others until the transaction ends.

    Raise WriteConflictError if the version differs.
    """
    sql = "UPDATE ledgers SET version = version + 1 WHERE code = ? AND version = ?"
    if not connection.execute(sql, [code, version]).rowcount:
        raise WriteConflictError


def raise_version(connection: Connection, code: str) -> None:
    """Increment a ledger's version: who changes it meanwhile waits, and tries again."""
    sql = "UPDATE ledgers SET version = version + 1 WHERE code = ?"
    connection.execute(sql, [code])


def change_lines(
    connection: Connection, code: str, bodies: Mapping[int, Mapping[str, Any]]
) -> None:
    """Replace the bodies of a log's lines, by number."""
    if not bodies:
        return
    sql = "UPDATE ledgers SET rewritten = rewritten + 1 WHERE code = ?"
    connection.execute(sql, [code])
    sql = "UPDATE log SET body = ? WHERE code = ? AND seq = ?"
    for seq, body in bodies.items():
        connection.execute(sql, [compact(body), code, seq])


def raise_version_of_event(connection: Connection, table: str) -> None:
    """Increment the version of a table's event, if it has one.

    Whoever changes both locks the event first, so that nobody waits for ever.
    """
    connection.execute(RAISE_VERSION_OF_EVENT, [table])


def row_values(row: Row | Record) -> list[Any]:
    """Return a row's values, in the order of its columns."""
    return column_values([getattr(row, name) for name in row.__match_args__])


def column_values(values: Iterable[Any]) -> list[Any]:
    """Return values for columns: lists and mappings as JSON."""
    stored = []
    for value in values:
        is_json = isinstance(value, (Mapping, tuple, list))
        stored.append(compact(value) if is_json else value)
    return stored


def add_rows(connection: Connection, *rows: Row) -> None:
    """Insert these rows, in this order."""
    for row in rows:
        values = row_values(row)
        if isinstance(row, (TableRow, EventRow)):
            # Its last two columns are the ledger's.
            *values, version, rewritten = values
            head = [row.code, version, rewritten]
            connection.execute(insertion("ledgers", 3), head)
        name = NAMES_OF_TABLES[type(row)]
        connection.execute(insertion(name, len(values)), values)
