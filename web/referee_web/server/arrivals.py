"""When what phones send had arrived, however late a busy daemon reads it, and whether all that had come was looked at.

It arrives as it is read, or since the last look at all connections, less what the daemon had nothing to do: then it
wakes at once. What the system stamps says less: bytes that were sent before others may be the last of a request.
"""

from __future__ import annotations

import re
import socket
import time
from collections.abc import Callable
from dataclasses import dataclass
from selectors import SelectorKey

from referee.hosting.tables.tokens import read_code

IDLE_SECONDS = 0.002
"""A wait in which the daemon computed for less is one in which it had nothing to do."""

_SLAP = re.compile(r"/api/v1/tables/([^/]+)/buzz")

Select = Callable[[float | None], list[tuple[SelectorKey, int]]]


@dataclass(frozen=True, slots=True)
class Arrival:
    """When something arrived: `by` then by the clock of the races, and no more than `lateness` milliseconds before."""

    by: float
    lateness: float = 0.0


@dataclass(frozen=True, slots=True)
class _Look:
    """A look at all connections: when it began, and for how long nothing came while the daemon had nothing to do."""

    began: float
    idle: float = 0.0


def slapped_at(target: str) -> str | None:
    """Return the code of the table at which a request for this address slaps; None for any other."""
    slap = _SLAP.fullmatch(target.partition("?")[0])
    return read_code(slap[1]) if slap else None


class Arrivals:
    """Times what comes for the one thread that reads; any thread may ask whether all that had come was looked at.

    `now` is the clock of the races.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self.now = now
        self._last = self._before = _Look(now())
        self._select: Select = lambda _seconds: []
        self._is_waiting = False
        self._reads_all = True
        self._read_until = self._last.began
        self._slaps: dict[object, tuple[str, float]] = {}

    def watched(self, select: Select, listener: socket.socket) -> Select:
        """Return the `select` by which the reading thread waits, watched from now on.

        One look at the `listener` takes one new connection, of perhaps many.
        """
        self._select = select
        new_ones = listener.fileno()

        def look(timeout: float | None = None) -> list[tuple[SelectorKey, int]]:
            if self._reads_all:
                self._read_until = self._last.began
            began, computed = self.now(), time.process_time()
            self._before, self._last = self._last, _Look(began)
            self._is_waiting = True
            found = select(timeout)
            self._is_waiting = False
            # While others compute, this thread may have waited for its turn rather than for something to come.
            if time.process_time() - computed < IDLE_SECONDS:
                self._last = _Look(began, self.now() - began)
            self._reads_all = all(key.fd != new_ones for key, _ in found)
            return found

        return look

    def receive(self, sock: socket.socket, most: int, since: float | None) -> tuple[bytes, Arrival]:
        """Read what has come over a connection, and when the last of it had.

        It came after `since`, when the connection was last read or its turn came; None where it is new.
        """
        piece = sock.recv(most)
        now = self.now()
        # What had come before the last look but one was found by it.
        earliest = 0.0 if since is None else max(since, self._before.began)
        late = now - self._before.began - self._before.idle - self._last.idle
        return piece, Arrival(now, max(0.0, min(late, now - earliest)))

    def holds(self, connection: object, code: str, arrival: Arrival) -> None:
        """Note that a slap at this table waits to be answered."""
        self._slaps[connection] = code, arrival.by - arrival.lateness

    def let_go(self, connection: object) -> None:
        """Note that nothing of this connection waits to be answered any more."""
        self._slaps.pop(connection, None)

    def are_looked_at(self, code: str, until: float) -> bool:
        """Whether each slap at this table that had arrived `until` then was read and answered."""
        waiting = (table == code and arrived <= until for table, arrived in list(self._slaps.values()))
        return (self._read_until >= until or self._nothing_has_come()) and not any(waiting)

    def _nothing_has_come(self) -> bool:
        """Whether the reading thread waits, and rightly so: it may be about to wake up."""
        look = self._last
        return self._is_waiting and not self._select(0) and self._is_waiting and self._last is look
