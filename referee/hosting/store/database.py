"""Opening the database: where it lies, who may read it, which version it has."""

import os
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing, contextmanager
from json import JSONEncoder
from pathlib import Path
from selectors import EVENT_READ, DefaultSelector

from sqlalchemy import URL, Connection, Engine, create_engine, event, insert, inspect, make_url, select, text
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, DatabaseError, DisconnectionError
from sqlalchemy.pool import ConnectionPoolEntry, NullPool

from . import schema
from .answering import ANSWER_SECONDS, Connecting, patience_with
from .failures import is_damage, is_no_room

BUSY_SECONDS = 10
READERS = 8
POSTGRES_CONNECTIONS = 16
# Any number will do, as long as every process that opens a store takes the same.
MIGRATION_LOCK = 0x7265666572656501

compact = JSONEncoder(separators=(",", ":"), allow_nan=False).encode
"""A value as the database keeps it: JSON without spaces. ValueError for infinite numbers, which JSON has not."""


class StoreUnusable(Exception):
    """The database cannot be opened; the message says why and what to do."""


class StoreTooNew(StoreUnusable):
    """The database was written by a newer program than this one."""

    def __init__(self, place: str, found: str) -> None:
        super().__init__(
            f"The store {place} has version {found}, this program knows them up to {schema.VERSIONS[-1]}. "
            f"Upgrade the program, or give it another place to keep its tables."
        )
        self.found = found


def open_engine(place: str | Path) -> Engine:
    """The database at `place` (a file's path, or a URL), at the present version of the schema.

    A file that is not there is made, readable by its owner only, in a folder of its own where that is not
    there either. Raises StoreUnusable, and StoreTooNew.
    """
    url = read_place(place)
    with told_plainly(url):
        if url.get_backend_name() == "sqlite":
            guard_file(Path(url.database or ""))
        engine = make_engine(url)
        try:
            bring_up_to_date(engine)
        except BaseException:
            engine.dispose()
            raise
    return engine


@contextmanager
def told_plainly(url: URL) -> Iterator[None]:
    """What goes wrong with the database of this URL meanwhile is raised as StoreUnusable, which says what to do."""
    try:
        yield
    except OSError as problem:
        raise StoreUnusable(
            f"The store {shown(url)} cannot be made or written: {problem.strerror}. Choose another place, "
            f"or get the right to write there."
        ) from None
    except ImportError:
        raise StoreUnusable(
            "PostgreSQL needs psycopg and libpq: install referee[postgres] and the system's libpq5."
        ) from None
    except DatabaseError as problem:
        raise StoreUnusable(_why_not(url, problem)) from problem


def _why_not(url: URL, problem: DatabaseError) -> str:
    said = " ".join(str(problem.orig).split())
    if is_no_room(problem):
        return f"The store {shown(url)} cannot be written: {said}. Make room on the disk, or choose another place."
    if "not a database" in said:
        return (
            f"The store {shown(url)} cannot be used: {said}. If tables were kept there, its beginning is damaged, and "
            f"nothing of it can be read: bring back a copy from before. Otherwise choose another place."
        )
    if is_damage(problem):
        return (
            f"The store {shown(url)} is damaged: {said}. Save what can be read with “referee doctor --rescue FOLDER”. "
            f"Where nothing can, bring back a copy from before, or choose another place."
        )
    return (
        f"The store {shown(url)} cannot be used: {said}. "
        f"Check that it is there, that it is a database of this program, and that you may write to it."
    )


def read_place(place: str | Path) -> URL:
    """The URL of a place; anything without `://` is the path of an SQLite file. StoreUnusable for what is neither."""
    if "://" not in str(place):
        return URL.create("sqlite", database=str(Path(place).expanduser().absolute()))
    try:
        url = make_url(str(place))
    except ArgumentError:
        raise StoreUnusable(f"{place!r} is no address of a database: use postgresql://… or a path.") from None
    if url.drivername in ("postgresql", "postgres"):
        return url.set(drivername="postgresql+psycopg")
    if url.drivername == "sqlite" and url.database and url.database != ":memory:":
        return url.set(database=str(Path(url.database).absolute()))
    if url.drivername != "postgresql+psycopg":
        raise StoreUnusable(f"{shown(url)} is no place for a store: use the path of a file, or postgresql://…")
    return url


def shown(url: URL) -> str:
    """A URL as people may see it: a path for a file, no password."""
    if url.get_backend_name() == "sqlite":
        return url.database or "in memory"
    return url.render_as_string(hide_password=True)


def guard_file(path: Path) -> None:
    """Makes the file where it is missing, and keeps others out of it (0600) and of its folder (0700).

    A folder that was there is closed to others too, if it is ours and not one where other things live
    (see `is_shared`). SQLite gives its -wal and -shm files the rights of the file.
    """
    if not path.parent.exists():
        path.parent.mkdir(parents=True, mode=0o700)
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    tighten(path, 0o600)
    if not is_shared(path.parent):
        tighten(path.parent, 0o700)


def tighten(path: Path, mode: int) -> None:
    """Takes away the rights beyond `mode`, if the path is ours."""
    found = path.stat()
    if os.name == "posix" and found.st_uid == os.geteuid() and stat.S_IMODE(found.st_mode) & ~mode:
        path.chmod(mode & found.st_mode)


def is_shared(folder: Path) -> bool:
    """Whether a folder serves others too: sticky as /tmp, at the root, our home or the current folder."""
    if folder.stat().st_mode & stat.S_ISVTX or len(folder.parts) <= 2:
        return True
    return any(folder.samefile(other) for other in (Path("~").expanduser(), Path.cwd()) if other.exists())


def make_engine(url: URL) -> Engine:
    """The engine for a URL: JSON in compact form, durable commits."""
    if url.get_backend_name() == "sqlite":
        # With IMMEDIATE the driver takes the write lock with the first word that writes, and reads need no
        # transaction. A transaction that reads first and then writes must not be built on this.
        engine = create_engine(
            url,
            json_serializer=compact,
            connect_args={"isolation_level": "IMMEDIATE", "timeout": BUSY_SECONDS},
            pool_size=READERS + 1,
            max_overflow=0,
        )
        event.listen(engine, "connect", make_durable)
        return engine
    engine = create_engine(
        url,
        json_serializer=compact,
        connect_args=patience_with(url),
        pool_size=POSTGRES_CONNECTIONS,
        max_overflow=0,
        pool_timeout=ANSWER_SECONDS,
    )
    event.listen(engine, "do_connect", Connecting().connect)
    event.listen(engine, "checkout", leave_if_hung_up)
    return engine


def lone_engine(url: URL) -> Engine:
    """An engine for a server's connections that last, each of its own; an answer may take any time."""
    return create_engine(url, poolclass=NullPool, isolation_level="AUTOCOMMIT", connect_args=patience_with(url))


def leave_if_hung_up(connection: DBAPIConnection, _entry: ConnectionPoolEntry, _use: object) -> None:
    """Have another connection taken where the server has hung up on this one: then it can be read from, though nothing
    was asked. So a server that was restarted is not noticed by a player. To ask it would cost a round trip.
    """
    with DefaultSelector() as selector:
        selector.register(connection.fileno(), EVENT_READ)
        if selector.select(0):
            raise DisconnectionError


def make_durable(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
    """Settings that SQLite keeps for a connection, not in the file."""
    cursor = connection.cursor()
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.execute("PRAGMA secure_delete=ON")
    cursor.close()


def bring_up_to_date(engine: Engine) -> None:
    """Makes the schema in an empty database, upgrades an older one, leaves one of the present version alone.

    Raises StoreTooNew for one of a later version.
    """
    if engine.dialect.name == "sqlite":
        use_write_ahead_log(engine)
    with engine.connect() as connection:
        if version_of(connection) == schema.VERSIONS[-1]:
            return
    with alone(engine) as connection:
        # Another process may have done it while this one waited for its turn.
        found = version_of(connection)
        if found is None:
            create(connection)
        elif found not in schema.VERSIONS:
            raise StoreTooNew(shown(engine.url), found)
        elif found != schema.VERSIONS[-1]:
            if connection.dialect.name == "sqlite":
                back_up(Path(engine.url.database or ""), found)
            upgrade(connection)


def use_write_ahead_log(engine: Engine) -> None:
    """Switches the file to WAL, which it then keeps; StoreUnusable where that cannot be done."""
    with engine.connect() as connection:
        mode = connection.exec_driver_sql("PRAGMA journal_mode=WAL").scalar_one()
    if mode != "wal":
        raise StoreUnusable(
            f"The store {shown(engine.url)} cannot keep a write-ahead log (its journal is {mode!r}). "
            f"Choose a place on a local disk."
        )


def version_of(connection: Connection) -> str | None:
    """The version of the schema; None in an empty database."""
    if not inspect(connection).has_table(schema.version.name):
        return None
    found: str | None = connection.execute(select(schema.version.c.version_num)).scalar()
    return found


@contextmanager
def alone(engine: Engine) -> Iterator[Connection]:
    """A transaction that no other process opening the store can be in; StoreUnusable where it leaves orphaned rows."""
    if engine.dialect.name != "sqlite":
        # Another process may take any time to bring it up to date.
        with create_engine(engine.url, poolclass=NullPool).begin() as connection:
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": MIGRATION_LOCK})
            yield connection
        return
    # Without foreign keys: a migration that rebuilds a table drops the old one, which would cascade.
    bare = create_engine(engine.url, poolclass=NullPool, connect_args={"timeout": BUSY_SECONDS})
    with bare.begin() as connection:
        # The driver opens no transaction for words that change the schema.
        connection.exec_driver_sql("BEGIN IMMEDIATE")
        yield connection
        orphans = connection.exec_driver_sql("PRAGMA foreign_key_check").all()
        if orphans:
            raise StoreUnusable(f"The store {shown(engine.url)} has rows of no table: {orphans[:3]}.")


def create(connection: Connection) -> None:
    """The present schema; a database where another program has a table of ours by name is refused."""
    schema.metadata.create_all(connection, checkfirst=False)
    schema.version_metadata.create_all(connection, checkfirst=False)
    connection.execute(insert(schema.version).values(version_num=schema.VERSIONS[-1]))


def upgrade(connection: Connection) -> None:
    """Runs the migrations that have not run on this database yet."""
    # Imported here, since most starts need no migration and it takes longer than all the rest of the start.
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(schema.MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, schema.VERSIONS[-1])


def back_up(path: Path, found: str) -> Path:
    """Copies the database, as committed, to `<file>.version-<found>`; an earlier copy is replaced."""
    copy = path.with_name(f"{path.name}.version-{found}")
    unfinished = path.with_name(f"{copy.name}.unfinished")
    unfinished.unlink(missing_ok=True)
    os.close(os.open(unfinished, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(unfinished)) as target:
        source.backup(target)
    return unfinished.replace(copy)
