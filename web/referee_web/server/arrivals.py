"""When what phones send had arrived, however late a busy daemon reads it, and whether all that had come was looked at.

Linux stamps what comes over a connection, so there the moment is known. Elsewhere it lies between the last look at all
connections and the reading, less what the daemon had nothing to do: then it wakes at once.
"""

from __future__ import annotations

import socket
import struct
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from selectors import SelectorKey

from referee.frozen import frozen

# The option SO_TIMESTAMPNS, for which Python has no name.
STAMPS = 35 if sys.platform in ("linux", "android") else None
_STAMP = struct.Struct("@ll")
_ROOM = 64

IDLE_SECONDS = 0.002
"""A wait in which the daemon computed for less is one in which it had nothing to do."""

Select = Callable[[float | None], list[tuple[SelectorKey, int]]]


@frozen
class Arrival:
    """When something arrived: `by` then by the clock of the races, and no more than `lateness` milliseconds before."""

    by: float
    lateness: float = 0.0


@frozen
class _Look:
    """A look at all connections: when it began, and for how long nothing came while the daemon had nothing to do."""

    began: float
    idle: float = 0.0


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
        piece, stamp = _read(sock, most)
        now = self.now()
        # What had come before the last look but one was found by it. A stamp may be older: bytes can overtake others.
        earliest = 0.0 if since is None else max(since, self._before.began)
        if stamp is not None:
            return piece, Arrival(min(now, max(earliest, now - (time.time() - stamp) * 1_000)))
        late = now - self._before.began - self._before.idle - self._last.idle
        return piece, Arrival(now, max(0.0, min(late, now - earliest)))

    def holds(self, connection: object, address: str, arrival: Arrival) -> None:
        """Note that a request waits to be answered; only slaps are awaited by anybody."""
        if address.endswith("/buzz"):
            self._slaps[connection] = address.upper(), arrival.by - arrival.lateness

    def let_go(self, connection: object) -> None:
        """Note that nothing of this connection waits to be answered any more."""
        self._slaps.pop(connection, None)

    def are_looked_at(self, code: str, until: float) -> bool:
        """Whether each slap at this table that had arrived `until` then was read and answered."""
        waiting = (code in address and arrived <= until for address, arrived in list(self._slaps.values()))
        return (self._read_until >= until or self._nothing_has_come()) and not any(waiting)

    def _nothing_has_come(self) -> bool:
        """Whether the reading thread waits, and rightly so: it may be about to wake up."""
        look = self._last
        return self._is_waiting and not self._select(0) and self._is_waiting and self._last is look


def stamp_arrivals(sock: socket.socket) -> None:
    """Have the system say of what comes over this socket when it had come, where it can."""
    if STAMPS is not None:
        with suppress(OSError):
            sock.setsockopt(socket.SOL_SOCKET, STAMPS, 1)


def _read(sock: socket.socket, most: int) -> tuple[bytes, float | None]:
    """Return what has come over a socket, and when the last of it did, by the time of day; None where nobody knows."""
    if STAMPS is None:
        return sock.recv(most), None
    piece, about, _, _ = sock.recvmsg(most, _ROOM)
    for level, kind, told in about:
        if (level, kind, len(told)) == (socket.SOL_SOCKET, STAMPS, _STAMP.size):
            seconds, nanoseconds = _STAMP.unpack(told)
            return piece, seconds + nanoseconds / 1e9
    return piece, None
