"""Connections by address, with limits of time and memory, shared fairly."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from socket import socket
from typing import Protocol

from referee_web.callers import is_this_machine
from referee_web.guards.proxies import Proxies, is_proxy
from referee_web.server.arrivals import Mark

REQUEST_SECONDS = 10
"""The limits for an idle connection, a whole head, and a whole body, in seconds."""

MOST_OF_ONE = 500
"""The most connections of one address, which may be a router's with all phones
behind.
"""

MOST_HELD = 16 * 1024 * 1024
"""The most bytes of all unfinished requests together."""

MOST_UNSENT = 16 * 1024 * 1024
"""The most bytes of answers that wait for slow readers."""

FREE = 8 * 1024
"""The bytes free for each request, whatever others send; phones send less."""

MOST_HEAD_LINES = 100
"""The most lines in a head: each takes time to read, whatever its length."""

MOST_CHUNKS = 1_500
"""The most chunks in a body, for the same reason."""

MOST_BEHIND = 20
"""The most pipelined requests where they are parsed at once: each takes a hundred times
its bytes.
"""

LONGEST_HEAD = 32 * 1024
PIECE = 32 * 1024
UNSENT = 16 * 1024


def _do_nothing() -> None:
    pass


class Connection(Protocol):
    """A connection with a protocol, as this module sees it."""

    transport: asyncio.Transport

    @property
    def is_waiting(self) -> bool:
        """Return whether no whole request is there to answer."""


@dataclass(slots=True, eq=False)
class AcceptedConnection:
    """An accepted connection; it gets a protocol when something arrives.

    Its first input cannot have come before `since`.
    """

    caller: tuple[str, int]
    household: str
    since: Mark
    hang_up: Callable[[], object] = _do_nothing
    deadline: asyncio.TimerHandle | None = None
    connection: Connection | None = None
    open_socket: socket | None = None
    """Where other threads may write, too; None for HTTPS."""

    @property
    def is_waiting(self) -> bool:
        """Return whether no whole request is there to answer."""
        return self.connection is None or self.connection.is_waiting

    def begin(self, connection: Connection) -> None:
        """Note that this connection has a protocol, with deadlines of its own."""
        self.end_wait()
        self.connection = connection
        self.hang_up = connection.transport.abort

    def end_wait(self) -> None:
        """Cancel the deadline."""
        if self.deadline is not None:
            self.deadline.cancel()
            self.deadline = None

    def forget(self) -> None:
        """Drop the reference to the connection, so that both are freed at once."""
        self.end_wait()
        self.connection = self.open_socket = None
        self.hang_up = _do_nothing


class Callers:
    """Open connections by address, and the bytes held for them.

    One address may have `most_of_one`, all together `most`. Above that, the address
    with the most loses the one that has waited longest for a request. This machine and
    the `proxies` are unlimited, since many people come through them.
    """

    def __init__(self, most: int, most_of_one: int, proxies: Proxies) -> None:
        self.most = most
        self.most_of_one = most_of_one
        self._proxies = proxies
        self._open: dict[str, dict[AcceptedConnection, None]] = {}
        self._slow: dict[Connection, None] = {}
        self.count = self.held = 0

    def add(self, accepted: AcceptedConnection) -> None:
        """Count a new connection, and close those above the limit."""
        self._open.setdefault(accepted.household, {})[accepted] = None
        self.count += 1
        while self.count > self.most:
            self.hang_up(self._longest_waiting(self._largest()) or accepted)
        while self.room_for(accepted.household) < 0:
            self.hang_up(self._longest_waiting(accepted.household) or accepted)

    def make_room(self) -> None:
        """Close a waiting connection, if any, of the address with the most."""
        if not self._open:
            return
        accepted = self._longest_waiting(self._largest())
        if accepted is not None:
            self.hang_up(accepted)

    def _longest_waiting(self, household: str) -> AcceptedConnection | None:
        return next(
            (accepted for accepted in self._open[household] if accepted.is_waiting),
            None,
        )

    def hang_up(self, accepted: AcceptedConnection) -> None:
        """Close a connection, and stop counting it."""
        # It closes a turn later, and must not be chosen again until then.
        self.remove(accepted)
        accepted.hang_up()

    def count_of(self, household: str) -> int:
        """Return the number of a household's connections."""
        return len(self._open.get(household, ()))

    def room_for(self, household: str) -> int:
        """Return how many more connections a household may open."""
        return self._most_of(household) - self.count_of(household)

    def _most_of(self, household: str) -> int:
        if is_this_machine(household) or is_proxy(household, self._proxies):
            return self.most
        return self.most_of_one

    def _largest(self) -> str:
        return max(self._open, key=self.count_of)

    def move_to_end(self, accepted: AcceptedConnection) -> None:
        """Note that this connection waits for a request from now on."""
        of_caller = self._open.get(accepted.household, {})
        if accepted in of_caller:
            del of_caller[accepted]
            of_caller[accepted] = None

    def remove(self, accepted: AcceptedConnection) -> None:
        """Stop counting this connection."""
        accepted.end_wait()
        of_caller = self._open.get(accepted.household, {})
        if accepted not in of_caller:
            return
        del of_caller[accepted]
        self.count -= 1
        if not of_caller:
            del self._open[accepted.household]

    def hang_up_waiting(self) -> None:
        """Close all that wait for a request."""
        all_open = [
            accepted for of_caller in self._open.values() for accepted in of_caller
        ]
        for accepted in all_open:
            if accepted.is_waiting:
                self.hang_up(accepted)

    def begin_slow(self, connection: Connection) -> None:
        """Note a slow reader; if too much waits for all of them, close the slowest."""
        self._slow[connection] = None
        unsent = {each: each.transport.get_write_buffer_size() for each in self._slow}
        while len(unsent) > 1 and sum(unsent.values()) > MOST_UNSENT:
            slowest = next(iter(unsent))
            del unsent[slowest]
            slowest.transport.abort()

    def end_slow(self, connection: Connection) -> None:
        """Note that a reader is slow no more."""
        self._slow.pop(connection, None)
