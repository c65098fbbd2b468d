"""A little room on the disk, kept for deletions: on a full one nothing else could make
any.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import disk_usage

from .sqlite_file import SqliteFile

RESERVE = 4 * 2**20
"""As much as the write-ahead log usually holds, which goes into the file before
anything can be deleted.
"""

USUAL, SOON = 1000, 100
"""So many pages of the write-ahead log go into the file together: as SQLite has it, and
where there is little room.
"""


def keep_reserve(file: SqliteFile) -> None:
    """Take the reserve of this file from the disk; where little is left there, write
    sparingly instead.
    """
    pages = USUAL if _take(reserve_of(file)) else SOON
    file.ask(f"PRAGMA wal_autocheckpoint = {pages}")


@contextmanager
def give_up_reserve(file: SqliteFile) -> Iterator[None]:
    """Give up the reserve of this file within, and write as little as can be; take it
    again afterwards.
    """
    reserve_of(file).unlink(missing_ok=True)
    # What is deleted is written over when the whole file is rewritten.
    file.ask(f"PRAGMA wal_autocheckpoint = {SOON}")
    file.ask("PRAGMA secure_delete = OFF")
    file.ask("PRAGMA wal_checkpoint(RESTART)")
    try:
        yield
    finally:
        file.ask("PRAGMA secure_delete = ON")
        keep_reserve(file)


def _take(reserve: Path) -> bool:
    if reserve.exists() and reserve.stat().st_size == RESERVE:
        return True
    try:
        if disk_usage(reserve.parent).free < 2 * RESERVE:
            return False
        descriptor = os.open(reserve, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            # Zeros take no room on some file systems.
            file.write(os.urandom(RESERVE))
    except OSError:
        reserve.unlink(missing_ok=True)
        return False
    return True


def reserve_of(file: SqliteFile) -> Path:
    """Return where the reserve of a file lies."""
    return file.path.with_name(f"{file.path.name}.reserve")
