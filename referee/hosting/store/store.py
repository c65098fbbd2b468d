"""The store: every word that the database is asked, in the words of tables and seats."""

import threading
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from sqlalchemy import (
    Connection,
    Engine,
    Executable,
    Row,
    bindparam,
    delete,
    func,
    insert,
    select,
    text,
    update,
)
from sqlalchemy.exc import DatabaseError, IntegrityError

from . import schema
from .erasing import Erasing, erase_file, erase_server, is_marked, mark, remove_copies
from .opening import open_engine, shown
from .past import Past, put_result
from .rows import (
    BeingSetUp,
    ClaimRow,
    ClaimState,
    Collision,
    LinkRow,
    LogRow,
    NoSuchTable,
    Renaming,
    ResultRow,
    SeatRow,
    TableRow,
    Taken,
    Vitals,
)
from .schema import claims, links, log, nameless, rematches, seats, tables

# SQLAlchemy types a row by its columns; ours go straight into the dataclass of the same columns.
Found = Row[*tuple[Any, ...]]

# Built once: the database's own cache then finds the finished words by the identity of the statement.
ADD_TABLE, ADD_SEAT, ADD_LINE = insert(tables), insert(seats), insert(log)
ADD_LINK, ADD_CLAIM = insert(links), insert(claims)
THE_TABLE = select(tables).where(tables.c.code == bindparam("code"))
BEING_SET_UP = (
    select(tables.c.code, tables.c.game)
    .where(tables.c.started_at.is_(None), tables.c.created_at >= bindparam("since"))
    .order_by(tables.c.created_at.desc(), tables.c.code)
    .limit(bindparam("most"))
)
NAMES = (
    select(seats.c.table, seats.c.name)
    .where(seats.c.table.in_(bindparam("codes", expanding=True)))
    .order_by(seats.c.position)
)
THE_SEATS = select(seats).where(seats.c.table == bindparam("code")).order_by(seats.c.position)
THE_LOG = select(log).where(log.c.table == bindparam("code"), log.c.seq > bindparam("after")).order_by(log.c.seq)
LINES_WITH_IDS = select(log.c.id).where(
    log.c.table == bindparam("code"), log.c.id.in_(bindparam("ids", expanding=True))
)
LINES_AT = select(log.c.seq).where(log.c.table == bindparam("code"), log.c.seq.in_(bindparam("seqs", expanding=True)))
THE_CLAIM = select(claims).where(claims.c.id == bindparam("claim"))
THE_CLAIMS = select(claims).where(claims.c.table == bindparam("code")).order_by(claims.c.created_at, claims.c.id)
THE_LINK = select(links).where(links.c.token_hash == bindparam("link"))
TAKE_LINK = delete(links).where(links.c.token_hash == bindparam("link")).returning(links)

THIS_TABLE = tables.c.code == bindparam("at_table")
THIS_SEAT = (seats.c.table == bindparam("at_table")) & (seats.c.name == bindparam("at_seat"))
SET_TABLE = update(tables).where(THIS_TABLE)
START = SET_TABLE.where(tables.c.started_at.is_(None))
# Changes nothing: it holds the table's row, so that no match starts until the seat is there.
HOLD_BEFORE_START = START.values(game=tables.c.game)
SET_SEAT = update(seats).where(THIS_SEAT)
NO_TABLE = delete(tables).where(THIS_TABLE)
NO_SEATS = delete(seats).where(seats.c.table == bindparam("at_table"))
NO_LOG = delete(log).where(log.c.table == bindparam("at_table"))
NO_LINKS = delete(links).where(links.c.table == bindparam("at_table"))
NO_LINKS_TO_SEAT = NO_LINKS.where(links.c.seat == bindparam("at_seat"))
NO_CLAIMS_TO_SEAT = delete(claims).where(claims.c.table == bindparam("at_table"), claims.c.seat == bindparam("at_seat"))
NOBODY_WAITS_FOR_SEAT = NO_CLAIMS_TO_SEAT.where(claims.c.state == "waiting")
RENAME_SEAT = SET_SEAT.values(name=bindparam("new_name"))
CHANGE_LINE = update(log).where(log.c.table == bindparam("at_table"), log.c.seq == bindparam("at_seq"))
MENTIONS = select(log).where(log.c.type.in_(bindparam("types", expanding=True))).order_by(log.c.table, log.c.seq)
ADD_NAMELESS, ADD_REMATCH = insert(nameless), insert(rematches)
NAMELESS = select(nameless.c.seat).where(nameless.c.table == bindparam("code"))
SETTLE = (
    update(claims)
    .where(claims.c.id == bindparam("claim"), claims.c.state == "waiting")
    .returning(claims.c.table, claims.c.seat)
)


class Store:
    """What a host keeps, in an SQLite file or a PostgreSQL database.

    Any thread may call any method. What a method wrote is on disk when it returns. An SQLite file has one
    writer in this process, so that nobody sleeps on a lock of the database; other processes wait in turn.
    The store has no clock and knows no rule of a game. It must not be carried across a fork.
    `past` are its finished matches.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._turn = threading.Lock()
        self._writer: Connection | None = None
        self._readers = engine
        if engine.dialect.name == "sqlite":
            self._writer = engine.connect()
        else:
            self._readers = engine.execution_options(isolation_level="AUTOCOMMIT")
        self.past = Past(self._read)
        self._erasing = Erasing(self._erase)
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

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # Tables

    def create_table(self, row: TableRow, seats: Sequence[SeatRow] = ()) -> None:
        """A new table with the seats named at it. Raises Taken: `code`, or a seat's `name` or `position`."""
        of_one_table(row.code, seats)
        refuse_repeated("name", [seat.name for seat in seats])
        refuse_repeated("position", [seat.position for seat in seats])
        try:
            with self._writing() as connection:
                connection.execute(ADD_TABLE, values(row))
                if seats:
                    connection.execute(ADD_SEAT, [values(seat) for seat in seats])
        except IntegrityError:
            if self.table(row.code) is None:
                raise
            raise Taken("code", row.code) from None

    def table(self, code: str) -> TableRow | None:
        """The table with this code, None where there is none."""
        found = self._read(THE_TABLE, {"code": code})
        return table_row(found[0]) if found else None

    def tables_being_set_up(self, since: float, most: int) -> list[BeingSetUp]:
        """The tables made since then whose match has not started, newest first, so many at most."""
        found = [(row.code, row.game) for row in self._read(BEING_SET_UP, {"since": since, "most": most})]
        named = self._read(NAMES, {"codes": [code for code, _ in found]})
        return [BeingSetUp(code, game, tuple(row.name for row in named if row.table == code)) for code, game in found]

    def set_host(self, code: str, host_hash: str | None, host_seat: str | None) -> bool:
        """Who hosts: by a token, a seat, or both. False where there is no such table.

        No link to any seat stays good: who was host before may have made it.
        """
        with self._writing() as connection:
            connection.execute(NO_LINKS, {"at_table": code})
            host = {"at_table": code, "host_hash": host_hash, "host_seat": host_seat}
            return connection.execute(SET_TABLE, host).rowcount == 1

    def start(self, code: str, setting: dict[str, Any], started_at: float) -> bool:
        """Starts the match with its setting, once. False where it had started, or there is no such table."""
        return self._change(START, {"at_table": code, "setting": setting, "started_at": started_at})

    def delete_table(self, code: str) -> bool:
        """Deletes a table with all that belongs to it, from the disk too. False where there is no such table.

        See `erase`. A table at which nobody has ever been leaves nothing that is worth writing the database anew.
        """
        where = {"at_table": code}
        with self._writing() as connection:
            used = connection.execute(NO_LOG, where).rowcount + connection.execute(NO_SEATS, where).rowcount > 0
            deleted = connection.execute(NO_TABLE, where).rowcount == 1
            self._mark_deleted(connection, [code], used)
        if used:
            self._erasing.ask()
        return deleted

    def erase(self) -> bool:
        """Makes sure at once that what was deleted cannot be found on the disk; False where that could not be done.

        Without this it is done within minutes, since the database is written anew for it: several deletions
        share that. What waits is erased by `close` too, and after a crash when the file is opened again.
        """
        return self._erasing.finish()

    @property
    def hindered(self) -> bool:
        """Whether another program keeps what was deleted from being erased. It is tried again by itself."""
        return self._erasing.hindered

    def create_rematch(self, code: str, row: TableRow, seats: Sequence[SeatRow], nameless: Iterable[str] = ()) -> None:
        """A new table at which the match of another one is played once more, with its seats.

        `nameless` are those whose players' names were forgotten.

        Raises Taken: `code`, where the new code is taken or there is a rematch already. Raises NoSuchTable.
        """
        of_one_table(row.code, seats)
        try:
            with self._writing() as connection:
                connection.execute(ADD_TABLE, values(row))
                connection.execute(ADD_SEAT, [values(seat) for seat in seats])
                connection.execute(ADD_REMATCH, {"table": code, "next": row.code})
                for seat in nameless:
                    connection.execute(ADD_NAMELESS, {"table": row.code, "seat": seat})
        except IntegrityError:
            if self.table(code) is None:
                raise NoSuchTable(code) from None
            raise Taken("code", row.code) from None

    # Names

    def nameless(self, code: str) -> frozenset[str]:
        """The seats of a table whose players' names were forgotten."""
        return frozenset(row.seat for row in self._read(NAMELESS, {"code": code}))

    def lines_of(self, types: Sequence[str]) -> list[LogRow]:
        """The lines of these types in the logs of all tables."""
        return [LogRow(*row) for row in self._read(MENTIONS, {"types": types})]

    def seats_everywhere(self) -> list[SeatRow]:
        """The seats of all tables."""
        return [SeatRow(*row) for row in self._read(select(seats).order_by(seats.c.table, seats.c.position), {})]

    def take_names_out(self, renamings: Sequence[Renaming], lines: Sequence[LogRow] = ()) -> None:
        """Puts other names in the place of players' names, all or none, and changes these further lines of logs.

        What stood there is gone from the disk too (see `erase`). Links and claims to these seats are no longer good.
        """
        with self._writing() as connection:
            for renaming in renamings:
                rename(connection, renaming)
            change_lines(connection, lines)
            touched = {renaming.row.code for renaming in renamings} | {line.table for line in lines}
            self._mark_deleted(connection, touched, bool(touched))
        if touched:
            self._erasing.ask()

    # Seats

    def seats(self, code: str) -> list[SeatRow]:
        """The seats of a table, clockwise."""
        return [SeatRow(*row) for row in self._read(THE_SEATS, {"code": code})]

    def add_seat(self, row: SeatRow) -> None:
        """One more seat. Raises Taken (`name`, `position`, or `started`), or NoSuchTable."""
        try:
            with self._writing() as connection:
                held = connection.execute(HOLD_BEFORE_START, {"at_table": row.table}).rowcount
                if held:
                    connection.execute(ADD_SEAT, values(row))
        except IntegrityError:
            there = self.seats(row.table)
            if any(seat.name == row.name for seat in there):
                raise Taken("name", row.name) from None
            if any(seat.position == row.position for seat in there):
                raise Taken("position", row.position) from None
            raise
        if not held:
            raise NoSuchTable(row.table) if self.table(row.table) is None else Taken("started", row.table)

    def hand_seat(self, code: str, seat: str, token_hash: str, reads_from: int | None = None) -> bool:
        """Gives a seat to another token, whoever owned it. False where there is no such seat.

        With `reads_from` the new owner does not read what is sealed up to there. Other links to the seat are
        no longer good, and who waits for it is no longer asked about.
        """
        with self._writing() as connection:
            return hand(connection, code, seat, token_hash, reads_from)

    def free_seat(self, code: str, seat: str, reads_from: int) -> bool:
        """Takes a seat from its owner, with the links and claims to it. False where there is no such seat.

        Whoever sits down next does not read what is sealed up to `reads_from`.
        """
        where = {"at_table": code, "at_seat": seat}
        with self._writing() as connection:
            connection.execute(NO_CLAIMS_TO_SEAT, where)
            return hand(connection, code, seat, None, reads_from)

    def remove_seat(self, code: str, seat: str) -> bool:
        """Takes a seat away, with the links and claims to it. False where it is not there, or play began."""
        with self._writing() as connection:
            if not connection.execute(HOLD_BEFORE_START, {"at_table": code}).rowcount:
                return False
            where = {"at_table": code, "at_seat": seat}
            return connection.execute(delete(seats).where(THIS_SEAT), where).rowcount == 1

    # The log

    def append(self, code: str, rows: Sequence[LogRow], ends: ResultRow | None = None, reopens: bool = False) -> None:
        """Adds lines to a table's log, all or none. They go on from the last `seq` that the sender knew.

        With them goes what they bring about: the match `ends` with this result, or what was its result does not
        hold any more (`reopens`).

        Raises Taken: `id` where the log already holds one of the lines (it was sent before), `seq` where
        somebody else's line stands at that place. Raises NoSuchTable.
        """
        of_one_table(code, rows)
        if not rows:
            return
        try:
            with self._writing() as connection:
                if len(rows) == 1:
                    connection.execute(ADD_LINE, line(rows[0]))
                else:
                    connection.execute(ADD_LINE, [line(row) for row in rows])
                if ends is not None or reopens:
                    put_result(connection, code, ends)
        except IntegrityError:
            self._say_what_is_taken(code, rows)
            raise

    def _say_what_is_taken(self, code: str, rows: Sequence[LogRow]) -> None:
        """Raises what hindered an append; returns if it was neither an id, a place nor the table."""
        refuse_repeated("id", [row.id for row in rows])
        refuse_repeated("seq", [row.seq for row in rows])
        if self.table(code) is None:
            raise NoSuchTable(code) from None
        for row in self._read(LINES_WITH_IDS, {"code": code, "ids": [row.id for row in rows]}):
            raise Taken("id", row.id) from None
        for row in self._read(LINES_AT, {"code": code, "seqs": [row.seq for row in rows]}):
            raise Taken("seq", row.seq) from None

    def log(self, code: str, after: int = 0) -> list[LogRow]:
        """The lines of a table's log, in order; with `after`, those behind that `seq`."""
        return [LogRow(*row) for row in self._read(THE_LOG, {"code": code, "after": after})]

    def put_result(self, code: str, result: ResultRow | None) -> None:
        """Keeps how a match ended (None: it has not), as its log has it. For what an append did not keep.

        Raises NoSuchTable.
        """
        try:
            with self._writing() as connection:
                put_result(connection, code, result)
        except IntegrityError:
            if self.table(code) is None:
                raise NoSuchTable(code) from None
            raise

    # Links and claims

    def add_link(self, row: LinkRow) -> None:
        """Keeps a link to a seat. The seat must be there."""
        with self._writing() as connection:
            connection.execute(ADD_LINK, values(row))

    def link(self, token_hash: str) -> LinkRow | None:
        """The link, None where there is none. It stays good. Whoever asks checks its age."""
        found = self._read(THE_LINK, {"link": token_hash})
        return LinkRow(*found[0]) if found else None

    def take_link(self, token_hash: str) -> LinkRow | None:
        """The link, which is used up with this; None where there is none. Whoever asks checks its age."""
        with self._writing() as connection:
            found = connection.execute(TAKE_LINK, {"link": token_hash}).all()
        return LinkRow(*found[0]) if found else None

    def forget_links(self, expired_before: float) -> int:
        """Drops the links that expired before then; how many they were."""
        with self._writing() as connection:
            return connection.execute(delete(links).where(links.c.expires_at < expired_before)).rowcount

    def add_claim(self, row: ClaimRow) -> None:
        """Keeps a claim to a seat. The seat must be there."""
        with self._writing() as connection:
            connection.execute(ADD_CLAIM, values(row))

    def claim(self, claim_id: str) -> ClaimRow | None:
        """The claim with this public id, None where there is none."""
        found = self._read(THE_CLAIM, {"claim": claim_id})
        return ClaimRow(*found[0]) if found else None

    def claims(self, code: str) -> list[ClaimRow]:
        """The claims to seats of a table, settled ones too, oldest first."""
        return [ClaimRow(*row) for row in self._read(THE_CLAIMS, {"code": code})]

    def settle_claim(
        self, claim_id: str, state: ClaimState, token_hash: str | None = None, reads_from: int | None = None
    ) -> bool:
        """Admits or refuses a waiting claim, once. False where it was settled, or is not there.

        With a token hash the seat goes to that token in the same breath, as `hand_seat` gives it.
        """
        with self._writing() as connection:
            settled = connection.execute(SETTLE, {"claim": claim_id, "state": state, "token_hash": token_hash}).all()
            for code, seat in settled:
                if token_hash is not None:
                    hand(connection, code, seat, token_hash, reads_from)
        return bool(settled)

    def forget_claims(self, made_before: float) -> int:
        """Drops the claims made before then; how many they were."""
        with self._writing() as connection:
            return connection.execute(delete(claims).where(claims.c.created_at < made_before)).rowcount

    # How the store is

    def vitals(self) -> Vitals:
        """How the store is, found out by asking it; `writable` by a write that is taken back."""
        writable = self._is_writable()
        with self._readers.connect() as connection:
            return Vitals(
                path=shown(self._engine.url),
                schema=connection.execute(select(schema.version.c.version_num)).scalar_one(),
                size=self._size(connection),
                journal=self._journal(connection),
                tables=connection.execute(select(func.count()).select_from(tables)).scalar_one(),
                writable=writable,
            )

    def _size(self, connection: Connection) -> int:
        if self._writer is None:
            return int(connection.execute(text("SELECT pg_database_size(current_database())")).scalar_one())
        path = Path(self._engine.url.database or "")
        files = (path, path.with_name(f"{path.name}-wal"))
        return sum(file.stat().st_size for file in files if file.exists())

    def _journal(self, connection: Connection) -> str | None:
        if self._writer is None:
            return None
        return str(connection.exec_driver_sql("PRAGMA journal_mode").scalar_one())

    def _is_writable(self) -> bool:
        try:
            with self._writing() as connection:
                connection.execute(update(schema.version).values(version_num=schema.VERSIONS[-1]))
                connection.rollback()
        except DatabaseError:
            return False
        return True

    # Reading and writing

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        """A transaction: committed to disk at the end, taken back when something is raised."""
        if self._writer is None:
            with self._engine.begin() as connection:
                yield connection
            return
        with self._turn, self._writer.begin():
            yield self._writer

    def _mark_deleted(self, connection: Connection, codes: Collection[str], to_erase: bool) -> None:
        """Notes with a deletion that it is to be erased, and removes the copies of these tables."""
        if to_erase:
            mark(connection)
        if self._writer is not None:
            remove_copies(Path(self._engine.url.database or ""), codes)

    def _is_marked(self) -> bool:
        """Whether a program that ended before it had erased something has left that."""
        if self._writer is not None:
            return is_marked(self._writer)
        with self._readers.connect() as connection:
            return is_marked(connection)

    def _erase(self) -> bool:
        if self._writer is None:
            return erase_server(self._engine)
        with self._turn:
            return erase_file(self._writer)

    def _read(self, query: Executable, parameters: Mapping[str, Any]) -> Sequence[Found]:
        with self._readers.connect() as connection:
            return connection.execute(query, parameters).all()

    def _change(self, statement: Executable, parameters: Mapping[str, Any]) -> bool:
        """Whether the statement changed a row."""
        with self._writing() as connection:
            return connection.execute(statement, parameters).rowcount == 1


def hand(connection: Connection, code: str, seat: str, token_hash: str | None, reads_from: int | None) -> bool:
    """Gives a seat to a token, or to nobody, and closes all other ways to it. False where there is no such seat."""
    where = {"at_table": code, "at_seat": seat}
    connection.execute(NO_LINKS_TO_SEAT, where)
    connection.execute(NOBODY_WAITS_FOR_SEAT, where)
    changed = {"token_hash": token_hash} | ({} if reads_from is None else {"reads_from": reads_from})
    return connection.execute(SET_SEAT, where | changed).rowcount == 1


def rename(connection: Connection, renaming: Renaming) -> None:
    """Takes a player's name out of one table."""
    code, row = renaming.row.code, renaming.row
    where = {"at_table": code, "at_seat": renaming.old}
    connection.execute(NO_LINKS_TO_SEAT, where)
    connection.execute(NO_CLAIMS_TO_SEAT, where)
    connection.execute(RENAME_SEAT, where | {"new_name": renaming.new})
    connection.execute(ADD_NAMELESS, {"table": code, "seat": renaming.new})
    connection.execute(SET_TABLE, {"at_table": code, "setting": row.setting, "host_seat": row.host_seat})
    change_lines(connection, renaming.lines)
    put_result(connection, code, renaming.result)


def change_lines(connection: Connection, lines: Iterable[LogRow]) -> None:
    """Puts these in the place of the lines of the same table and number. Only a name is ever taken out of a log."""
    for row in lines:
        where = {"at_table": row.table, "at_seq": row.seq}
        connection.execute(CHANGE_LINE, where | {"by": row.by, "body": row.body})


def values(row: TableRow | SeatRow | LinkRow | ClaimRow) -> dict[str, Any]:
    """A row's fields by their names, which are the columns' names."""
    return {name: getattr(row, name) for name in row.__slots__}


def line(row: LogRow) -> dict[str, Any]:
    """As `values`, for the row that is written most."""
    return {
        "table": row.table,
        "seq": row.seq,
        "type": row.type,
        "id": row.id,
        "by": row.by,
        "body": row.body,
        "at": row.at,
    }


def table_row(row: Found) -> TableRow:
    """A table as it was put in: JSON knows no tuples."""
    found = dict(row._mapping)
    return TableRow(**found | {"house_rules": tuple(found["house_rules"])})


def of_one_table(code: str, rows: Iterable[SeatRow | LogRow]) -> None:
    """Raises ValueError where a row is another table's."""
    for row in rows:
        if row.table != code:
            raise ValueError(f"This row is of table {row.table!r}, not of {code!r}: {row}")


def refuse_repeated(what: Collision, given: Sequence[object]) -> None:
    """Raises Taken for the first of the values that is given twice."""
    for place, value in enumerate(given):
        if value in given[:place]:
            raise Taken(what, value) from None
