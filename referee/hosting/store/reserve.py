"""A little room on the disk, kept for deletions: on a full one nothing else could make any."""

import os
from contextlib import suppress
from pathlib import Path
from shutil import disk_usage

from sqlalchemy import Connection
from sqlalchemy.exc import DatabaseError

RESERVE = 4 * 2**20
"""As much as the write-ahead log usually holds, which goes into the file before anything can be deleted."""

SOON = 100
"""So many pages of the write-ahead log go into the file together where there is no room for more."""


def keep_reserve(path: Path) -> None:
    """Take the reserve of an SQLite file from the disk, unless little is left there."""
    with suppress(OSError):
        if disk_usage(path.parent).free < 2 * RESERVE:
            return
        file = os.open(_reserve_of(path), os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            if hasattr(os, "posix_fallocate"):
                os.posix_fallocate(file, 0, RESERVE)
            else:
                os.write(file, bytes(RESERVE))
        finally:
            os.close(file)


def use_reserve(writer: Connection) -> None:
    """Give up the reserve of this connection's file, and have as little written from now on as can be."""
    _reserve_of(Path(writer.engine.url.database or "")).unlink(missing_ok=True)
    with suppress(DatabaseError):
        writer.exec_driver_sql(f"PRAGMA wal_autocheckpoint = {SOON}")
        # What is deleted is written over when the whole file is rewritten.
        writer.exec_driver_sql("PRAGMA secure_delete = OFF")
        writer.exec_driver_sql("PRAGMA wal_checkpoint(RESTART)").all()
    writer.rollback()


def _reserve_of(path: Path) -> Path:
    return path.with_name(f"{path.name}.reserve")
