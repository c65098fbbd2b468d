"""A store in an SQLite file: one writer, and readers that it does not block."""

import json
import os
import sqlite3
import stat
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import RLock
from typing import Any

from .failures import StoreUnusable
from .pool import Pool
from .rows import Rows

READERS = 8
BUSY_SECONDS = 10
"""How long a process waits for another one that writes."""

# Columns of these names hold JSON and truth values; a server decodes them itself.
sqlite3.register_converter("JSON", lambda value: json.loads(value.decode()))
sqlite3.register_converter("BOOLEAN", lambda value: value == b"1")


class SqliteFile:
    """The file, created if missing, for any thread but not across a fork."""

    is_shared = False
    holds_row = ""
    """The suffix of a query that locks a row: none, since only one thread writes."""

    def __init__(self, path: Path) -> None:
        self.path = path
        close_to_others(path)
        self._is_closed = False
        self._turn = RLock()
        self._readers = Pool[sqlite3.Connection](READERS)
        self._writer = self._connect()
        try:
            self._keep_write_ahead_log()
        except BaseException:
            self._writer.close()
            raise

    def __str__(self) -> str:
        return str(self.path)

    def _keep_write_ahead_log(self) -> None:
        [mode] = self._writer.execute("PRAGMA journal_mode = WAL").fetchone()
        if mode != "wal":
            raise StoreUnusable(
                f"The store {self.path} cannot keep a write-ahead log (its journal is "
                f"{mode!r}). Choose a place on a local disk."
            )

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(
            self.path,
            timeout=BUSY_SECONDS,
            isolation_level=None,
            check_same_thread=False,
            detect_types=sqlite3.PARSE_DECLTYPES,
        )
        try:
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA foreign_keys = ON")
            connection.execute("PRAGMA secure_delete = ON")
        except BaseException:
            connection.close()
            raise
        return connection

    def close(self) -> None:
        """Close the file; a running call, as an erase, closes its connection."""
        self._is_closed = True
        self._readers.close()
        self._close_writer()

    def _close_writer(self) -> None:
        """Close the writer; if it is in use, its user closes it afterwards."""
        if self._turn.acquire(blocking=False):
            self._writer.close()
            self._turn.release()

    def read(self, sql: str, given: Sequence[Any] = ()) -> Rows:
        """Return the rows that the database answers."""
        reader = self._readers.get()
        try:
            reader = reader or self._connect()
            return reader.execute(sql, given).fetchall()
        finally:
            self._readers.put(reader)
            if self._is_closed:
                self._readers.close()

    @contextmanager
    def _in_turn(self) -> Iterator[None]:
        """Hold the writer exclusively within."""
        try:
            with self._turn:
                yield
        finally:
            if self._is_closed:
                self._close_writer()

    @contextmanager
    def at_once(self) -> Iterator[sqlite3.Connection]:
        """Yield the writer for one statement, its own transaction."""
        with self._in_turn(), self._room_afterwards():
            yield self._writer

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """Yield the writer in a transaction, committed at the end or rolled back."""
        with self._in_turn(), self._room_afterwards():
            self._writer.execute("BEGIN IMMEDIATE")
            try:
                yield self._writer
                self._writer.execute("COMMIT")
            except BaseException:
                # SQLite rolls back by itself after some errors.
                if self._writer.in_transaction:
                    self._writer.execute("ROLLBACK")
                raise

    @contextmanager
    def _room_afterwards(self) -> Iterator[None]:
        """On a full disk, empty the write-ahead log, so that a retry may fit."""
        try:
            yield
        except sqlite3.OperationalError as problem:
            full = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_WRITE)
            if problem.sqlite_errorcode in full:
                self.ask("PRAGMA wal_checkpoint(TRUNCATE)")
            raise

    def ask(self, sql: str) -> None:
        """Run a statement outside any transaction; skip it if impossible now."""
        with self._in_turn(), suppress(sqlite3.OperationalError):
            self._writer.execute(sql).fetchall()

    def size(self) -> int:
        """Return the size in bytes, with the write-ahead log."""
        files = (self.path, self.path.with_name(f"{self.path.name}-wal"))
        return sum(file.stat().st_size for file in files if file.exists())

    def flaws(self, check: str) -> tuple[str, ...]:
        """Return the flaws that SQLite's `quick_check` or `integrity_check` reports."""
        try:
            rows = self.read(f"PRAGMA {check}(5)")
            return tuple(flaw for [flaw] in rows if flaw != "ok")
        except sqlite3.DatabaseError as problem:
            return (str(problem),)

    def erase(self) -> str:
        """Rewrite the file without deleted data; return why it failed, or empty.

        Deleted rows stay in gaps of reused pages, and in the write-ahead log.
        """
        with self._in_turn():
            try:
                self._writer.execute("PRAGMA busy_timeout = 300")
                # Without room for a second copy, continue with an empty write-ahead
                # log.
                empty_log = "PRAGMA wal_checkpoint(TRUNCATE)"
                self._writer.execute(empty_log)
                self._writer.execute("VACUUM")
                [is_read, *_] = self._writer.execute(empty_log).fetchone()
                return "another program has the store open" if is_read else ""
            except sqlite3.Error as problem:
                return str(problem)
            finally:
                self._writer.execute(f"PRAGMA busy_timeout = {BUSY_SECONDS * 1000}")


def close_to_others(path: Path) -> None:
    """Create the file if missing; close it (0600) and its folder (0700) to others.

    An existing folder is closed if it is ours and holds nothing else. SQLite gives its
    -wal and -shm files the same rights.
    """
    if not path.parent.exists():
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    _tighten(path, 0o600)
    if not _serves_others(path.parent):
        _tighten(path.parent, 0o700)


def _tighten(path: Path, mode: int) -> None:
    status = path.stat()
    if os.name != "posix" or status.st_uid != os.geteuid():
        return
    if stat.S_IMODE(status.st_mode) & ~mode:
        path.chmod(mode & status.st_mode)


def _serves_others(folder: Path) -> bool:
    """Return whether a folder is sticky, the root, our home or the current one."""
    if folder.stat().st_mode & stat.S_ISVTX or len(folder.parts) <= 2:
        return True
    for other in (Path("~").expanduser(), Path.cwd()):
        if other.exists() and folder.samefile(other):
            return True
    return False
