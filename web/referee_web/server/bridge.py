"""Between uvicorn and the app: threads get whole requests, and wait for no reader."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import sys
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from functools import partial
from io import BytesIO
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote_to_bytes

from referee.hosting.room import CardRoom
from referee.vocabulary.errors import RefereeError, TooManyRequestsError
from referee_web import streams
from referee_web.callers import household
from referee_web.guards.good_tokens import GoodTokens
from referee_web.guards.proxies import PEER
from referee_web.guards.received import (
    ARRIVAL,
    LATENESS,
    LONGEST_BODY,
    REFUSED,
    UnreadableError,
)
from referee_web.guards.service_set import services_of
from referee_web.server.arrivals import Arrivals, slapped_at
from referee_web.server.deadlines import Deadlines
from referee_web.server.protocols import Connection, Headers
from referee_web.server.workers import RETRY_SECONDS, Asker, Workers
from referee_web.streams import BusyError, Stream

if TYPE_CHECKING:
    from flask import Flask

LONGEST_READ = 4 * LONGEST_BODY
"""How much of a too long body is read before the refusal, so that its sender hears
it.
"""

A_FEW = 20
"""To so many phones the thread with news sends it itself: the loop wakes later."""

AT_ONCE = 5
"""To so many of more phones the loop sends before it does anything else."""

PAUSE_SECONDS = 0.2
"""How long more phones are left alone after news; then they hear of all since."""

log = logging.getLogger("referee.streams")

_ESCAPED_SLASH = re.compile(rb"(?i)%2f")

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]
Answer = tuple[int, list[tuple[str, str]], bytes | Stream]
"""An answer's status, headers and body, or a stream."""


class Live:
    """All listening phones by table, for the loop's thread, but for `_tell_change`."""

    def __init__(self, room: CardRoom, loop: asyncio.AbstractEventLoop) -> None:
        self._room = room
        self._loop = loop
        self._at: defaultdict[str, set[Connection]] = defaultdict(set)
        # Where many listen: the tables with news, and those whose phones are told.
        self._fresh: set[str] = set()
        self._telling: dict[str, asyncio.Task[None]] = {}
        self._beats = Deadlines(loop, lambda: streams.HEARTBEAT_SECONDS, self._beat)
        self._is_over = False

    async def send(
        self,
        stream: Stream,
        connection: Connection,
        begin: Callable[[], Awaitable[None]],
    ) -> None:
        """Stream changes to this phone until it leaves or the daemon stops.

        A slow reader gets only the latest.
        """
        code = stream.code
        if code not in self._at:
            self._room.notices.listen(code, self._tell_change)
        self._at[code].add(connection)
        try:
            await begin()
            self._beats.begin(connection)
            if not self._is_over:
                await connection.bell.wait()
            connection.end_stream()
        finally:
            stream.close()
            self._beats.end(connection)
            self._at[code].discard(connection)
            if not self._at[code]:
                del self._at[code]
                self._room.notices.leave(code, self._tell_change)

    def _beat(self, connection: Connection) -> None:
        """Tell a phone that the connection works."""
        connection.send_beat(streams.BEAT)
        self._beats.begin(connection)

    def _tell_change(self, code: str) -> None:
        """Tell all phones of a table, in whatever thread it changed."""
        phones = list(self._at.get(code, ()))
        # Unless the daemon has stopped.
        with suppress(RuntimeError):
            if len(phones) > A_FEW:
                self._loop.call_soon_threadsafe(self._note_news, code)
                return
            seq = self._find_seq(code)
            if seq is not None:
                _send_news(streams.news(seq), phones)

    def _find_seq(self, code: str) -> int | None:
        """Return the number of a table's last line; None if it cannot be read now."""
        try:
            return self._room.seq(code)
        except Exception:
            log.exception("an event could not be made")
            return None

    def _note_news(self, code: str) -> None:
        """Begin to tell many phones, or have them told of this too."""
        self._fresh.add(code)
        if code not in self._telling:
            self._telling[code] = self._loop.create_task(self._tell_many(code))

    async def _tell_many(self, code: str) -> None:
        """Tell many phones, as long as there is something new."""
        try:
            while code in self._fresh:
                self._fresh.remove(code)
                seq = self._room.seq_in_memory(code)
                if seq is None:
                    # The loop never waits for the store.
                    seq = await self._loop.run_in_executor(None, self._find_seq, code)
                if seq is not None:
                    await self._send_in_parts(code, streams.news(seq))
                await asyncio.sleep(PAUSE_SECONDS)
        finally:
            del self._telling[code]

    async def _send_in_parts(self, code: str, news: bytes) -> None:
        phones = list(self._at.get(code, ()))
        for first in range(0, len(phones), AT_ONCE):
            _send_news(news, phones[first : first + AT_ONCE])
            # Answers go out in between.
            await asyncio.sleep(0)

    def stop(self) -> None:
        """End all streams, current and future."""
        self._is_over = True
        for connections in self._at.values():
            for connection in connections:
                connection.bell.set()


def _send_news(news: bytes, phones: Iterable[Connection]) -> None:
    for phone in phones:
        phone.send_news(news)


class Bridge:
    """The app as uvicorn calls it."""

    def __init__(
        self, app: Flask, arrivals: Arrivals, workers: Workers, live: Live
    ) -> None:
        self._app = app
        self._arrivals = arrivals
        self._workers = workers
        self._live = live
        services = services_of(app)
        self._room: CardRoom = services.room
        self._good: GoodTokens = services.good_tokens

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request whose head has come."""
        connection: Connection = scope["state"]["connection"]
        tokens = self._good.valid_tokens_in(scope["headers"])
        address = (scope["client"] or ("",))[0]
        token = (tokens or ("",))[0]
        asker = Asker(household(address), token)
        # Make no answer while the client does not read the last.
        if connection.flow.write_paused:
            await _wait_for_reader(connection)
        try:
            body, refused = await _read_body(scope, receive, connection)
        except ConnectionResetError:
            connection.transport.abort()
            await connection.bell.wait()
            return
        if refused is not None:
            # A refusal may have to wait; its body is not collected meanwhile.
            connection.flow.pause_reading()
            connection.end_wait()
        try:
            environ = _environ_of(scope, body, connection) | {REFUSED: refused}
            status, headers, answer = await self._ask(
                environ, connection, asker, tokens
            )
        except TooManyRequestsError as error:
            _send_away(connection, error)
            return
        except asyncio.CancelledError:
            # The daemon is stopping.
            _send_away(connection, BusyError())
            return
        # A stream may last for hours, without the request.
        del environ, body
        connection.hold(0)
        if isinstance(answer, Stream):
            begin = partial(
                self._begin_stream, asker, connection, status, headers, answer
            )
            try:
                await self._live.send(answer, connection, begin)
            except TooManyRequestsError as error:
                _send_away(connection, error)
            return
        # After an unread rest, the next request's beginning is unknown.
        connection.answer(status, headers, answer, closes=refused is not None)

    async def _begin_stream(
        self,
        asker: Asker,
        connection: Connection,
        status: int,
        headers: Headers,
        stream: Stream,
    ) -> None:
        payload = await self._workers.run(asker, stream.first_words)
        connection.begin_stream(status, headers, payload)

    async def _ask(
        self,
        environ: dict[str, Any],
        connection: Connection,
        asker: Asker,
        tokens: list[str],
    ) -> Answer:
        """Answer by a thread; register a slap with the races meanwhile."""
        code = slapped_at(environ["PATH_INFO"])
        # Only possible tokens are looked up: a head has room for thousands.
        if code is not None and self._room.is_known_in_memory(code, tokens):
            self._arrivals.begin_slap(connection, code, connection.arrival)
        work = partial(_answer_of, self._app, environ)
        try:
            return await self._workers.run(asker, work)
        finally:
            self._arrivals.end_slap(connection)


async def _wait_for_reader(connection: Connection) -> None:
    """Wait until earlier answers are read, as long as a request or body may take."""
    connection.begin_wait()
    await connection.flow.drain()
    if not connection.is_waiting:
        connection.end_wait()


async def _read_body(  # noqa: C901  # once for every request, in one call
    scope: Scope, receive: Receive, connection: Connection
) -> tuple[bytes, Exception | None]:
    """Return the whole body, and a refusal's reason.

    Raise ConnectionResetError if the client has gone.
    """
    headers = dict(scope["headers"])
    if b"content-length" in headers and b"transfer-encoding" in headers:
        return b"", UnreadableError("Content-Length beside Transfer-Encoding")
    if not scope["path"].startswith("/"):
        return b"", UnreadableError("The address is no path")
    if int(headers.get(b"content-length", 0)) > LONGEST_READ:
        return b"", _too_large()
    body = bytearray()
    size = 0
    more = True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ConnectionResetError
        size += len(message["body"])
        more = message["more_body"]
        if size > LONGEST_READ:
            return b"", _too_large()
        if size <= LONGEST_BODY:
            body += message["body"]
            if not connection.hold(size):
                return b"", BusyError()
    if size > LONGEST_BODY:
        return bytes(body), _too_large()
    return bytes(body), None


def _too_large() -> Exception:
    # Flask's libraries are imported while the daemon answers already.
    from werkzeug.exceptions import RequestEntityTooLarge

    return RequestEntityTooLarge()


def _environ_of(scope: Scope, body: bytes, connection: Connection) -> dict[str, Any]:
    """Return the request as WSGI, with the time of its last byte."""
    # Keep an escaped slash, which a seat's name may contain.
    path = b"%2F".join(
        unquote_to_bytes(part) for part in _ESCAPED_SLASH.split(scope["raw_path"])
    )
    host, port = scope["server"]
    environ = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": path.decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "SERVER_NAME": host,
        "SERVER_PORT": str(port),
        "REMOTE_ADDR": (scope["client"] or ("",))[0],
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": BytesIO(body),
        "wsgi.input_terminated": True,
        "wsgi.errors": sys.stderr,
        PEER: connection.peer,
        ARRIVAL: connection.arrival.by,
        LATENESS: connection.arrival.lateness,
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


def _answer_of(app: Flask, environ: dict[str, Any]) -> Answer:
    """Return the app's answer; only a stream stays open."""
    status = 0
    headers: list[tuple[str, str]] = []

    def start(line: str, given: list[tuple[str, str]], *_: object) -> Any:
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


def _send_away(connection: Connection, error: RefereeError) -> None:
    """Answer with this error, in English, since no thread words it."""
    kind = f"/api#{str(error.title).lower().replace(' ', '-')}"
    problem = {
        "type": kind,
        "title": str(error.title),
        "status": error.status,
        "detail": str(error),
    }
    body = json.dumps(problem).encode()
    headers = [
        ("Content-Type", "application/problem+json"),
        ("Content-Length", str(len(body))),
        ("Retry-After", str(RETRY_SECONDS)),
    ]
    connection.answer(error.status, headers, body, closes=True)
