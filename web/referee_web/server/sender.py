"""Sending all live streams, without waiting for any phone.

A phone that takes nothing in any more is hung up on as soon as its connection holds no more: it comes back by itself
and looks at the table then.
"""

from __future__ import annotations

import logging
import socket
import threading
import time
from collections import OrderedDict, defaultdict
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from queue import Empty, SimpleQueue

from referee.hosting.room import CardRoom
from referee_web import streams
from referee_web.streams import Stream

SEND_BUFFER = 64 * 1024
"""How many bytes may wait in a connection for a phone to take them in: news of hundreds of entries."""

LAST_CHUNK = b"0\r\n\r\n"

FEW = 16
"""So many phones at a table are told by the thread in which it changed."""

log = logging.getLogger("referee.streams")


class Listener:
    """A phone that listens: its stream, and its connection, over which nothing else is said any more.

    `close` closes the connection. `chunked`: what is sent is framed as HTTP/1.1 wants it. `since` is when it was told
    something last, by the monotonic clock.
    """

    __slots__ = ("_chunked", "_close", "_socket", "since", "stream")

    def __init__(self, stream: Stream, sock: socket.socket, close: Callable[[], None], chunked: bool) -> None:
        self.stream, self.since = stream, 0.0
        self._socket, self._close, self._chunked = sock, close, chunked
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)

    def hears(self, event: bytes) -> bool:
        """Send this; whether all of it went out."""
        sent = b"%x\r\n%b\r\n" % (len(event), event) if self._chunked else event
        return self._goes_out(sent)

    def _goes_out(self, sent: bytes) -> bool:
        self.since = time.monotonic()
        try:
            return self._socket.send(sent) == len(sent)
        except OSError:
            # It is gone, or takes nothing in.
            return False

    def is_gone(self) -> bool:
        """Whether the phone has hung up: it says nothing else any more."""
        try:
            return not self._socket.recv(1, socket.MSG_PEEK)
        except BlockingIOError:
            return False
        except OSError:
            return True

    def goodbye(self) -> None:
        """End the stream and the connection."""
        if self._chunked:
            self._goes_out(LAST_CHUNK)
        self.hang_up()

    def hang_up(self) -> None:
        """End the connection as it is."""
        self.stream.close()
        self._close()


class Sender:
    """Sends every stream what it is to hear: that its table changed, and a heartbeat while it has not.

    Any thread may call any method. Few phones are told at once: so they hear of an entry while its answer is still
    being worded. Everything else waits in one queue for the sender's own thread.
    """

    def __init__(self, room: CardRoom) -> None:
        self._room = room
        self._inbox: SimpleQueue[str | Listener | None] = SimpleQueue()
        self._at: defaultdict[str, dict[Listener, None]] = defaultdict(dict)
        self._quiet: OrderedDict[Listener, None] = OrderedDict()
        self._stopped = False
        # Held while phones are told. A thread that answers never waits for it.
        self._telling = threading.Lock()
        self._thread = threading.Thread(target=self._run, name="sends", daemon=True)

    def start(self) -> None:
        """Begin to send."""
        self._thread.start()

    def take(self, listener: Listener) -> None:
        """Have this phone hear of its table from now on; its socket must be one that does not wait."""
        self._inbox.put(listener)
        if self._stopped:
            self._send_home()

    def stop(self, seconds: float) -> None:
        """Send everybody home, within so many seconds."""
        self._inbox.put(None)
        self._thread.join(seconds)

    def _run(self) -> None:
        going = True
        while going:
            waiting = self._waiting()
            with self._telling:
                going = self._work(waiting)
        with self._telling:
            for listener in [*self._quiet]:
                self._forget(listener)
                listener.goodbye()
        self._stopped = True
        self._send_home()

    def _send_home(self) -> None:
        """End the streams that came too late."""
        with suppress(Empty):
            while True:
                if isinstance(late := self._inbox.get_nowait(), Listener):
                    late.goodbye()

    def _waiting(self) -> list[str | Listener | None]:
        """What is to be done, as soon as there is anything; nothing when somebody is to hear a heartbeat first."""
        waiting = []
        with suppress(Empty):
            waiting.append(self._inbox.get(timeout=self._until_beat()))
            while True:
                waiting.append(self._inbox.get_nowait())
        return waiting

    def _until_beat(self) -> float | None:
        """In how many seconds somebody is to hear a heartbeat; None while nobody listens."""
        with self._telling:
            longest = next(iter(self._quiet), None)
        if longest is None:
            return None
        return max(0.0, longest.since + streams.HEARTBEAT_SECONDS - time.monotonic())

    def _work(self, waiting: list[str | Listener | None]) -> bool:
        """Do what is to be done; whether there will be more. However often a table changed, its phones hear it once."""
        for one in waiting:
            if isinstance(one, Listener):
                self._welcome(one)
        for code in dict.fromkeys(one for one in waiting if isinstance(one, str)):
            self._tell_of(code)
        self._beat()
        return None not in waiting

    def _changed(self, code: str) -> None:
        """Have those at a table hear that it changed: at once where they are few, and nobody tells others just now."""
        if self._telling.acquire(blocking=False):
            try:
                if len(self._at.get(code, ())) <= FEW:
                    self._tell_of(code)
                    return
            finally:
                self._telling.release()
        self._inbox.put(code)

    def _tell_of(self, code: str) -> None:
        self._tell([*self._at.get(code, ())], partial(streams.changed, self._room, code))

    def _welcome(self, listener: Listener) -> None:
        code = listener.stream.code
        self._send_away_gone(code)
        if code not in self._at:
            self._room.notices.listen(code, self._changed)
        self._at[code][listener] = None
        self._quiet[listener] = None
        self._tell([listener], partial(streams.first_words, self._room, code))

    def _send_away_gone(self, code: str) -> None:
        """Forget the phones at a table that have hung up: a page that changes leaves one stream for the next."""
        for listener in [*self._at.get(code, ())]:
            if listener.is_gone():
                self._forget(listener)
                listener.hang_up()

    def _beat(self) -> None:
        end = time.monotonic() - streams.HEARTBEAT_SECONDS
        while (longest := next(iter(self._quiet), None)) is not None and longest.since <= end:
            self._tell([longest], lambda: streams.BEAT)

    def _tell(self, listeners: list[Listener], event: Callable[[], bytes]) -> None:
        """Send these an event, which is made once for all of them; whoever cannot be told is hung up on."""
        try:
            sent = event() if listeners else b""
        except Exception:
            log.exception("an event could not be made")
            sent = b""
        for listener in listeners:
            if sent and listener.hears(sent):
                self._quiet.move_to_end(listener)
            else:
                self._forget(listener)
                listener.hang_up()

    def _forget(self, listener: Listener) -> None:
        code = listener.stream.code
        del self._quiet[listener], self._at[code][listener]
        if not self._at[code]:
            del self._at[code]
            self._room.notices.leave(code, self._changed)
