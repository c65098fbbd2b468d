"""The store: every word that the database is asked, in the words of tables and seats."""

import threading
import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any, Self

from sqlalchemy import Connection, Engine, Executable, update
from sqlalchemy.exc import DatabaseError

from referee.match.record import Record

from . import schema, statements
from .database import open_engine
from .erasing import Erasing, erase_file, erase_server, is_marked, mark, remove_copies
from .failures import DamagedError, NoRoomError, WriteRefused, plainly
from .finished_matches import FinishedMatches, put_result
from .health import Damage, Health, health_of, quick_look, thorough_look
from .leases import Leases
from .locking import daemons_of
from .new_lines import NewLines
from .notifications import DaemonListener, Notifications
from .reserve import given_up_reserve, keep_reserve
from .rows import (
    AdmissionRow,
    BeingSetUp,
    ClaimRow,
    ClaimState,
    DatabaseRow,
    LinkRow,
    Renaming,
    ResultRow,
    SeatRow,
    Stamp,
    TableRow,
    new_secret,
)


class Store:
    """What a host keeps, in an SQLite file or a PostgreSQL database.

    Any thread may call any method. What a method wrote is on disk when it returns; where the disk has no room for it,
    NoRoomError is raised and nothing was written. DamagedError says that something cannot be read. An SQLite file
    has one writer in this process, so that nobody sleeps on a lock of the database; other processes wait in turn.
    The store has no clock and knows no rule of a game. It must not be carried across a fork.
    `past` are its finished matches, `leases` say which daemon has the races of a table.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._turn = threading.Lock()
        self._writer: Connection | None = None
        self._of_thread = threading.local()
        self._readers = engine
        if engine.dialect.name == "sqlite":
            self._writer = engine.connect()
            keep_reserve(self._writer)
        else:
            self._readers = engine.execution_options(isolation_level="AUTOCOMMIT")
        self.past = FinishedMatches(self._read)
        self._lines = NewLines(engine.dialect)
        self.leases = Leases(self._read, self._writing)
        self._erasing = Erasing(self._erase, self._interrupt)
        if self._is_marked():
            self._erasing.ask()

    @classmethod
    def open(cls, place: str | Path) -> Self:
        """The store at a path or URL (`postgresql://…`), made or brought up to date where needed.

        Raises StoreUnusable, of which StoreTooNew is one; the message says what to do.
        """
        return cls(open_engine(place))

    def close(self) -> None:
        """Lets go of the database, once no call is running. The store cannot be used any more."""
        self._erasing.close()
        with self._turn:
            if self._writer is not None:
                self._writer.close()
            self._engine.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # Tables

    def create_table(self, row: TableRow, seats: Sequence[SeatRow] = ()) -> None:
        """A new table with these seats. Raises WriteRefused where the code is taken, or two seats are alike."""
        with self._writing() as connection:
            statements.add(connection, row, *seats)

    def table(self, code: str) -> TableRow | None:
        """The table with this code, None where there is none."""
        found = self._read(statements.THE_TABLE, {"code": code})
        return statements.table_row(found[0]) if found else None

    def stamp(self, code: str) -> Stamp | None:
        """How far the table with this code has come, None where there is none."""
        found = self._read(statements.STAMP, {"code": code})
        return Stamp(*found[0]) if found else None

    def stamps(self, codes: Collection[str]) -> dict[str, Stamp]:
        """How far the tables with these codes have come, by code, as far as there are any."""
        return {code: Stamp(*stamp) for code, *stamp in self._read(statements.STAMPS, {"codes": list(codes)})}

    def notifications(self, listener: DaemonListener) -> Notifications | None:
        """Notifications of what other daemons change, from now on; None for a file, which no other daemon has."""
        return Notifications(self._engine, listener) if self.shared else None

    def now(self) -> float:
        """The time, in seconds since 1970, by a clock that all daemons over this store have."""
        return float(self._read(statements.NOW, {})[0][0]) if self.shared else time.time()

    def daemons(self) -> int:
        """How many daemons use this store."""
        if not self.shared:
            return 1
        with self._readers.connect() as connection:
            return daemons_of(connection)

    def tables_being_set_up(self, since: float, most: int) -> list[BeingSetUp]:
        """Up to `most` of the tables made since then whose match has not started, newest first."""
        found = [(row.code, row.game) for row in self._read(statements.BEING_SET_UP, {"since": since, "most": most})]
        named = self._read(statements.NAMES, {"codes": [code for code, _ in found]})
        return [BeingSetUp(code, game, tuple(row.name for row in named if row.table == code)) for code, game in found]

    def set_host(self, code: str, host_hash: str | None, host_seat: str | None, host_phone: str | None = None) -> bool:
        """Who hosts: by a token, a seat, or both; with `host_phone` it is that token instead of the seat's owner.
        False where there is no such table.

        No link to any seat stays good: who was host before may have made it.
        """
        with self._writing() as connection:
            connection.execute(statements.NO_LINKS, {"at_table": code})
            host = {"at_table": code, "host_hash": host_hash, "host_seat": host_seat, "host_phone": host_phone}
            return connection.execute(statements.SET_TABLE, host).rowcount == 1

    def note(self, code: str, **noted: bool) -> None:
        """Notes of a table that its `cards_ready`, or that its `game_failed`."""
        self._change(statements.SET_TABLE, {"at_table": code, **noted})

    def start(self, code: str, setting: dict[str, Any], started_at: float) -> bool:
        """Starts the match with its setting, once. False where it had started, or there is no such table."""
        return self._change(statements.START, {"at_table": code, "setting": setting, "started_at": started_at}) == 1

    def delete_table(self, code: str, version: int | None = None) -> bool:
        """Deletes a table with all that belongs to it, from the disk too. False where there is no such table.

        Outdated where it does not have this version (None: however it stands); new lines in its log do not matter. See
        `erase`. A table at which nobody has ever been leaves nothing that is worth rewriting the database.
        """
        try:
            return self._delete_table(code, version)
        except NoRoomError:
            if self._writer is None:
                raise
            with given_up_reserve(self._writer, self._turn):
                return self._delete_table(code, version)

    def _delete_table(self, code: str, version: int | None) -> bool:
        where = {"at_table": code}
        with self._writing() as connection:
            if version is not None:
                statements.take_turn(connection, code, version)
            put_result(connection, code, None)
            used = (
                connection.execute(statements.NO_LOG, where).rowcount
                + connection.execute(statements.NO_SEATS, where).rowcount
                > 0
            )
            deleted = connection.execute(statements.NO_TABLE, where).rowcount == 1
            self._mark_deleted(connection, [code], used)
        if used:
            self._erasing.ask()
        return deleted

    def erase(self) -> bool:
        """Makes sure at once that what was deleted cannot be found on the disk; False where that could not be done.

        Without this it is done within minutes, since the whole database is rewritten for it: several deletions
        share that. What waits is erased by `close` too if that takes no time, else when the file is opened again.
        """
        return self._erasing.finish()

    @property
    def shared(self) -> bool:
        """Whether other programs may write here at the same time: then what is in memory is checked before use."""
        return self._writer is None

    @property
    def _path(self) -> Path:
        """Where the file lies."""
        return Path(self._engine.url.database or "")

    @property
    def hindered(self) -> bool:
        """Whether another program keeps what was deleted from being erased. It is tried again by itself."""
        return self._erasing.hindered

    def create_rematch(self, code: str, row: TableRow, seats: Sequence[SeatRow]) -> None:
        """A new table at which the match of another one is played once more, with its seats.

        Raises WriteRefused where the new code is taken or there is a rematch already, and NoSuchTable.
        """
        with self._writing() as connection:
            statements.add(connection, row, *seats)
            connection.execute(statements.ADD_REMATCH, {"table": code, "next": row.code})

    # Names

    def lines_of(self, types: Sequence[str]) -> list[tuple[str, Record]]:
        """The lines of these types in the logs of all tables, each with its table's code."""
        return [(code, Record(*line)) for code, *line in self._read(statements.MENTIONS, {"types": types})]

    def seats_everywhere(self) -> list[SeatRow]:
        """The seats of all tables."""
        return [SeatRow(*row) for row in self._read(statements.ALL_SEATS, {})]

    def rename_seats(self, renamings: Sequence[Renaming], lines: Sequence[tuple[str, Record]] = ()) -> None:
        """Gives seats other names, all or none, and replaces these further lines, each in the log of the table with
        this code.

        What is forgotten by that is gone from the disk too (see `erase`). Raises WriteRefused where somebody else at
        the table has the name.
        """
        forgets = {renaming.code for renaming in renamings if renaming.forgets} | {code for code, _ in lines}
        with self._writing() as connection:
            for renaming in renamings:
                statements.rename(connection, renaming)
            for code, record in lines:
                statements.change_lines(connection, code, [record])
            self._mark_deleted(connection, forgets, bool(forgets))
        if forgets:
            self._erasing.ask()

    # Seats

    def seats(self, code: str) -> list[SeatRow]:
        """The seats of a table, clockwise."""
        return [SeatRow(*row) for row in self._read(statements.THE_SEATS, {"code": code})]

    def add_seat(self, row: SeatRow) -> None:
        """One more seat. Raises WriteRefused where its name or position is taken, or the match has begun."""
        with self._writing() as connection:
            if not connection.execute(statements.HOLD_BEFORE_START, {"at_table": row.table}).rowcount:
                raise WriteRefused
            statements.add(connection, row)

    def hand_seat(self, code: str, seat: str, token_hash: str, reads_from: int | None = None) -> bool:
        """Gives a seat to another token, whoever owned it. False where there is no such seat.

        With `reads_from` the new owner does not read what is sealed up to there. Other links to the seat are
        no longer good, and whoever waits for it is no longer asked about.
        """
        with self._writing() as connection:
            return statements.hand(connection, code, seat, token_hash, reads_from)

    def lend_seat(self, code: str, seat: str, lent_at: str | None) -> None:
        """Notes at which table the others gave a seat to its owner; None: its owner has it by right."""
        with self._writing() as connection:
            connection.execute(statements.SET_SEAT, {"at_table": code, "at_seat": seat, "lent_at": lent_at})

    def free_seat(self, code: str, seat: str, reads_from: int) -> bool:
        """Takes a seat from its owner, with the links and claims to it. False where there is no such seat.

        Whoever sits down next does not read what is sealed up to `reads_from`.
        """
        where = {"at_table": code, "at_seat": seat}
        with self._writing() as connection:
            connection.execute(statements.NO_CLAIMS_TO_SEAT, where)
            return statements.hand(connection, code, seat, None, reads_from)

    def remove_seat(self, code: str, seat: str) -> bool:
        """Takes a seat away, with the links and claims to it. False where it is not there, or play began."""
        with self._writing() as connection:
            if not connection.execute(statements.HOLD_BEFORE_START, {"at_table": code}).rowcount:
                return False
            return connection.execute(statements.NO_SEAT, {"at_table": code, "at_seat": seat}).rowcount == 1

    # The log

    def append(
        self,
        code: str,
        records: Sequence[Record],
        ends: ResultRow | None = None,
        reopens: bool = False,
        version: int | None = None,
    ) -> None:
        """Adds lines to a table's log, all or none. They go on from the last `seq` that the sender knew.

        With them goes what they bring about: the match `ends` with this result, or what was its result does not
        hold any more (`reopens`). `version` is that of the table as its sender knew it; None where that is held by the
        transaction already (see `together`).

        Raises Outdated where the table has another version, WriteRefused where the log holds one of the lines already
        (it was sent before) or somebody else's line stands at that place, and NoSuchTable.
        """
        if not records:
            return
        alone = len(records) == 1 and ends is None and not reopens
        if alone and self._joined is None:
            with self._writing_at_once() as connection:
                self._lines.add(connection, code, version, records)
            return
        with self._writing() as connection:
            self._lines.add(connection, code, version if self._joined is None else None, records)
            if ends is not None or reopens:
                put_result(connection, code, ends)

    def log(self, code: str, after: int = 0) -> list[Record]:
        """The lines of a table's log, in order; with `after`, those behind that `seq`."""
        return [Record(*line) for line in self._read(statements.THE_LOG, {"code": code, "after": after})]

    def put_result(self, code: str, result: ResultRow | None, known: Stamp | None = None) -> None:
        """Keeps how a match ended (None: it has not), as its log has it. For what an append did not keep.

        Raises Outdated where the table has changed since it was `known` (None: however it stands), and NoSuchTable.
        """
        with self._writing() as connection:
            if known is not None:
                statements.change(connection, code, known)
            put_result(connection, code, result)

    # Links and claims

    def add(self, row: LinkRow | ClaimRow) -> None:
        """Keeps a link or a claim to a seat. Raises NoSuchTable where the seat is not there."""
        with self._writing() as connection:
            statements.add(connection, row)

    def link(self, token_hash: str) -> LinkRow | None:
        """The link, None where there is none. It stays good. Whoever asks checks its age."""
        found = self._read(statements.THE_LINK, {"link": token_hash})
        return LinkRow(*found[0]) if found else None

    def take_link(self, token_hash: str) -> LinkRow | None:
        """The link, which is used up with this; None where there is none. Whoever asks checks its age."""
        with self._writing() as connection:
            found = connection.execute(statements.TAKE_LINK, {"link": token_hash}).all()
        return LinkRow(*found[0]) if found else None

    def forget_links(self, expired_before: float) -> int:
        """Drops the links that expired before then; how many they were."""
        return self._change(statements.NO_OLD_LINKS, {"before": expired_before})

    def claim(self, claim_id: str) -> ClaimRow | None:
        """The claim with this public id, None where there is none."""
        found = self._read(statements.THE_CLAIM, {"claim": claim_id})
        return ClaimRow(*found[0]) if found else None

    def claims(self, code: str) -> list[ClaimRow]:
        """The claims to seats of a table, settled ones too, oldest first."""
        return [ClaimRow(*row) for row in self._read(statements.THE_CLAIMS, {"code": code})]

    def settle_claim(
        self,
        claim_id: str,
        state: ClaimState,
        token_hash: str | None = None,
        reads_from: int | None = None,
        host_phone: str | None = None,
    ) -> bool:
        """Admits or refuses a waiting claim, once. False where it was settled, or is not there.

        With a token hash the seat goes to that token in the same transaction, as `hand_seat` gives it. With
        `host_phone` the host's role stays with that token from then on.
        """
        with self._writing() as connection:
            settled = connection.execute(
                statements.SETTLE, {"claim": claim_id, "state": state, "token_hash": token_hash}
            ).all()
            for code, seat in settled:
                if token_hash is not None:
                    statements.hand(connection, code, seat, token_hash, reads_from)
                if host_phone is not None:
                    connection.execute(statements.SET_TABLE, {"at_table": code, "host_phone": host_phone})
        return bool(settled)

    def answer_claim(self, row: AdmissionRow) -> None:
        """Keeps what a seat answered to a claim, in the place of what it answered before. The claim must be there."""
        with self._writing() as connection:
            connection.execute(statements.NO_ADMISSION, {"at_claim": row.claim, "at_seat": row.seat})
            statements.add(connection, row)

    def admissions(self, claim_id: str) -> list[AdmissionRow]:
        """What seats answered to a claim."""
        return [AdmissionRow(*row) for row in self._read(statements.ADMISSIONS, {"claim": claim_id})]

    def forget_claims(self, made_before: float) -> int:
        """Drops the claims made before then; how many they were."""
        return self._change(statements.NO_OLD_CLAIMS, {"before": made_before})

    # Refused moves

    def keep_refusal(self, code: str, id: str, by: str | None, body: dict[str, Any], most: int) -> None:
        """Keeps a refused move of this seat (None: the host without a seat) for a while: until `most` others were
        refused at this table, or the seat has another owner.
        """
        # Another daemon may keep it in the same moment.
        with suppress(WriteRefused), self._writing() as connection:
            where = {"at_table": code, "at_id": id}
            connection.execute(statements.NO_REFUSAL, where)
            row = {"table": code, "id": id, "by": by, "body": body, "at": time.time()}
            connection.execute(statements.ADD_REFUSAL, row)
            for old in connection.execute(statements.OLD_REFUSALS, {"at_table": code, "most": most}).scalars().all():
                connection.execute(statements.NO_REFUSAL, where | {"at_id": old})

    def refusal(self, code: str, id: str) -> dict[str, Any] | None:
        """The refused move with this id, as it was kept; None where there is none any more."""
        found = self._read(statements.THE_REFUSAL, {"code": code, "id": id})
        return found[0].body if found else None

    # What only those at a table have

    def is_known(self, code: str, token_hashes: Sequence[str]) -> bool:
        """Whether one of these tokens is a seat's or the host's at this table, which is not loaded for it."""
        return bool(self._read(statements.IS_KNOWN, {"code": code, "tokens": list(token_hashes)})[0][0])

    def secret(self, name: str) -> str:
        """The secret of this name, in hex: made when it is first asked for, and the same from then on."""
        if not self._read(statements.THE_SECRET, {"name": name}):
            # Another process may make it in the same moment.
            with suppress(WriteRefused), self._writing() as connection:
                connection.execute(statements.ADD_SECRET, {"name": name, "secret": new_secret()})
        found: str = self._read(statements.THE_SECRET, {"name": name})[0].secret
        return found

    # Health

    def health(self) -> Health:
        """The state of the store, as the database reports it; `writable` is tried out by a write that is taken back."""
        writable = self._is_writable()
        with self._readers.connect() as connection:
            return health_of(connection, writable)

    def quick_look(self) -> tuple[str, ...]:
        """The damage to the file that can be found in less than a second, in the database's words."""
        with self._readers.connect() as connection:
            return quick_look(connection)

    def thorough_look(self) -> Damage:
        """All damage that is found; it takes as long as reading everything."""
        with self._readers.connect() as connection:
            return thorough_look(connection)

    def _is_writable(self) -> bool:
        try:
            with self._writing() as connection:
                connection.execute(update(schema.version).values(version_num=schema.VERSIONS[-1]))
                connection.rollback()
        except (DatabaseError, DamagedError, NoRoomError):
            return False
        return True

    # Reading and writing

    @contextmanager
    def together(self, code: str, known: Stamp) -> Iterator[None]:
        """Whatever this thread writes meanwhile about a table is on disk at the end, under the table's next version;
        nothing of it, where something is raised.

        What it reads meanwhile is as it wrote it, and nobody else changes the table. Outdated where it has changed
        since it was `known`.
        """
        with self._writing() as connection:
            statements.change(connection, code, known)
            self._of_thread.connection = connection
            try:
                yield
            finally:
                del self._of_thread.connection

    @property
    def _joined(self) -> Connection | None:
        """The transaction that this thread has open, see `together`; None where it has none."""
        return getattr(self._of_thread, "connection", None)

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        """A transaction, or part of the one that is open: committed to disk at the end, taken back when something is
        raised. NoRoomError.
        """
        if (joined := self._joined) is not None:
            # A server lets nothing be read after what failed, unless that is taken back first.
            with plainly(), nullcontext() if self._writer is not None else joined.begin_nested():
                yield joined
            return
        if self._writer is None:
            with plainly(), self._engine.begin() as connection:
                yield connection
            return
        with plainly(), self._turn, self._writer.begin():
            yield self._writer

    @contextmanager
    def _writing_at_once(self) -> Iterator[Connection]:
        """A connection over which one statement is a transaction by itself: it costs a server one round trip instead of
        three, and a file two waits of this process less. It must not be part of one that is open. NoRoomError.
        """
        if self._writer is None:
            with plainly(), self._readers.connect() as connection:
                yield connection
            return
        with plainly(), self._turn:
            driver: Any = self._writer.connection.driver_connection
            by_itself, driver.isolation_level = driver.isolation_level, None
            try:
                yield self._writer
            finally:
                driver.isolation_level = by_itself

    def _mark_deleted(self, connection: Connection, codes: Collection[str], to_erase: bool) -> None:
        """Notes with a deletion that it is to be erased, and removes the copies of these tables."""
        if to_erase:
            mark(connection)
        if self._writer is not None:
            remove_copies(self._path, codes)

    def _is_marked(self) -> bool:
        """Whether a program that ended before it had erased something has left that."""
        if self._writer is not None:
            return is_marked(self._writer)
        with self._readers.connect() as connection:
            return is_marked(connection)

    def _erase(self, hurry: bool) -> bool:
        if self._writer is None:
            return erase_server(self._engine, hurry)
        with self._turn:
            is_done = erase_file(self._writer)
            if is_done:
                keep_reserve(self._writer)
        return is_done

    def _interrupt(self) -> None:
        """Ends what the writer of a file does just now. A server is told beforehand how long it may take."""
        file = self._writer.connection.driver_connection if self._writer is not None else None
        if file is not None:
            file.interrupt()

    def _read(self, query: Executable, parameters: Mapping[str, Any]) -> Sequence[DatabaseRow]:
        joined = self._joined
        with plainly(), nullcontext(joined) if joined is not None else self._readers.connect() as connection:
            return connection.execute(query, parameters).all()

    def _change(self, statement: Executable, parameters: Mapping[str, Any]) -> int:
        """How many rows the statement changed."""
        with self._writing() as connection:
            return connection.execute(statement, parameters).rowcount
