"""Connections: what uvicorn's own lack. Each has its time and its room, and each address its share of both."""

from __future__ import annotations

import asyncio
import re
import socket
import sys
from collections import defaultdict
from contextlib import suppress
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from referee.vocabulary.errors import RefereeError
from referee.vocabulary.text import say
from referee_web.guards.limits import household, is_this_machine
from referee_web.guards.proxies import Proxies, is_proxy
from referee_web.server.arrivals import Arrivals
from referee_web.streams import HEARTBEAT_SECONDS

REQUEST_SECONDS = 10
"""How long a connection may be idle, how long a whole head may take, and how long a whole body."""

MOST_OF_ONE = 500
"""How many connections one address may have open: that of a router has all the phones behind it."""

MOST_HELD = 16 * 1024 * 1024
"""How many bytes of unfinished requests are held for all."""

MOST_UNSENT = 16 * 1024 * 1024
"""How many bytes of answers wait for readers that are slow."""

FREE = 8 * 1024
"""How many bytes of each request are free, whatever others send: what phones send is shorter."""

MOST_FIELDS = 100
"""How many lines a head may have: to read one takes as long whatever is in it."""

MOST_CHUNKS = 1_500
"""How many chunks a body may come in, as with the lines of a head."""

LONGEST_HEAD = 32 * 1024
PIECE = 32 * 1024
UNSENT = 16 * 1024


_BLANK_LINE = re.compile(rb"\n\r?\n")


class FullError(RefereeError):
    """A long request for which there is no room now, since too many others are being read."""

    status = 503
    title = say("Busy")
    seconds = 5

    def __init__(self) -> None:
        super().__init__(say("Too much is being sent at once. Try again in a few seconds, or send less at once."))


class Callers:
    """The connections that are open, by the address they come from, and the bytes that are held for them.

    One address may have `most_of_one`, all together `most`. Where there is one too many, the address that has the most
    loses the one that has waited the longest for a request. This machine and the `proxies` have as many as there are:
    all who come through one have its address.
    """

    def __init__(self, most: int, most_of_one: int, proxies: Proxies, arrivals: Arrivals) -> None:
        self.most, self.most_of_one, self.arrivals = most, most_of_one, arrivals
        self._proxies = proxies
        self._open: defaultdict[str, dict[Connection, None]] = defaultdict(dict)
        self.count = self.held = 0
        self._slow: dict[Connection, int] = {}

    def add(self, connection: Connection) -> None:
        """Count a new connection, and hang up on one where that is one too many."""
        caller = connection.household
        self._open[caller][connection] = None
        self.count += 1
        is_shared = is_this_machine(caller) or is_proxy(caller, self._proxies)
        if self.count > self.most:
            caller = max(self._open, key=lambda other: len(self._open[other]))
        elif is_shared or len(self._open[caller]) <= self.most_of_one:
            return
        next((each for each in self._open[caller] if each.is_waiting), connection).transport.abort()

    def move_to_end(self, connection: Connection) -> None:
        """Note that this connection waits for a request from now on."""
        of_caller = self._open[connection.household]
        of_caller[connection] = of_caller.pop(connection, None)

    def remove(self, connection: Connection) -> None:
        """Count this connection no more."""
        del self._open[connection.household][connection]
        self.count -= 1
        if not self._open[connection.household]:
            del self._open[connection.household]

    def hang_up(self, only_waiting: bool) -> None:
        """Hang up on all of them, or on those that wait for a request."""
        for connection in [each for of_one in self._open.values() for each in of_one]:
            if connection.is_waiting or not only_waiting:
                connection.transport.abort()

    async def drain(self, connection: Connection) -> None:
        """Wait while its reader takes in what was sent; hang up where nothing is taken in, or too many are slow."""
        while connection.flow.write_paused and not connection.transport.is_closing():
            left = connection.transport.get_write_buffer_size()
            self._slow[connection] = left
            while sum(self._slow.values()) > MOST_UNSENT:
                slowest = next(iter(self._slow))
                del self._slow[slowest]
                slowest.transport.abort()
            try:
                async with asyncio.timeout(REQUEST_SECONDS):
                    await connection.flow.drain()
            except TimeoutError:
                if connection.transport.get_write_buffer_size() >= left:
                    connection.transport.abort()
        self._slow.pop(connection, None)


class Connection(H11Protocol):
    """A connection as uvicorn has it, with bounds; it knows when the last byte of its request had come."""

    def __init__(self, callers: Callers, **of_uvicorn: Any) -> None:
        super().__init__(**of_uvicorn)
        self._callers = callers
        self._arrivals = callers.arrivals
        self._deadline: asyncio.TimerHandle | None = None
        self._held = self._unread = self._body = 0
        self._since: float | None = None
        self._lines = 0
        self.is_lost = False
        # Rung by whoever has news for this connection, and when it is lost.
        self.bell = asyncio.Event()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a request."""
        super().connection_made(transport)
        self.peer = self.client[0] if self.client else ""
        self.household = household(self.peer)
        self.app_state = {"connection": self}
        transport.max_size = PIECE  # type: ignore[attr-defined]  # how much asyncio reads at once
        transport.set_write_buffer_limits(UNSENT)
        _notice_silence(transport.get_extra_info("socket"))
        self._callers.add(self)
        self._watch_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """Hold and count nothing of it any more."""
        super().connection_lost(exc)
        self._unset_keepalive_if_required()
        if self._deadline is not None:
            self._deadline.cancel()
        self._unread = 0
        self.hold(0)
        self._callers.remove(self)
        self.is_lost = True
        self.bell.set()
        # Each of these leads back here: without them it is gone at once, and not when objects are next looked through.
        self.cycle = self.scope = self._deadline = None  # type: ignore[assignment]
        self.app_state = {}

    @property
    def is_waiting(self) -> bool:
        """True while no whole request is there to be answered."""
        return self.cycle is None or self.cycle.response_complete or self.cycle.more_body

    def data_received(self, data: bytes) -> None:
        """Take in what has come, within bounds."""
        self.arrival = self._arrivals.arrival(self._since)
        self._since = self.arrival.by
        self._lines += data.count(b"\r\n")
        if self._lines > MOST_FIELDS + 2 * MOST_CHUNKS:
            self.transport.abort()
            return
        super().data_received(data)
        # An unfinished head, or what was sent behind the request that is being answered.
        self._unread = len(self.conn.trailing_data[0])
        if not self.hold(self._body):
            self.transport.abort()
        self._watch_head()

    def handle_events(self) -> None:
        """Take in what there is, unless it begins with a head of too many lines."""
        if self.conn.their_state is h11.IDLE:
            came = self.conn.trailing_data[0]
            blank = _BLANK_LINE.search(came)
            if came.count(b"\n", 0, blank.start() if blank else None) > MOST_FIELDS:
                self.send_400_response(f"A request has at most {MOST_FIELDS} header fields.")
                return
        super().handle_events()

    def send_400_response(self, msg: str) -> None:
        """Refuse what is no HTTP."""
        super().send_400_response(msg)
        # The error of h11 that is handled now refers to itself, and through its steps to this connection.
        if (error := sys.exc_info()[1]) is not None:
            error.__traceback__ = None

    def hold(self, body: int) -> bool:
        """Hold so much of the body, besides what was not read yet; False where there is no room for it."""
        held = max(0, body + self._unread - FREE)
        if held > self._held and self._callers.held + held - self._held > MOST_HELD:
            return False
        self._callers.held += held - self._held
        self._held, self._body = held, body
        return True

    def on_response_complete(self) -> None:
        """Turn to what came behind the request that was answered: it counts from now, however early it was sent."""
        self._since = self._arrivals.now()
        self.arrival = self._arrivals.arrival(self._since)
        self._lines = 0
        self.hold(0)
        self._callers.move_to_end(self)
        super().on_response_complete()
        self._unread = len(self.conn.trailing_data[0])

    def _watch_head(self) -> None:
        """Give the head of a request its time."""
        if self._deadline is not None and self.conn.their_state is not h11.IDLE:
            self._deadline.cancel()
            self._deadline = None
        elif self._deadline is None and self.conn.their_state is h11.IDLE:
            self._deadline = self.loop.call_later(REQUEST_SECONDS, self.transport.abort)


def _notice_silence(sock: socket.socket) -> None:
    """Drop the connection once what was sent had no answer for three heartbeats. Only Linux can do so."""
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        with suppress(OSError):
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 3 * HEARTBEAT_SECONDS * 1000)
