"""The daemon: the app behind uvicorn, on a socket that listens already."""

from __future__ import annotations

import asyncio
import logging
import socket
import threading
from contextlib import suppress
from math import inf
from ssl import SSLContext

import uvicorn
from flask import Flask

from referee_web.guards.service_set import services_of
from referee_web.preferences import HTTPS_DOOR
from referee_web.server.arrivals import WatchedSelector
from referee_web.server.bridge import Bridge
from referee_web.server.doors import (
    BACKLOG,
    MOST_OF_ONE,
    REQUEST_SECONDS,
    Callers,
    Door,
)
from referee_web.streams import MOST_STREAMS

LONGEST_HEAD = 32 * 1024
STOP_SECONDS = 1.8
SPARE_FILES = 164
"""Descriptors reserved for the store, and for connections closed within the same
turn.
"""

log = logging.getLogger("referee.daemon")


class Daemon:
    """The app in uvicorn, in a thread from `start` to `stop`; with `tls` by HTTPS.

    `files` is how many this process may open.
    """

    def __init__(
        self,
        app: Flask,
        listener: socket.socket,
        tls: SSLContext | None = None,
        files: int = 1_024,
    ) -> None:
        services = services_of(app)
        self.port = listener.getsockname()[1]
        self.https_port: int | None = None
        self.ended = threading.Event()
        self.streams = services.streams
        self._app = app
        self._door = listener, tls
        self._servers: list[uvicorn.Server] = []
        most = max(files - SPARE_FILES, files // 2)
        self.streams.most = min(MOST_STREAMS, most * 3 // 4)
        most_of_one = most
        if self.streams.fair:
            most_of_one = min(MOST_OF_ONE, most // 4)
        watch = WatchedSelector(services.room.races.now)
        # It accepts and reads by the sockets' own methods: see `doors`.
        self._loop = asyncio.SelectorEventLoop(watch)
        self.callers = Callers(most, most_of_one, services.proxies, watch)
        self.bridge = Bridge(app, self.callers, self._loop)
        self._thread = threading.Thread(target=self._run, name="serves", daemon=True)

    def start(self) -> None:
        """Begin to answer; return at once."""
        self._thread.start()

    def open_https(self, listener: socket.socket, tls: SSLContext) -> None:
        """Answer at this socket too, by HTTPS: the same app, under the same bounds."""
        self.https_port = listener.getsockname()[1]
        self._app.config[HTTPS_DOOR] = str(self.https_port)
        self._loop.call_soon_threadsafe(self._open, listener, tls)

    def _run(self) -> None:
        try:
            with asyncio.Runner(loop_factory=lambda: self._loop) as runner:
                runner.run(self._serve())
        except Exception:
            log.exception("the daemon failed")
        finally:
            self.ended.set()

    async def _serve(self) -> None:
        """Serve at all doors until the daemon stops."""
        self._late = asyncio.create_task(self.callers.hang_up_late())
        async with asyncio.TaskGroup() as self._doors:
            self._open(*self._door)
        self.callers.hang_up_before(inf)
        while self.callers.count:
            await asyncio.sleep(0)

    def _open(self, listener: socket.socket, tls: SSLContext | None) -> None:
        config = uvicorn.Config(
            self.bridge,
            http="h11",
            ws="none",
            lifespan="off",
            log_config=None,
            # Neither invalid HTTP nor a request cut off at the end is a problem.
            log_level="critical",
            proxy_headers=False,
            server_header=False,
            headers=[("Server", "referee")],
            backlog=BACKLOG,
            h11_max_incomplete_event_size=LONGEST_HEAD,
            timeout_keep_alive=REQUEST_SECONDS,
            timeout_graceful_shutdown=1,
        )
        server = uvicorn.Server(config)
        self._servers.append(server)
        door = Door(listener, self.callers, tls)
        self._doors.create_task(server.serve(sockets=[door]))

    def stop(self) -> None:
        """End all streams, finish requests, and close, within two seconds at most."""
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._begin_stop)
        self._thread.join(STOP_SECONDS)
        self.bridge.threads.shutdown(wait=False)

    def _begin_stop(self) -> None:
        for server in self._servers:
            server.should_exit = True
        self.bridge.live.stop()
