"""Messages between daemons over one PostgreSQL database, on tables that changed.

Receivers look for themselves. Regular checks find what lost messages missed.
"""

import logging
import threading
import time
from collections.abc import Callable

from psycopg import Error

from .failures import join_lines
from .postgresql import PatientConnection, PostgresServer
from .rows import Stamp

LOOK_AROUND_SECONDS = 5.0
LOOK_UP_SECONDS = 1.0
"""The longest time until a listener notices a dead connection."""

AGAIN_SECONDS = 0.5
"""The delay before a lost connection is opened again."""

MOST_TOLD = 200
"""The most tables in one message, which may have 8,000 bytes."""

# Each schema has its own channel. Listening connections are named so that daemons can
# be counted.
CHANNEL = "SELECT 'referee ' || current_schema()"
TELL = "SELECT pg_notify('referee ' || current_schema(), ?)"

log = logging.getLogger("referee.store")


class Notifications:
    """Notifications of tables, sent and received. Any thread may call any method.

    A separate thread sends them, since the server commits messages one by one, and no
    entry should wait for that. Repeated news of a table are merged.
    """

    def __init__(
        self,
        server: PostgresServer,
        heard: Callable[[str, Stamp], None],
        missed: Callable[[], None],
        look_around: Callable[[], None],
    ) -> None:
        self._server = server
        self._heard = heard
        self._missed = missed
        self._look_around = look_around
        self._to_tell: dict[str, Stamp] = {}
        self._something = threading.Condition()
        self._closed = threading.Event()
        self._own = 0
        self._threads = []
        for work in (self._listen, self._send):
            name = f"notifications-{work.__name__}"
            thread = threading.Thread(
                target=self._go_on, args=(work,), name=name, daemon=True
            )
            self._threads.append(thread)
            thread.start()

    def tell(self, code: str, stamp: Stamp) -> None:
        """Queue a message to the other daemons that a table changed."""
        with self._something:
            self._to_tell[code] = stamp
            self._something.notify()

    def close(self) -> None:
        """Send what is queued, and stop listening."""
        self._closed.set()
        with self._something:
            self._something.notify()
        for thread in self._threads:
            thread.join(2.0)

    def _go_on(self, work: Callable[[PatientConnection], None]) -> None:
        is_lost = False
        while not self._closed.is_set():
            try:
                with self._server.connect() as connection:
                    is_lost = False
                    work(connection)
            except Error as problem:
                if not self._closed.is_set() and not is_lost:
                    why = join_lines(problem)
                    log.warning("The connection for notifications is lost: %s", why)
                is_lost = True
                self._closed.wait(AGAIN_SECONDS)
            except Exception:
                # The receiver may fail in any way, as a game does; later messages still
                # arrive.
                log.exception("What another daemon told could not be taken in.")
                self._closed.wait(AGAIN_SECONDS)

    # Listening

    def _listen(self, connection: PatientConnection) -> None:
        [[channel]] = connection.execute(CHANNEL).fetchall()
        connection.execute(
            "SELECT set_config('application_name', left(?, 63), false)", [channel]
        )
        connection.execute(f'LISTEN "{channel}"')
        self._missed()
        while not self._closed.is_set():
            self._hear_for(LOOK_AROUND_SECONDS, connection)
            # The wait also asks the server, so that it notices a dead connection.
            connection.execute("SELECT 1")
            self._look_around()

    def _hear_for(self, seconds: float, connection: PatientConnection) -> None:
        end = time.monotonic() + seconds
        while not self._closed.is_set() and (left := end - time.monotonic()) > 0:
            for notice in connection.notifies(timeout=min(left, LOOK_UP_SECONDS)):
                if notice.pid != self._own:
                    self._hear(notice.payload)
                if self._closed.is_set():
                    return

    def _hear(self, message: str) -> None:
        for line in message.splitlines():
            code, seq, version = line.split(" ")
            self._heard(code, Stamp(int(version), int(seq)))

    # Telling

    def _send(self, connection: PatientConnection) -> None:
        # A message may be lost in a crash, so it need not wait for the disk.
        connection.execute("SET synchronous_commit = off")
        self._own = connection.info.backend_pid
        while stamps := self._next():
            lines = []
            for code, stamp in stamps.items():
                lines.append(f"{code} {stamp.seq} {stamp.version}")
            try:
                connection.execute(TELL, ["\n".join(lines)])
            except Error:
                with self._something:
                    self._to_tell = stamps | self._to_tell
                raise
        # Wake this daemon's listening thread; others ignore the message.
        connection.execute(TELL, [""])

    def _next(self) -> dict[str, Stamp]:
        """Return the next message as soon as there is one; empty after the last."""
        with self._something:
            while not self._to_tell and not self._closed.is_set():
                self._something.wait()
            waiting = list(self._to_tell.items())
            self._to_tell = dict(waiting[MOST_TOLD:])
            return dict(waiting[:MOST_TOLD])
