"""A server that does not answer is taken for away after some seconds, and then not waited for by everybody in turn."""

import logging
from collections.abc import Generator
from functools import cache
from time import monotonic
from typing import Any

from sqlalchemy import URL

ANSWER_SECONDS = 8.0
"""So long an answer may take; a phone waits 15 seconds for its own."""

AGAIN_SECONDS = 1.0
"""For so long after a connection could not be made, nobody tries another."""

# What libpq makes of it: a server that cannot be reached, or whose machine is gone, is noticed as soon.
PATIENCE = {
    "connect_timeout": 5,
    "tcp_user_timeout": round(ANSWER_SECONDS * 1000),
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 2,
}

log = logging.getLogger("referee.store")


def patience_with(url: URL) -> dict[str, Any]:
    """The settings of a connection that its URL leaves open."""
    return {name: value for name, value in PATIENCE.items() if name not in url.query}


class Connecting:
    """Makes the connections of an engine; the log has when the server is away, and when it is back."""

    def __init__(self) -> None:
        self._not_before = 0.0
        self._is_away = False

    def connect(self, _dialect: object, _entry: object, given: list[Any], named: dict[str, Any]) -> object:
        """Make a connection, as SQLAlchemy asks for one. The driver's OperationalError where the server is away."""
        from psycopg import OperationalError

        if monotonic() < self._not_before:
            raise OperationalError("the server did not answer a moment ago")
        try:
            connection = _patient_connection().connect(*given, **named)
        except OperationalError as problem:
            self._not_before = monotonic() + AGAIN_SECONDS
            if not self._is_away:
                self._is_away = True
                log.warning("The database does not answer: %s. It is asked again.", " ".join(str(problem).split()))
            raise
        if self._is_away:
            self._is_away = False
            log.warning("The database answers again.")
        return connection


@cache
def _patient_connection() -> Any:
    """The driver's class of connections, of which each is closed once an answer takes too long."""
    # The driver is not installed everywhere.
    from psycopg import Connection, OperationalError

    class NoAnswer(OperationalError):
        """The server has been silent for too long."""

    def within(waits: Generator[Any, Any, Any], end: float) -> Generator[Any, Any, Any]:
        try:
            wanted = next(waits)
            while True:
                # Nothing, every tenth of a second in which the server says nothing.
                ready = yield wanted
                if not ready and monotonic() > end:
                    raise NoAnswer(f"the server has said nothing for {ANSWER_SECONDS:.0f} seconds")
                wanted = waits.send(ready)
        except StopIteration as done:
            return done.value

    class PatientConnection(Connection[Any]):
        def wait(self, gen: Generator[Any, Any, Any], *given: Any, **named: Any) -> Any:
            try:
                return super().wait(within(gen, monotonic() + ANSWER_SECONDS), *given, **named)
            except NoAnswer:
                self.pgconn.finish()
                raise

    return PatientConnection
