"""What it means when the database cannot do what it is asked: no room on the disk, or damage to what lies there."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from json import JSONDecodeError

from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.exc import TimeoutError as NoConnectionInTime

from referee.vocabulary.errors import RefereeError
from referee.vocabulary.text import say

_PRIMARY = 0xFF
# What SQLite (a number) and PostgreSQL (a word) call it.
_TAKEN = {sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY, sqlite3.SQLITE_CONSTRAINT_UNIQUE, "23505"}
_NOT_THERE = {sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY, "23503"}
# A server's words for two transactions that wait for each other.
_CROSSED = {"40001", "40P01"}
_AWAY = {"57P01", "57P02", "57P03", "53300"}
_NO_ROOM = {
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_IOERR_WRITE,
    sqlite3.SQLITE_IOERR_FSYNC,
    sqlite3.SQLITE_IOERR_TRUNCATE,
    sqlite3.SQLITE_IOERR_SHMSIZE,
    "53100",
}
_DAMAGED = {
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_NOTADB,
    sqlite3.SQLITE_IOERR_READ,
    sqlite3.SQLITE_IOERR_SHORT_READ,
    "XX001",
    "XX002",
}


class WriteRefused(Exception):
    """Somebody was faster: a code, a name, a place or an id is taken, or a match has begun. Nothing was written."""


class Outdated(Exception):
    """A table has changed since whoever writes last looked at it, or somebody writes in the same moment. Nothing was
    written: whoever looks again may try again.
    """


class NoSuchTable(LookupError):
    """There is no table with this code (any more), or no such seat at it. Nothing was written."""


class NoRoomError(RefereeError):
    """The disk is full, or cannot be written any more."""

    status = 507
    title = say("No room on the disk")

    def __init__(self) -> None:
        template = (
            "The referee’s disk is full or cannot be written, and nothing was changed. Whoever runs the referee makes "
            "room there; then send it again."
        )
        super().__init__(say(template))


class DatabaseAwayError(RefereeError):
    """The server of the database does not answer, or hung up. What it was asked last may have been done or not."""

    status = 503
    title = say("The database is away")
    seconds = 2

    def __init__(self) -> None:
        template = (
            "The referee’s database does not answer just now. Send it again in a few seconds: what was kept already is "
            "not made twice."
        )
        super().__init__(say(template))


class DamagedError(RefereeError):
    """What is kept of something cannot be read any more."""

    status = 500
    title = say("Damaged on the disk")

    def __init__(self) -> None:
        template = (
            "What the referee keeps of this is damaged on its disk. Whoever runs it asks “referee doctor”, which says "
            "what is damaged and what to do. Tables that are not damaged go on."
        )
        super().__init__(say(template))


@contextmanager
def plainly() -> Iterator[None]:
    """Raise what the database reports meanwhile as what it means: WriteRefused, NoSuchTable, Outdated,
    NoRoomError, DatabaseAwayError, DamagedError; anything else as it is.
    """
    try:
        yield
    except DBAPIError as problem:
        if _codes(problem) & _TAKEN:
            raise WriteRefused from problem
        if _codes(problem) & _NOT_THERE:
            raise NoSuchTable from problem
        if _codes(problem) & _CROSSED:
            raise Outdated from problem
        if _is_away(problem):
            raise DatabaseAwayError from problem
        if is_no_room(problem):
            raise NoRoomError from problem
        if is_damage(problem):
            raise DamagedError from problem
        raise
    except NoConnectionInTime as problem:
        raise DatabaseAwayError from problem
    except JSONDecodeError as problem:
        raise DamagedError from problem


def is_no_room(problem: DBAPIError) -> bool:
    """Whether nothing can be written any more."""
    return bool(_codes(problem) & _NO_ROOM)


def _is_away(problem: DBAPIError) -> bool:
    """Whether a server hung up, starts, stops, or could not be reached: then its driver has no word for it."""
    if problem.connection_invalidated:
        return True
    state = getattr(problem.orig, "sqlstate", "")
    return isinstance(problem, OperationalError) and (state is None or state in _AWAY or state.startswith("08"))


def is_damage(problem: DBAPIError) -> bool:
    """Whether what lies on the disk is not what was written there."""
    # Python reads what the file holds as text, and has no error number for bytes that are no text.
    return bool(_codes(problem) & _DAMAGED) or "Could not decode" in str(problem.orig)


def _codes(problem: DBAPIError) -> set[int | str]:
    """What the database calls it: SQLite's number, as fine and as coarse as it has it, or PostgreSQL's word."""
    number = getattr(problem.orig, "sqlite_errorcode", 0)
    return {number, number & _PRIMARY, getattr(problem.orig, "sqlstate", None) or ""}
