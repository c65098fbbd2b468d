"""Reserved disk space, so that deletions work on a full disk."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import disk_usage

from .sqlite_file import SqliteFile

RESERVE = 4 * 2**20
"""The reserve's size: a usual write-ahead log, which precedes any deletion."""

USUAL = 1000
SOON = 100
"""The log's pages copied at once: SQLite's default, and on a full disk."""


def keep_reserve(file: SqliteFile) -> None:
    """Reserve space for this file; on a nearly full disk write sparingly instead."""
    pages = USUAL if _take(reserve_of(file)) else SOON
    file.ask(f"PRAGMA wal_autocheckpoint = {pages}")


@contextmanager
def give_up_reserve(file: SqliteFile) -> Iterator[None]:
    """Release the file's reserve within, write sparingly, and take it again."""
    reserve_of(file).unlink(missing_ok=True)
    # Skip overwriting deleted data now: the next rewrite of the file removes it.
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
            # Random bytes: some file systems store zeros without space.
            file.write(os.urandom(RESERVE))
    except OSError:
        reserve.unlink(missing_ok=True)
        return False
    return True


def reserve_of(file: SqliteFile) -> Path:
    """Return the path of a file's reserve."""
    return file.path.with_name(f"{file.path.name}.reserve")
