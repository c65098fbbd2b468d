"""The daemon: the app on a socket, with threads that take turns at answering, and a sender for all streams."""

from __future__ import annotations

import errno
import gc
import logging
import os
import socket
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from math import inf
from selectors import EVENT_WRITE, DefaultSelector
from typing import Any

from cheroot import wsgi
from flask import Flask, Response, g, request, request_finished, request_started

from referee.hosting.room import CardRoom
from referee_web.guards.shares import Asker, Shares, asker_of, tokens_in
from referee_web.server.arrivals import Arrivals, slapped_at
from referee_web.server.connections import MOST_OF_ONE, Connections
from referee_web.server.request_budget import MOST_HELD, Budget
from referee_web.server.requests import Connection, Gateway
from referee_web.server.sender import Sender
from referee_web.streams import MOST_STREAMS, Streams

PORTS_TRIED = 20
BACKLOG = 1024

LEAST_THREADS = 4
MOST_THREADS = 64
IDLE_SECONDS = 30
STACK_BYTES = 1024 * 1024

PATIENCE_SECONDS = 0.02
"""So long an answer may take before another one is begun beside it. Most take a tenth of that."""

SWITCH_SECONDS = 0.001
"""How long a thread that computes keeps the others waiting. An entry lets go of the interpreter a dozen times, and each
time waits so long for whatever else is computed: with Python's 5 ms it took twice as long beside a correction.
"""

REQUEST_SECONDS = 10
"""How long a connection may be idle, how long the whole head of a request may take, and how long its whole body."""

STOP_SECONDS = 0.8
LOOK_SECONDS = 0.25
KEPT_ALIVE = 1_000
SPARE_FILES = 100

COLLECT_AFTER = (10_000, 30_000, 1)
"""How many new objects, looks at the new ones, and looks at the older ones come before the next look of each kind. The
first are few, since a page refers to itself and to what was sent with it, up to 256 KiB; the second many, since to look
at a match of 6,000 entries takes 0.2 s, in which nobody is answered.
"""

log = logging.getLogger("referee.daemon")


class CannotListen(Exception):
    """The host or port cannot be listened on; the message says why and what to do."""


class PortsTaken(CannotListen):
    """Other programs listen on all the ports that were tried."""


def listen(host: str, port: int, tries: int = PORTS_TRIED) -> socket.socket:
    """A socket that listens on this port or, where it is taken, on the next free one; CannotListen or PortsTaken.

    Port 0 means any free one. `::` listens on all IPv6 and IPv4 addresses, `0.0.0.0` on all IPv4 ones.
    """
    last = min(port + tries, 65_536) - 1
    for candidate in range(port, last + 1):
        try:
            return _listening(host, candidate)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise CannotListen(_why_not(host, candidate, error)) from None
    raise PortsTaken(f"The ports {port} to {last} are all taken. Choose another one with --port.")


def _listening(host: str, port: int) -> socket.socket:
    family, kind, protocol, _, address = socket.getaddrinfo(
        host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )[0]
    listener = socket.socket(family, kind, protocol)
    try:
        # On Windows the same word lets a second program take over a port in use.
        if os.name == "posix":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6 and host == "::":
            listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        listener.bind(address)
        listener.listen(BACKLOG)
    except OSError:
        listener.close()
        raise
    return listener


def _why_not(host: str, port: int, error: OSError) -> str:
    if error.errno == errno.EACCES:
        return f"Port {port} is not for you to listen on: choose one above 1023 with --port."
    why = error.strerror or str(error)
    return f"Nothing can listen on {host!r} ({why}): give --host an address of this computer, or leave it out."


class ThreadPool:
    """The threads that answer connections: they take turns, and there are few when nothing happens.

    Takes the place of the server's own pool, which never grows by itself. Once a thread has begun to answer, `patience`
    seconds pass before another one begins beside it: Python runs one at a time anyway, and two that take turns within
    an answer need more of the processor for each. With a patience of 0 there is one for each connection that is busy,
    as where answers wait for the server of a database.

    Who is next is settled by shares: `asker` says whose line a request stands in.

    An answer that its reader takes in slowly keeps its thread, so no more than half of all may be such.
    """

    def __init__(
        self, server: Server, least: int, most: int, patience: float, asker: Callable[[Connection], Asker]
    ) -> None:
        self.least = least
        self.most = most
        self._server = server
        self._patience = patience
        self._asker = asker
        self._waiting = Shares[Connection]()
        # Those that answer, the one that began last at the end: what, and since when.
        self._busy: dict[threading.Thread, tuple[Connection, float]] = {}
        # Those of answers that wait for their readers, the one that has waited longest first.
        self._slow: dict[socket.socket, None] = {}
        self._watched_until = inf
        self._threads: set[threading.Thread] = set()
        self._numbers = 0
        self._stopping = False
        self._bell = threading.Condition()

    @property
    def size(self) -> int:
        """How many threads there are now."""
        return len(self._threads)

    def start(self) -> None:
        """Start the first threads."""
        with self._bell:
            while len(self._threads) < self.least:
                self._call_up()

    def put(self, connection: Connection) -> None:
        """Have a connection answered; where too many wait, one is sent away."""
        asker = self._asker(connection)
        with self._bell:
            dropped = self._waiting.put(asker, connection)
            self._have_it_seen_to()
        if dropped is not None:
            dropped.send_away()

    def _have_it_seen_to(self) -> None:
        """Wake a thread that answers what waits, or sees to it that another one does in time."""
        seconds = self._until_turn()
        if seconds and time.monotonic() + seconds >= self._watched_until:
            return
        idle = len(self._threads) - len(self._busy)
        if idle < (1 if self._patience else len(self._waiting)) and len(self._threads) < self.most:
            self._call_up()
        self._bell.notify()

    def _until_turn(self) -> float | None:
        """In how many seconds the next one may be answered: 0 where its turn has come, None where none waits."""
        now = time.monotonic()
        turn = self._waiting.turn(now)
        if turn is None or not self._busy:
            return turn
        _, since = next(reversed(self._busy.values()))
        return max(turn, since + self._patience - now)

    def _call_up(self) -> None:
        self._numbers += 1
        thread = threading.Thread(target=self._work, name=f"answers-{self._numbers}", daemon=True)
        self._threads.add(thread)
        try:
            thread.start()
        except RuntimeError:
            # The system gives no more threads: those that are there must do.
            self._threads.discard(thread)
            self.most = max(len(self._threads), 1)
            log.warning("no more threads can be started")

    def _work(self) -> None:
        while (connection := self._next()) is not None:
            self._answer(connection)

    def _next(self) -> Connection | None:
        """The next connection to answer; None when this thread is not needed any more."""
        me = threading.current_thread()
        with self._bell:
            if me in self._busy:
                self._waiting.done(self._busy.pop(me)[0])
            while (seconds := self._until_turn()) != 0:
                if (self._stopping and seconds is None) or not self._is_needed_after(seconds):
                    self._threads.discard(me)
                    return None
            now = time.monotonic()
            connection = self._waiting.take(now)
            self._busy[me] = connection, now
            if self._waiting:
                self._have_it_seen_to()
            return connection

    def _is_needed_after(self, seconds: float | None) -> bool:
        """Wait for the bell: whether this thread is needed then. One of all watches for how many seconds the turn of
        what waits has not come.
        """
        end = inf if seconds is None else time.monotonic() + seconds
        watches = end < self._watched_until
        if watches:
            self._watched_until = end
        rang = self._bell.wait(seconds if watches else IDLE_SECONDS)
        if watches:
            self._watched_until = inf
        return watches or rang or bool(self._waiting) or self._is_core()

    def wait_for_reader(self, sock: socket.socket) -> None:
        """Wait until whoever reads an answer over this socket takes more of it in; others are answered meanwhile.

        Where too many wait, the one that has waited longest is hung up on. TimeoutError where nothing was taken in for
        too long.
        """
        me = threading.current_thread()
        with self._bell:
            self._slow[sock] = None
            if len(self._slow) > max(1, self.most // 2):
                longest = next(iter(self._slow))
                del self._slow[longest]
                _cut(longest)
            if me in self._busy:
                # Its turn is over.
                connection, _ = self._busy[me]
                self._busy[me] = connection, 0.0
                self._waiting.done(connection)
            if self._waiting:
                self._have_it_seen_to()
        try:
            with DefaultSelector() as selector:
                selector.register(sock, EVENT_WRITE)
                if not selector.select(REQUEST_SECONDS):
                    # In the words by which the server knows it.
                    raise TimeoutError("timed out")
        finally:
            with self._bell:
                self._slow.pop(sock, None)

    def _is_core(self) -> bool:
        return len(self._threads) <= self.least and not self._stopping

    def _answer(self, connection: Connection) -> None:
        try:
            goes_on = connection.communicate()
            if connection.listener is not None:
                self._server.sender.take(connection.listener)
                return
            if goes_on:
                self._server.put_conn(connection)
                return
        except OSError:
            # The phone hung up in the middle of a word.
            pass
        except Exception:
            if not self._stopping:
                log.exception("a connection failed")
        connection.close()

    def stop(self, seconds: float = STOP_SECONDS) -> None:
        """Let every thread finish what it does; after this many seconds the connections of the rest are cut."""
        with self._bell:
            self._stopping = True
            threads = list(self._threads)
            self._bell.notify_all()
        _join(threads, seconds)
        with self._bell:
            late = [connection for connection, _ in self._busy.values()]
        for connection in late:
            _cut(connection.socket)
        _join(threads, seconds / 2)


def _join(threads: list[threading.Thread], seconds: float) -> None:
    end = time.monotonic() + seconds
    for thread in threads:
        thread.join(max(0.0, end - time.monotonic()))


def _cut(connection: socket.socket) -> None:
    with suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)


class Server(wsgi.Server):
    """The HTTP server round the app, on a socket that listens already.

    Its one thread that accepts also reads, whatever has come: those that answer get requests that are all there.
    `sender` takes over the connections of streams. `now` is the clock by which requests are timed. For `patience` see
    `ThreadPool`.
    """

    ConnectionClass = Connection
    server_name = "referee"
    version = "referee"
    expiration_interval = LOOK_SECONDS

    def __init__(
        self,
        app: Flask,
        listener: socket.socket,
        callers: Connections,
        sender: Sender,
        now: Callable[[], float],
        patience: float,
    ) -> None:
        super().__init__(listener.getsockname()[:2], app, request_queue_size=BACKLOG, timeout=REQUEST_SECONDS)
        self.gateway = Gateway
        self.requests = ThreadPool(self, LEAST_THREADS, MOST_THREADS, patience, self._asker)
        self.callers = callers
        self.sender = sender
        self.budget = Budget(MOST_HELD)
        self.arrivals = Arrivals(now)
        self._listener = listener
        self._now = now

    def bind(self, family: int, type: int, proto: int = 0) -> None:
        """Use the socket that is there."""
        self.socket = self._listener

    def prepare(self) -> None:
        """Begin to listen."""
        super().prepare()
        selector = self._connections._selector._selector  # type: ignore[attr-defined]  # its types leave it out
        selector.select = self.arrivals.watched(selector.select, self._listener)

    def process_conn(self, connection: Connection) -> None:
        """Read what came over a connection, which may be new, and have its request answered once it is all there."""
        try:
            self._welcome(connection)
            whole = connection.read_on()
        except OSError:
            connection.close()
            return
        self._go_on(connection, whole)

    def put_conn(self, connection: Connection) -> None:
        """Turn to the next request over a connection: it may have come already."""
        self.arrivals.let_go(connection)
        self._go_on(connection, connection.next_request(self._now()))

    def _go_on(self, connection: Connection, whole: bool) -> None:
        if whole and self.ready:
            self.callers.answered(connection)
            super().process_conn(connection)
        else:
            self.callers.waits(connection)
            super().put_conn(connection)

    def _asker(self, connection: Connection) -> Asker:
        assert connection.taken is not None
        known: dict[str, Any] = self.wsgi_app.extensions
        return asker_of(
            connection.remote_addr or "", connection.taken.head.headers, known["proxies"], known["good tokens"]
        )

    def have_awaited(self, connection: Connection) -> None:
        """Have the finish of a race wait for a request that is a slap of somebody at its table."""
        assert connection.taken is not None
        head, known = connection.taken.head, self.wsgi_app.extensions
        code = slapped_at(head.target.decode("ascii"))
        # What was made up is not looked for at the table: a head has room for thousands.
        if code is not None and known["room"].has_shown(code, known["good tokens"].among(tokens_in(head.headers))):
            self.arrivals.holds(connection, code, connection.arrival)

    def _welcome(self, connection: Connection) -> None:
        """Count a connection that is new, and hang up on another one where that is one too many."""
        if not connection.counted:
            connection.counted = True
            if (dropped := self.callers.came(connection)) is not None:
                _cut(dropped.socket)

    def error_log(self, msg: str = "", level: int = logging.INFO, traceback: bool = False) -> None:
        """Write to the log, where a connection that broke is nothing to worry about."""
        expected = msg.startswith("socket.error")
        log.log(logging.INFO if expected else level, msg, exc_info=traceback and not expected)


class Daemon:
    """The app, served in threads of its own from `start` to `stop`."""

    def __init__(self, app: Flask, listener: socket.socket) -> None:
        self.port: int = listener.getsockname()[1]
        self._room: CardRoom = app.extensions["room"]
        self.streams: Streams = app.extensions["streams"]
        files = open_files(wanted=2 * (MOST_STREAMS + KEPT_ALIVE)) - SPARE_FILES
        self.streams.most = min(MOST_STREAMS, max(1, files * 3 // 4))
        most_of_one = min(MOST_OF_ONE, max(1, files // 4)) if self.streams.fair else files
        callers = Connections(files, most_of_one, app.extensions["proxies"])
        patience = 0 if self._room.store.shared else PATIENCE_SECONDS
        self._server = Server(app, listener, callers, Sender(self._room), lambda: self._room.races.now(), patience)
        self._room.races.looked_at = self._server.arrivals.are_looked_at
        self._server.keep_alive_conn_limit = min(KEPT_ALIVE, max(1, files // 4))
        self._acceptor = threading.Thread(target=self._serve, name="accepts", daemon=True)
        self.ended = threading.Event()

    @property
    def threads(self) -> int:
        """How many threads answer now."""
        pool: ThreadPool = self._server.requests
        return pool.size

    @property
    def connections(self) -> int:
        """How many connections are open now."""
        return self._server.callers.open

    @property
    def held(self) -> int:
        """How many bytes of long bodies are held now."""
        return self._server.budget.held

    def start(self) -> None:
        """Begin to answer; returns at once."""
        threading.stack_size(STACK_BYTES)
        spare_collecting()
        sys.setswitchinterval(SWITCH_SECONDS)
        self._server.prepare()
        self._server.sender.start()
        self._acceptor.start()

    def _serve(self) -> None:
        try:
            self._server.serve()
        except Exception:
            log.exception("the daemon failed")
        finally:
            self.ended.set()

    def stop(self) -> None:
        """End all streams, let other requests finish, and hang up. Within two seconds, whoever listens."""
        self._server.sender.stop(STOP_SECONDS)
        self._server.shutdown_timeout = STOP_SECONDS
        self._server.stop()
        self._acceptor.join(STOP_SECONDS)


def spare_collecting() -> None:
    """Have Python look less often for objects that only refer to each other: a match keeps thousands for good, and a
    look at all that were kept lately takes as long as a hundred entries. An entry itself leaves few of them, which a
    look at the new ones finds.

    What is there already is set aside as it is: to look for what could go took longer than it was worth, 0.2 MB.
    """
    gc.freeze()
    gc.set_threshold(*COLLECT_AFTER)


def open_files(wanted: int) -> int:
    """How many files and sockets this process may have open, after asking for as many as wanted."""
    try:
        import resource
    except ImportError:
        # Windows sets no limit that matters here.
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


def log_requests(app: Flask) -> None:
    """A line in the log for each request, where the log is to have them: its route, never its path, which may hold a
    token.
    """
    if not log.isEnabledFor(logging.INFO):
        return
    request_started.connect(note_begin, app)
    request_finished.connect(_log_request, app)


def note_begin(_app: Flask, **_: object) -> None:
    """Note when a thread began to answer a request, as `g.begun`."""
    g.begun = time.perf_counter()


def _log_request(_app: Flask, response: Response, **_: object) -> None:
    known = {
        "route": request.url_rule.rule if request.url_rule is not None else None,
        "method": request.method,
        "status": response.status_code,
        "ms": round((time.perf_counter() - g.begun) * 1000, 1),
    }
    log.info("request", extra=known)
