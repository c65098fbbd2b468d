"""What daemons over one PostgreSQL database tell each other: which table changed, and
how far it has come.

Whoever hears it looks for themselves. What is lost is found by looking around now and
then.
"""

import logging
import threading
import time
from collections.abc import Callable

from psycopg import Error

from .failures import one_line
from .postgresql import PatientConnection, PostgresServer
from .rows import Stamp

LOOK_AROUND_SECONDS = 5.0
LOOK_UP_SECONDS = 1.0
"""So long it takes at most until whoever listens notices that nothing will be told any
more.
"""

AGAIN_SECONDS = 0.5
"""A lost connection is made again after so long."""

MOST_TOLD = 200
"""One message tells of at most this many tables: it may have 8,000 bytes."""

# Stores in two schemas of one database do not hear each other. A listening connection
# is named, so that daemons count.
CHANNEL = "SELECT 'referee ' || current_schema()"
TELL = "SELECT pg_notify('referee ' || current_schema(), ?)"

log = logging.getLogger("referee.store")


class Notifications:
    """Notifications of tables, sent and heard. Any thread may call any method.

    They are sent by a thread of their own: the server has messages wait for each other
    until each is committed, and no entry is to wait with them. What is told of one
    table meanwhile is told once.
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

    def _go_on(self, work: Callable[[PatientConnection], None]) -> None:
        is_lost = False
        while not self._closed.is_set():
            try:
                with self._server.connect() as connection:
                    is_lost = False
                    work(connection)
            except Error as problem:
                if not self._closed.is_set() and not is_lost:
                    why = one_line(problem)
                    log.warning("The connection for notifications is lost: %s", why)
                is_lost = True
                self._closed.wait(AGAIN_SECONDS)
            except Exception:
                # Whoever listens may fail in any way, as a game does; what comes next
                # is heard again.
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
            # Asks the server too, so that a dead connection is noticed.
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
        # A message is worth no wait for the disk.
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
        # Wakes the listening thread of this daemon, and tells the others nothing.
        connection.execute(TELL, [""])

    def _next(self) -> dict[str, Stamp]:
        """Return what is to be told next, once there is something; nothing when there
        will be no more.
        """
        with self._something:
            while not self._to_tell and not self._closed.is_set():
                self._something.wait()
            waiting = list(self._to_tell.items())
            self._to_tell = dict(waiting[MOST_TOLD:])
            return dict(waiting[:MOST_TOLD])
