"""Connections: what uvicorn's own lack. Each has its time and its room, and each
address its share of both.
"""

from __future__ import annotations

import asyncio
import re
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from referee_web.callers import is_this_machine
from referee_web.guards.proxies import Proxies, is_proxy
from referee_web.server.arrivals import Arrivals, Mark
from referee_web.streams import HEARTBEAT_SECONDS

REQUEST_SECONDS = 10
"""How long a connection may be idle, how long a whole head may take, and how long a
whole body.
"""

MOST_OF_ONE = 500
"""How many connections one address may have open: that of a router has all the phones
behind it.
"""

MOST_HELD = 16 * 1024 * 1024
"""How many bytes of unfinished requests are held for all."""

MOST_UNSENT = 16 * 1024 * 1024
"""How many bytes of answers wait for readers that are slow."""

FREE = 8 * 1024
"""How many bytes of each request are free, whatever others send: what phones send is
shorter.
"""

MOST_FIELDS = 100
"""How many lines a head may have: to read one takes as long whatever is in it."""

MOST_CHUNKS = 1_500
"""How many chunks a body may come in, for the same reason."""

LONGEST_HEAD = 32 * 1024
PIECE = 32 * 1024
UNSENT = 16 * 1024


_BLANK_LINE = re.compile(rb"\n\r?\n")


def _do_nothing() -> None:
    pass


@dataclass(slots=True, eq=False)
class Line:
    """A connection from when it was accepted; it has a protocol once something was
    said.

    Nothing that is first read over it can have come before `since`.
    """

    caller: tuple[str, int]
    household: str
    since: Mark
    hang_up: Callable[[], object] = _do_nothing
    deadline: asyncio.TimerHandle | None = None
    connection: Connection | None = None

    @property
    def is_waiting(self) -> bool:
        """True while no whole request is there to be answered."""
        return self.connection is None or self.connection.is_waiting

    def begin(self, connection: Connection) -> None:
        """Note that a connection was made of this line, which has its own deadlines."""
        self.end_wait()
        self.connection = connection
        self.hang_up = connection.transport.abort

    def end_wait(self) -> None:
        """Forget until when something has to come."""
        if self.deadline is not None:
            self.deadline.cancel()
            self.deadline = None

    def forget(self) -> None:
        """Drop the reference to the connection, so that both are gone at once."""
        self.end_wait()
        self.connection = None
        self.hang_up = _do_nothing


class Callers:
    """The lines that are open, by address, and the bytes that are held for them.

    One address may have `most_of_one`, all together `most`. While there are too many,
    the address that has the most loses the one that has waited the longest for a
    request. This machine and the `proxies` have as many as there are: all who come
    through one have its address.
    """

    def __init__(self, most: int, most_of_one: int, proxies: Proxies) -> None:
        self.most, self.most_of_one = most, most_of_one
        self._proxies = proxies
        self._open: dict[str, dict[Line, None]] = {}
        self._slow: dict[Connection, None] = {}
        self.count = self.held = 0

    def add(self, line: Line) -> None:
        """Count a new line, and hang up on as many as are too many now."""
        self._open.setdefault(line.household, {})[line] = None
        self.count += 1
        while self.count > self.most:
            self.hang_up(self._longest_waiting(self._largest()) or line)
        while self.room_for(line.household) < 0:
            self.hang_up(self._longest_waiting(line.household) or line)

    def make_room(self) -> None:
        """Hang up on a line that waits, if any, of the address with the most."""
        if not self._open:
            return
        line = self._longest_waiting(self._largest())
        if line is not None:
            self.hang_up(line)

    def _longest_waiting(self, household: str) -> Line | None:
        return next((line for line in self._open[household] if line.is_waiting), None)

    def hang_up(self, line: Line) -> None:
        """Hang up on a line, and count it no more."""
        # It is closed a turn of the loop later, and must not be chosen again until
        # then.
        self.remove(line)
        line.hang_up()

    def count_of(self, household: str) -> int:
        """Return how many lines a household has open."""
        return len(self._open.get(household, ()))

    def room_for(self, household: str) -> int:
        """Return how many more lines a household may have before it has its share."""
        return self._most_of(household) - self.count_of(household)

    def _most_of(self, household: str) -> int:
        if is_this_machine(household) or is_proxy(household, self._proxies):
            return self.most
        return self.most_of_one

    def _largest(self) -> str:
        return max(self._open, key=self.count_of)

    def move_to_end(self, line: Line) -> None:
        """Note that this line waits for a request from now on."""
        of_caller = self._open.get(line.household, {})
        if line in of_caller:
            del of_caller[line]
            of_caller[line] = None

    def remove(self, line: Line) -> None:
        """Count this line no more, if it is still counted."""
        line.end_wait()
        of_caller = self._open.get(line.household, {})
        if line not in of_caller:
            return
        del of_caller[line]
        self.count -= 1
        if not of_caller:
            del self._open[line.household]

    def hang_up_waiting(self) -> None:
        """Hang up on all that wait for a request."""
        lines = [line for of_caller in self._open.values() for line in of_caller]
        for line in lines:
            if line.is_waiting:
                self.hang_up(line)

    def begin_slow(self, connection: Connection) -> None:
        """Note that a reader is slow. Where too much waits for all who are, those that
        are it the longest are left.
        """
        self._slow[connection] = None
        unsent = {each: each.transport.get_write_buffer_size() for each in self._slow}
        while len(unsent) > 1 and sum(unsent.values()) > MOST_UNSENT:
            slowest = next(iter(unsent))
            del unsent[slowest]
            slowest.transport.abort()

    def end_slow(self, connection: Connection) -> None:
        """Note that a reader is slow no more."""
        self._slow.pop(connection, None)


class Reader(h11.Connection):
    """h11's reader, with bounds to what takes long to read though it is short."""

    _chunks = 0

    def next_event(self) -> Any:
        """Return what has come next, as h11 does; RemoteProtocolError where a head or a
        body has too many parts.
        """
        if self.their_state is h11.IDLE:
            self._chunks = 0
            came = self.trailing_data[0]
            blank = _BLANK_LINE.search(came)
            if came.count(b"\n", 0, blank.start() if blank else None) > MOST_FIELDS:
                raise h11.RemoteProtocolError(f"more than {MOST_FIELDS} lines")
        event = super().next_event()
        self._chunks += getattr(event, "chunk_start", False)
        if self._chunks > MOST_CHUNKS:
            raise h11.RemoteProtocolError(f"more than {MOST_CHUNKS} chunks")
        return event


class Connection(H11Protocol):
    """A connection as uvicorn has it, with bounds; it knows when the last byte of its
    request had come.
    """

    def __init__(
        self, line: Line, callers: Callers, arrivals: Arrivals, **of_uvicorn: Any
    ) -> None:
        super().__init__(**of_uvicorn)
        self.conn = Reader(h11.SERVER, LONGEST_HEAD)
        self._line, self._callers, self._arrivals = line, callers, arrivals
        self._deadline: asyncio.TimerHandle | None = None
        self._held = 0
        self.is_lost = False
        # Rung by whoever has news for this connection, and when it is lost.
        self.bell = asyncio.Event()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a request."""
        super().connection_made(transport)
        # The transport does not know it of a caller who has hung up meanwhile.
        self.client = self._line.caller
        self.peer = self.client[0]
        self.app_state = {"connection": self}
        # By HTTPS the handshake was read before, and has ended just now.
        self._opened = None if self.scheme == "https" else self._line.since
        self._read_at = self._arrivals.unseen_since
        transport.max_size = PIECE  # type: ignore[attr-defined]  # how much asyncio reads at once
        transport.set_write_buffer_limits(UNSENT)
        _set_options(transport.get_extra_info("socket"))
        self._line.begin(self)
        self._watch_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """Hold and count nothing of it any more."""
        super().connection_lost(exc)
        self._unset_keepalive_if_required()
        if self._deadline is not None:
            self._deadline.cancel()
        self.hold(0)
        self._callers.end_slow(self)
        self._callers.remove(self._line)
        self._line.forget()
        self.is_lost = True
        self.bell.set()
        # Each of these leads back here: without them it is gone at once, and not when
        # objects are next looked through.
        self.cycle = self.scope = self._deadline = None  # type: ignore[assignment]
        self.app_state = {}

    @property
    def is_waiting(self) -> bool:
        """True while no whole request is there to be answered."""
        return (
            self.cycle is None or self.cycle.response_complete or self.cycle.more_body
        )

    def data_received(self, data: bytes) -> None:
        """Note when it came."""
        # What comes first may have waited for as long as its line.
        since = self._opened or max(self._read_at, self._arrivals.unseen_since)
        self.arrival = self._arrivals.arrival(since)
        self._opened = None
        self._read_at = self._arrivals.mark()
        super().data_received(data)
        self._watch_head()
        # A head that has not come whole is held too.
        if self.conn.their_state is h11.IDLE:
            size = FREE + len(self.conn.trailing_data[0])
            if not self.hold(size):
                self.transport.abort()

    def pause_writing(self) -> None:
        """Note that the reader is slow."""
        super().pause_writing()
        self._callers.begin_slow(self)

    def resume_writing(self) -> None:
        """Note that the reader has caught up."""
        super().resume_writing()
        self._callers.end_slow(self)

    def send_400_response(self, msg: str) -> None:
        """Refuse what is no HTTP."""
        super().send_400_response(msg)
        # The error of h11 that is handled now refers to itself, and through its steps
        # to this connection.
        if (error := sys.exc_info()[1]) is not None:
            error.__traceback__ = None

    def hold(self, size: int) -> bool:
        """Hold so much of a body; False where there is no room for it."""
        more = max(0, size - FREE) - self._held
        if more > 0 and self._callers.held + more > MOST_HELD:
            return False
        self._callers.held += more
        self._held += more
        return True

    def on_response_complete(self) -> None:
        """Turn to what came behind the request that was answered: it counts from now,
        however early it was sent.
        """
        self._read_at = self._arrivals.mark()
        self.arrival = self._arrivals.arrival(self._read_at)
        self._callers.move_to_end(self._line)
        super().on_response_complete()

    def _watch_head(self) -> None:
        """Give the head of a request its time."""
        if self._deadline is not None and self.conn.their_state is not h11.IDLE:
            self._deadline.cancel()
            self._deadline = None
        elif self._deadline is None and self.conn.their_state is h11.IDLE:
            self._deadline = self.loop.call_later(REQUEST_SECONDS, self.transport.abort)


def _set_options(sock: socket.socket) -> None:
    """Send each answer at once, and drop the connection once what was sent had no
    answer for three heartbeats.
    """
    with suppress(OSError):
        # asyncio does so only for sockets that were made with the number of TCP: an
        # answer would wait for 40 ms.
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        # Only Linux can do so.
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            sock.setsockopt(
                socket.IPPROTO_TCP,
                socket.TCP_USER_TIMEOUT,
                3 * HEARTBEAT_SECONDS * 1000,
            )
