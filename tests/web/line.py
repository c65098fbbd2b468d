"""A connection to a daemon, over which anything can be said, and of which is heard what
came.
"""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from email.message import Message
from http.client import parse_headers

from flask import Flask
from referee_web.commands.https import Certificate
from referee_web.commands.listening import listen
from referee_web.server.bridge import TURNS_TO_READ
from referee_web.server.daemon import Daemon

HOST = "127.0.0.1"


@contextmanager
def answering(app: Flask, certificate: Certificate | None = None) -> Iterator[Daemon]:
    """A daemon that answers for this app, by HTTPS where there is a certificate."""
    tls = certificate.load() if certificate else None
    daemon = Daemon(app, listen(HOST, 0), tls)
    daemon.start()
    yield daemon
    daemon.stop()


def take_turns(daemon: Daemon) -> None:
    """Wait until the daemon has read what was sent, and ended what it answered."""

    async def look_again_and_again() -> None:
        for _ in range(2 * TURNS_TO_READ):
            await asyncio.sleep(0)

    looking = look_again_and_again()
    asyncio.run_coroutine_threadsafe(looking, daemon._loop).result(60)


@dataclass
class Answer:
    status: int
    headers: Message
    body: bytes


class Line:
    """A connection to the daemon, over which anything can be said."""

    def __init__(
        self, served: Daemon, caller: str = HOST, encrypted: bool = False
    ) -> None:
        self.socket = socket.create_connection(
            (HOST, served.port), timeout=60, source_address=(caller, 0)
        )
        # As browsers do: what is said waits for nothing.
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if encrypted:
            self.socket = ssl._create_unverified_context().wrap_socket(self.socket)
        self._heard = self.socket.makefile("rb")

    def __enter__(self) -> Line:
        return self

    def __exit__(self, *_: object) -> None:
        self._heard.close()
        self.socket.close()

    def say(self, sent: bytes) -> None:
        self.socket.sendall(sent)

    def answer(self) -> Answer:
        """The next answer."""
        status = int(self._heard.readline().split()[1])
        headers = parse_headers(self._heard)
        length = 0 if status < 200 else int(headers["Content-Length"])
        return Answer(status, headers, self._heard.read(length))

    def heard_until(self, end: bytes) -> bytes:
        """What comes next, up to this and with it."""
        heard = b""
        while not heard.endswith(end):
            heard += self._heard.read(1) or end
        return heard

    def rest(self) -> bytes:
        """All that comes until the other end hangs up."""
        return self._heard.read()

    def is_hung_up(self) -> bool:
        """Whether the other end hangs up before it says more."""
        try:
            return not self._heard.read(1)
        except ConnectionResetError:
            return True
