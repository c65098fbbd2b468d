"""The failures of a database, as errors with meaning."""

import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from json import JSONDecodeError
from pathlib import Path

from referee.vocabulary.errors import RefereeError, WriteConflictError
from referee.vocabulary.text import Text, say


class StoreUnusable(Exception):
    """The database cannot be opened; the message says why and what to do."""


def without_password(location: str | Path) -> str:
    """Return a path or URL without its password, for people."""
    hidden = re.sub(r"(://[^:/@]*:)[^@]*@", r"\1***@", str(location))
    return re.sub(r"([?&]password=)[^&]*", r"\1***", hidden)


class WriteRefused(Exception):
    """A code, name or place is taken, or the match has begun. Nothing was written."""


class NoSuchTable(LookupError):
    """No table has this code (any more), or no such seat. Nothing was written."""


class StoreError(RefereeError):
    """The store failed at a request; `sentence` says why."""

    sentence: Text

    def __init__(self) -> None:
        super().__init__(self.sentence)


class DiskFullError(StoreError):
    """The disk is full or read-only. Once there is room, send the same again."""

    status = 507
    title = say("No room on the disk")
    sentence = say(
        "The referee’s disk is full or can’t be written to, so nothing was changed. "
        "Have whoever runs the referee make room, then send it again."
    )


class DatabaseAwayError(StoreError):
    """The server is silent or hung up; the last request may have been done."""

    status = 503
    title = say("The database is away")
    seconds = 2
    sentence = say(
        "The referee’s database isn’t answering right now. Send it again in a few "
        "seconds; nothing is entered twice."
    )


class DamagedError(StoreError):
    """Stored data cannot be read any more; `referee doctor` says what to do."""

    status = 500
    title = say("Damaged on the disk")
    sentence = say(
        "The referee’s data on this is damaged on its disk. Whoever runs it asks "
        "“referee doctor”, which says what is damaged and what to do. Undamaged "
        "tables go on."
    )


# The errors' codes in SQLite (a number) and PostgreSQL (an SQLSTATE).
MEANINGS: dict[Callable[[], Exception], set[int | str]] = {
    WriteRefused: {
        sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY,
        sqlite3.SQLITE_CONSTRAINT_UNIQUE,
        "23505",
    },
    NoSuchTable: {sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY, "23503"},
    # Two transactions wait for each other.
    WriteConflictError: {"40001", "40P01"},
    DiskFullError: {
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_IOERR_WRITE,
        sqlite3.SQLITE_IOERR_FSYNC,
        sqlite3.SQLITE_IOERR_TRUNCATE,
        sqlite3.SQLITE_IOERR_SHMSIZE,
        "53100",
    },
    DamagedError: {
        sqlite3.SQLITE_CORRUPT,
        sqlite3.SQLITE_NOTADB,
        sqlite3.SQLITE_IOERR_READ,
        sqlite3.SQLITE_IOERR_SHORT_READ,
        "XX001",
        "XX002",
    },
    DatabaseAwayError: {"57P01", "57P02", "57P03", "57P05", "53300"},
}


def join_lines(problem: object) -> str:
    """Return a driver's message in one line."""
    return " ".join(str(problem).split())


@contextmanager
def translate_database_errors() -> Iterator[None]:
    """Turn drivers' errors into one of `MEANINGS`; leave others as they are."""
    try:
        yield
    except Exception as problem:
        meaning = meaning_of(problem)
        if meaning is None:
            raise
        raise meaning() from problem


def meaning_of(problem: Exception) -> Callable[[], Exception] | None:
    """Return the error that a driver's error means; None for an unknown one."""
    if isinstance(problem, (JSONDecodeError, UnicodeDecodeError)):
        return DamagedError
    is_sqlite = isinstance(problem, sqlite3.OperationalError)
    if is_sqlite and "Could not decode" in str(problem):
        return DamagedError

    state = getattr(problem, "sqlstate", "")
    number = getattr(problem, "sqlite_errorcode", 0)
    # The last byte of SQLite's number is the general kind.
    codes = {number, number & 0xFF, state}
    for meaning, names in MEANINGS.items():
        if codes & names:
            return meaning

    # A server that cannot be reached gives no state.
    is_unreachable = state is None or state.startswith("08")
    kinds = [kind.__name__ for kind in type(problem).__mro__]
    if is_unreachable and "OperationalError" in kinds:
        return DatabaseAwayError
    return None
