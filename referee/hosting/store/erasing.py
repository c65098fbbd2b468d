"""What was deleted is gone from the disk too: from the free pages of a file, its write-ahead log, its old copies."""

import logging
import sqlite3
import threading
import time
from collections.abc import Callable, Collection
from contextlib import closing
from glob import escape
from pathlib import Path
from uuid import uuid4

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DatabaseError

from .database import lone_engine
from .schema import metadata, version

AT_MOST_EVERY_SECONDS = 60.0
REST = 20
"""After an erase, no other one starts until this many times its duration has passed."""

WAIT_FOR_READERS_SECONDS = 0.3
CLOSING_SECONDS = 0.5
"""Closing the store waits this long for an erase; what is left is erased when the store is opened again."""

NOTED_AT = version.name
"""The table of a server's database on which a note says that something is to be erased; it holds nothing to erase."""

log = logging.getLogger("referee.store")


class Erasing:
    """When `erase` is called, which rewrites the database: seldom, since nothing else is written meanwhile.

    The first deletion is erased at once, and those of the minute after it together at its end, or by `finish`.
    `erase` answers whether it is done; otherwise it is tried again, and meanwhile it is `hindered`. It is told whether
    there is a hurry; if it takes too long then, `interrupt` is called until it ends.
    Any thread may call any method.
    """

    def __init__(self, erase: Callable[[bool], bool], interrupt: Callable[[], None]) -> None:
        self._erase = erase
        self._interrupt = interrupt
        self._hurry = False
        self._lock = threading.Lock()
        self._running = threading.Lock()
        self._timer: threading.Timer | None = None
        self._not_before = 0.0
        self.hindered = False

    def ask(self) -> None:
        """Have what was just deleted erased: now, or together with what is deleted within the minute."""
        with self._lock:
            if self._timer is not None:
                return
            wait = self._not_before - time.monotonic()
            if wait > 0:
                self._wait(wait)
                return
            self._not_before = time.monotonic() + AT_MOST_EVERY_SECONDS
        self._run()

    def finish(self) -> bool:
        """Erase at once what still waits for it; whether nothing is left to erase."""
        with self._lock:
            waits, self._timer = self._timer, None
        if waits is None:
            return True
        waits.cancel()
        return self._run()

    def close(self) -> None:
        """Finish what can be done soon, and try nothing again: the rest is noted, and erased at the next start."""
        self._hurry, closed = True, threading.Event()
        interrupts = threading.Thread(target=self._interrupt_until, args=(closed,), daemon=True)
        interrupts.start()
        self.finish()
        # One that was running already ends too.
        if self._running.acquire(timeout=2 * CLOSING_SECONDS):
            self._running.release()
        closed.set()
        interrupts.join()
        with self._lock:
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None

    def _interrupt_until(self, closed: threading.Event) -> None:
        wait = CLOSING_SECONDS
        while not closed.wait(wait):
            self._interrupt()
            wait = CLOSING_SECONDS / 10

    def _wait(self, seconds: float) -> None:
        self._timer = threading.Timer(seconds, self.finish)
        self._timer.daemon = True
        self._timer.start()

    def _run(self) -> bool:
        with self._running:
            began = time.monotonic()
            done = self._erase(self._hurry)
            took = time.monotonic() - began
        self.hindered = not done
        with self._lock:
            rest = max(AT_MOST_EVERY_SECONDS, REST * took)
            self._not_before = time.monotonic() + rest
            if not done and self._timer is None:
                self._wait(rest)
        return done


def mark(writer: Connection) -> None:
    """Notes in the database that something is to be erased: the note is committed with the deletion."""
    if writer.dialect.name == "sqlite":
        writer.exec_driver_sql("PRAGMA user_version = 1")
    else:
        # A server keeps no such number, but a comment on a table. Each is another one: see `erase_server`.
        writer.exec_driver_sql(f"COMMENT ON TABLE {NOTED_AT} IS 'to be erased: {uuid4()}'")


def is_marked(reader: Connection) -> bool:
    """Whether something is still to be erased."""
    if reader.dialect.name != "sqlite":
        return _note(reader) is not None
    marked = bool(reader.exec_driver_sql("PRAGMA user_version").scalar_one())
    reader.rollback()
    return marked


def _note(reader: Connection) -> str | None:
    found: str | None = reader.exec_driver_sql(f"SELECT obj_description('{NOTED_AT}'::regclass)").scalar_one()
    return found


def erase_file(writer: Connection) -> bool:
    """Rewrites an SQLite file without what was deleted in it; False where another program hinders it.

    Deleted rows stay in free pages, in the gaps of others, and in the write-ahead log.
    """
    usual = writer.exec_driver_sql("PRAGMA busy_timeout").scalar_one()
    try:
        writer.exec_driver_sql(f"PRAGMA busy_timeout = {round(WAIT_FOR_READERS_SECONDS * 1000)}")
        writer.exec_driver_sql("VACUUM")
        hindered = bool(writer.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").one()[0])
        if not hindered:
            writer.exec_driver_sql("PRAGMA user_version = 0")
    except DatabaseError:
        hindered = True
    finally:
        writer.exec_driver_sql(f"PRAGMA busy_timeout = {usual}")
        writer.rollback()
    if hindered:
        log.warning(
            "What was deleted is still on the disk: it is full or damaged, or another program has the store open. "
            "Make room, or close that program. It is tried again within minutes, and when referee starts."
        )
    return not hindered


def remove_copies(path: Path, codes: Collection[str]) -> None:
    """Removes the copies of an SQLite file, made before upgrades, that hold one of these tables or can't be read."""
    for copy in path.parent.glob(f"{escape(path.name)}.version-*"):
        if holds(copy, codes):
            copy.unlink(missing_ok=True)


def holds(copy: Path, codes: Collection[str]) -> bool:
    """Whether a copy may hold one of these tables."""
    try:
        # Nobody writes to a copy, and reading it must leave no files beside it.
        with closing(sqlite3.connect(f"{copy.absolute().as_uri()}?mode=ro&immutable=1", uri=True)) as old:
            return any(old.execute("SELECT 1 FROM tables WHERE code = ?", [code]).fetchone() for code in codes)
    except sqlite3.Error:
        return True


def erase_server(engine: Engine, hurry: bool = False) -> bool:
    """Has a PostgreSQL server rewrite our tables without what was deleted in them; False where it does not.

    It waits for whoever reads a table, and whoever comes next waits for it: so it is given up soon. With `hurry` so is
    what takes long.
    """
    try:
        with lone_engine(engine.url).connect() as connection:
            noted = _note(connection)
            connection.exec_driver_sql(f"SET lock_timeout = '{WAIT_FOR_READERS_SECONDS}s'")
            if hurry:
                connection.exec_driver_sql(f"SET statement_timeout = '{CLOSING_SECONDS / 5}s'")
            try:
                for table in metadata.sorted_tables:
                    connection.exec_driver_sql(f'VACUUM (FULL) "{table.name}"')
            finally:
                connection.exec_driver_sql("RESET lock_timeout")
                connection.exec_driver_sql("RESET statement_timeout")
        _take_note_away(engine, noted)
    except DatabaseError as problem:
        log.warning(
            "What was deleted is still on the server's disk, since it did not rewrite our tables: %s. "
            "It is tried again within minutes, and when referee starts.",
            " ".join(str(problem.orig).split()),
        )
        return False
    return True


def _take_note_away(engine: Engine, noted: str | None) -> None:
    """Take the note away, unless something else was deleted meanwhile."""
    with engine.begin() as connection:
        # Nobody else notes anything until this is committed.
        connection.exec_driver_sql(f"LOCK TABLE {NOTED_AT} IN SHARE UPDATE EXCLUSIVE MODE")
        if _note(connection) == noted:
            connection.exec_driver_sql(f"COMMENT ON TABLE {NOTED_AT} IS NULL")
