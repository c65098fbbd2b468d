"""The doors: one address that opens thousands of connections shuts out nobody else."""

import asyncio
import errno
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from socket import SHUT_RDWR, socket
from ssl import SSLContext
from typing import Any, NamedTuple

from referee_web.callers import household
from referee_web.server.arrivals import Arrivals, Mark
from referee_web.server.connections import REQUEST_SECONDS, AcceptedConnection, Callers
from referee_web.server.protocols import Connection

MOST_A_TURN = 64
"""How many connections a turn of the loop accepts. Each takes some 13 microseconds, and
requests wait meanwhile."""

MOST_REPLACED = 1
"""How many connections of an address that has its share a turn keeps, in place of
others of that address. The rest are closed at once, which takes a third of the time.
"""

MOST_LET_IN = 8
"""To how many connections a turn gives a protocol, which takes ten times as long as to
accept one and wait for what comes over it."""

MOST_BEGINNING = 1_000
"""How many handshakes are under way at most. Each takes 80 KB, and a hello may never
end.
"""

OUT_OF_FILES = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)
PAUSE_SECONDS = 0.1
"""When the doors open again after no descriptor was free."""

LOGGED_EVERY_SECONDS = 60.0

log = logging.getLogger("referee.daemon")


class Newcomer(NamedTuple):
    """A connection just accepted: where it comes from, and since when it may have
    waited.
    """

    sock: socket
    caller: tuple[str, int]
    since: Mark


class Doors:
    """Accepts connections, and serves those over which something comes.

    A connection is counted from the moment it is accepted. As long as nothing comes
    over it, it is a socket and nothing else. All methods are for the thread of the
    loop.
    """

    def __init__(
        self,
        listener: socket,
        callers: Callers,
        arrivals: Arrivals,
        tls: SSLContext | None,
        connect: Callable[[AcceptedConnection], Connection],
    ) -> None:
        self._listener, self._callers, self._arrivals = listener, callers, arrivals
        self._connect = connect
        self._options: dict[str, Any] = {}
        if tls is not None:
            self._options = {"ssl": tls, "ssl_shutdown_timeout": REQUEST_SECONDS}
        self._loop = asyncio.get_running_loop()
        self._waiting_since: Mark | None = None
        self._speaking: dict[str, dict[AcceptedConnection, socket]] = {}
        self._beginning: dict[AcceptedConnection, asyncio.Task[None]] = {}
        self._logged_at = float("-inf")

    def open(self) -> None:
        """Begin to accept connections."""
        self._listener.setblocking(False)
        self._loop.add_reader(self._listener, self._accept)

    def close(self) -> None:
        """Accept no more."""
        self._loop.remove_reader(self._listener)
        self._listener.close()

    def _accept(self) -> None:
        """Accept some of the connections that wait, and leave the rest to the next
        turn.
        """
        newcomers: dict[str, list[Newcomer]] = {}
        # Those whom the last turn left have waited longer than those whom this look
        # saw.
        since = self._waiting_since = self._waiting_since or self._arrivals.unseen_since
        for _ in range(MOST_A_TURN):
            try:
                sock, address = self._listener.accept()
            except BlockingIOError:
                self._waiting_since = None
                break
            except OSError as error:
                if error.errno in OUT_OF_FILES:
                    self._pause(error)
                    break
                # Whoever called has gone already.
                continue
            newcomer = Newcomer(sock, (address[0], address[1]), since)
            newcomers.setdefault(household(address[0]), []).append(newcomer)
        for home, came in newcomers.items():
            self._admit(home, came)

    def _admit(self, home: str, came: list[Newcomer]) -> None:
        """Welcome as many as their address has room for; where it has none, one in
        place of another.
        """
        room = max(self._callers.room_for(home), MOST_REPLACED)
        for newcomer in came[:-room]:
            newcomer.sock.close()
        for newcomer in came[-room:]:
            self._welcome(newcomer, home)

    def _pause(self, error: OSError) -> None:
        """Shut the doors for a moment: the next look would show the same again."""
        self._loop.remove_reader(self._listener)
        self._loop.call_later(PAUSE_SECONDS, self._reopen)
        self._callers.make_room()
        now = time.monotonic()
        if now - self._logged_at < LOGGED_EVERY_SECONDS:
            return
        self._logged_at = now
        told = "no connection can be accepted for now, with %s open: %s"
        log.error(told, self._callers.count, error.strerror)

    def _reopen(self) -> None:
        if self._listener.fileno() != -1:
            self.open()

    def _welcome(self, newcomer: Newcomer, home: str) -> None:
        """Count a new connection, and wait for what comes over it."""
        sock = newcomer.sock
        sock.setblocking(False)
        accepted = AcceptedConnection(newcomer.caller, home, newcomer.since)
        accepted.hang_up = partial(self._close, accepted, sock)
        hang_up = self._callers.hang_up
        accepted.deadline = self._loop.call_later(REQUEST_SECONDS, hang_up, accepted)
        # By its number: asyncio describes a socket that it does not know, for a message
        # that nobody reads, and that takes as long as all else.
        looks = self._arrivals.looks
        self._loop.add_reader(sock.fileno(), self._hear, accepted, sock, looks)
        self._callers.add(accepted)

    def _close(self, accepted: AcceptedConnection, sock: socket) -> None:
        """Close a connection that was not let in."""
        self._loop.remove_reader(sock.fileno())
        sock.close()
        speaking = self._speaking.get(accepted.household, {})
        speaking.pop(accepted, None)
        if not speaking:
            self._speaking.pop(accepted.household, None)

    def _hear(
        self, accepted: AcceptedConnection, sock: socket, accepted_at_look: int
    ) -> None:
        """Queue a connection over which something came, or which was closed."""
        self._loop.remove_reader(sock.fileno())
        # Only the first look after it was accepted may see what came before.
        if self._arrivals.looks > accepted_at_look + 1:
            accepted.since = self._arrivals.unseen_since
        if not self._speaking:
            self._loop.call_soon(self._let_in)
        self._speaking.setdefault(accepted.household, {})[accepted] = sock

    def _let_in(self) -> None:
        """Let in a few connections. Addresses take turns: nobody waits for a crowd."""
        for _ in range(MOST_LET_IN):
            if not self._speaking:
                return
            home = next(iter(self._speaking))
            speaking = self._speaking.pop(home)
            accepted = next(iter(speaking))
            self._begin(accepted, speaking.pop(accepted))
            if speaking:
                self._speaking[home] = speaking
        if self._speaking:
            self._loop.call_soon(self._let_in)

    def _begin(self, accepted: AcceptedConnection, sock: socket) -> None:
        accepted.hang_up = partial(_break_off, sock)
        self._beginning[accepted] = self._loop.create_task(self._serve(accepted, sock))
        if len(self._beginning) > MOST_BEGINNING:
            oldest = next(iter(self._beginning))
            del self._beginning[oldest]
            self._callers.hang_up(oldest)

    async def _serve(self, accepted: AcceptedConnection, sock: socket) -> None:
        """Give a connection its protocol, by HTTPS after a handshake."""
        try:
            connect = partial(self._connect, accepted)
            await self._loop.connect_accepted_socket(connect, sock, **self._options)
        except OSError:
            # No handshake, or none in time.
            self._callers.remove(accepted)
        finally:
            self._beginning.pop(accepted, None)


def _break_off(sock: socket) -> None:
    """Have the loop see the end of a connection that it is just letting in."""
    # Its caller may have been faster.
    with suppress(OSError):
        sock.shutdown(SHUT_RDWR)
