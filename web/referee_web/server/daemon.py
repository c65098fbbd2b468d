"""The daemon: the app behind uvicorn, on a socket that listens already.

`protocols` changes uvicorn by undocumented names, so pyproject allows one minor
version.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import socket
import sys
import threading
from asyncio.sslproto import SSLProtocol
from contextlib import suppress
from ssl import SSLContext
from typing import TYPE_CHECKING, Any

import uvicorn

from referee.hosting.room import CardRoom
from referee_web.guards.proxies import Proxies, trusted_networks
from referee_web.guards.service_set import services_of
from referee_web.server import connections
from referee_web.server.arrivals import Arrivals, WatchedSelector
from referee_web.server.bridge import Bridge, Live
from referee_web.server.connections import (
    MOST_OF_ONE,
    PIECE,
    REQUEST_SECONDS,
    AcceptedConnection,
    Callers,
)
from referee_web.server.deadlines import Deadlines
from referee_web.server.doors import MOST_A_TURN, Doors
from referee_web.server.protocols import Connection, Quickest
from referee_web.server.workers import Workers
from referee_web.streams import MOST_STREAMS, Streams

if TYPE_CHECKING:
    from flask import Flask

PORTS_TRIED = 20
BACKLOG = 4096
"""The queue of connections not yet accepted, Linux's usual maximum; beyond it callers
retry after a second.
"""

STACK_BYTES = 1024 * 1024
"""The stack size of threads; Python's own frames are elsewhere."""

ROOM_BYTES = 384 * 1024 * 1024
"""The free address space needed if it is limited: 64 stacks, tables, answers, and a
reserve.
"""

M_ARENA_MAX = -8
"""glibc's parameter for the number of heaps."""

SWITCH_SECONDS = 0.001
"""How long a computing thread keeps others waiting, the loop included."""

STOP_SECONDS = 1.8
KEPT_ALIVE = 1_000
SPARE_FILES = 100 + MOST_A_TURN
"""Descriptors reserved for the store, and for connections closed within the same
turn.
"""

log = logging.getLogger("referee.daemon")


class CannotListen(Exception):
    """The host or port is not available; the message says why and what to do."""


class TooLittleMemory(CannotListen):
    """The address space limit leaves no room for the daemon's threads."""

    def __init__(self) -> None:
        needed = ROOM_BYTES // 1024 // 1024
        super().__init__(
            "There is too little memory for the threads that answer: "
            f"{needed} MB more of address space are needed. "
            "Start the referee with a higher limit (ulimit -v), or with none."
        )


class PortsTaken(CannotListen):
    """All tried ports are in use."""


def listen(host: str, port: int, tries: int = PORTS_TRIED) -> socket.socket:
    """Return a listening socket on this port, or the next free one.

    CannotListen or PortsTaken. Port 0 means any free one. `::` listens on all IPv6 and
    IPv4 addresses, `0.0.0.0` on all IPv4 ones.
    """
    last = min(port + tries, 65_536) - 1
    for candidate in range(port, last + 1):
        try:
            return _open_listener(host, candidate)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise CannotListen(_why_not(host, candidate, error)) from None
    raise PortsTaken(
        f"The ports {port} to {last} are all taken. Choose another one with --port."
    )


def _open_listener(host: str, port: int) -> socket.socket:
    family, _, _, _, address = socket.getaddrinfo(
        host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )[0]
    serves_both = host == "::" and socket.has_dualstack_ipv6()
    return socket.create_server(
        address, family=family, backlog=BACKLOG, dualstack_ipv6=serves_both
    )


def _why_not(host: str, port: int, error: OSError) -> str:
    if error.errno == errno.EACCES:
        return (
            f"Port {port} is not for you to listen on: choose one above 1023 with "
            "--port."
        )
    # Leave out `create_server`'s technical part.
    why = (error.strerror or str(error)).partition(" (while")[0]
    return (
        f"Nothing can listen on {host!r} ({why}): give --host an address of this "
        "computer, or leave it out."
    )


class Server(uvicorn.Server):
    """uvicorn's server with our own doors."""

    def __init__(
        self,
        config: uvicorn.Config,
        listener: socket.socket,
        callers: Callers,
        arrivals: Arrivals,
    ) -> None:
        super().__init__(config)
        self._listener = listener
        self._callers = callers
        self._arrivals = arrivals

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to answer."""
        await super().startup(sockets)
        self._deadlines = Deadlines(
            asyncio.get_running_loop(),
            lambda: connections.REQUEST_SECONDS,
            Connection.time_is_up,
        )
        self._doors: list[Doors] = []
        self.open_doors(self._listener, self.config.ssl)

    def open_doors(self, listener: socket.socket, tls: SSLContext | None) -> None:
        """Accept connections at this socket, under the bounds of all."""
        given = listener, self._callers, self._arrivals
        doors = Doors(*given, tls, self._connect)
        doors.open()
        self._doors.append(doors)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Accept no more, close waiting connections; otherwise as uvicorn."""
        for doors in self._doors:
            doors.close()
        self._callers.hang_up_waiting()
        await super().shutdown(sockets)

    def _connect(self, accepted: AcceptedConnection) -> Connection:
        return Quickest(
            accepted,
            self._callers,
            self._arrivals,
            self._deadlines,
            config=self.config,
            server_state=self.server_state,
            app_state=self.lifespan.state,
        )


class Daemon:
    """The app in uvicorn, in a thread from `start` to `stop`.

    `of_uvicorn` are further options, such as those of HTTPS.
    """

    def __init__(self, app: Flask, listener: socket.socket, **of_uvicorn: Any) -> None:
        self.port: int = listener.getsockname()[1]
        self.https_port: int | None = None
        self.ended = threading.Event()
        self._app = app
        self._listener = listener
        self._of_uvicorn = of_uvicorn
        self._room: CardRoom = services_of(app).room
        self.streams: Streams = services_of(app).streams
        files = open_files(wanted=2 * (MOST_STREAMS + KEPT_ALIVE))
        self._files = max(files - SPARE_FILES, files // 2)
        self.streams.most = min(MOST_STREAMS, max(1, self._files * 3 // 4))

    def start(self) -> None:
        """Begin to answer; return at once."""
        sys.setswitchinterval(SWITCH_SECONDS)
        now = self._room.races.now
        selector = WatchedSelector(now)
        self._loop = asyncio.SelectorEventLoop(selector)
        # asyncio's default buffer of 256 KiB for each HTTPS connection is not needed.
        SSLProtocol.max_size = PIECE
        arrivals = Arrivals(now, self._loop, selector)
        most_of_one = (
            min(MOST_OF_ONE, max(1, self._files // 4))
            if self.streams.fair
            else self._files
        )
        self.callers = Callers(self._files, most_of_one, services_of(self._app).proxies)
        self.workers = Workers(self._loop)
        self._live = Live(self._room, self._loop)
        config = self._config(arrivals)
        self._server = Server(config, self._listener, self.callers, arrivals)
        self._room.races.looked_at = arrivals.are_answered
        self._thread = threading.Thread(target=self._serve, name="serves", daemon=True)
        try:
            self.workers.start()
            self._thread.start()
        except (MemoryError, RuntimeError):
            raise TooLittleMemory from None

    def open_https(self, listener: socket.socket, tls: SSLContext) -> None:
        """Answer at this socket too, by HTTPS: the same app, under the same bounds."""
        self.https_port = listener.getsockname()[1]
        # Asked for by a page, so that the app is there.
        from referee_web.preferences import HTTPS_DOOR

        self._app.config[HTTPS_DOOR] = str(self.https_port)
        self._loop.call_soon_threadsafe(self._server.open_doors, listener, tls)

    def _config(self, arrivals: Arrivals) -> uvicorn.Config:
        proxies: Proxies = services_of(self._app).proxies
        return uvicorn.Config(
            Bridge(self._app, arrivals, self.workers, self._live),
            http="h11",
            ws="none",
            lifespan="off",
            interface="asgi3",
            log_config=None,
            # Invalid HTTP from others is no problem.
            log_level="error",
            access_log=False,
            proxy_headers=bool(proxies),
            forwarded_allow_ips=trusted_networks(proxies),
            server_header=False,
            headers=[("Server", "referee")],
            timeout_keep_alive=REQUEST_SECONDS,
            timeout_graceful_shutdown=1,
            **self._of_uvicorn,
        )

    def _serve(self) -> None:
        try:
            with asyncio.Runner(loop_factory=lambda: self._loop) as runner:
                runner.run(self._server.serve(sockets=[]))
        except Exception:
            log.exception("the daemon failed")
        finally:
            self.ended.set()

    def stop(self) -> None:
        """End all streams, finish requests, and close, within two seconds at most."""
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._begin_stop)
        self._thread.join(STOP_SECONDS)
        self.workers.stop()

    def _begin_stop(self) -> None:
        # Requests cut off now are no error.
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
        self._server.should_exit = True
        self._live.stop()


def require_memory() -> None:
    """Raise TooLittleMemory if the address space limit leaves no room for threads.

    Otherwise some threads would fail to start, and the daemon would listen without
    answering.
    """
    threading.stack_size(STACK_BYTES)
    try:
        import resource
        from mmap import MAP_ANONYMOUS, MAP_PRIVATE, PROT_READ, mmap
    except ImportError:
        # Windows sets no such limit.
        return
    limit, _ = resource.getrlimit(resource.RLIMIT_AS)
    if limit == resource.RLIM_INFINITY:
        return
    _share_heap()
    try:
        # Reserve without use: only the limit counts it.
        mmap(-1, ROOM_BYTES, flags=MAP_PRIVATE | MAP_ANONYMOUS, prot=PROT_READ).close()
    except (MemoryError, OSError):
        raise TooLittleMemory from None


def _share_heap() -> None:
    """Make all threads share one heap, with glibc.

    It would reserve 64 MB of address space for each of the first threads, until others
    find none.
    """
    import ctypes

    with suppress(AttributeError, OSError):
        ctypes.CDLL(None).mallopt(M_ARENA_MAX, 1)


def open_files(wanted: int) -> int:
    """Return the number of files this process may open, after asking for more.

    `wanted` is how many it asks for.
    """
    try:
        import resource
    except ImportError:
        # Windows sets no relevant limit.
        return wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return wanted
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    except (ValueError, OSError):
        return soft
    return most
