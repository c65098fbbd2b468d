"""Connections by their address: each has its time and its room, and each address its
share of both.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from referee_web.callers import is_this_machine
from referee_web.guards.proxies import Proxies, is_proxy
from referee_web.server.arrivals import Mark

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

MOST_HEAD_LINES = 100
"""How many lines a head may have: to read one takes as long whatever is in it."""

MOST_CHUNKS = 1_500
"""How many chunks a body may come in, for the same reason."""

MOST_BEHIND = 20
"""How many requests may come one behind another before the first is answered, where
they are read at once: each takes a hundred times what it has in bytes.
"""

LONGEST_HEAD = 32 * 1024
PIECE = 32 * 1024
UNSENT = 16 * 1024


def _do_nothing() -> None:
    pass


class Connection(Protocol):
    """A connection that has a protocol, as far as is known here."""

    transport: asyncio.Transport

    @property
    def is_waiting(self) -> bool:
        """True while no whole request is there to be answered."""


@dataclass(slots=True, eq=False)
class AcceptedConnection:
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
        """Note that this connection has a protocol now, which has its own deadlines."""
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
    """The connections that are open, by address, and the bytes that are held for them.

    One address may have `most_of_one`, all together `most`. While there are too many,
    the address that has the most loses the one that has waited the longest for a
    request. This machine and the `proxies` have as many as there are: all who come
    through one have its address.
    """

    def __init__(self, most: int, most_of_one: int, proxies: Proxies) -> None:
        self.most, self.most_of_one = most, most_of_one
        self._proxies = proxies
        self._open: dict[str, dict[AcceptedConnection, None]] = {}
        self._slow: dict[Connection, None] = {}
        self.count = self.held = 0

    def add(self, accepted: AcceptedConnection) -> None:
        """Count a new connection, and hang up on as many as are too many now."""
        self._open.setdefault(accepted.household, {})[accepted] = None
        self.count += 1
        while self.count > self.most:
            self.hang_up(self._longest_waiting(self._largest()) or accepted)
        while self.room_for(accepted.household) < 0:
            self.hang_up(self._longest_waiting(accepted.household) or accepted)

    def make_room(self) -> None:
        """Hang up on a connection that waits, if any, of the address with the most."""
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
        """Hang up on a connection, and count it no more."""
        # It is closed a turn of the loop later, and must not be chosen again until
        # then.
        self.remove(accepted)
        accepted.hang_up()

    def count_of(self, household: str) -> int:
        """Return how many connections a household has open."""
        return len(self._open.get(household, ()))

    def room_for(self, household: str) -> int:
        """Return how many more connections fit into the share of a household."""
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
        """Count this connection no more, if it is still counted."""
        accepted.end_wait()
        of_caller = self._open.get(accepted.household, {})
        if accepted not in of_caller:
            return
        del of_caller[accepted]
        self.count -= 1
        if not of_caller:
            del self._open[accepted.household]

    def hang_up_waiting(self) -> None:
        """Hang up on all that wait for a request."""
        all_open = [
            accepted for of_caller in self._open.values() for accepted in of_caller
        ]
        for accepted in all_open:
            if accepted.is_waiting:
                self.hang_up(accepted)

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
