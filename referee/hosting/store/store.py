"""The store: what the database is asked, in the words of tables and seats."""

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from referee.match.log_entry import Record
from referee.vocabulary.errors import WriteConflictError

from .database import Connection, Database, compact, insertion, open_database
from .erasing import Eraser, note_deletion
from .failures import NoRoomError, NoSuchTable, WriteRefused
from .finished_matches import FinishedMatches, put_result
from .leases import Leases
from .reserve import give_up_reserve, keep_reserve
from .rows import (
    AdmissionRow,
    BeingSetUp,
    ClaimRow,
    ClaimState,
    LinkRow,
    Renaming,
    ResultRow,
    SeatRow,
    Stamp,
    TableRow,
    new_secret,
)
from .sqlite_file import SqliteFile
from .transactions import STAMP, Transactions, take_turn

if TYPE_CHECKING:
    from .notifications import Notifications
    from .postgresql import PostgresServer

MOST_REFUSED = 50
"""So many refused moves of a table are kept."""

NAMES_OF_TABLES = {
    TableRow: "tables",
    SeatRow: "seats",
    LinkRow: "links",
    ClaimRow: "claims",
    AdmissionRow: "admissions",
}
Row = TableRow | SeatRow | LinkRow | ClaimRow | AdmissionRow

# A table that is being changed is waited for, and nobody changes it before the line is
# in its log.
ADD_LINE = "INSERT INTO log SELECT ?, ?, ?, ?, ?, ?, ? FROM tables WHERE code = ?"
BEING_SET_UP = """
    SELECT code, game, options FROM tables
    WHERE started_at IS NULL AND created_at >= ?
    ORDER BY created_at DESC, code LIMIT ?
"""
# A listening connection of a daemon has this name.
DAEMONS = """
    SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database()
    AND application_name = left('referee ' || current_schema(), 63)
"""
# Changes nothing: it holds the table's row, so that no match starts until the seat is
# there.
HOLD_BEFORE_START = (
    "UPDATE tables SET game = game WHERE code = ? AND started_at IS NULL"
)

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

OTHER_WAYS_TO_SEAT = (
    "DELETE FROM links WHERE code = ? AND seat = ?",
    "DELETE FROM claims WHERE code = ? AND seat = ? AND state = 'waiting'",
    "DELETE FROM refusals WHERE code = ? AND author = ?",
)
DROP_OLD_REFUSALS = """
    DELETE FROM refusals WHERE code = ? AND id IN (
        SELECT id FROM refusals WHERE code = ? ORDER BY at DESC, id LIMIT 1000 OFFSET ?
    )
"""


class Store(Transactions):
    """What a host keeps, in an SQLite file or a PostgreSQL database.

    Any thread may call any method. What a method wrote is on disk when it returns;
    where the disk has no room for it, NoRoomError is raised and nothing was written.
    DamagedError says that something cannot be read. The store has no clock and knows no
    rule of a game. It must not be carried across a fork.

    `past` are its finished matches, and `eraser` takes off the disk what was deleted.
    `shared`: other programs may write here at the same time, so what is in memory is
    checked before use. `leases` say which daemon has the races of a table, None where
    there is only one.
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
    def open(cls, place: str | Path) -> Self:
        """Open the store at a path or URL (`postgresql://…`), made where there is none.

        StoreUnusable says what to do.
        """
        database = open_database(place)
        try:
            return cls(database)
        except BaseException:
            database.close()
            raise

    def close(self) -> None:
        """Let go of the database, once no call is running. The store cannot be used any
        more.
        """
        self.eraser.close()
        self.database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # Tables

    def create_table(self, row: TableRow, seats: Sequence[SeatRow] = ()) -> None:
        """Add a table with these seats. Raises WriteRefused where the code is taken, or
        two seats are alike.
        """
        with self.writing() as connection:
            add_rows(connection, row, *seats)

    def create_next_table(
        self, code: str, row: TableRow, seats: Sequence[SeatRow]
    ) -> None:
        """Add a table at which those of another one play on, with its seats.

        Raises WriteRefused where the new code is taken or they play on at a table
        already, and NoSuchTable.
        """
        with self.writing() as connection:
            add_rows(connection, row, *seats)
            connection.execute(insertion("rematches", 2), [code, row.code])

    def table(self, code: str) -> TableRow | None:
        """Return the table with this code, None where there is none."""
        row = self._row(TableRow, "SELECT * FROM tables WHERE code = ?", [code])
        if row is None:
            return None
        return replace(row, house_rules=tuple(row.house_rules))

    def tables_being_set_up(self, since: float, most: int) -> list[BeingSetUp]:
        """Return up to `most` tables made since then whose match has not started,
        newest first.
        """
        tables = []
        for code, game, options in self.read(BEING_SET_UP, [since, most]):
            names = tuple(seat.name for seat in self.seats(code))
            tables.append(BeingSetUp(code, game, names, options))
        return tables

    def tables_started(self, game: str, most: int) -> list[str]:
        """Return the codes of up to `most` tables whose match of this game has started,
        the latest first.
        """
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
        """Make a token, a seat, or both the host; with `host_phone` it is that token
        instead of the seat's owner.

        False where there is no such table. No link to any seat stays good: who was host
        before may have made it.
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
        """Note of a table that its `cards_ready`, or that its `game_failed`."""
        self._change(
            "UPDATE tables SET cards_ready = coalesce(?, cards_ready), "
            "game_failed = coalesce(?, game_failed) WHERE code = ?",
            [cards_ready, game_failed, code],
        )

    def set_watch(
        self, code: str, watch_hash: str | None, draft: dict[str, Any] | None
    ) -> None:
        """Note whose camera watches a table, by the hash of its token, and what that is
        about to enter.
        """
        self._change(
            "UPDATE tables SET watch_hash = ?, watch_draft = ? WHERE code = ?",
            column_values([watch_hash, draft, code]),
        )

    def start(self, code: str, setting: dict[str, Any], started_at: float) -> bool:
        """Start the match with its setting, once. False where it had started, or there
        is no such table.
        """
        sql = (
            "UPDATE tables SET setting = ?, started_at = ? "
            "WHERE code = ? AND started_at IS NULL"
        )
        return self._change(sql, [compact(setting), started_at, code]) == 1

    def delete_table(self, code: str, version: int | None = None) -> bool:
        """Delete a table with all that belongs to it, from the disk too (see `Eraser`).
        False where there is none.

        WriteConflictError where it does not have this version (None: however it
        stands); new lines in its log are none. On a full disk the reserve makes room
        for it.
        """
        try:
            return self._delete_table(code, version)
        except NoRoomError:
            if not isinstance(self.database, SqliteFile):
                raise
            with give_up_reserve(self.database):
                return self._delete_table(code, version)

    def _delete_table(self, code: str, version: int | None) -> bool:
        with self.writing() as connection:
            if version is not None:
                take_turn(connection, code, version)
            sql = "DELETE FROM tables WHERE code = ?"
            if not connection.execute(sql, [code]).rowcount:
                return False
            note_deletion(connection)
        self.eraser.ask()
        return True

    # Other daemons

    def stamp(self, code: str) -> Stamp | None:
        """Return how far the table with this code has come; None without one."""
        return self._row(Stamp, STAMP, [code])

    def notifications(
        self,
        heard: Callable[[str, Stamp], None],
        missed: Callable[[], None],
        look_around: Callable[[], None],
    ) -> "Notifications | None":
        """Hear from now on what other daemons change; None for a file.

        `heard` is called when another daemon changed a table, `missed` when something
        may have been missed, and `look_around` now and then.
        """
        if self._server is None:
            return None
        # The driver is not installed everywhere.
        from .notifications import Notifications

        return Notifications(self._server, heard, missed, look_around)

    def daemons(self) -> int:
        """Return how many daemons use this store."""
        if not self.shared:
            return 1
        [[listening]] = self.read(DAEMONS)
        return max(1, int(listening))

    def now(self) -> float:
        """Return the time, in seconds since 1970, by a clock that all daemons have.

        Where there is only one daemon nobody sets that clock while it runs.
        """
        if not self.shared:
            return self._monotonic_began_at + time.monotonic()
        [[now]] = self.read("SELECT extract(epoch FROM clock_timestamp())")
        return float(now)

    # Names

    def lines_of(self, types: Sequence[str]) -> list[tuple[str, Record]]:
        """Return the lines of these types in all logs, each with its table's code."""
        places = ", ".join("?" * len(types))
        sql = f"SELECT * FROM log WHERE type IN ({places}) ORDER BY code, seq"  # noqa: S608
        return [(code, Record(*line)) for code, *line in self.read(sql, types)]

    def seats_everywhere(self) -> list[SeatRow]:
        """Return the seats of all tables."""
        return self._rows(SeatRow, "SELECT * FROM seats ORDER BY code, position")

    def rename_seat(self, renaming: Renaming, known: Stamp) -> None:
        """Give a seat another name. What is forgotten by that is gone from the disk too
        (see `Eraser`).

        Its links and claims follow, unless the old name is forgotten. Raises
        WriteConflictError where the table has changed, and WriteRefused where somebody
        else at the table has the name.
        """
        code, old, new = renaming.code, renaming.old, renaming.new
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
            _change_lines(connection, code, renaming.lines)
            if renaming.result is not None:
                put_result(connection, code, renaming.result)
        if forgets:
            self.eraser.ask()

    def change_lines(self, code: str, records: Sequence[Record]) -> None:
        """Put these in the place of the lines of the same number: only a name is ever
        taken out of a log.
        """
        with self.writing() as connection:
            connection.execute(
                "UPDATE tables SET version = version + 1 WHERE code = ?", [code]
            )
            _change_lines(connection, code, records)
            note_deletion(connection)
        self.eraser.ask()

    # Seats

    def seats(self, code: str) -> list[SeatRow]:
        """Return the seats of a table, clockwise."""
        return self._rows(
            SeatRow, "SELECT * FROM seats WHERE code = ? ORDER BY position", [code]
        )

    def add_seat(self, row: SeatRow) -> None:
        """Add a seat. Raises WriteRefused where its name or position is taken, or the
        match has begun.
        """
        with self.writing() as connection:
            if not connection.execute(HOLD_BEFORE_START, [row.table]).rowcount:
                raise WriteRefused
            add_rows(connection, row)

    def hand_seat(
        self, code: str, seat: str, token_hash: str, reads_from: int | None = None
    ) -> bool:
        """Give a seat to another token, whoever owned it. False where there is no such
        seat.

        With `reads_from` the new owner does not read what is sealed up to there. Other
        links to the seat are no longer good, and whoever waits for it is no longer
        asked about.
        """
        with self.writing() as connection:
            return _hand(connection, code, seat, token_hash, reads_from)

    def lend_seat(self, code: str, seat: str, lent_at: str | None) -> None:
        """Note at which table the others gave a seat to its owner; None: its owner has
        it by right.
        """
        self._change(
            "UPDATE seats SET lent_at = ? WHERE code = ? AND name = ?",
            [lent_at, code, seat],
        )

    def free_seat(self, code: str, seat: str, reads_from: int) -> bool:
        """Take a seat from its owner, with the links and claims to it. False where
        there is no such seat.

        Whoever sits down next does not read what is sealed up to `reads_from`.
        """
        with self.writing() as connection:
            connection.execute(
                "DELETE FROM claims WHERE code = ? AND seat = ?", [code, seat]
            )
            return _hand(connection, code, seat, None, reads_from)

    def remove_seat(self, code: str, seat: str) -> bool:
        """Take a seat away, with the links and claims to it. False where it is not
        there, or play began.
        """
        sql = "DELETE FROM seats WHERE code = ? AND name = ?"
        with self.writing() as connection:
            if not connection.execute(HOLD_BEFORE_START, [code]).rowcount:
                return False
            return connection.execute(sql, [code, seat]).rowcount == 1

    # The log

    def append(
        self,
        code: str,
        records: Sequence[Record],
        ends: ResultRow | None = None,
        reopens: bool = False,
        version: int | None = None,
    ) -> None:
        """Add lines to a table's log, all or none, and keep what follows from them.

        The match `ends` with this result, or has none any more (`reopens`). `version`
        is the table's as the sender knew it; None where a transaction holds the table
        (see `together`).

        Raises WriteConflictError where the table has another version, or its log has a
        line of one of these numbers already; NoSuchTable where the table is gone.
        """
        changes_result = reopens or ends is not None
        is_alone = len(records) == 1 and not changes_result
        if self._joined is not None:
            is_alone = False
            version = None
        try:
            # One statement is a transaction by itself: it costs a server one round trip
            # instead of three.
            with self._at_once() if is_alone else self.writing() as connection:
                for record in records:
                    line = [code, *_values(record), code]
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
        is_there = "SELECT 1 FROM tables WHERE code = ?"
        if connection.execute(is_there, line[:1]).fetchall():
            raise WriteConflictError
        raise NoSuchTable

    def log(self, code: str, after: int = 0) -> list[Record]:
        """Return the lines of a table's log, in order, behind the one `after`."""
        return self._rows(
            Record,
            "SELECT seq, type, id, author, at, body FROM log "
            "WHERE code = ? AND seq > ? ORDER BY seq",
            [code, after],
        )

    def put_result(self, code: str, result: ResultRow | None, known: Stamp) -> None:
        """Keep how a match ended (None: it has not), as its log has it. For what an
        append did not keep.

        Raises WriteConflictError where the table has changed since it was `known`, and
        NoSuchTable.
        """
        with self.together(code, known) as connection:
            put_result(connection, code, result)

    # Links and claims

    def add(self, row: LinkRow | ClaimRow) -> None:
        """Keep a link or a claim to a seat. Raises NoSuchTable where the seat is not
        there.
        """
        with self.writing() as connection:
            add_rows(connection, row)

    def link(self, token_hash: str) -> LinkRow | None:
        """Return the link, which stays good; None where there is none.

        Whoever asks checks its age.
        """
        return self._row(
            LinkRow, "SELECT * FROM links WHERE token_hash = ?", [token_hash]
        )

    def take_link(self, token_hash: str) -> LinkRow | None:
        """Use up the link and return it; None where there is none.

        Whoever asks checks its age.
        """
        with self.writing() as connection:
            links = connection.execute(
                "DELETE FROM links WHERE token_hash = ? RETURNING *", [token_hash]
            ).fetchall()
        for link in links:
            return LinkRow(*link)
        return None

    def forget_links(self, expired_before: float) -> int:
        """Drop the links that expired before then; return how many they were."""
        return self._change("DELETE FROM links WHERE expires_at < ?", [expired_before])

    def claim(self, claim_id: str) -> ClaimRow | None:
        """Return the claim with this public id, None where there is none."""
        return self._row(ClaimRow, "SELECT * FROM claims WHERE id = ?", [claim_id])

    def claims(self, code: str) -> list[ClaimRow]:
        """Return the claims to seats of a table, settled ones too, oldest first."""
        return self._rows(
            ClaimRow,
            "SELECT * FROM claims WHERE code = ? ORDER BY created_at, id",
            [code],
        )

    def settle_claim(
        self,
        claim_id: str,
        state: ClaimState,
        token_hash: str | None = None,
        reads_from: int | None = None,
        host_phone: str | None = None,
    ) -> bool:
        """Admit or refuse a waiting claim, once. False where it was settled, or is not
        there.

        With a token hash the seat goes to that token in the same transaction, as
        `hand_seat` gives it. With `host_phone` the host's role stays with that token
        from then on.
        """
        given = [state, token_hash, claim_id]
        with self.writing() as connection:
            settled = connection.execute(
                "UPDATE claims SET state = ?, token_hash = ? "
                "WHERE id = ? AND state = 'waiting' RETURNING code, seat",
                given,
            ).fetchall()
            for code, seat in settled:
                if token_hash is not None:
                    _hand(connection, code, seat, token_hash, reads_from)
                if host_phone is not None:
                    connection.execute(
                        "UPDATE tables SET host_phone = ? WHERE code = ?",
                        [host_phone, code],
                    )
        return bool(settled)

    def answer_claim(self, row: AdmissionRow) -> None:
        """Keep what a seat answered to a claim, in the place of what it answered
        before. The claim must be there.
        """
        with self.writing() as connection:
            connection.execute(
                "DELETE FROM admissions WHERE claim = ? AND seat = ?",
                [row.claim, row.seat],
            )
            add_rows(connection, row)

    def admissions(self, claim_id: str) -> list[AdmissionRow]:
        """Return what seats answered to a claim."""
        return self._rows(
            AdmissionRow,
            "SELECT * FROM admissions WHERE claim = ? ORDER BY seat",
            [claim_id],
        )

    def forget_claims(self, made_before: float) -> int:
        """Drop the claims made before then; return how many they were."""
        return self._change("DELETE FROM claims WHERE created_at < ?", [made_before])

    # Refused moves

    def keep_refusal(
        self, code: str, id: str, author: str | None, body: Mapping[str, Any]
    ) -> None:
        """Keep a refused move of this seat (None: the host without a seat), so that it
        can be questioned.

        It goes once `MOST_REFUSED` others were refused at this table, or the seat has
        another owner.
        """
        # Another daemon may keep it in the same moment; and a full disk is no reason to
        # say less of why it was refused.
        row = [code, id, author, compact(body), time.time()]
        with suppress(WriteRefused, NoRoomError), self.writing() as connection:
            connection.execute(
                "DELETE FROM refusals WHERE code = ? AND id = ?", [code, id]
            )
            connection.execute(insertion("refusals", 5), row)
            connection.execute(DROP_OLD_REFUSALS, [code, code, MOST_REFUSED])

    def refusal(self, code: str, id: str) -> dict[str, Any] | None:
        """Return the refused move with this id, as it was kept; None without one."""
        return self._row(
            dict, "SELECT body FROM refusals WHERE code = ? AND id = ?", [code, id]
        )

    # What only those at a table have

    def is_known(self, code: str, token_hashes: Sequence[str]) -> bool:
        """Return whether one of these tokens is a seat's, the host's or a camera's.

        The table is not loaded for it. It takes as long where there is no such table.
        """
        owners = "SELECT token_hash FROM seats WHERE code = ?"
        others = "SELECT host_hash, host_phone, watch_hash FROM tables WHERE code = ?"
        rows = self.read(owners, [code]) + self.read(others, [code])
        return not set(token_hashes).isdisjoint(chain(*rows))

    def secret(self, name: str) -> str:
        """Return the secret of this name, in hex, made when it is first asked for."""
        # Another process may make it in the same moment.
        sql = "SELECT secret FROM keyring WHERE name = ?"
        with suppress(WriteRefused):
            if not self.read(sql, [name]):
                self._change(insertion("keyring", 2), [name, new_secret()])
        [[secret]] = self.read(sql, [name])
        return str(secret)


def _values(row: Row | Record) -> list[Any]:
    """Return a row's values, in the order of its columns."""
    return column_values(getattr(row, name) for name in row.__match_args__)


def column_values(values: Iterable[Any]) -> list[Any]:
    """Return values as columns keep them: lists and mappings as JSON."""
    stored = []
    for value in values:
        is_json = isinstance(value, (Mapping, tuple, list))
        stored.append(compact(value) if is_json else value)
    return stored


def add_rows(connection: Connection, *rows: Row) -> None:
    """Add these rows, in this order."""
    for row in rows:
        values = _values(row)
        name = NAMES_OF_TABLES[type(row)]
        connection.execute(insertion(name, len(values)), values)


def _hand(
    connection: Connection,
    code: str,
    seat: str,
    token_hash: str | None,
    reads_from: int | None,
) -> bool:
    """Give a seat to a token, or to nobody, and close all other ways to it. False where
    there is no such seat.
    """
    where = [code, seat]
    for sql in OTHER_WAYS_TO_SEAT:
        connection.execute(sql, where)
    sql = "UPDATE seats SET reads_from = ? WHERE code = ? AND name = ?"
    if reads_from is not None:
        connection.execute(sql, [reads_from, *where])
    sql = "UPDATE seats SET token_hash = ? WHERE code = ? AND name = ?"
    return connection.execute(sql, [token_hash, *where]).rowcount == 1


def _change_lines(connection: Connection, code: str, records: Sequence[Record]) -> None:
    if not records:
        return
    sql = "UPDATE tables SET rewritten = rewritten + 1 WHERE code = ?"
    connection.execute(sql, [code])
    sql = "UPDATE log SET body = ? WHERE code = ? AND seq = ?"
    for record in records:
        connection.execute(sql, [compact(record.body), code, record.seq])
