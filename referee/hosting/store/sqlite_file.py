"""A store in an SQLite file: one writer, and some readers that it does not hold up."""

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
"""So long one process waits for another that writes."""

# Both are kept in columns of these names, and come out of a server like this by
# themselves.
sqlite3.register_converter("JSON", lambda value: json.loads(value.decode()))
sqlite3.register_converter("BOOLEAN", lambda value: value == b"1")


class SqliteFile:
    """The file, made where it is not there. Any thread may call any method; it must not
    be carried across a fork.
    """

    is_shared = False
    holds_row = ""
    """What is added to a question so that its table's row stays as it is: here nobody
    else writes meanwhile.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        guard_file(path)
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
        """Let go of the file. A call that is still running, as an erase may be, does so
        when it ends.
        """
        self._is_closed = True
        self._readers.close()
        self._close_writer()

    def _close_writer(self) -> None:
        """Close the writer; if somebody has it, they do so once they are through."""
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
        """Have the writer to oneself within."""
        try:
            with self._turn:
                yield
        finally:
            if self._is_closed:
                self._close_writer()

    @contextmanager
    def at_once(self) -> Iterator[sqlite3.Connection]:
        """Yield the writer for one statement, a transaction by itself."""
        with self._in_turn(), self._room_afterwards():
            yield self._writer

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """Yield the writer in a transaction: on disk at the end, or taken back."""
        with self._in_turn(), self._room_afterwards():
            self._writer.execute("BEGIN IMMEDIATE")
            try:
                yield self._writer
                self._writer.execute("COMMIT")
            except BaseException:
                # SQLite takes some back by itself.
                if self._writer.in_transaction:
                    self._writer.execute("ROLLBACK")
                raise

    @contextmanager
    def _room_afterwards(self) -> Iterator[None]:
        """Empty the write-ahead log into the file where the disk is full: what is sent
        again may fit.
        """
        try:
            yield
        except sqlite3.OperationalError as problem:
            full = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_WRITE)
            if problem.sqlite_errorcode in full:
                self.ask("PRAGMA wal_checkpoint(TRUNCATE)")
            raise

    def ask(self, sql: str) -> None:
        """Tell the writer this, outside any transaction; nothing happens where the
        database cannot do it just now.
        """
        with self._in_turn(), suppress(sqlite3.OperationalError):
            self._writer.execute(sql).fetchall()

    def size(self) -> int:
        """Return how many bytes it takes, the write-ahead log included."""
        files = (self.path, self.path.with_name(f"{self.path.name}-wal"))
        return sum(file.stat().st_size for file in files if file.exists())

    def flaws(self, check: str) -> tuple[str, ...]:
        """Return what SQLite finds wrong by its `quick_check` or `integrity_check`, in
        its own words.
        """
        try:
            rows = self.read(f"PRAGMA {check}(5)")
            return tuple(flaw for [flaw] in rows if flaw != "ok")
        except sqlite3.DatabaseError as problem:
            return (str(problem),)

    def erase(self) -> str:
        """Rewrite the file without what was deleted in it; return why not, empty where
        it was done.

        Deleted rows stay in the gaps of pages that were filled anew, and in the
        write-ahead log.
        """
        with self._in_turn():
            try:
                self._writer.execute("PRAGMA busy_timeout = 300")
                # Where there is no room for a second copy, writing goes on in an empty
                # write-ahead log.
                empty_log = "PRAGMA wal_checkpoint(TRUNCATE)"
                self._writer.execute(empty_log)
                self._writer.execute("VACUUM")
                [is_read, *_] = self._writer.execute(empty_log).fetchone()
                return "another program has the store open" if is_read else ""
            except sqlite3.Error as problem:
                return str(problem)
            finally:
                self._writer.execute(f"PRAGMA busy_timeout = {BUSY_SECONDS * 1000}")


def guard_file(path: Path) -> None:
    """Make the file where it is missing, and keep others out of it (0600) and of its
    folder (0700).

    A folder that was there is closed to others too, if it is ours and not one where
    other things live. SQLite gives its -wal and -shm files the rights of the file.
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
    """Return whether a folder is sticky as /tmp, at the root, our home or the current
    folder.
    """
    if folder.stat().st_mode & stat.S_ISVTX or len(folder.parts) <= 2:
        return True
    for other in (Path("~").expanduser(), Path.cwd()):
        if other.exists() and folder.samefile(other):
            return True
    return False
