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

MOST_FIELDS = 100
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
    """A connection that has a protocol, as far as the lines know it."""

    transport: asyncio.Transport

    @property
    def is_waiting(self) -> bool:
        """True while no whole request is there to be answered."""


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
