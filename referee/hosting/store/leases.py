"""Which daemon has the races of a table, and how its latest race ended. For databases that several daemons use.

A lease has an end, by the database's clock, and a number that grows with each owner: what a daemon writes under a
number that is not the last one any more is refused.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Executable, bindparam, select, text

from .rows import DatabaseRow
from .schema import finishes
from .statements import CHANGE

TAKE = text("""
    INSERT INTO leases ("table", owner, address, number, ends_at)
    VALUES (:code, :owner, :address, 1, extract(epoch FROM clock_timestamp()) + :seconds)
    ON CONFLICT ("table") DO UPDATE SET
        owner = excluded.owner, address = excluded.address, ends_at = excluded.ends_at,
        number = leases.number + CASE WHEN leases.owner = excluded.owner THEN 0 ELSE 1 END
    WHERE leases.owner = excluded.owner OR leases.ends_at < extract(epoch FROM clock_timestamp())
""")
THE_LEASE = text("""SELECT owner, address, number FROM leases WHERE "table" = :code""")
RENEW = text("""
    UPDATE leases SET ends_at = extract(epoch FROM clock_timestamp()) + :seconds
    WHERE owner = :owner AND "table" = ANY(:codes) RETURNING "table"
""")
ENDED = text("""
    SELECT "table" FROM leases
    WHERE "table" = ANY(:codes) AND ends_at BETWEEN 0 AND extract(epoch FROM clock_timestamp())
""")
# An end below zero: nobody need take it over, since nobody races there any more.
LET_GO = text("""UPDATE leases SET ends_at = -1 WHERE owner = :owner AND "table" = ANY(:codes)""")
GIVE_BACK = text("UPDATE leases SET ends_at = 0 WHERE owner = :owner")
# Whoever takes the lease meanwhile waits until the finish is kept.
IS_OWNER = text("""
    SELECT 1 FROM leases
    WHERE "table" = :code AND owner = :owner AND number = :number
    AND ends_at >= extract(epoch FROM clock_timestamp()) FOR SHARE
""")
KEEP_FINISH = text("""
    INSERT INTO finishes ("table", entries, body) VALUES (:code, :entries, :body)
    ON CONFLICT ("table") DO UPDATE SET entries = excluded.entries, body = excluded.body
""").bindparams(bindparam("body", type_=finishes.c.body.type))
THE_FINISH = select(finishes.c.entries, finishes.c.body).where(finishes.c.table == bindparam("code"))


@dataclass(frozen=True, slots=True)
class LeaseRow:
    """The daemon that has the races of a table: its id, where others reach it, and the number of its lease."""

    owner: str
    address: str
    number: int


@dataclass(frozen=True, slots=True)
class FinishRow:
    """How the latest race at a table ended: `body` has the finishes of its `heats` in their plain form. So many entries
    had been made there when it began.
    """

    entries: int
    body: dict[str, Any]


class Leases:
    """The leases of a store, and the finishes of races under them."""

    def __init__(
        self,
        read: Callable[[Executable, Mapping[str, Any]], Sequence[DatabaseRow]],
        writing: Callable[[], AbstractContextManager[Connection]],
    ) -> None:
        self._read = read
        self._writing = writing

    def take(self, code: str, owner: str, address: str, seconds: float) -> LeaseRow:
        """Whoever has the lease of a table now: this daemon, for so long from now on, where it has it already or nobody
        has. Raises NoSuchTable.
        """
        with self._writing() as connection:
            asked = {"code": code, "owner": owner, "address": address, "seconds": seconds}
            connection.execute(TAKE, asked)
            return LeaseRow(*connection.execute(THE_LEASE, asked).one())

    def renew(self, codes: Collection[str], owner: str, seconds: float) -> frozenset[str]:
        """The tables among these whose lease this daemon still has, for so long from now on."""
        with self._writing() as connection:
            asked = {"codes": list(codes), "owner": owner, "seconds": seconds}
            return frozenset(connection.execute(RENEW, asked).scalars())

    def ended(self, codes: Collection[str]) -> frozenset[str]:
        """The tables among these whose lease ended without being let go of: their daemon was killed, or has stopped."""
        return frozenset(row.table for row in self._read(ENDED, {"codes": list(codes)}))

    def let_go(self, codes: Collection[str], owner: str) -> None:
        """End this daemon's leases of these tables, where nobody races any more."""
        with self._writing() as connection:
            connection.execute(LET_GO, {"codes": list(codes), "owner": owner})

    def give_back(self, owner: str) -> None:
        """End all leases of a daemon that stops."""
        with self._writing() as connection:
            connection.execute(GIVE_BACK, {"owner": owner})

    def keep_finish(self, code: str, lease: LeaseRow, finish: FinishRow) -> bool:
        """Keep how a race ended, for all daemons; False where the lease under which it was run is not in force."""
        with self._writing() as connection:
            asked = {"code": code, "owner": lease.owner, "number": lease.number}
            if connection.execute(IS_OWNER, asked).one_or_none() is None:
                return False
            connection.execute(KEEP_FINISH, {"code": code, "entries": finish.entries, "body": finish.body})
            return connection.execute(CHANGE, {"at_table": code}).rowcount == 1

    def finish(self, code: str) -> FinishRow | None:
        """How the latest race at this table ended; None before there was one."""
        found = self._read(THE_FINISH, {"code": code})
        return FinishRow(*found[0]) if found else None
