"""Between uvicorn and the app: threads get whole requests, and wait for no reader."""

from __future__ import annotations

import asyncio
import logging
import re
import sys
from asyncio import Semaphore
from collections import Counter
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from functools import partial
from io import BytesIO
from math import inf
from operator import attrgetter
from typing import Any
from urllib.parse import unquote_to_bytes
from weakref import WeakValueDictionary

from flask import Flask
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.http import parse_cookie

from referee.hosting.tables.tokens import read_code
from referee.vocabulary.errors import TooManyRequestsError
from referee_web.callers import household, is_this_machine
from referee_web.guards.proxies import PEER, mount, read_forwarded
from referee_web.guards.received import (
    ARRIVAL,
    LATENESS,
    LONGEST_BODY,
    REFUSED,
)
from referee_web.guards.service_set import services_of
from referee_web.server.arrivals import Arrival
from referee_web.server.doors import Callers, ClientConnection, EncryptedConnection
from referee_web.server.live import Live, Receive, Send, body_part
from referee_web.streams import BUSY_SECONDS, BusyError, Stream

LONGEST_READ = 4 * LONGEST_BODY
"""How much of a too long body is read before the refusal, so that its sender hears
it.
"""

TURNS_TO_READ = 15
"""The loop's turns after which earlier input is surely read and parsed."""

MOST_HELD = 16 * 1024 * 1024
"""The most bytes of all long requests and answers under way."""

FREE = 8 * 1024
"""The bytes free for each request, whatever others send; phones send less."""

PART = 32 * 1024
"""How much of an answer is sent at once; the next when the reader has taken most."""

MOST_THREADS = 64
"""The most answers at once, since some may hang for ever."""

MOST_AT_ONCE = 6
"""How many requests of one address are answered at once, and one of each seat: Python
runs one thread at a time, so more would be a larger share of the processor.
"""

MOST_WAITING = 1_000
"""The most waiting requests of one address and seat, closed connections included."""

LONG_SECONDS = 10.0
"""The time after which an answer no longer blocks its queue: its game may hang."""


Asker = tuple[str, str]
"""A queue's owner: an address, and a seat's valid token there; "" is all others."""

log = logging.getLogger("referee.daemon")

_ESCAPED_SLASH = re.compile(rb"(?i)%2f")
_TABLE = re.compile(r"/(?:api/v1/tables|t)/([^/]+)(/buzz$)?")

Scope = dict[str, Any]
Environ = dict[str, Any]
Headers = list[tuple[str, str]]
Answer = tuple[int, Headers, bytes | Stream]
"""An answer's status, headers and body, or a stream."""


class Bridge:
    """The app as uvicorn calls it."""

    def __init__(
        self, app: Flask, callers: Callers, loop: asyncio.AbstractEventLoop
    ) -> None:
        self._services = services_of(app)
        self._prefix = self._services.public_url.prefix
        self.live = Live(self._services.room, loop)
        self.threads = ThreadPoolExecutor(MOST_THREADS)
        self._app = app
        self._callers = callers
        self._loop = loop
        self._slaps: dict[ClientConnection, tuple[str, Arrival]] = {}
        self._read_until = 0.0
        self._services.room.races.looked_at = self.are_answered
        self._queues = WeakValueDictionary[Hashable, Semaphore]()
        self._waiting = Counter[Asker]()
        self.held: dict[ClientConnection, int] = {}
        """The bytes of long requests and answers under way."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request whose head has come."""
        connection = self._callers.connection_of(scope)
        connection.wait()
        try:
            await self._answer(connection, scope, receive, send)
        except ConnectionResetError:
            # The client has gone.
            return
        except Exception:
            log.exception("a request could not be answered")
            raise
        finally:
            self._forget(connection)
            connection.end_request()

    def are_answered(self, code: str, until: float) -> bool:
        """Return whether each slap here that arrived `until` then has its answer.

        Any thread may ask.
        """
        if self._read_until < until:
            now = self._callers.watch.now()
            with suppress(RuntimeError):
                # The daemon may have stopped.
                self._loop.call_soon_threadsafe(self._turn, TURNS_TO_READ, now)
            return False
        return not any(
            table == code and arrival.by - arrival.lateness <= until
            for table, arrival in list(self._slaps.values())
        )

    def _turn(self, left: int, since: float) -> None:
        """Note that all input until then is read, after some turns of the loop."""
        if left:
            self._loop.call_soon(self._turn, left - 1, since)
        else:
            self._read_until = max(self._read_until, since)

    def _forget(self, connection: ClientConnection) -> None:
        """Note that a request, maybe a slap, is answered."""
        self._slaps.pop(connection, None)
        self.held.pop(connection, None)

    async def _answer(
        self, connection: ClientConnection, scope: Scope, receive: Receive, send: Send
    ) -> None:
        """Answer once the body has come, too."""
        body, refused = await self._read_body(connection, scope, receive)
        # The client waits for the daemon.
        connection.waiting_since = inf
        environ = _environ_of(scope, body) | {
            REFUSED: refused,
            PEER: connection.client[0],
            ARRIVAL: connection.arrival.by,
            LATENESS: connection.arrival.lateness,
            "wsgi.url_scheme": "https"
            if isinstance(connection, EncryptedConnection)
            else "http",
        }
        read_forwarded(environ, self._services.proxies)
        if self._prefix:
            mount(environ, self._prefix)

        token, slapped = self._seat_of(environ)
        if slapped:
            self._slaps[connection] = slapped, connection.arrival
        try:
            status, headers, answer = await self._run(
                household(environ["REMOTE_ADDR"]),
                token,
                partial(_answer_of, self._app, environ),
            )
        except (TooManyRequestsError, BusyError) as error:
            # It needs no thread.
            status, headers, answer = _answer_of(self._app, environ | {REFUSED: error})
        # A stream may last for hours, without the request.
        del environ, body
        self._forget(connection)

        encoded = [
            (name.lower().encode("latin-1"), value.encode("latin-1"))
            for name, value in headers
        ]
        start = {"type": "http.response.start", "status": status, "headers": encoded}
        connection.wait()
        await send(start)
        if isinstance(answer, Stream):
            with closing(answer):
                await self.live.send(answer.code, connection, receive, send)
        else:
            await self._send(connection, send, answer)

    def _seat_of(self, environ: Environ) -> tuple[str, str]:
        """Return the request's token, and the table's code if the request is a slap.

        Return "" for either otherwise, and for a token that is unknown at its table.
        """
        named = _TABLE.match(environ["PATH_INFO"])
        if named is None:
            return "", ""
        code = read_code(named[1])
        cookies = parse_cookie(environ.get("HTTP_COOKIE"))
        token = environ.get("HTTP_AUTHORIZATION", "").partition(" ")[2].strip()
        token = token or cookies.get(f"seat_{code}") or cookies.get(f"host_{code}", "")
        if not self._services.room.is_known_in_memory(code, [token]):
            return "", ""
        return token, code if named[2] else ""

    async def _run(
        self, address: str, token: str, work: Callable[[], Answer]
    ) -> Answer:
        """Run this in a thread, in its asker's turn.

        Addresses take turns, and seats within an address, so that one device delays no
        other. Raise TooManyRequestsError if a queue is full, and BusyError if the
        daemon stops.
        """
        asker = address, token
        if self._waiting[asker] >= MOST_WAITING:
            raise TooManyRequestsError(BUSY_SECONDS)
        # Everybody behind a local proxy has its address.
        at_once = MOST_THREADS if is_this_machine(address) else MOST_AT_ONCE
        self._waiting[asker] += 1
        try:
            # A seat has at most one request in its address's queue, so seats take turns
            # there. A queue exists while anybody is in it.
            own = self._queues.setdefault(asker, Semaphore(1))
            queue = self._queues.setdefault(address, Semaphore(at_once))
            async with own, queue:
                answer = self._loop.run_in_executor(self.threads, work)
                await asyncio.wait([answer], timeout=LONG_SECONDS)
            return await answer
        except asyncio.CancelledError:
            raise BusyError from None
        finally:
            self._waiting[asker] -= 1
            if not self._waiting[asker]:
                del self._waiting[asker]

    async def _send(
        self, connection: ClientConnection, send: Send, body: bytes
    ) -> None:
        """Send a body as its reader takes it."""
        for first in range(0, len(body) or 1, PART):
            more = first + PART < len(body)
            if more and not self._hold(connection, len(body) - first):
                slowest = min(self.held, key=attrgetter("waiting_since"))
                del self.held[slowest]
                slowest.hang_up()
            await send(body_part(body[first : first + PART], more))
            if connection.is_lost:
                return
            connection.wait()

    def _hold(self, connection: ClientConnection, size: int) -> bool:
        """Hold so many bytes for a connection; return whether all have room."""
        self.held[connection] = size
        return sum(self.held.values()) <= MOST_HELD

    async def _read_body(
        self, connection: ClientConnection, scope: Scope, receive: Receive
    ) -> tuple[bytes, Exception | None]:
        """Return the whole body, and a refusal's reason.

        Raise ConnectionResetError if the client has gone.
        """
        if int(dict(scope["headers"]).get(b"content-length", 0)) > LONGEST_READ:
            return b"", RequestEntityTooLarge()
        body = bytearray()
        size = 0
        more = True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise ConnectionResetError
            part = message["body"]
            size += len(part)
            more = message["more_body"]
            if size <= LONGEST_BODY:
                body += part
            elif size > LONGEST_READ or not more:
                return b"", RequestEntityTooLarge()
            if len(body) > FREE and not self._hold(connection, len(body) - FREE):
                return b"", BusyError()
        return bytes(body), None


def _environ_of(scope: Scope, body: bytes) -> Environ:
    """Return the request as WSGI."""
    # Keep an escaped slash, which a seat's name may contain.
    path = b"%2F".join(
        unquote_to_bytes(part) for part in _ESCAPED_SLASH.split(scope["raw_path"])
    )
    host, port = scope["server"]
    environ = {
        "REQUEST_METHOD": scope["method"],
        "PATH_INFO": path.decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "SERVER_NAME": host,
        "SERVER_PORT": str(port),
        "REMOTE_ADDR": scope["client"][0],
        "wsgi.input": BytesIO(body),
        "wsgi.input_terminated": True,
        "wsgi.errors": sys.stderr,
    }
    for name, value in scope["headers"]:
        # An underscored name would equal another header's; this daemon speaks only
        # HTTP.
        if b"_" in name or name == b"upgrade":
            continue
        key = name.decode("latin-1").upper().replace("-", "_")
        if key not in ("CONTENT_TYPE", "CONTENT_LENGTH"):
            key = f"HTTP_{key}"
        sent = value.decode("latin-1")
        if key not in environ:
            environ[key] = sent
        elif key == "HTTP_COOKIE":
            environ[key] += f"; {sent}"
        else:
            environ[key] += f", {sent}"
    return environ


def _answer_of(app: Flask, environ: Environ) -> Answer:
    """Return the app's answer; only a stream stays open."""
    status = 0
    headers: Headers = []

    def start(line: str, given: Headers, *_: object) -> Any:
        nonlocal status, headers
        status = int(line[:3])
        headers = given

    answer: Any = app(environ, start)
    if isinstance(answer, Stream):
        return status, headers, answer
    try:
        return status, headers, b"".join(answer)
    finally:
        answer.close()
