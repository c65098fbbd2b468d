"""Requests as they come over a connection: read in pieces, whole before a thread answers, timed by their last byte.

Nothing that a sender sends early counts: a request has come when the last byte of its body has, and one that waits
behind another in the same connection when its turn comes. What nobody can read is handed to the app, which refuses it.
"""

from __future__ import annotations

import io
import json
import re
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from urllib.parse import unquote_to_bytes

import h11
from cheroot import wsgi
from cheroot.server import HTTPConnection, HTTPRequest
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.http import http_date

from referee.vocabulary.errors import TooManyRequestsError
from referee_web.guards.protection import ARRIVAL, LATENESS, LONGEST_BODY, REFUSED, UnreadableError
from referee_web.guards.shares import RETRY_SECONDS
from referee_web.server.arrivals import Arrival, Arrivals
from referee_web.server.request_budget import FREE, Budget, FullError
from referee_web.server.sender import LAST_CHUNK, Listener
from referee_web.streams import HEARTBEAT_SECONDS, Stream

LONGEST_HEAD = 32 * 1024
# A body that is too long is read before it is refused, so that the sender hears of it; one much too long is not.
LONGEST_READ = 4 * LONGEST_BODY
MOST_CHUNKS = 1_000
PIECE = 64 * 1024

# A phone that left without a word is dropped when what was sent to it has had no answer for this long.
SILENCE_SECONDS = 3 * HEARTBEAT_SECONDS

CONTINUE = b"HTTP/1.1 100 Continue\r\n\r\n"


def _sent_away(type: str, body: str) -> bytes:
    """The answer to what is one too many, with this body in ASCII."""
    head = (
        "HTTP/1.1 429 Too Many Requests",
        f"Retry-After: {RETRY_SECONDS}",
        f"Content-Type: {type}",
        f"Content-Length: {len(body)}",
        "Connection: close",
    )
    return "\r\n".join((*head, "", body)).encode("ascii")


# No time is lost over who is sent away: both are made once, and in English.
_TOO_MUCH, _WHY = str(TooManyRequestsError.title), "The referee has too much to do just now. Try again in a moment."
SENT_AWAY = _sent_away(
    "application/problem+json",
    json.dumps(
        {
            "type": "/api#too-many-requests",
            "title": _TOO_MUCH,
            "status": TooManyRequestsError.status,
            "detail": str(TooManyRequestsError(RETRY_SECONDS)),
        }
    ),
)
SENT_AWAY_PAGE = _sent_away(
    "text/html; charset=utf-8",
    f'<!doctype html><html lang="en"><meta name="viewport" content="width=device-width">'
    f"<title>{_TOO_MUCH}, Referee</title><h1>{_TOO_MUCH}</h1><p>{_WHY}</p></html>",
)
# In an address an escaped slash stays one, so that a seat's name may have it.
_ESCAPED_SLASH = re.compile(rb"(?i)%2f")
_ADDRESS = re.compile(rb"[A-Z]+ (/[!-~]*) HTTP/")
_END_OF_HEAD = re.compile(rb"\n\r?\n")
_FOLD = re.compile(rb"\r?\n[ \t]+")
_LENGTH = re.compile(rb"(?im)^content-length:([^\r\n]*)")


@dataclass(frozen=True, slots=True)
class WholeRequest:
    """A request that is all there: its head, its body, and why it is refused where it cannot be read."""

    head: h11.Request
    body: bytes = b""
    refused: Exception | None = None


class Reader:
    """Cuts what comes over a connection into requests, which share a budget with those of all other connections."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._taken = 0
        self._begin()

    def _begin(self) -> None:
        self.let_go()
        self._wire = h11.Connection(h11.SERVER, max_incomplete_event_size=LONGEST_HEAD)
        self._head: h11.Request | None = None
        self._chunks = 0
        self._first = bytearray()
        self._read = 0

    @property
    def begun(self) -> bool:
        """Whether a request has begun to come."""
        return self._read > 0

    @property
    def has_head(self) -> bool:
        """Whether the head of the request is all there."""
        return self._head is not None

    @property
    def waits_for_leave(self) -> bool:
        """Whether the sender waits to be told to go on with the body."""
        return self.has_head and self._wire.they_are_waiting_for_100_continue

    def feed(self, piece: bytes) -> WholeRequest | None:
        """The request that these bytes complete; None while there is more to come."""
        if not self.begun:
            # Some send an empty line after a body.
            piece = piece.lstrip(b"\r\n")
        if not piece:
            return None
        self._read += len(piece)
        if self._head is None:
            self._first += piece
        try:
            self._wire.receive_data(piece)
            return self._whole()
        except h11.RemoteProtocolError as error:
            # What was sent stands behind the reason, and is not sent back.
            why = str(error).partition(": byte")[0]
            return self._refused(RequestEntityTooLarge() if error.error_status_hint == 431 else UnreadableError(why))

    def rest(self) -> bytes:
        """What came after the request that was whole; the next one begins."""
        rest, _ = self._wire.trailing_data
        self._begin()
        return rest

    def let_go(self) -> None:
        """Hold no more of the request: it was answered, or never will be."""
        self._body = bytearray()
        self._budget.give_back(self._taken)
        self._taken = 0

    def _hold(self, data: bytes) -> bool:
        """Whether there is room for these bytes of the body, which are then held."""
        if not self._count(len(self._body) + len(data)):
            return False
        self._body += data
        return True

    def _count(self, held: int) -> bool:
        """Whether this many bytes of the request may be held, which then count."""
        more = max(0, held - FREE) - self._taken
        if not self._budget.take(more):
            return False
        self._taken += more
        return True

    def _whole(self) -> WholeRequest | None:
        while True:
            event = self._wire.next_event()
            if isinstance(event, h11.Request):
                self._head = event
                as_sent = bytes(self._first)
                # What stood behind it in the first piece is counted elsewhere, or not needed.
                self._first = bytearray(event.method + b" " + event.target + b" HTTP/")
                if self._read > LONGEST_HEAD and _length_of(event) > LONGEST_HEAD:
                    return self._refused(RequestEntityTooLarge())
                if (why := _wrong_in(event) or _wrong_length(as_sent)) is not None:
                    return self._refused(UnreadableError(why))
            elif isinstance(event, h11.Data):
                # Of a body that is too long only that much is kept.
                if not self._hold(event.data[: LONGEST_BODY + 1 - len(self._body)]):
                    return self._refused(FullError())
                self._chunks += event.chunk_start
                if self._chunks > MOST_CHUNKS:
                    return self._refused(RequestEntityTooLarge())
            elif isinstance(event, h11.EndOfMessage):
                assert self._head is not None
                body, self._body = bytes(self._body), bytearray()
                return WholeRequest(self._head, body, RequestEntityTooLarge() if len(body) > LONGEST_BODY else None)
            elif self._head is None and not self._count(self._read):
                return self._refused(FullError())
            else:
                return self._refused(RequestEntityTooLarge()) if self._is_much_too_long() else None

    def _is_much_too_long(self) -> bool:
        headers = self._head.headers if self._head is not None else ()
        announced = max((int(value) for name, value in headers if name == b"content-length"), default=0)
        return max(announced, self._read) > LONGEST_READ

    def _refused(self, why: Exception) -> WholeRequest:
        """A request that could not be read, with no more of it than the address, if that much is known."""
        self.let_go()
        address = _ADDRESS.match(self._first)
        target = bytes(address[1]) if address else b"/"
        headers = [("Host", "localhost"), ("Connection", "close")]
        return WholeRequest(h11.Request(method="GET", target=target, headers=headers), refused=why)


def _length_of(head: h11.Request) -> int:
    return len(head.target) + sum(len(name) + len(value) for name, value in head.headers.raw_items())


def _wrong_in(head: h11.Request) -> str | None:
    """What is wrong in a head that can be read; None for nothing."""
    names = [name.lower() for name, _ in head.headers.raw_items()]
    if b"content-length" in names and b"transfer-encoding" in names:
        return "Content-Length beside Transfer-Encoding"
    if head.http_version not in (b"1.0", b"1.1"):
        return "Neither HTTP/1.0 nor HTTP/1.1"
    if not head.method.isupper():
        return "The method is not in capitals"
    if not head.target.startswith(b"/") or b"#" in head.target:
        return "The address is no path"
    return None


def _wrong_length(sent: bytes) -> str | None:
    """What is wrong with the length that a head names, as it was sent: h11 makes one of several that are the same."""
    head = _FOLD.sub(b" ", _END_OF_HEAD.split(sent, 1)[0])
    lengths = _LENGTH.findall(head)
    several = len(lengths) > 1 or any(b"," in length for length in lengths)
    return "Content-Length more than once" if several else None


class Request(HTTPRequest):
    """A request that was read, for the server to answer."""

    conn: Connection
    rfile: Any
    method: bytes
    uri: bytes
    path: bytes
    qs: bytes
    request_protocol: bytes

    def parse_request(self) -> None:
        """Take it from the connection, which has it all."""
        assert self.conn.taken is not None
        head = self.conn.taken.head
        version = head.http_version
        self.rfile = io.BytesIO(self.conn.taken.body)
        # It ends by itself, whatever length was announced.
        self.chunked_read = True
        self.method, self.uri = head.method, head.target
        path, _, self.qs = head.target.partition(b"?")
        self.path = b"%2F".join(unquote_to_bytes(part) for part in _ESCAPED_SLASH.split(path))
        self.request_protocol = b"HTTP/" + version
        self.response_protocol = self.request_protocol.decode()
        self.inheaders = _headers_of(head)
        wishes = {wish.strip() for wish in self.inheaders.get(b"Connection", b"").lower().split(b",")}
        # HTTP/1.0 knows no Transfer-Encoding: somebody between may have read another end into the request.
        stays = version == b"1.1" or (b"keep-alive" in wishes and b"Transfer-Encoding" not in self.inheaders)
        self.close_connection = b"close" in wishes or not stays
        self.started_request = self.ready = True

    def respond(self) -> None:
        """Have the app answer. What is a stream goes on over the connection for as long as somebody listens."""
        self.server.gateway(self).respond()
        if self.chunked_write and self.conn.listener is None:
            self.conn.wfile.write(LAST_CHUNK)
        self.conn.wfile.flush()

    def send_headers(self) -> None:
        """Have the head ready: it goes out with what comes first after it."""
        self.outheaders.append((b"Date", dated(int(time.time()))))
        with self.conn.wfile.held_back():
            super().send_headers()


@lru_cache(maxsize=1)
def dated(second: int) -> bytes:
    """A second since 1970 as a `Date` header has it: written once for all that is answered within it."""
    return http_date(second).encode()


def _headers_of(head: h11.Request) -> dict[bytes, bytes]:
    """The headers by name; a name that came several times has all its values."""
    found: dict[bytes, bytes] = {}
    for raw, value in head.headers.raw_items():
        name = raw.title()
        known = found.get(name)
        # To the app, a name with an underscore would be that of another header.
        if b"_" not in name:
            found[name] = value if known is None else known + (b"; " if name == b"Cookie" else b", ") + value
    return found


class Outgoing:
    """What is sent over a connection. A head waits for its body, so that a short answer is one packet.

    `wait` waits until more can be sent over it; it raises TimeoutError where that takes too long.
    """

    def __init__(self, sock: socket.socket, wait: Callable[[socket.socket], None]) -> None:
        self._socket, self._wait = sock, wait
        self._waiting = b""
        self._holds = False

    @contextmanager
    def held_back(self) -> Iterator[None]:
        """What is written meanwhile goes out with what is written next."""
        self._holds = True
        try:
            yield
        finally:
            self._holds = False

    def write(self, data: bytes) -> None:
        """Send this, and before it what waited. OSError where that cannot be sent."""
        self._waiting += data
        if not self._holds:
            self.flush()

    def flush(self) -> None:
        """Send what waits."""
        left, self._waiting = memoryview(self._waiting), b""
        while left:
            try:
                left = left[self._socket.send(left) :]
            except BlockingIOError:
                self._wait(self._socket)


class Gateway(wsgi.Gateway_10):
    """Hands a request to the app, with the time at which it had come, or with what is wrong with it."""

    def get_environ(self) -> dict[str, Any]:  # type: ignore[override]  # the server's types know no environment
        """What the app gets."""
        connection: Connection = self.req.conn
        assert connection.taken is not None
        environ: dict[str, Any] = super().get_environ()  # type: ignore[no-untyped-call]
        arrival = connection.arrival
        return environ | {ARRIVAL: arrival.by, LATENESS: arrival.lateness, REFUSED: connection.taken.refused}

    def respond(self) -> None:
        """Send what the app answers; of a stream the head, and leave the rest to whoever sends all of them."""
        answer = self.req.server.wsgi_app(self.env, self.start_response)
        if isinstance(answer, Stream):
            self._listen(answer)
            return
        try:
            for chunk in filter(None, answer):
                self.write(chunk)
        finally:
            self.req.ensure_headers_sent()
            if hasattr(answer, "close"):
                answer.close()

    def _listen(self, stream: Stream) -> None:
        connection: Connection = self.req.conn
        try:
            self.req.ensure_headers_sent()
            connection.wfile.flush()
            connection.listener = Listener(stream, connection.socket, connection.close, self.req.chunked_write)
        except OSError:
            stream.close()
            raise


class Connection(HTTPConnection):
    """A connection that reads without waiting, and notices when the phone at its other end is gone.

    Either the thread that accepts has it, and reads, or one that answers has it.
    """

    RequestHandlerClass = Request
    server: Any

    def __init__(self, server: Any, sock: socket.socket, *makefile: Any) -> None:
        super().__init__(server, sock, *makefile)
        # What the server remembers of the other end of a Unix socket refers to the connection, which would then stay
        # until the collector looks: seldom.
        for remembered in ("resolve_peer_creds", "get_peer_creds"):
            vars(self).pop(remembered, None)
        self.counted = False
        self.taken: WholeRequest | None = None
        self.listener: Listener | None = None
        self.wfile = Outgoing(sock, server.requests.wait_for_reader)
        self.arrival = Arrival(0.0)
        self._last_read: float | None = None
        self._reader = Reader(server.budget)
        self._since = time.monotonic()
        # An answer goes out as head and body: without this the body waits 40 ms for the head's acknowledgement.
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        _notice_silence(sock)
        sock.setblocking(False)

    def communicate(self) -> bool:
        """Answer the request that is all there, and wait while the other end takes the answer in; whether another
        one may follow.
        """
        goes_on = bool(super().communicate())  # type: ignore[no-untyped-call]
        if self.listener is not None:
            # Nothing more is read over it.
            self.taken = None
            self._reader.let_go()
        return goes_on

    @property
    def last_used(self) -> float:
        """For the server, which hangs up some time after that: when it was last idle, or began the part of a request
        that is still missing. So each head has its time, and each body, however slowly it trickles in.
        """
        return time.time() - (time.monotonic() - self._since)

    @last_used.setter
    def last_used(self, _now: float) -> None:
        """The server says that it waits for this connection again. What is awaited is known here."""

    def read_on(self) -> bool:
        """Take what has come; whether a request is all there. ConnectionError when the other end hung up."""
        arrivals: Arrivals = self.server.arrivals
        # What this does not find comes after it has begun.
        since, self._last_read = self._last_read, arrivals.now()
        try:
            piece, arrival = arrivals.receive(self.socket, PIECE, since)
        except BlockingIOError:
            return False
        if not piece:
            raise ConnectionResetError
        return self._feed(piece, arrival)

    def next_request(self, now: float) -> bool:
        """Turn to what came behind the request that was answered; whether another one is all there.

        Its turn comes `now`: not before has it come.
        """
        self.taken = None
        self._since = time.monotonic()
        self._last_read = now
        rest = self._reader.rest()
        return bool(rest) and self._feed(rest, Arrival(now))

    def _feed(self, piece: bytes, arrival: Arrival) -> bool:
        begun, had_head = self._reader.begun, self._reader.has_head
        self.taken, self.arrival = self._reader.feed(piece), arrival
        if begun != self._reader.begun or had_head != self._reader.has_head:
            self._since = time.monotonic()
        if self.taken is None and self._reader.waits_for_leave and not had_head:
            self._give_leave()
        if self.taken is not None:
            self.server.have_awaited(self)
        return self.taken is not None

    def send_away(self) -> None:
        """Say that too much waits, and hang up: it takes no thread, and what the phone does not take in is lost."""
        assert self.taken is not None
        wants = b",".join(value for name, value in self.taken.head.headers if name == b"accept")
        with suppress(OSError):
            self.socket.send(SENT_AWAY_PAGE if b"text/html" in wants else SENT_AWAY)
        self.close()

    def close(self) -> None:
        """Hang up."""
        self._reader.let_go()
        self.server.arrivals.let_go(self)
        self.server.callers.left(self)
        try:
            super().close()
        except OSError:
            self.socket.close()

    def _give_leave(self) -> None:
        with suppress(OSError):
            self.socket.send(CONTINUE)


def _notice_silence(sock: socket.socket) -> None:
    """Drop the connection after some heartbeats without an answer, instead of a quarter of an hour."""
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    wishes = (
        ("TCP_KEEPIDLE", HEARTBEAT_SECONDS),
        ("TCP_KEEPALIVE", HEARTBEAT_SECONDS),
        ("TCP_KEEPINTVL", HEARTBEAT_SECONDS),
        ("TCP_KEEPCNT", 3),
        # Linux, which otherwise sends what was not answered again and again and asks nothing.
        ("TCP_USER_TIMEOUT", SILENCE_SECONDS * 1000),
    )
    for name, value in wishes:
        option = getattr(socket, name, None)
        if option is not None:
            with suppress(OSError):
                sock.setsockopt(socket.IPPROTO_TCP, option, value)
