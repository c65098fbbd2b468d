"""Which daemon has the races of a table, and how its latest race ended. For databases
that several daemons use.

Each daemon takes a number, and the server's advisory lock of that number, on a
connection of its own. When the connection ends, however that came about, the server
frees the lock: from then on other daemons may take the leases, and the daemon that had
them cannot write under them any more.
"""

import secrets
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from threading import Lock
from typing import TYPE_CHECKING, Any

from referee.lazy_dataclass import frozen

from .database import compact
from .failures import DatabaseAwayError, translate_database_errors
from .rows import Read

if TYPE_CHECKING:
    from .postgresql import PatientConnection, PostgresServer

LOCKS = 1919248997
"""The class of the locks, so that no other program's are taken for a daemon's."""

# The server notices within three seconds that a daemon's machine is gone.
KEEPALIVE = """
    SET tcp_keepalives_idle = 1;
    SET tcp_keepalives_interval = 1;
    SET tcp_keepalives_count = 2
"""
# A daemon that stands still says nothing either: the server, from PostgreSQL 14 on,
# then ends its connection too.
IDLE = """
    SELECT set_config('idle_session_timeout', '2000', false) FROM pg_settings
    WHERE name = 'idle_session_timeout'
"""
IS_FREE = f"""
    NOT EXISTS (
        SELECT 1 FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database
        WHERE locktype = 'advisory' AND classid = {LOCKS} AND objid = leases.owner
        AND datname = current_database()
    )
"""  # noqa: S608  # our own words
TAKE = f"""
    INSERT INTO leases VALUES (?, ?, ?) ON CONFLICT (code)
    DO UPDATE SET owner = excluded.owner, address = excluded.address WHERE {IS_FREE}
"""  # noqa: S608  # our own words
ORPHANS = f"SELECT code FROM leases WHERE code = ANY(?) AND {IS_FREE}"  # noqa: S608
KEEP_FINISH = """
    INSERT INTO finishes VALUES (?, ?, ?)
    ON CONFLICT (code) DO UPDATE SET entries = excluded.entries, body = excluded.body
"""


@frozen
class FinishRow:
    """How the latest race at a table ended: `body` has the finishes of its `heats` in
    their plain form.

    So many entries had been made there when it began.
    """

    entry_count: int
    body: dict[str, Any]


class Leases:
    """The leases of this daemon, and the finishes of races under them. Any thread may
    call any method.
    """

    def __init__(
        self,
        server: "PostgresServer",
        read: Read,
    ) -> None:
        self._server = server
        self._read = read
        self._turn = Lock()
        self._connection: PatientConnection | None = None
        self._owner = 0

    def begin(self) -> None:
        """Take a number and its lock; what was leased under another number is lost."""
        self.end()
        with self._turn, translate_database_errors():
            connection = self._server.connect_in_turn()
            self._connection = connection
            self._owner = secrets.randbelow(2**31)
            try:
                connection.execute(KEEPALIVE)
                connection.execute(IDLE)
                connection.execute(
                    "SELECT pg_advisory_lock(?, ?)", [LOCKS, self._owner]
                )
            except BaseException:
                connection.close()
                raise

    def end(self) -> None:
        """Leave all leases to other daemons."""
        with self._turn:
            if self._connection is not None:
                self._connection.close()

    def is_in_force(self) -> bool:
        """Return whether this daemon's lock still holds."""
        with suppress(DatabaseAwayError), self._locked() as connection:
            connection.execute("SELECT 1")
            return True
        return False

    @contextmanager
    def _locked(self) -> Iterator["PatientConnection"]:
        """Yield the connection that holds the lock; DatabaseAwayError without it."""
        with self._turn, translate_database_errors():
            if self._connection is None or self._connection.closed:
                raise DatabaseAwayError
            yield self._connection

    def take(self, code: str, address: str) -> str | None:
        """Take the lease of a table if no daemon has it. Return None if it is this
        one's now, else the owner's address.

        Raises NoSuchTable.
        """
        sql = "SELECT owner, address FROM leases WHERE code = ?"
        with self._locked() as connection:
            connection.execute(TAKE, [code, self._owner, address])
            for owner, owners_address in connection.execute(sql, [code]).fetchall():
                if owner != self._owner:
                    return str(owners_address)
            return None

    def orphans(self, codes: Collection[str]) -> list[str]:
        """Return the tables among these whose daemon has ended."""
        return [code for [code] in self._read(ORPHANS, [list(codes)])]

    def keep_finish(self, code: str, finish: FinishRow) -> bool:
        """Keep how a race ended, for all daemons; False where this one does not have
        the races there.
        """
        own = "SELECT 1 FROM leases WHERE code = ? AND owner = ?"
        row = [code, finish.entry_count, compact(finish.body)]
        with self._locked() as connection, connection.transaction():
            if not connection.execute(own, [code, self._owner]).fetchall():
                return False
            connection.execute(KEEP_FINISH, row)
            connection.execute(
                "UPDATE tables SET version = version + 1 WHERE code = ?", [code]
            )
            return True

    def finish(self, code: str) -> FinishRow | None:
        """Return how the latest race at this table ended; None before there was one."""
        sql = "SELECT entries, body FROM finishes WHERE code = ?"
        for row in self._read(sql, [code]):
            return FinishRow(*row)
        return None
