"""Between the loop and the app: a request is read whole before a thread has it, and no thread waits for a reader."""

import asyncio
import contextvars
import re
import sys
from collections.abc import Awaitable, Callable
from functools import partial
from io import BytesIO
from itertools import chain
from typing import Any
from urllib.parse import unquote_to_bytes

from flask import Flask
from werkzeug.exceptions import RequestEntityTooLarge

from referee.hosting.room import CardRoom
from referee.vocabulary.errors import TooManyRequestsError
from referee_web.guards.protection import ARRIVAL, LATENESS, LONGEST_BODY, REFUSED, UnreadableError
from referee_web.guards.proxies import PEER
from referee_web.guards.shares import RETRY_SECONDS, GoodTokens, asker_of, tokens_in
from referee_web.json_text import encoded
from referee_web.server.arrivals import slapped_at
from referee_web.server.connections import REQUEST_SECONDS, UNSENT, Callers, Connection, FullError
from referee_web.server.live import Live
from referee_web.server.workers import Workers
from referee_web.streams import Stream

LONGEST_READ = 4 * LONGEST_BODY
"""A body that is too long is read up to here before it is refused, so that its sender hears of it."""

PIECE = 64 * 1024

_ESCAPED_SLASH = re.compile(rb"(?i)%2f")

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]


class Bridge:
    """The app as uvicorn calls it."""

    def __init__(self, app: Flask, callers: Callers, workers: Workers, live: Live) -> None:
        self._app, self._callers, self._workers, self._live = app, callers, workers, live
        self._room: CardRoom = app.extensions["room"]
        self._good: GoodTokens = app.extensions["good tokens"]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request whose head has come."""
        connection: Connection = scope["state"]["connection"]
        try:
            async with asyncio.timeout(REQUEST_SECONDS):
                body, refused = await _read_body(scope, receive, connection)
        except (TimeoutError, ConnectionResetError):
            connection.transport.abort()
            await connection.bell.wait()
            return
        if refused is not None:
            # It may wait for its turn to be refused; its rest is not gathered meanwhile.
            connection.flow.pause_reading()
        environ = _environ_of(scope, body, connection) | {REFUSED: refused}
        code = slapped_at(scope["path"])
        # What was made up is not looked for at the table: a head has room for thousands.
        if code is not None and self._room.has_shown(code, self._good.among(tokens_in(scope["headers"]))):
            self._callers.arrivals.begin_slap(connection, code, connection.arrival)
        try:
            await self._answer(scope, send, connection, environ)
        except TooManyRequestsError:
            await _send_away(send, "text/html" in environ.get("HTTP_ACCEPT", ""))
        finally:
            self._callers.arrivals.end_slap(connection)

    async def _answer(self, scope: Scope, send: Send, connection: Connection, environ: dict[str, Any]) -> None:
        asker = asker_of(environ["REMOTE_ADDR"], scope["headers"], self._good)
        # Another thread may make the next part of a long answer.
        context = contextvars.copy_context()
        run = partial(self._workers.run, asker)
        answer = await run(partial(context.run, Answer, self._app, environ))
        # Where the request was not read to its end, nobody knows where the next begins.
        closing = [(b"connection", b"close")] if environ[REFUSED] is not None else []
        await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers + closing})
        if answer.stream is not None and scope["method"] != "HEAD":
            # A stream may last for hours, and needs nothing of what was asked.
            environ.clear()
            connection.hold(0)
            await self._live.send(answer.stream, connection, send, partial(run, answer.stream.first_words))
            return
        part, more = answer.first
        while more or len(part) > UNSENT:
            await send({"type": "http.response.body", "body": part, "more_body": True})
            part = b""
            await self._callers.drain(connection)
            if connection.transport.is_closing():
                await connection.bell.wait()
                await run(partial(context.run, answer.close))
                return
            if more:
                part, more = await run(partial(context.run, answer.read))
        await send({"type": "http.response.body", "body": part, "more_body": False})
        if answer.stream is not None:
            answer.close()


async def _read_body(scope: Scope, receive: Receive, connection: Connection) -> tuple[bytes, Exception | None]:
    """Return the whole body, and why the request is refused, if it is. ConnectionResetError where the sender left."""
    headers = dict(scope["headers"])
    if b"content-length" in headers and b"transfer-encoding" in headers:
        return b"", UnreadableError("Content-Length beside Transfer-Encoding")
    if not scope["path"].startswith("/"):
        return b"", UnreadableError("The address is no path")
    if int(headers.get(b"content-length", 0)) > LONGEST_READ:
        return b"", RequestEntityTooLarge()
    body, size, more = bytearray(), 0, True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ConnectionResetError
        size, more = size + len(message["body"]), message["more_body"]
        if size > LONGEST_READ:
            return b"", RequestEntityTooLarge()
        if size <= LONGEST_BODY:
            body += message["body"]
            if not connection.hold(size):
                return b"", FullError()
    return bytes(body), RequestEntityTooLarge() if size > LONGEST_BODY else None


def _environ_of(scope: Scope, body: bytes, connection: Connection) -> dict[str, Any]:
    """Return the request as WSGI has it, with the time at which its last byte had come."""
    # An escaped slash stays one, so that a seat's name may have it.
    path = b"%2F".join(unquote_to_bytes(part) for part in _ESCAPED_SLASH.split(scope["raw_path"]))
    host, port = scope["server"]
    environ = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": path.decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "SERVER_NAME": host,
        "SERVER_PORT": str(port),
        "REMOTE_ADDR": scope["client"][0] if scope["client"] else "",
        PEER: connection.peer,
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": BytesIO(body),
        "wsgi.input_terminated": True,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
        ARRIVAL: connection.arrival.by,
        LATENESS: connection.arrival.lateness,
    }
    for name, value in scope["headers"]:
        # To the app, a name with an underscore would be that of another header.
        if b"_" not in name:
            key = name.decode("latin-1").upper().replace("-", "_")
            key = key if key in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{key}"
            joint = "; " if key == "HTTP_COOKIE" else ", "
            sent = value.decode("latin-1")
            environ[key] = f"{environ[key]}{joint}{sent}" if key in environ else sent
    return environ


async def _send_away(send: Send, as_page: bool) -> None:
    """Say that too much waits. No thread words it, so it is in English."""
    detail = str(TooManyRequestsError(RETRY_SECONDS))
    problem = {"type": "/api#too-many-requests", "title": "Too many requests", "status": 429, "detail": detail}
    page = f"<!doctype html><html lang=en><title>Referee</title><h1>{detail}</h1>"
    body = page.encode() if as_page else encoded(problem)
    headers = [
        (b"Content-Type", b"text/html; charset=utf-8" if as_page else b"application/problem+json"),
        (b"Content-Length", b"%d" % len(body)),
        (b"Retry-After", b"%d" % RETRY_SECONDS),
        (b"Connection", b"close"),
    ]
    await send({"type": "http.response.start", "status": 429, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})


class Answer:
    """What the app answers: status, headers, the first part of its body with whether there is more, or a stream."""

    def __init__(self, app: Flask, environ: dict[str, Any]) -> None:
        self._written: list[bytes] = []
        self._iterable = app(environ, self._start)
        self.stream = self._iterable if isinstance(self._iterable, Stream) else None
        self._pieces = chain(self._written, self._iterable)
        # What has a length is in memory as a whole.
        has_length = any(name.lower() == b"content-length" for name, _ in self.headers)
        self._part_size = sys.maxsize if has_length else PIECE
        self.first = (b"", False) if self.stream is not None else self.read()

    def _start(self, status: str, headers: list[tuple[str, str]], *_: object) -> Callable[[bytes], object]:
        self.status = int(status[:3])
        self.headers = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in headers]
        return self._written.append

    def read(self) -> tuple[bytes, bool]:
        """Return the next part of the body, and whether there is more; tell the app when there is none."""
        part, size = [], 0
        try:
            for piece in self._pieces:
                part.append(piece)
                size += len(piece)
                if size >= self._part_size:
                    return b"".join(part), True
        except BaseException:
            self.close()
            raise
        self.close()
        return b"".join(part), False

    def close(self) -> None:
        """Tell the app that no more is wanted."""
        if hasattr(self._iterable, "close"):
            self._iterable.close()
