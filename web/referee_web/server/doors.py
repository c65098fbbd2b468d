"""The doors: an address with thousands of connections shuts out nobody else."""

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
"""The connections accepted in a turn; each takes some 13 microseconds while requests
wait.
"""

MOST_REPLACED = 1
"""How many connections of a full address a turn exchanges; the rest are closed, in a
third of the time.
"""

MOST_LET_IN = 8
"""The connections that get a protocol in a turn, ten times as slow as accepting."""

MOST_BEGINNING = 1_000
"""The most handshakes at once: each takes 80 KB, and may never end."""

OUT_OF_FILES = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)
PAUSE_SECONDS = 0.1
"""The delay before the doors reopen after descriptors ran out."""

LOGGED_EVERY_SECONDS = 60.0

log = logging.getLogger("referee.daemon")


class Newcomer(NamedTuple):
    """An accepted connection: its address, and since when it may have waited."""

    sock: socket
    caller: tuple[str, int]
    since: Mark


class Doors:
    """Accepts connections, and serves those with input.

    A connection counts from its acceptance; until input comes, it is just a socket. For
    the loop's thread.
    """

    def __init__(
        self,
        listener: socket,
        callers: Callers,
        arrivals: Arrivals,
        tls: SSLContext | None,
        connect: Callable[[AcceptedConnection], Connection],
    ) -> None:
        self._listener = listener
        self._callers = callers
        self._arrivals = arrivals
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
        """Accept some waiting connections, and leave the rest to the next turn."""
        newcomers: dict[str, list[Newcomer]] = {}
        # Those left by the last turn have waited longer than those of this look.
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
                # The caller has left.
                continue
            newcomer = Newcomer(sock, (address[0], address[1]), since)
            newcomers.setdefault(household(address[0]), []).append(newcomer)
        for home, came in newcomers.items():
            self._admit(home, came)

    def _admit(self, home: str, came: list[Newcomer]) -> None:
        """Admit newcomers as their address has room; then exchange some."""
        room = max(self._callers.room_for(home), MOST_REPLACED)
        for newcomer in came[:-room]:
            newcomer.sock.close()
        for newcomer in came[-room:]:
            self._welcome(newcomer, home)

    def _pause(self, error: OSError) -> None:
        """Shut the doors for a moment, since the next look would fail again."""
        self._loop.remove_reader(self._listener)
        self._loop.call_later(PAUSE_SECONDS, self._reopen)
        self._callers.make_room()
        now = time.monotonic()
        if now - self._logged_at < LOGGED_EVERY_SECONDS:
            return
        self._logged_at = now
        message = "no connection can be accepted for now, with %s open: %s"
        log.error(message, self._callers.count, error.strerror)

    def _reopen(self) -> None:
        if self._listener.fileno() != -1:
            self.open()

    def _welcome(self, newcomer: Newcomer, home: str) -> None:
        """Count a new connection, and wait for its input."""
        sock = newcomer.sock
        sock.setblocking(False)
        accepted = AcceptedConnection(newcomer.caller, home, newcomer.since)
        accepted.hang_up = partial(self._close, accepted, sock)
        hang_up = self._callers.hang_up
        accepted.deadline = self._loop.call_later(REQUEST_SECONDS, hang_up, accepted)
        # By number, since asyncio formats unknown sockets for unread messages, which
        # takes as long as the rest.
        looks = self._arrivals.looks
        self._loop.add_reader(sock.fileno(), self._hear, accepted, sock, looks)
        self._callers.add(accepted)

    def _close(self, accepted: AcceptedConnection, sock: socket) -> None:
        """Close a connection that was not admitted."""
        self._loop.remove_reader(sock.fileno())
        sock.close()
        speaking = self._speaking.get(accepted.household, {})
        speaking.pop(accepted, None)
        if not speaking:
            self._speaking.pop(accepted.household, None)

    def _hear(
        self, accepted: AcceptedConnection, sock: socket, accepted_at_look: int
    ) -> None:
        """Queue a connection with input, or closed by its caller."""
        self._loop.remove_reader(sock.fileno())
        # Only the first look after acceptance may see earlier input.
        if self._arrivals.looks > accepted_at_look + 1:
            accepted.since = self._arrivals.unseen_since
        if not self._speaking:
            self._loop.call_soon(self._let_in)
        self._speaking.setdefault(accepted.household, {})[accepted] = sock

    def _let_in(self) -> None:
        """Serve a few queued connections, address by address in turn."""
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
        if not self._options:
            accepted.open_socket = sock
        accepted.hang_up = partial(_break_off, sock)
        self._beginning[accepted] = self._loop.create_task(self._serve(accepted, sock))
        if len(self._beginning) > MOST_BEGINNING:
            oldest = next(iter(self._beginning))
            del self._beginning[oldest]
            self._callers.hang_up(oldest)

    async def _serve(self, accepted: AcceptedConnection, sock: socket) -> None:
        """Give a connection its protocol, for HTTPS after a handshake."""
        try:
            connect = partial(self._connect, accepted)
            await self._loop.connect_accepted_socket(connect, sock, **self._options)
        except OSError:
            # No handshake, or too late.
            self._callers.remove(accepted)
        finally:
            self._beginning.pop(accepted, None)


def _break_off(sock: socket) -> None:
    """Make the loop notice the end of a connection being set up."""
    # The caller may have been faster.
    with suppress(OSError):
        sock.shutdown(SHUT_RDWR)
