"""A store in a PostgreSQL database, for several daemons."""

import logging
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from queue import Empty
from selectors import EVENT_READ, DefaultSelector
from time import monotonic
from typing import Any

import psycopg
from psycopg import OperationalError
from psycopg.conninfo import conninfo_to_dict

from .failures import DatabaseAwayError, join_lines, without_password
from .pool import Pool
from .rows import Rows

CONNECTIONS = 16

ANSWER_SECONDS = 8.0
"""How long an answer may take; a phone waits 15 seconds for its own."""

AGAIN_SECONDS = 1.0
"""How long nobody tries to connect after a failed attempt."""

# libpq's settings to notice an unreachable server, or its dead machine, as quickly.
PATIENCE = {
    "connect_timeout": 5,
    "tcp_user_timeout": round(ANSWER_SECONDS * 1000),
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 2,
}

ABOUT_PEOPLE = (
    "tables",
    "seats",
    "log",
    "links",
    "claims",
    "admissions",
    "results",
    "placings",
    "refusals",
    "finishes",
)
"""Tables of the schema with names, or with what people entered and wrote."""

log = logging.getLogger("referee.store")


class PatientConnection(psycopg.Connection[tuple[Any, ...]]):
    """A connection that closes itself when an answer takes too long; values are `?`."""

    def execute(self, query: Any, params: Any = None, **named: Any) -> Any:
        """Run a statement."""
        return super().execute(query.replace("?", "%s"), params or None, **named)

    def wait(self, gen: Generator[Any, Any, Any], *given: Any, **named: Any) -> Any:
        """Wait for the server; raise OperationalError if it is silent for too long."""
        waits = _within(gen, monotonic() + ANSWER_SECONDS)
        try:
            return super().wait(waits, *given, **named)
        except TimeoutError as silence:
            self.pgconn.finish()
            raise OperationalError(str(silence)) from None


def _within(waits: Generator[Any, Any, Any], end: float) -> Generator[Any, Any, Any]:
    try:
        wanted = next(waits)
        while True:
            # It yields nothing every tenth of a second in which the server is silent.
            ready = yield wanted
            if not ready and monotonic() > end:
                raise TimeoutError(
                    f"the server has said nothing for {ANSWER_SECONDS:.0f} seconds"
                )
            wanted = waits.send(ready)
    except StopIteration as done:
        return done.value


class PostgresServer:
    """The database behind a URL. Any thread may call any method."""

    is_shared = True
    holds_row = " FOR SHARE"
    """The suffix of a query that locks its table's row until the transaction ends."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._not_before = 0.0
        self._is_away = False
        self._is_closed = False
        self._idle = Pool[PatientConnection](CONNECTIONS)

    def __str__(self) -> str:
        return without_password(self.url)

    def close(self) -> None:
        """Close the database; a running call, as an erase, closes its connection."""
        self._is_closed = True
        self._idle.close()

    def connect(self) -> PatientConnection:
        """Open a connection. Raise OperationalError if the server is away."""
        # Options in the URL override ours.
        options: dict[str, Any] = {**PATIENCE, **conninfo_to_dict(self.url)}
        return PatientConnection.connect(autocommit=True, **options)

    def connect_in_turn(self) -> PatientConnection:
        """Connect, unless that failed a moment ago; log outages and their end."""
        if monotonic() < self._not_before:
            raise OperationalError("the server did not answer a moment ago")
        try:
            connection = self.connect()
        except OperationalError as problem:
            self._not_before = monotonic() + AGAIN_SECONDS
            if not self._is_away:
                self._is_away = True
                why = join_lines(problem)
                log.warning("The database does not answer: %s. It is asked again.", why)
            raise
        if self._is_away:
            self._is_away = False
            log.warning("The database answers again.")
        return connection

    @contextmanager
    def at_once(self) -> Iterator[PatientConnection]:
        """Yield a connection on which each statement is its own transaction."""
        try:
            connection = self._idle.get(timeout=ANSWER_SECONDS)
        except Empty:
            raise DatabaseAwayError from None
        try:
            if connection is not None and _has_hung_up(connection):
                connection.close()
                connection = None
            if connection is None:
                connection = self.connect_in_turn()
            yield connection
        finally:
            if connection is not None and connection.closed:
                connection = None
            self._idle.put(connection)
            if self._is_closed:
                self._idle.close()

    @contextmanager
    def transaction(self) -> Iterator[PatientConnection]:
        """Yield a connection in a transaction, committed at the end or rolled back."""
        with self.at_once() as connection, connection.transaction():
            yield connection

    def read(self, sql: str, given: Sequence[Any] = ()) -> Rows:
        """Return the rows of the database's answer."""
        with self.at_once() as connection:
            return list(connection.execute(sql, given).fetchall())

    def size(self) -> int:
        """Return the size of the database in bytes."""
        [[size]] = self.read("SELECT pg_database_size(current_database())")
        return int(size)

    def erase(self) -> str:
        """Rewrite our tables without deleted data; return why it failed, or "".

        It waits for readers of a table while new ones wait for it: so it gives up soon.
        """
        try:
            with psycopg.connect(self.url, autocommit=True) as connection:
                connection.execute("SET lock_timeout = '300ms'")
                for name in ABOUT_PEOPLE:
                    connection.execute(f"VACUUM (FULL) {name}")
            return ""
        except psycopg.Error as problem:
            return join_lines(problem)


def _has_hung_up(connection: PatientConnection) -> bool:
    """Return whether an idle connection is readable: the server hung up.

    Asking the server would cost a round trip.
    """
    if connection.closed:
        return True
    with DefaultSelector() as selector:
        selector.register(connection.fileno(), EVENT_READ)
        return bool(selector.select(0))
