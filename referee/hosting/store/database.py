"""The common part of both databases, and opening one by its path or URL."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from json import JSONEncoder
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from .failures import (
    DamagedError,
    DatabaseAwayError,
    DiskFullError,
    StoreUnusable,
    join_lines,
    meaning_of,
    without_password,
)
from .sqlite_file import SqliteFile

if TYPE_CHECKING:
    from .postgresql import PatientConnection, PostgresServer

SCHEMA = Path(__file__).with_name("schema.sql")
VERSION = 10
"""The version of the schema and of messages between daemons."""

compact = JSONEncoder(separators=(",", ":"), allow_nan=False).encode
"""Writes a value as JSON without spaces; ValueError for infinite numbers."""


Database: TypeAlias = "SqliteFile | PostgresServer"
"""Either database: both take the same calls, with `?` for each value."""

Connection: TypeAlias = "sqlite3.Connection | PatientConnection"
"""A connection of either driver."""


def open_database(location: str | Path) -> Database:
    """Open the database at a path or URL, with its schema.

    Raise StoreUnusable if that fails.
    """
    with say_why_unusable(location):
        database = _connect(location)
        try:
            _make_schema_if_empty(database)
        except BaseException:
            database.close()
            raise
    return database


def _connect(location: str | Path) -> Database:
    scheme, _, rest = str(location).rpartition("://")
    if not scheme and "://" not in str(location):
        return SqliteFile(Path(location).expanduser().absolute())
    if scheme in ("postgresql", "postgres", "postgresql+psycopg"):
        # The driver is optional.
        from .postgresql import PostgresServer

        return PostgresServer(f"postgresql://{rest}")
    if scheme == "sqlite" and rest.startswith("/") and len(rest) > 1:
        return SqliteFile(Path(rest[1:]).absolute())
    raise StoreUnusable(
        f"{without_password(location)} is no place for a store: use the path of a "
        "file, or postgresql://…"
    )


def _make_schema_if_empty(database: Database) -> None:
    """Create an empty database's schema; raise StoreUnusable for another version."""
    with database.transaction() as connection:
        version = _version(connection, database)
        if version is None:
            _make_schema(connection, database)
            return
        if version != VERSION:
            age = "a newer" if version > VERSION else "an older"
            raise StoreUnusable(
                f"The store {database} was made by {age} referee (version {version} of "
                f"the store, this one knows {VERSION}). Start that referee, or give "
                "this one another place to keep its tables."
            )


def _make_schema(connection: Connection, database: Database) -> None:
    sql = SCHEMA.read_text("utf-8").removesuffix(";\n")
    if database.is_shared:
        sql = sql.replace("WITHOUT ROWID", "")
    for statement in sql.split(";\n"):
        connection.execute(statement)
    connection.execute("INSERT INTO referee_store VALUES (?, 0, 0)", (VERSION,))


def _version(connection: Connection, database: Database) -> int | None:
    """Return the schema version, None in an empty database; lock out other creators."""
    has_schema = "SELECT name FROM sqlite_master WHERE name = 'referee_store'"
    if database.is_shared:
        connection.execute("SELECT pg_advisory_xact_lock(1919248997)")
        has_schema = (
            "SELECT 1 FROM pg_tables "
            "WHERE tablename = 'referee_store' AND schemaname = current_schema()"
        )
    if not connection.execute(has_schema).fetchall():
        return None
    [(version,)] = connection.execute("SELECT version FROM referee_store").fetchall()
    return int(version)


@contextmanager
def say_why_unusable(location: str | Path) -> Iterator[None]:
    """Turn errors with this database into StoreUnusable, which says what to do."""
    try:
        yield
    except StoreUnusable:
        raise
    except OSError as problem:
        raise StoreUnusable(
            f"The store {without_password(location)} cannot be made or written: "
            f"{problem.strerror}. Choose another place, or get the right to write "
            "there."
        ) from None
    except ImportError:
        raise StoreUnusable(
            "PostgreSQL needs psycopg and the system’s libpq5. Install the referee "
            "with it, in its checkout: pip install '.[postgres]'."
        ) from None
    except Exception as problem:
        raise StoreUnusable(
            f"The store {without_password(location)} {_why_unusable(problem)}"
        ) from problem


def _why_unusable(problem: Exception) -> str:
    why = join_lines(problem)
    if isinstance(problem, DatabaseAwayError):
        why = join_lines(problem.__cause__)
    meaning = meaning_of(problem)
    if meaning is DiskFullError:
        return f"cannot be written: {why}. {_MAKE_ROOM}"
    if getattr(problem, "sqlite_errorcode", 0) == sqlite3.SQLITE_NOTADB:
        return f"cannot be used: {why}. {_NOT_A_DATABASE}"
    if meaning is DamagedError:
        return f"is damaged: {why}. {_RESCUE}"
    return f"cannot be used: {why}. {_CHECK}"


_MAKE_ROOM = "Make room on the disk, or choose another place."
_NOT_A_DATABASE = (
    "If tables were kept there, its beginning is damaged, and nothing of it can be "
    "read: bring back a copy from before. Otherwise choose another place."
)
_RESCUE = (
    "Save what can be read with “referee doctor --rescue FOLDER”. Where nothing can, "
    "bring back a copy from before, or choose another place."
)
_CHECK = (
    "Check that it is there, that it is a database of this program, and that you may "
    "write to it."
)


def insertion(table: str, columns: int) -> str:
    """Return the statement that inserts a whole row into this table."""
    marks = ", ".join("?" * columns)
    # Only the schema's own names are interpolated.
    return f"INSERT INTO {table} VALUES ({marks})"  # noqa: S608
