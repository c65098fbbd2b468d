"""Which daemon has the races of a table, and how its latest race ended. For databases that several daemons use.

A lease has an end, by the database's clock, and a number that grows with each owner: what a daemon writes under a
number that is not the last one any more is refused.
"""

from collections.abc import Callable, Collection, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any

from .database import Connection, compact

NOW = "extract(epoch FROM clock_timestamp())::float8"
# Added up to a float, since the clock's own numbers are exact.
TAKE = f"""
    INSERT INTO leases VALUES (?, ?, ?, 1, {NOW} + ?)
    ON CONFLICT (code) DO UPDATE SET
        owner = excluded.owner, address = excluded.address, ends_at = excluded.ends_at,
        number = leases.number + CASE WHEN leases.owner = excluded.owner THEN 0 ELSE 1 END
    WHERE leases.owner = excluded.owner OR leases.ends_at < {NOW}
"""  # noqa: S608
RENEW = f"UPDATE leases SET ends_at = {NOW} + ? WHERE owner = ? AND code = ANY(?) RETURNING code"  # noqa: S608
ENDED = f"SELECT code FROM leases WHERE code = ANY(?) AND ends_at BETWEEN 0 AND {NOW}"  # noqa: S608
# An end below zero: nobody need take it over, since nobody races there any more.
LET_GO = "UPDATE leases SET ends_at = -1 WHERE owner = ? AND code = ANY(?)"
GIVE_BACK = "UPDATE leases SET ends_at = 0 WHERE owner = ?"
# Whoever takes the lease meanwhile waits until the finish is kept.
IS_OWNER = f"""
    SELECT 1 FROM leases WHERE code = ? AND owner = ? AND number = ? AND ends_at >= {NOW} FOR SHARE
"""  # noqa: S608
KEEP_FINISH = """
    INSERT INTO finishes VALUES (?, ?, ?)
    ON CONFLICT (code) DO UPDATE SET entries = excluded.entries, body = excluded.body
"""
CHANGE = "UPDATE tables SET version = version + 1 WHERE code = ?"


@dataclass(frozen=True, slots=True)
class LeaseRow:
    """The daemon that has the races of a table: its id, where others reach it, and the number of its lease."""

    owner: str
    address: str
    number: int


@dataclass(frozen=True, slots=True)
class FinishRow:
    """How the latest race at a table ended: `body` has the finishes of its `heats` in their plain form.

    So many entries had been made there when it began.
    """

    entries: int
    body: dict[str, Any]


class Leases:
    """The leases of a store, and the finishes of races under them."""

    def __init__(
        self,
        read: Callable[[str, Sequence[Any]], list[tuple[Any, ...]]],
        writing: Callable[[], AbstractContextManager[Connection]],
    ) -> None:
        self._read = read
        self._writing = writing

    def take(self, code: str, owner: str, address: str, seconds: float) -> LeaseRow:
        """Return whoever has the lease of a table now. Raises NoSuchTable.

        That is this daemon, for so long from now on, where it has it already or nobody has.
        """
        with self._writing() as connection:
            connection.execute(TAKE, [code, owner, address, seconds])
            found = connection.execute("SELECT owner, address, number FROM leases WHERE code = ?", [code])
            return LeaseRow(*found.fetchall()[0])

    def renew(self, codes: Collection[str], owner: str, seconds: float) -> frozenset[str]:
        """Renew this daemon's leases of these tables for so long; return the tables that it still has."""
        with self._writing() as connection:
            found = connection.execute(RENEW, [seconds, owner, list(codes)]).fetchall()
        return frozenset(code for [code] in found)

    def ended(self, codes: Collection[str]) -> frozenset[str]:
        """Return the tables among these whose lease ended: their daemon was killed, or has stopped."""
        return frozenset(code for [code] in self._read(ENDED, [list(codes)]))

    def let_go(self, codes: Collection[str], owner: str) -> None:
        """End this daemon's leases of these tables, where nobody races any more."""
        with self._writing() as connection:
            connection.execute(LET_GO, [owner, list(codes)])

    def give_back(self, owner: str) -> None:
        """End all leases of a daemon that stops."""
        with self._writing() as connection:
            connection.execute(GIVE_BACK, [owner])

    def keep_finish(self, code: str, lease: LeaseRow, finish: FinishRow) -> bool:
        """Keep how a race ended, for all daemons; False where the lease under which it was run is not in force."""
        with self._writing() as connection:
            if not connection.execute(IS_OWNER, [code, lease.owner, lease.number]).fetchall():
                return False
            connection.execute(KEEP_FINISH, [code, finish.entries, compact(finish.body)])
            return connection.execute(CHANGE, [code]).rowcount == 1

    def finish(self, code: str) -> FinishRow | None:
        """Return how the latest race at this table ended; None before there was one."""
        found = self._read("SELECT entries, body FROM finishes WHERE code = ?", [code])
        return FinishRow(*found[0]) if found else None
