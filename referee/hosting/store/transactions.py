"""Reading and writing a database, a transaction at a time.

While a thread has a transaction open for a table (see `together`), all that it reads
and writes is part of that: what would be a transaction of its own is a savepoint there.
"""

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from referee.vocabulary.errors import WriteConflictError

from .database import Connection, Database
from .failures import translate_database_errors
from .rows import Rows, Stamp

T = TypeVar("T")

STAMP = """
    SELECT version, (
        SELECT coalesce(max(seq), 0) FROM log WHERE log.code = tables.code
    ) FROM tables WHERE code = ?
"""


class Transactions:
    """A database, and the transaction that each thread has open.

    What the drivers raise is raised as what it means (see `failures`).
    """

    def __init__(self, database: Database) -> None:
        self.database = database
        self._of_thread = threading.local()

    @contextmanager
    def together(self, code: str, known: Stamp) -> Iterator[Connection]:
        """Write all that this thread writes about a table within, or nothing, under the
        table's next version.

        What it reads meanwhile is as it wrote it, and nobody else changes the table.
        WriteConflictError where it has changed since it was `known`.
        """
        with self.writing() as connection:
            take_turn(connection, code, known.version)
            # Asked only now: whoever was adding lines to the log has done so.
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
        """The transaction that this thread has open for a table; None without one."""
        return getattr(self._of_thread, "connection", None)

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Yield a transaction, or a part of the one that is open: kept at the end,
        taken back when something is raised.
        """
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
        """Yield a connection for one statement, a transaction by itself."""
        with translate_database_errors(), self.database.at_once() as connection:
            yield connection

    def read(self, sql: str, given: Sequence[Any] = ()) -> Rows:
        """Return what the database answers, as this thread has written it."""
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
        for row in self.read(sql, given):
            return kind(*row)
        return None

    def _change(self, sql: str, given: Sequence[Any]) -> int:
        """Run a statement; return how many rows it changed."""
        with self.writing() as connection:
            return connection.execute(sql, given).rowcount


def take_turn(connection: Connection, code: str, version: int) -> None:
    """Give a table of this version its next one; WriteConflictError where it has
    another. Others wait to change it.
    """
    sql = "UPDATE tables SET version = version + 1 WHERE code = ? AND version = ?"
    if not connection.execute(sql, [code, version]).rowcount:
        raise WriteConflictError
