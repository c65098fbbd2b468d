"""A little room on the disk, kept for deletions: on a full one nothing else could make any."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from shutil import disk_usage
from threading import Lock

from sqlalchemy import Connection
from sqlalchemy.exc import DatabaseError

RESERVE = 4 * 2**20
"""As much as the write-ahead log usually holds, which goes into the file before anything can be deleted."""

USUAL, SOON = 1000, 100
"""So many pages of the write-ahead log go into the file together: as SQLite has it, and where there is little room."""


def keep_reserve(writer: Connection) -> None:
    """Take the reserve of this connection's file from the disk; where little is left there, write sparingly instead."""
    _set(writer, wal_autocheckpoint=USUAL if _is_kept(_reserve_of(writer)) else SOON)


@contextmanager
def given_up_reserve(writer: Connection, turn: Lock) -> Iterator[None]:
    """Give up the reserve of this connection's file, and have as little written meanwhile as can be.

    Afterwards it is taken again if there is room by then. Whoever uses the connection holds `turn`.
    """
    with turn:
        _reserve_of(writer).unlink(missing_ok=True)
        # What is deleted is written over when the whole file is rewritten.
        _set(writer, wal_autocheckpoint=SOON, secure_delete=0)
        with suppress(DatabaseError):
            writer.exec_driver_sql("PRAGMA wal_checkpoint(RESTART)").all()
        writer.rollback()
    try:
        yield
    finally:
        with turn:
            _set(writer, secure_delete=1)
            keep_reserve(writer)


def _set(writer: Connection, **settings: int) -> None:
    for name, value in settings.items():
        writer.exec_driver_sql(f"PRAGMA {name} = {value}")
    writer.rollback()


def _is_kept(reserve: Path) -> bool:
    """Return whether the reserve lies there, or could be taken."""
    if reserve.exists() and reserve.stat().st_size == RESERVE:
        return True
    try:
        if disk_usage(reserve.parent).free < 2 * RESERVE:
            return False
        with os.fdopen(os.open(reserve, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            if hasattr(os, "posix_fallocate"):
                os.posix_fallocate(file.fileno(), 0, RESERVE)
            else:
                file.write(bytes(RESERVE))
    except OSError:
        reserve.unlink(missing_ok=True)
        return False
    return True


def _reserve_of(writer: Connection) -> Path:
    path = Path(writer.engine.url.database or "")
    return path.with_name(f"{path.name}.reserve")
