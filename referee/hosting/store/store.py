"""The store's queries and changes, in terms of tables and seats."""

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from referee.match.log_entry import Record
from referee.vocabulary.errors import WriteConflictError

from .database import Connection, Database, compact, insertion, open_database
from .erasing import Eraser, note_deletion
from .failures import DiskFullError, NoSuchTable, WriteRefused
from .finished_matches import FinishedMatches, put_result
from .leases import Leases
from .reserve import give_up_reserve, keep_reserve
from .rows import (
    BeingSetUp,
    NewcomerRow,
    Renaming,
    ResultRow,
    SeatRow,
    Stamp,
    TableRow,
    new_secret,
)
from .seat_store import SeatStore
from .sqlite_file import SqliteFile
from .transactions import (
    STAMP,
    add_rows,
    change_lines,
    column_values,
    raise_version,
    raise_version_of_event,
    row_values,
    take_turn,
)

if TYPE_CHECKING:
    from .notifications import Notifications
    from .postgresql import PostgresServer

MOST_REFUSED = 50
"""The number of refused moves kept per table."""

# It waits for others who change the table, and locks it until the line is in its log.
ADD_LINE = "INSERT INTO log SELECT ?, ?, ?, ?, ?, ?, ? FROM ledgers WHERE code = ?"
TABLE = "SELECT * FROM tables JOIN ledgers USING (code) WHERE code = ?"
DELETE_LEDGER = """
    DELETE FROM ledgers WHERE code = ?
    OR code IN (SELECT code FROM event_tables WHERE event = ?)
"""
BEING_SET_UP = """
    SELECT code, game, options FROM tables
    WHERE started_at IS NULL AND created_at >= ? AND (created_at >= ? OR EXISTS (
        SELECT 1 FROM seats WHERE seats.code = tables.code AND token_hash IS NOT NULL
    ))
    ORDER BY created_at DESC, code LIMIT ?
"""
SEAT_NEWCOMERS = """
    DELETE FROM newcomers WHERE code = ? AND name IN (
        SELECT name FROM seats WHERE seats.code = ?
    )
"""
REMOVE_NEWCOMER = "DELETE FROM newcomers WHERE code = ? AND name = ?"
KEEP_NEWCOMERS = "UPDATE newcomers SET code = ? WHERE code = ?"
RUNNING = """
    SELECT code, game, options FROM tables
    WHERE started_at IS NOT NULL AND created_at >= ?
    AND code NOT IN (SELECT code FROM results)
    AND code NOT IN (SELECT code FROM event_tables)
    AND (started_at >= ? OR EXISTS (
        SELECT 1 FROM log WHERE log.code = tables.code AND at >= ?
    ))
    ORDER BY started_at DESC, code LIMIT ?
"""
# The name of daemons' listening connections.
DAEMONS = """
    SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database()
    AND application_name = left('referee ' || current_schema(), 63)
"""
# What goes or changes when a seat gets another name
NAMES_SEATS_AS_THEY_WERE = (
    "DELETE FROM finishes WHERE code = ?",
    "DELETE FROM refusals WHERE code = ?",
    "UPDATE tables SET watch_draft = NULL WHERE code = ?",
)
LEADS_TO_SEAT = (
    "DELETE FROM links WHERE code = ? AND seat = ?",
    "DELETE FROM claims WHERE code = ? AND seat = ?",
)
RENAME_SEAT = "UPDATE seats SET name = ?, nameless = ? WHERE code = ? AND name = ?"
RENAME_HOST = "UPDATE tables SET host_seat = ? WHERE code = ? AND host_seat = ?"
RENAME_IN_ADMISSIONS = """
    UPDATE admissions SET seat = ?
    WHERE seat = ? AND claim IN (SELECT id FROM claims WHERE code = ?)
"""

DROP_OLD_REFUSALS = """
    DELETE FROM refusals WHERE code = ? AND id IN (
        SELECT id FROM refusals WHERE code = ? ORDER BY at DESC, id LIMIT 1000 OFFSET ?
    )
"""


class Store(SeatStore):
    """A host's data, in an SQLite file or a PostgreSQL database.

    Any thread may call any method. Changes are on disk when a method returns; on a full
    disk they raise DiskFullError and write nothing. They raise DamagedError for
    unreadable data. The store knows no rules. Do not use it across a fork.

    `past` has the finished matches; `eraser` removes deleted data from the disk.
    `shared`: other programs may write here, so data in memory must be checked before
    use. `leases` tell which daemon has a table's races, None for a single daemon.
    """

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self.shared = database.is_shared
        self._monotonic_began_at = time.time() - time.monotonic()
        self._server: PostgresServer | None = None
        self.leases: Leases | None = None
        if isinstance(database, SqliteFile):
            keep_reserve(database)
        else:
            self._server = database
            self.leases = Leases(self._server, self.read)
        self.past = FinishedMatches(self.read)
        self.eraser = Eraser(database)

    @classmethod
    def open(cls, location: str | Path) -> Self:
        """Open or create the store at a path or URL (`postgresql://…`).

        Raise StoreUnusable if that fails; it says what to do.
        """
        database = open_database(location)
        try:
            return cls(database)
        except BaseException:
            database.close()
            raise

    def close(self) -> None:
        """Close the database for good, once no call is running."""
        self.eraser.close()
        self.database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # Tables

    def create_table(self, row: TableRow, seats: Sequence[SeatRow] = ()) -> None:
        """Add a table with these seats. Raise WriteRefused if the code is taken."""
        with self.writing() as connection:
            add_rows(connection, row, *seats)

    def create_next_table(
        self, code: str, row: TableRow, seats: Sequence[SeatRow]
    ) -> None:
        """Add the next table for those of another one, with its seats.

        Raise WriteRefused if the code is taken or they have a next table already,
        NoSuchTable if the other table is gone.
        """
        with self.writing() as connection:
            add_rows(connection, row, *seats)
            connection.execute(insertion("rematches", 2), [code, row.code])
            connection.execute(SEAT_NEWCOMERS, [code, row.code])
            connection.execute(KEEP_NEWCOMERS, [row.code, code])

    def table(self, code: str) -> TableRow | None:
        """Return the table with this code, or None."""
        row = self._row(TableRow, TABLE, [code])
        if row is None:
            return None
        return replace(row, house_rules=tuple(row.house_rules))

    def tables_being_set_up(
        self, since: float, most: int, empty_since: float = 0.0
    ) -> list[BeingSetUp]:
        """Return tables since then whose match has not started, newest first.

        Those at which nobody sits are left out if they are older than `empty_since`.
        """
        return self._list_tables(BEING_SET_UP, [since, empty_since, most])

    def running_tables(
        self, since: float, active_since: float, most: int
    ) -> list[BeingSetUp]:
        """Return tables opened since then with a match that goes on, newest first.

        Those of events, and where nothing was entered lately, are left out.
        """
        asked = [since, active_since, active_since, most]
        return self._list_tables(RUNNING, asked)

    def _list_tables(self, sql: str, asked: Sequence[object]) -> list[BeingSetUp]:
        tables = []
        for code, game, options in self.read(sql, asked):
            names = tuple(seat.name for seat in self.seats(code))
            tables.append(BeingSetUp(code, game, names, options))
        return tables

    def tables_started(self, game: str, most: int) -> list[str]:
        """Return the codes of tables with started matches of a game, latest first."""
        sql = (
            "SELECT code FROM tables WHERE game = ? AND started_at IS NOT NULL "
            "ORDER BY started_at DESC LIMIT ?"
        )
        return [code for (code,) in self.read(sql, [game, most])]

    def set_host(
        self,
        code: str,
        host_hash: str | None,
        host_seat: str | None,
        host_phone: str | None = None,
    ) -> bool:
        """Make a token, a seat, or both the host; False without such a table.

        With `host_phone` that token is host instead of the seat's owner. All links to
        seats become invalid, since the former host may have made them.
        """
        sql = (
            "UPDATE tables SET host_hash = ?, host_seat = ?, host_phone = ? "
            "WHERE code = ?"
        )
        given = [host_hash, host_seat, host_phone, code]
        with self.writing() as connection:
            connection.execute("DELETE FROM links WHERE code = ?", [code])
            return connection.execute(sql, given).rowcount == 1

    def note(
        self,
        code: str,
        *,
        cards_ready: bool | None = None,
        game_failed: bool | None = None,
    ) -> None:
        """Record whether a table's cards are ready, or its game failed; None: as is."""
        self._change(
            "UPDATE tables SET cards_ready = coalesce(?, cards_ready), "
            "game_failed = coalesce(?, game_failed) WHERE code = ?",
            [cards_ready, game_failed, code],
        )

    def set_watch(
        self, code: str, watch_hash: str | None, draft: dict[str, Any] | None
    ) -> None:
        """Record the token hash of a table's camera, and the camera's draft."""
        self._change(
            "UPDATE tables SET watch_hash = ?, watch_draft = ? WHERE code = ?",
            column_values([watch_hash, draft, code]),
        )

    def start(self, code: str, setting: dict[str, Any], started_at: float) -> bool:
        """Start the match with its set-up; return whether that was done.

        Return False if it had started before, or if there is no such table.
        """
        sql = (
            "UPDATE tables SET setting = ?, started_at = ? "
            "WHERE code = ? AND started_at IS NULL"
        )
        return self._change(sql, [compact(setting), started_at, code]) == 1

    def delete_table(self, code: str, version: int | None = None) -> bool:
        """Delete a table, or an event with its tables, from the disk too.

        False without one. Raise WriteConflictError unless it has this version (None:
        any); new log lines do not matter. On a full disk the reserve makes room.
        """
        try:
            return self._delete_table(code, version)
        except DiskFullError:
            if not isinstance(self.database, SqliteFile):
                raise
            with give_up_reserve(self.database):
                return self._delete_table(code, version)

    def _delete_table(self, code: str, version: int | None) -> bool:
        with self.writing() as connection:
            raise_version_of_event(connection, code)
            if version is not None:
                take_turn(connection, code, version)
            if not connection.execute(DELETE_LEDGER, [code, code]).rowcount:
                return False
            note_deletion(connection)
        self.eraser.ask()
        return True

    # Other daemons

    def stamp(self, code: str) -> Stamp | None:
        """Return the stamp of the table or event with this code, or None."""
        return self._row(Stamp, STAMP, [code])

    def notifications(
        self,
        heard: Callable[[str, Stamp], None],
        missed: Callable[[], None],
        look_around: Callable[[], None],
    ) -> "Notifications | None":
        """Listen to other daemons' changes; return None for a file.

        `heard` is called when another daemon changed a table, `missed` when messages
        may be lost, `look_around` regularly.
        """
        if self._server is None:
            return None
        # The driver is optional.
        from .notifications import Notifications

        return Notifications(self._server, heard, missed, look_around)

    def daemons(self) -> int:
        """Return the number of daemons over this store."""
        if not self.shared:
            return 1
        [[listening]] = self.read(DAEMONS)
        return max(1, int(listening))

    def now(self) -> float:
        """Return the time, in seconds since 1970, by a clock common to all daemons.

        A single daemon uses a clock that nobody sets while it runs.
        """
        if not self.shared:
            return self._monotonic_began_at + time.monotonic()
        [[now]] = self.read("SELECT extract(epoch FROM clock_timestamp())")
        return float(now)

    # Names

    def seats_everywhere(self) -> list[SeatRow]:
        """Return the seats of all tables."""
        return self._rows(SeatRow, "SELECT * FROM seats ORDER BY code, position")

    def rename_seat(self, renaming: Renaming, known: Stamp) -> None:
        """Rename a seat; erased data leave the disk too (see `Eraser`).

        Links and claims follow, unless the old name is forgotten. Raise
        WriteConflictError if the table has changed, WriteRefused if the name is taken
        there.
        """
        code = renaming.code
        old = renaming.old
        new = renaming.new
        forgets = renaming.forgets
        with self.together(code, known) as connection:
            for sql in NAMES_SEATS_AS_THEY_WERE:
                connection.execute(sql, [code])
            if forgets:
                for sql in LEADS_TO_SEAT:
                    connection.execute(sql, [code, old])
                note_deletion(connection)
            connection.execute(RENAME_SEAT, [new, forgets, code, old])
            connection.execute(RENAME_HOST, [new, code, old])
            connection.execute(RENAME_IN_ADMISSIONS, [new, old, code])
            change_lines(connection, code, _bodies(renaming.lines))
            if renaming.result is not None:
                put_result(connection, code, renaming.result)
        if forgets:
            self.eraser.ask()

    def remove_newcomer(self, row: NewcomerRow) -> None:
        """Remove somebody who has asked to play; the name leaves the disk too."""
        with self.writing() as connection:
            connection.execute(REMOVE_NEWCOMER, [row.table, row.name])
            note_deletion(connection)
        self.eraser.ask()

    def change_lines(self, code: str, records: Sequence[Record]) -> None:
        """Replace lines by number; only to remove a name from a log."""
        with self.writing() as connection:
            raise_version(connection, code)
            change_lines(connection, code, _bodies(records))
            note_deletion(connection)
        self.eraser.ask()

    # The log

    def append(
        self,
        code: str,
        records: Sequence[Record],
        ends: ResultRow | None = None,
        reopens: bool = False,
        version: int | None = None,
        concerns_event: bool = False,
    ) -> None:
        """Append lines to a table's log, all or none, and store their consequences.

        The match `ends` with this result, or loses its result (`reopens`). `version` is
        the table's as the sender knew it; None within a transaction for the table (see
        `together`). `concerns_event`: its event shows what they change.

        Raise WriteConflictError if the table has another version, or its log has one of
        these numbers, NoSuchTable if there is none.
        """
        changes_result = reopens or ends is not None
        is_alone = len(records) == 1 and not (changes_result or concerns_event)
        if self._joined is not None:
            is_alone = False
            version = None
        try:
            # A single statement is its own transaction: one round trip to a server
            # instead of three.
            with self._at_once() if is_alone else self.writing() as connection:
                if concerns_event:
                    raise_version_of_event(connection, code)
                for record in records:
                    line = [code, *row_values(record), code]
                    self._add_line(connection, line, version)
                if changes_result:
                    put_result(connection, code, ends)
        except WriteRefused:
            raise WriteConflictError from None

    def _add_line(
        self, connection: Connection, line: list[Any], version: int | None
    ) -> None:
        sql = ADD_LINE
        if version is not None:
            sql += " AND version = ?"
            line.append(version)
        sql += self.database.holds_row
        if connection.execute(sql, line).rowcount:
            return
        is_there = "SELECT 1 FROM ledgers WHERE code = ?"
        if connection.execute(is_there, line[:1]).fetchall():
            raise WriteConflictError
        raise NoSuchTable

    def log(self, code: str, after: int = 0) -> list[Record]:
        """Return a table's log lines after this number, in order."""
        return self._rows(
            Record,
            "SELECT seq, type, id, author, at, body FROM log "
            "WHERE code = ? AND seq > ? ORDER BY seq",
            [code, after],
        )

    def put_result(self, code: str, result: ResultRow | None, known: Stamp) -> None:
        """Replace a match's stored result (None: it goes on) by the one from its log.

        Raise WriteConflictError if the table has changed since it was `known`,
        NoSuchTable if there is none.
        """
        with self.together(code, known) as connection:
            put_result(connection, code, result)

    # Refused moves

    def keep_refusal(
        self, code: str, id: str, author: str | None, body: Mapping[str, Any]
    ) -> None:
        """Store a refused entry of this seat, so that it can be disputed.

        A seat of None is a host without one. The refusal is deleted after
        `MOST_REFUSED` further ones at this table, or with a new owner.
        """
        # Another daemon may store it at the same time; and even on a full disk the
        # refusal itself must reach its sender.
        row = [code, id, author, compact(body), time.time()]
        with suppress(WriteRefused, DiskFullError), self.writing() as connection:
            connection.execute(
                "DELETE FROM refusals WHERE code = ? AND id = ?", [code, id]
            )
            connection.execute(insertion("refusals", 5), row)
            connection.execute(DROP_OLD_REFUSALS, [code, code, MOST_REFUSED])

    def refusal(self, code: str, id: str) -> dict[str, Any] | None:
        """Return the refused move with this id, or None."""
        return self._row(
            dict, "SELECT body FROM refusals WHERE code = ? AND id = ?", [code, id]
        )

    # What only those at a table have

    def is_known(self, code: str, token_hashes: Sequence[str]) -> bool:
        """Return whether one of these tokens is a seat's, the host's or a camera's.

        It does not load the table, and takes as long without one.
        """
        owners = "SELECT token_hash FROM seats WHERE code = ?"
        others = "SELECT host_hash, host_phone, watch_hash FROM tables WHERE code = ?"
        rows = self.read(owners, [code]) + self.read(others, [code])
        return not set(token_hashes).isdisjoint(chain(*rows))

    def secret(self, name: str) -> str:
        """Return the secret with this name, in hex, created at first use."""
        sql = "SELECT secret FROM keyring WHERE name = ?"
        known = self.read(sql, [name])
        if not known:
            # Another process may create it at the same time.
            with suppress(WriteRefused):
                self._change(insertion("keyring", 2), [name, new_secret()])
            known = self.read(sql, [name])
        [[secret]] = known
        return str(secret)


def _bodies(records: Sequence[Record]) -> dict[int, Mapping[str, Any]]:
    return {record.seq: record.body for record in records}
