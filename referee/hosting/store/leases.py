"""Leases of tables' races, and their latest finishes, for shared databases.

Each daemon takes a number, and the server's advisory lock of that number on its own
connection. When the connection ends, for whatever reason, the server frees the lock:
other daemons may take its leases, and it cannot write under them any more.
"""

import secrets
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING, Any

from .database import compact
from .failures import DatabaseAwayError, translate_database_errors
from .rows import Read
from .transactions import raise_version

if TYPE_CHECKING:
    from .postgresql import PatientConnection, PostgresServer

LOCKS = 1919248997
"""The class of our advisory locks, distinct from other programs'."""

# The server notices a dead machine within three seconds.
KEEPALIVE = """
    SET tcp_keepalives_idle = 1;
    SET tcp_keepalives_interval = 1;
    SET tcp_keepalives_count = 2
"""
# A suspended daemon acknowledges nothing: from PostgreSQL 14 on the server then ends
# its connection too.
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


@dataclass(frozen=True, slots=True)
class FinishRow:
    """A table's latest finishes: `body` has those of its `heats`, as JSON.

    `entries` is the number of entries before it began.
    """

    entry_count: int
    body: dict[str, Any]


class Leases:
    """This daemon's leases, and finishes of races under them. Any thread may call."""

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
        """Take a number and its lock; earlier leases of this daemon are lost."""
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
        """Release all leases."""
        with self._turn:
            if self._connection is not None:
                self._connection.close()

    def is_in_force(self) -> bool:
        """Return whether this daemon still has its lock."""
        with suppress(DatabaseAwayError), self._locked() as connection:
            connection.execute("SELECT 1")
            return True
        return False

    @contextmanager
    def _locked(self) -> Iterator["PatientConnection"]:
        """Yield the connection with the lock; raise DatabaseAwayError without it."""
        with self._turn, translate_database_errors():
            if self._connection is None or self._connection.closed:
                raise DatabaseAwayError
            yield self._connection

    def take(self, code: str, address: str) -> str | None:
        """Lease a table's races; return None if successful, else the owner's address.

        Raise NoSuchTable if there is no table with this code.
        """
        sql = "SELECT owner, address FROM leases WHERE code = ?"
        with self._locked() as connection:
            connection.execute(TAKE, [code, self._owner, address])
            for owner, owners_address in connection.execute(sql, [code]).fetchall():
                if owner != self._owner:
                    return str(owners_address)
            return None

    def orphans(self, codes: Collection[str]) -> list[str]:
        """Return which of these tables belonged to a daemon that is dead."""
        return [code for [code] in self._read(ORPHANS, [list(codes)])]

    def keep_finish(self, code: str, finish: FinishRow) -> bool:
        """Store a race's finishes; False if this daemon lost the table's races."""
        own = "SELECT 1 FROM leases WHERE code = ? AND owner = ?"
        row = [code, finish.entry_count, compact(finish.body)]
        with self._locked() as connection, connection.transaction():
            if not connection.execute(own, [code, self._owner]).fetchall():
                return False
            connection.execute(KEEP_FINISH, row)
            raise_version(connection, code)
            return True

    def finish(self, code: str) -> FinishRow | None:
        """Return the latest finishes at this table; None before the first."""
        sql = "SELECT entries, body FROM finishes WHERE code = ?"
        rows = self._read(sql, [code])
        return FinishRow(*rows[0]) if rows else None
