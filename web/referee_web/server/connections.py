"""The connections that are open, by the address they come from; and which one to close where there are too many."""

from __future__ import annotations

from collections import defaultdict
from threading import Lock
from typing import TYPE_CHECKING

from referee_web.guards.limits import household, is_this_machine
from referee_web.guards.proxies import Proxies

if TYPE_CHECKING:
    from referee_web.server.requests import Connection

MOST_OF_ONE = 500
"""How many connections one address may have open: that of a router has all the phones behind it."""


class Connections:
    """Counts connections, of which one address may have `most_of_one`, and all together `most`.

    Where there is one too many, the address with the most connections loses one: the one on which the daemon has
    waited the longest for a request, or for the rest of one. So whoever opens thousands and says nothing loses their
    own. This machine and the `proxies` may have as many as there are: all who come through one have its address. Any
    thread may call any method.
    """

    def __init__(self, most: int, most_of_one: int, proxies: Proxies) -> None:
        self.most = most
        self.most_of_one = most_of_one
        self._proxies = proxies
        self._open: defaultdict[str, set[Connection]] = defaultdict(set)
        self._waiting: defaultdict[str, dict[Connection, None]] = defaultdict(dict)
        self._lock = Lock()

    @property
    def open(self) -> int:
        """How many connections are open."""
        with self._lock:
            return self._all()

    def came(self, connection: Connection) -> Connection | None:
        """Count a new connection; answers the one to close, which may be this one, or None."""
        caller = household(connection.remote_addr or "")
        with self._lock:
            self._open[caller].add(connection)
            crowded = self._crowded(caller)
            if crowded is None:
                return None
            waiting = self._waiting[crowded]
            dropped = next(iter(waiting), connection)
            waiting.pop(dropped, None)
            return dropped

    def _crowded(self, caller: str) -> str | None:
        """The address that has a connection too many now that this caller has one more; None where nobody has."""
        shared = is_this_machine(caller) or caller in self._proxies
        if not shared and len(self._open[caller]) > self.most_of_one:
            return caller
        if self._all() > self.most:
            return max(self._open, key=lambda other: len(self._open[other]))
        return None

    def _all(self) -> int:
        return sum(map(len, self._open.values()))

    def waits(self, connection: Connection) -> None:
        """Note that a request over this connection is awaited, or the rest of one."""
        caller = household(connection.remote_addr or "")
        with self._lock:
            if connection in self._open.get(caller, ()):
                self._waiting[caller].setdefault(connection)

    def answered(self, connection: Connection) -> None:
        """Note that a request over this connection has come and is being answered."""
        with self._lock:
            self._waiting.get(household(connection.remote_addr or ""), {}).pop(connection, None)

    def left(self, connection: Connection) -> None:
        """Count this connection no more; does nothing where it was not counted."""
        caller = household(connection.remote_addr or "")
        with self._lock:
            self._open[caller].discard(connection)
            self._waiting[caller].pop(connection, None)
            if not self._open[caller]:
                del self._open[caller], self._waiting[caller]
