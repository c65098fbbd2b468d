"""What it means when the database cannot do what it is asked: no room on the disk, or damage to what lies there."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from json import JSONDecodeError

from sqlalchemy.exc import DBAPIError

from referee.vocabulary.errors import RefereeError
from referee.vocabulary.text import say

_PRIMARY = 0xFF
_CANNOT_WRITE = {
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_IOERR_WRITE,
    sqlite3.SQLITE_IOERR_FSYNC,
    sqlite3.SQLITE_IOERR_TRUNCATE,
    sqlite3.SQLITE_IOERR_SHMSIZE,
}
_DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_IOERR_READ, sqlite3.SQLITE_IOERR_SHORT_READ}
# As PostgreSQL numbers them: disk full, data corrupted, index corrupted.
_NO_ROOM_THERE, _DAMAGED_THERE = {"53100"}, {"XX001", "XX002"}


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
    """Raise what the database reports meanwhile as what it means: NoRoomError, DamagedError; else as it is."""
    try:
        yield
    except DBAPIError as problem:
        if is_no_room(problem):
            raise NoRoomError from problem
        if is_damage(problem):
            raise DamagedError from problem
        raise
    except JSONDecodeError as problem:
        raise DamagedError from problem


def is_no_room(problem: DBAPIError) -> bool:
    """Whether nothing can be written any more."""
    return bool(_codes(problem) & _CANNOT_WRITE) or getattr(problem.orig, "sqlstate", "") in _NO_ROOM_THERE


def is_damage(problem: DBAPIError) -> bool:
    """Whether what lies on the disk is not what was written there."""
    return (
        bool(_codes(problem) & _DAMAGED)
        or getattr(problem.orig, "sqlstate", "") in _DAMAGED_THERE
        # Python reads what the file holds as text, and has no number for what is none.
        or "Could not decode" in str(problem.orig)
    )


def _codes(problem: DBAPIError) -> set[int]:
    """SQLite's number of what is wrong, as fine and as coarse as it has it."""
    code = getattr(problem.orig, "sqlite_errorcode", 0)
    return {code, code & _PRIMARY}
