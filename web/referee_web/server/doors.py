"""The doors: connections counted by address, so that none shuts out anybody else.

asyncio's selector loop accepts, reads and closes by the sockets that it is given. Ours
do so too, and count, time and bound what comes.
"""

from __future__ import annotations

import asyncio
import socket
import ssl
import time
from collections import defaultdict, deque
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from math import inf
from operator import attrgetter
from typing import Any

from referee_web.callers import household, is_this_machine
from referee_web.guards.proxies import Proxies, is_proxy
from referee_web.server.arrivals import Arrival, Wait, WatchedSelector

REQUEST_SECONDS = 10
"""How long the daemon waits for a client: for a head, a body, or to take an answer."""

MOST_OF_ONE = 500
"""The most connections of one address, which may be a router's with all phones
behind.
"""

BACKLOG = 4096
"""The queue of connections not yet accepted, Linux's usual maximum; beyond it callers
retry after a second.
"""

MOST_A_TURN = 64
"""The connections that a door accepts in a turn of the loop."""

MOST_REPLACED = 2
"""How many of the latest full addresses exchange in a turn; others are closed, in a
tenth of the time.
"""

MOST_READS = 16
"""How often a turn reads from one address, so that others come in between."""

PIECE = 16 * 1024
"""How much is read at once: a whole record of HTTPS, since of the rest of one nobody
would hear.
"""

WANTS = ssl.SSLWantReadError, ssl.SSLWantWriteError

NO_WAIT = Wait(0.0, -inf)

Client = tuple[str, int, int]
"""A connection's address and port, and the port of the door."""


class ClientConnection(socket.socket):
    """A connection, counted until closed."""

    client: Client
    household = ""
    waiting_since: float
    """Since when the daemon waits for the client; infinity while it does not."""
    arrival: Arrival
    """When the last input arrived."""
    is_lost = False
    _callers: Callers
    _read_at = -inf
    _wait: Wait

    def begin(self, callers: Callers, client: Client, since: float) -> None:
        """Count this connection, and await a request, which may have come `since`."""
        self.client = client
        self.household = household(client[0])
        self._callers = callers
        callers.of[self.household][client] = self
        self._wait = Wait(since, callers.watch.turn)
        self.wait()

    def recv(self, size: int = PIECE, flags: int = 0) -> bytes:
        """Read a piece, in this address's turn."""
        if not self.household:
            # `ssl` looks whether the client has gone.
            return super().recv(size, flags)
        watch = self._callers.watch
        since = watch.unseen_since(self._wait)
        if not self.is_lost and not self._callers.spend(self.household, MOST_READS):
            self._wait = Wait(since, watch.turn)
            raise BlockingIOError
        piece = super().recv(0 if self.is_lost else PIECE, flags)
        self.arrival = watch.arrival(max(self._read_at, since))
        self._read_at = watch.worked
        return piece

    def wait(self) -> None:
        """Give the client its time from now on."""
        self.waiting_since = time.monotonic()

    def end_request(self) -> None:
        """Wait for the next request, which may be there, but has not come earlier."""
        self.arrival = Arrival(self._callers.watch.now())
        # uvicorn closes it meanwhile, if the rest of the answer has been taken.
        self.waiting_since = time.monotonic() + REQUEST_SECONDS

    def hang_up(self) -> None:
        """Make the loop notice that this connection ends."""
        self.is_lost = True
        self.waiting_since = inf
        # The client may have been faster.
        with suppress(OSError):
            self.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Close this connection, and stop counting it."""
        if self.household:
            self._callers.forget(self)
        super().close()


class EncryptedConnection(ClientConnection, ssl.SSLSocket):
    """A connection by HTTPS: its handshake is part of reading."""

    def recv(self, *given: int) -> bytes:
        """Read a piece, once there is one."""
        try:
            return super().recv(*given)
        except WANTS:
            raise BlockingIOError from None

    def send(self, data: Any, *flags: int) -> int:
        """Send as much as the client takes."""
        try:
            return super().send(data, *flags)
        except WANTS:
            raise BlockingIOError from None

    def sendmsg(self, buffers: Iterable[Any]) -> int:  # type: ignore[override]
        """Send some, as newer Pythons ask; for HTTPS `ssl` has no such method."""
        return self.send(next(iter(buffers)))


@dataclass(slots=True)
class Callers:
    """Open connections by address, for the loop's thread alone.

    One address may have `most_of_one`, all together `most`. Above that, a newcomer
    takes the place of whoever keeps the daemon waiting longest, at the address with the
    most. This machine and the `proxies` may have all, since many people come through
    them.
    """

    most: int
    most_of_one: int
    proxies: Proxies
    watch: WatchedSelector
    of: defaultdict[str, dict[Client, ClientConnection]] = field(
        default_factory=lambda: defaultdict(dict)
    )

    @property
    def count(self) -> int:
        """Return the number of open connections."""
        return sum(map(len, self.of.values()))

    def connection_of(self, scope: dict[str, Any]) -> ClientConnection:
        """Return a request's connection; raise an error if the client has gone."""
        host, port = scope["client"]
        return self.of[household(host)][host, port, scope["server"][1]]

    def spend(self, what: object, most: int) -> bool:
        """Count this once more in this turn; return whether `most` allows it."""
        self.watch.spent[what] += 1
        return self.watch.spent[what] <= most

    def has_room(self, home: str) -> bool:
        """Return whether an address has room; make some if there is none in all."""
        is_full = len(self.of.get(home, ())) >= self.most_of_one
        if is_full and not is_this_machine(home) and not is_proxy(home, self.proxies):
            return False
        if self.count < self.most:
            return True
        largest = max(self.of, key=lambda home: len(self.of[home]))
        return self.make_room(largest)

    def make_room(self, home: str) -> bool:
        """Hang up on whoever keeps the daemon waiting longest here, if anybody does."""
        longest = min(self.of[home].values(), key=attrgetter("waiting_since"))
        if longest.waiting_since == inf:
            return False
        longest.hang_up()
        return True

    def forget(self, connection: ClientConnection) -> None:
        """Stop counting this connection."""
        connections = self.of[connection.household]
        # The client may have come again by the same port.
        if connections.get(connection.client) is connection:
            del connections[connection.client]
        if not connections:
            del self.of[connection.household]

    def hang_up_before(self, moment: float) -> None:
        """Hang up on all that have kept the daemon waiting since before this moment."""
        for connections in self.of.values():
            for connection in connections.values():
                if connection.waiting_since <= moment:
                    connection.hang_up()

    async def hang_up_late(self) -> None:
        """Hang up on whoever keeps the daemon waiting for too long, for ever."""
        while True:
            await asyncio.sleep(REQUEST_SECONDS / 20)
            self.hang_up_before(time.monotonic() - REQUEST_SECONDS)


class Door(socket.socket):
    """A listening socket that admits callers, a few in a turn of the loop."""

    def __init__(
        self,
        listener: socket.socket,
        callers: Callers,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        kind = listener.family, listener.type, listener.proto
        super().__init__(*kind, listener.detach())
        self._callers = callers
        self._tls = tls
        if tls is not None:
            tls.sslsocket_class = EncryptedConnection
        self._port: int = self.getsockname()[1]
        self._wait = NO_WAIT
        self._late = deque[tuple[socket.socket, Any]]()

    def accept(self) -> tuple[ClientConnection, Any]:
        """Return an admitted connection, or raise `BlockingIOError` for this turn."""
        watch = self._callers.watch
        since = watch.unseen_since(self._wait)
        self._wait = Wait(since, watch.turn)
        while self._callers.spend(self, MOST_A_TURN):
            try:
                accepted, address = super().accept()
            except BlockingIOError:
                self._wait = NO_WAIT
                break
            if self._callers.has_room(household(address[0])):
                return self._admit(accepted, address, since)
            self._late.append((accepted, address))
            if len(self._late) > MOST_REPLACED:
                self._late.popleft()[0].close()
        while self._late:
            accepted, address = self._late.pop()
            if self._callers.make_room(household(address[0])):
                return self._admit(accepted, address, since)
            accepted.close()
        raise BlockingIOError

    def _admit(
        self, accepted: socket.socket, address: Any, since: float
    ) -> tuple[ClientConnection, Any]:
        # With TCP's number asyncio has answers sent at once.
        kind = accepted.family, accepted.type, socket.IPPROTO_TCP
        connection: Any = ClientConnection(*kind, accepted.detach())
        if self._tls is not None:
            try:
                connection = self._tls.wrap_socket(connection, True, False)
            except OSError:
                # The client was faster.
                raise BlockingIOError from None
        client = address[0], address[1], self._port
        connection.begin(self._callers, client, since)
        return connection, address
