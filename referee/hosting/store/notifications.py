"""What daemons over one PostgreSQL database tell each other: which table changed, and how far it has come.

Whoever hears it looks for themselves. What is lost is found by looking around now and then.
"""

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import DBAPIError

from .database import lone_engine
from .failures import DatabaseAwayError
from .locking import OtherProtocol, join
from .rows import Stamp

LOOK_AROUND_SECONDS = 5.0
LOOK_UP_SECONDS = 1.0
"""So long it takes at most until whoever listens notices that nothing will be told any more."""

AGAIN_SECONDS = 0.5
"""A lost connection is made again after so long."""

MOST_TOLD = 200
"""One message tells of at most this many tables: it may have 8,000 bytes."""

CHANNEL = text("SELECT 'referee ' || current_schema()")
TELL = text("SELECT pg_notify('referee ' || current_schema(), :told)")
# A message is worth no wait for the disk.
HASTE = text("SET synchronous_commit = off")

log = logging.getLogger("referee.store")


@dataclass(frozen=True, slots=True)
class DaemonListener:
    """What is done by whoever listens: when another daemon changed a table, when something may have been missed, now
    and then, and when daemons of another version have taken the database.
    """

    heard: Callable[[str, Stamp], None]
    missed: Callable[[], None]
    look_around: Callable[[], None]
    refused: Callable[[OtherProtocol], None]


class Notifications:
    """Notifications of tables, sent and heard. Any thread may call any method.

    They are sent by a thread of their own: the server has messages wait for each other until each is committed, and no
    entry is to wait with them. What is told of one table meanwhile is told once.
    """

    def __init__(self, engine: Engine, listener: DaemonListener) -> None:
        self._engine = lone_engine(engine.url)
        self._listener = listener
        self._to_tell: dict[str, Stamp] = {}
        self._something = threading.Condition()
        self._closed = threading.Event()
        self._own = 0
        self._threads = [
            threading.Thread(target=self._go_on, args=(work,), name=f"notifications-{work.__name__}", daemon=True)
            for work in (self._listen, self._send)
        ]
        for thread in self._threads:
            thread.start()

    def tell(self, code: str, stamp: Stamp) -> None:
        """Tell the other daemons that a table changed, soon."""
        with self._something:
            self._to_tell[code] = stamp
            self._something.notify()

    def close(self) -> None:
        """Tell what is still to be told, and listen no more."""
        self._closed.set()
        with self._something:
            self._something.notify()
        for thread in self._threads:
            thread.join(2.0)
        self._engine.dispose()

    def _go_on(self, work: Callable[[Connection], None]) -> None:
        is_lost = False
        while not self._closed.is_set():
            try:
                with self._engine.connect() as connection:
                    is_lost = False
                    work(connection)
            except (DBAPIError, DatabaseAwayError) as problem:
                if not self._closed.is_set() and not is_lost:
                    why = getattr(problem, "orig", problem)
                    log.warning("The connection for notifications is lost: %s", " ".join(str(why).split()))
                is_lost = True
                self._closed.wait(AGAIN_SECONDS)
            except OtherProtocol as refused:
                self._listener.refused(refused)
                return
            except Exception:  # whoever listens may fail in any way, as a game does; what comes next is heard again
                log.exception("What another daemon told could not be taken in.")
                self._closed.wait(AGAIN_SECONDS)

    # Listening

    def _listen(self, connection: Connection) -> None:
        join(connection)
        channel = connection.execute(CHANNEL).scalar_one()
        connection.exec_driver_sql(f'LISTEN "{channel}"')
        self._listener.missed()
        while not self._closed.is_set():
            self._hear_for(LOOK_AROUND_SECONDS, connection)
            # Asks the server too, so that a dead connection is noticed.
            connection.exec_driver_sql("SELECT 1")
            self._listener.look_around()

    def _hear_for(self, seconds: float, connection: Connection) -> None:
        end = time.monotonic() + seconds
        while not self._closed.is_set() and (left := end - time.monotonic()) > 0:
            for notice in _driver(connection).notifies(timeout=min(left, LOOK_UP_SECONDS)):
                if notice.pid != self._own:
                    self._hear(notice.payload)
                if self._closed.is_set():
                    return

    def _hear(self, told: str) -> None:
        for line in told.splitlines():
            self._listener.heard(*read_line(line))

    # Telling

    def _send(self, connection: Connection) -> None:
        connection.execute(HASTE)
        self._own = _driver(connection).info.backend_pid
        while told := self._next():
            lines = (line_of(code, stamp) for code, stamp in told.items())
            try:
                connection.execute(TELL, {"told": "\n".join(lines)})
            except DBAPIError:
                with self._something:
                    self._to_tell = told | self._to_tell
                raise
        # Wakes the listening thread of this daemon, and tells the others nothing.
        connection.execute(TELL, {"told": ""})

    def _next(self) -> dict[str, Stamp]:
        """What is to be told next, once there is something; empty when there will be nothing more."""
        with self._something:
            while not self._to_tell and not self._closed.is_set():
                self._something.wait()
            told = dict(list(self._to_tell.items())[:MOST_TOLD])
            self._to_tell = {code: stamp for code, stamp in self._to_tell.items() if code not in told}
            return told


def line_of(code: str, stamp: Stamp) -> str:
    """What is told of a table that has come so far."""
    return f"{code} {stamp.seq} {stamp.version}"


def read_line(line: str) -> tuple[str, Stamp]:
    """The table's code, and how far it has come, from what was told of it."""
    code, seq, version = line.split(" ")
    return code, Stamp(int(version), int(seq))


def _driver(connection: Connection) -> Any:
    return connection.connection.driver_connection
