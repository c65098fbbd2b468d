"""uvicorn's connections with limits, read by httptools if installed, else by h11.

Only this file uses undocumented parts of uvicorn; `test_uvicorn` checks each name.
README.md beside it shows a connection's life.
"""

from __future__ import annotations

import asyncio
import re
import socket
import sys
from abc import ABC, abstractmethod
from collections.abc import Iterable
from contextlib import suppress
from http import HTTPStatus
from threading import Lock
from typing import Any, Literal, NamedTuple

import h11
from uvicorn.protocols.http.flow_control import CLOSE_HEADER, FlowControl
from uvicorn.protocols.http.h11_impl import H11Protocol

from referee_web.server import connections
from referee_web.server.arrivals import Arrivals
from referee_web.server.connections import (
    FREE,
    LONGEST_HEAD,
    MOST_BEHIND,
    MOST_CHUNKS,
    MOST_HEAD_LINES,
    PIECE,
    UNSENT,
    AcceptedConnection,
    Callers,
)
from referee_web.server.deadlines import Deadlines
from referee_web.streams import HEARTBEAT_SECONDS

try:
    from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
except ImportError:
    # An extra that must be compiled where no wheel exists.
    HttpToolsProtocol = None  # type: ignore[assignment, misc]

Headers = Iterable[tuple[str, str]]

_BLANK_LINE = re.compile(rb"\n\r?\n")
_STATUS_LINES: dict[int, str] = {
    status: f"HTTP/1.1 {status.value} {status.phrase}\r\n" for status in HTTPStatus
}


Stage = Literal["new", "silent", "head", "body", "answering"]
"""A connection's stage. `silent`: no input yet. `answering`: a whole request waits for
its answer, or has a stream.
"""


class StageRules(NamedTuple):
    """The rules of a stage and its next stages.

    If `is_timed`, the next stage must come within REQUEST_SECONDS. After that the
    connection is cut at once (`is_cut`), or once pending output is sent.
    """

    is_timed: bool
    is_cut: bool
    after: tuple[Stage, ...]


STAGES: dict[Stage, StageRules] = {
    "new": StageRules(False, True, ("silent",)),
    "silent": StageRules(True, False, ("head", "body", "answering")),
    "head": StageRules(True, True, ("body", "answering")),
    "body": StageRules(True, True, ("answering",)),
    # A pipelined request waits for the answer.
    "answering": StageRules(False, True, ("silent", "head", "body")),
}
"""All stages. Invalid HTTP counts as a body until the connection closes."""


class Patience(FlowControl):
    """Stops reading while a request waits for its answer."""

    def __init__(self, connection: Connection) -> None:
        super().__init__(connection.transport)
        self.connection: Connection | None = connection

    def resume_reading(self) -> None:
        """Resume reading, unless a whole request is there already."""
        if self.connection is not None and self.connection.is_waiting:
            super().resume_reading()


class Connection(asyncio.Protocol, ABC):
    """A connection with limits, which knows when its request's last byte came.

    Answers are written at once, head and body, or a stream's news.
    """

    transport: asyncio.Transport
    flow: Any
    loop: asyncio.AbstractEventLoop
    client: tuple[str, int] | None
    scheme: Any
    server_state: Any
    scope: Any
    cycle: Any

    def __init__(
        self,
        accepted: AcceptedConnection,
        callers: Callers,
        arrivals: Arrivals,
        deadlines: Deadlines[Connection],
        **of_uvicorn: Any,
    ) -> None:
        super().__init__(**of_uvicorn)
        self._accepted = accepted
        self._callers = callers
        self._arrivals = arrivals
        self._deadlines = deadlines
        self._stage: Stage = "new"
        self._held = 0
        self._is_streaming = False
        self._is_chunked = False
        # Of a stream: what is left of news sent in part, and the latest unsent news.
        self._rest = self._unsent = b""
        self._writing = Lock()
        self.is_lost = False
        # Set when the connection is lost, or its stream has to end.
        self.bell = asyncio.Event()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a request."""
        super().connection_made(transport)
        self.flow = Patience(self)
        # Absent if the caller has hung up already.
        self.client = self._accepted.caller
        self.peer = self._accepted.caller[0]
        self.app_state = {"connection": self}
        # For HTTPS, the handshake has just ended.
        self._opened = None if self.scheme == "https" else self._accepted.since
        self._read_at = self._arrivals.unseen_since
        transport.max_size = PIECE  # type: ignore[attr-defined]  # how much asyncio reads at once
        transport.set_write_buffer_limits(UNSENT)
        _set_options(transport.get_extra_info("socket"))
        self._accepted.begin(self)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """Release and uncount everything."""
        # No thread may write where another connection soon has the same number.
        with self._writing:
            self._is_streaming = False
        super().connection_lost(exc)
        self._deadlines.end(self)
        self.hold(0)
        self._callers.end_slow(self)
        self._callers.remove(self._accepted)
        self._accepted.forget()
        self.is_lost = True
        self.bell.set()
        # Break the cycles, so that it is freed at once.
        self.cycle = self.scope = self.flow.connection = None
        self.app_state = {}

    @property
    def is_waiting(self) -> bool:
        """Return whether no whole request is there to answer."""
        return (
            self.cycle is None or self.cycle.response_complete or self.cycle.more_body
        )

    def data_received(self, data: bytes) -> None:
        """Record the arrival."""
        # The first input may have waited since acceptance.
        since = self._opened or max(self._read_at, self._arrivals.unseen_since)
        self.arrival = self._arrivals.arrival(since)
        self._opened = None
        self._read_at = self._arrivals.mark()
        super().data_received(data)
        self._watch()

    def _watch(self) -> None:
        """Start the next stage's timeout, and an incomplete head's memory."""
        unread = self._unread()
        stage: Stage
        if not self.is_waiting:
            stage = "answering"
        elif unread is None:
            stage = "body"
        elif unread:
            stage = "head"
        else:
            stage = "silent"
        is_timed = STAGES[stage].is_timed
        if stage != self._stage:
            self._stage = stage
            if is_timed:
                self._deadlines.begin(self)
            else:
                self._deadlines.end(self)
        if unread and is_timed and not self.hold(FREE + unread):
            self.transport.abort()

    @abstractmethod
    def _unread(self) -> int | None:
        """Return the bytes of an incomplete head; None within a body."""

    def begin_wait(self) -> None:
        """Start a slow reader's timeout."""
        self._deadlines.begin(self)

    def end_wait(self) -> None:
        """Cancel the timeout."""
        self._deadlines.end(self)

    def time_is_up(self) -> None:
        """Hang up, after pending output if nothing more was asked."""
        if STAGES[self._stage].is_cut:
            self.transport.abort()
        else:
            self.transport.close()

    def pause_writing(self) -> None:
        """Note that the reader is slow."""
        self.flow.pause_writing()
        self._callers.begin_slow(self)

    def resume_writing(self) -> None:
        """Note that the reader has caught up."""
        self.flow.resume_writing()
        self._callers.end_slow(self)
        self._send_rest()

    def hold(self, size: int) -> bool:
        """Reserve memory for a body; False if there is none."""
        more = max(0, size - FREE) - self._held
        if more > 0 and self._callers.held + more > connections.MOST_HELD:
            return False
        self._callers.held += more
        self._held += more
        return True

    def answer(
        self, status: int, headers: Headers, body: bytes, closes: bool = False
    ) -> None:
        """Answer the request, head and body at once."""
        if self.is_lost:
            return
        cycle = self._answered_cycle()
        cycle.response_started = True
        closes = self._end_cycle(cycle, closes)
        self.transport.write(self._head(status, headers, closes) + body)
        self._complete(cycle, closes)

    def begin_stream(self, status: int, headers: Headers, payload: bytes) -> None:
        """Answer with a stream that begins with this."""
        if self.is_lost:
            return
        cycle = self._answered_cycle()
        cycle.response_started = True
        scope = cycle.scope
        self._is_chunked = scope["http_version"] == "1.1"
        closes = not self._is_chunked or CLOSE_HEADER in scope["headers"]
        head = self._head(status, headers, closes, self._is_chunked)
        self.transport.write(head + self._chunk(payload))
        with self._writing:
            self._is_streaming = True
        self._send_rest()

    def send_news(self, payload: bytes) -> None:
        """Send news in the stream, from any thread; a slow reader gets only the latest.

        A thread that has news sends them itself, since waking the loop takes longer.
        """
        with self._writing:
            self._unsent = payload
        self._send_unsent()

    def send_beat(self, payload: bytes) -> None:
        """Send a sign of life, unless news wait; from any thread."""
        with self._writing:
            self._unsent = self._unsent or payload
        self._send_unsent()

    def _send_unsent(self) -> None:
        open_socket = self._accepted.open_socket
        with self._writing:
            if self._unsent and open_socket is not None and self._is_writable():
                chunk = self._chunk(self._unsent)
                self._unsent = b""
                self._rest = chunk[_write(open_socket, chunk) :]
            is_sent = not self._rest and not self._unsent
        if not is_sent:
            self.loop.call_soon_threadsafe(self._send_rest)

    def _is_writable(self) -> bool:
        """Return whether a stream has all that was written to it before."""
        return (
            self._is_streaming
            and not self._rest
            and not self.transport.is_closing()
            and not self.transport.get_write_buffer_size()
        )

    def end_stream(self) -> None:
        """End the stream."""
        if self.is_lost:
            return
        with self._writing:
            self._is_streaming = False
        cycle = self._answered_cycle()
        last = b"0\r\n\r\n" if self._is_chunked else b""
        self.transport.write(self._rest + last)
        self._complete(cycle, self._end_cycle(cycle, not self._is_chunked))

    def _send_rest(self) -> None:
        with self._writing:
            if not self._is_streaming or self.transport.is_closing():
                return
            if self._rest:
                self.transport.write(self._rest)
                self._rest = b""
            if self._unsent and not self.flow.write_paused:
                self.transport.write(self._chunk(self._unsent))
                self._unsent = b""

    def _chunk(self, payload: bytes) -> bytes:
        return (
            b"%x\r\n%b\r\n" % (len(payload), payload) if self._is_chunked else payload
        )

    def _head(
        self, status: int, headers: Headers, closes: bool, is_chunked: bool = False
    ) -> bytes:
        lines = [_STATUS_LINES[status]]
        for name, value in headers:
            lines.append(f"{name}: {value}\r\n")
        if closes:
            lines.append("Connection: close\r\n")
        if is_chunked:
            lines.append("Transfer-Encoding: chunked\r\n")
        given = self.server_state.default_headers
        head = [b"%b: %b\r\n" % each for each in given]
        return "".join(lines).encode("latin-1") + b"".join(head) + b"\r\n"

    def _complete(self, cycle: Any, closes: bool) -> None:
        cycle.response_complete = True
        cycle.message_event.set()
        if closes:
            self.transport.close()
        cycle.on_response()

    def on_response_complete(self) -> None:
        """Turn to the next pipelined request, whose time counts from now."""
        if self.transport.is_closing():
            return
        self._read_at = self._arrivals.mark()
        self.arrival = self._arrivals.arrival(self._read_at)
        self._callers.move_to_end(self._accepted)
        self._turn_to_next()
        self._watch()

    def _answered_cycle(self) -> Any:
        """Return uvicorn's cycle of the current request."""
        return self.cycle

    @abstractmethod
    def _end_cycle(self, cycle: Any, closes: bool) -> bool:
        """Finish the request; return whether the connection ends."""

    @abstractmethod
    def _turn_to_next(self) -> None:
        """Read on, and answer pipelined requests."""


class Reader(h11.Connection):
    """h11's reader, limiting input that is short but slow to parse."""

    _chunks = 0

    def next_event(self) -> Any:
        """Return h11's next event; raise RemoteProtocolError for too many parts."""
        if self.their_state is h11.IDLE:
            self._chunks = 0
            data = self.trailing_data[0]
            blank = _BLANK_LINE.search(data)
            if data.count(b"\n", 0, blank.start() if blank else None) > MOST_HEAD_LINES:
                raise h11.RemoteProtocolError(f"more than {MOST_HEAD_LINES} lines")
        event = super().next_event()
        self._chunks += getattr(event, "chunk_start", False)
        if self._chunks > MOST_CHUNKS:
            raise h11.RemoteProtocolError(f"more than {MOST_CHUNKS} chunks")
        return event


_ANSWERED = h11.Response(status_code=200, headers=[("Content-Length", "0")])
_LAST = h11.Response(
    status_code=200, headers=[("Content-Length", "0"), ("Connection", "close")]
)
_END = h11.EndOfMessage()


class H11Connection(Connection, H11Protocol):
    """A connection read by h11, which installs anywhere."""

    def __init__(self, *given: Any, **of_uvicorn: Any) -> None:
        super().__init__(*given, **of_uvicorn)
        self.conn = Reader(h11.SERVER, LONGEST_HEAD)

    def _unread(self) -> int | None:
        if self.conn.their_state is h11.IDLE:
            return len(self.conn.trailing_data[0])
        return None

    def send_400_response(self, msg: str) -> None:
        """Refuse invalid HTTP."""
        super().send_400_response(msg)
        # h11's current error and its traceback refer to each other, and to this
        # connection.
        if (error := sys.exc_info()[1]) is not None:
            error.__traceback__ = None

    def _end_cycle(self, cycle: Any, closes: bool) -> bool:
        # h11 need only know that there was an answer: checking our headers takes longer
        # than a request.
        self.conn.send(_LAST if closes or not cycle.keep_alive else _ANSWERED)
        self.conn.send(_END)
        return self.conn.our_state is h11.MUST_CLOSE

    def _turn_to_next(self) -> None:
        self.flow.resume_reading()
        if self.conn.our_state is h11.DONE and self.conn.their_state is h11.DONE:
            self.conn.start_next_cycle()
            self.handle_events()


class HttptoolsConnection(Connection, HttpToolsProtocol or asyncio.Protocol):  # type: ignore[misc]
    """A connection read by httptools, in a fraction of the time.

    It parses all of its input at once, pipelined requests included.
    """

    parser: Any
    url: bytes

    def __init__(self, *given: Any, **of_uvicorn: Any) -> None:
        super().__init__(*given, **of_uvicorn)
        self._active: Any = None
        self._is_in_message = self._is_in_head = False
        self._came = self._piece = self._parts = 0
        self._is_unreadable = False

    def connection_lost(self, exc: Exception | None) -> None:
        """Release and uncount everything."""
        if self._active is not None:
            self._active.disconnected = True
        super().connection_lost(exc)
        self.pipeline.clear()
        self._active = None

    @property
    def is_waiting(self) -> bool:
        """Return whether no whole request is there to answer."""
        return not self.pipeline and super().is_waiting

    def data_received(self, data: bytes) -> None:
        """Record the arrival."""
        self._piece = len(data)
        self._came += self._piece
        super().data_received(data)
        if (self._unread() or 0) > LONGEST_HEAD + PIECE:
            self.send_400_response("Invalid HTTP request received.")
        elif self._is_in_head and not self.is_waiting:
            # Behind a request that waits for its answer.
            self.flow.pause_reading()

    def _unread(self) -> int | None:
        if self._is_in_message and not self._is_in_head:
            return None
        return self._came

    def on_message_begin(self) -> None:
        """Begin a head."""
        super().on_message_begin()
        self._is_in_message = self._is_in_head = True
        self._came = self._came or self._piece
        # The first line.
        self._parts = 1

    def on_header(self, name: bytes, value: bytes) -> None:
        """Add a header; trailers are ignored."""
        self._count_part(MOST_HEAD_LINES if self._is_in_head else MOST_CHUNKS)
        if self._is_in_head:
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """Begin the request; refuse one that other servers may read differently."""
        if len(self.pipeline) >= MOST_BEHIND or not self._is_unambiguous():
            raise ValueError("not to be read")
        # A target that is no path is refused once all is read.
        target = self.url
        self.url = b"/"
        raw_path, _, query = target.partition(b"?")
        super().on_headers_complete()
        self.scope["raw_path"] = raw_path
        self.scope["path"] = raw_path.decode("ascii")
        self.scope["query_string"] = query
        self._is_in_head = False
        self._came = self._parts = 0

    def _is_unambiguous(self) -> bool:
        """Return whether the head is unambiguous, by the same rules as h11."""
        version = self.parser.get_http_version()
        names = [name for name, _ in self.headers]
        hosts = names.count(b"host")
        if hosts > 1 or (not hosts and version == "1.1"):
            return False
        for name, value in self.headers:
            if name == b"transfer-encoding" and value.lower() != b"chunked":
                return False
        has_body = b"content-length" in names or b"transfer-encoding" in names
        # After an upgrade, the reader takes the rest for a body.
        is_upgrade = has_body and self.parser.should_upgrade()
        return (
            version in ("1.1", "1.0")
            and names.count(b"transfer-encoding") < 2
            and not is_upgrade
        )

    def on_chunk_header(self) -> None:
        """Count a chunk of the body."""
        self._count_part(MOST_CHUNKS)

    def on_message_complete(self) -> None:
        """Note that the request is whole."""
        super().on_message_complete()
        self._is_in_message = False
        self._came = 0

    def _count_part(self, most: int) -> None:
        self._parts += 1
        if self._parts > most:
            raise ValueError(f"more than {most}")

    def send_400_response(self, msg: str) -> None:
        """Refuse invalid HTTP, after answers to earlier requests."""
        if self._is_in_message and not self._is_in_head and self.pipeline:
            # Its head is last in the queue, and its body unreadable.
            self.pipeline.popleft()
        if self.is_waiting:
            super().send_400_response(msg)
        else:
            self._is_unreadable = True
            self.flow.pause_reading()

    def _unsupported_upgrade_warning(self) -> None:
        # Anything may follow the head.
        self.cycle.keep_alive = False

    def _start_asgi_task(self, cycle: Any, app: Any) -> None:
        self._active = cycle
        super()._start_asgi_task(cycle, app)

    def _answered_cycle(self) -> Any:
        return self._active

    def _end_cycle(self, cycle: Any, closes: bool) -> bool:
        return closes or not cycle.keep_alive

    def _turn_to_next(self) -> None:
        if self.pipeline:
            self._start_asgi_task(*self.pipeline.pop())
        elif self._is_unreadable:
            super().send_400_response("Invalid HTTP request received.")
        else:
            self.flow.resume_reading()


Quickest = H11Connection if HttpToolsProtocol is None else HttptoolsConnection
"""The protocol for connections here."""


def _write(open_socket: socket.socket, chunk: bytes) -> int:
    """Return how many bytes the system takes at once."""
    try:
        return open_socket.send(chunk)
    except OSError:
        # If the phone has gone, the loop will notice.
        return 0


def _set_options(sock: socket.socket) -> None:
    """Send answers at once, and drop a connection after three unanswered heartbeats."""
    with suppress(OSError):
        # asyncio does so only for sockets made with TCP's number; otherwise an answer
        # waits 40 ms.
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        # Only Linux can.
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            sock.setsockopt(
                socket.IPPROTO_TCP,
                socket.TCP_USER_TIMEOUT,
                3 * HEARTBEAT_SECONDS * 1000,
            )
