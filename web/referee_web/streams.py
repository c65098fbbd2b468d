"""The live stream, which only says that a table changed; the phone then asks what."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from referee.hosting.room import CardRoom
from referee.vocabulary.errors import RefereeError, TooManyRequestsError
from referee.vocabulary.text import say
from referee_web.callers import is_this_machine

if TYPE_CHECKING:
    from flask import Response

HEARTBEAT_SECONDS = 15
BEAT = b"event: beat\ndata: {}\n\n"
"""A heartbeat, so that a page can tell a dead line from a quiet one."""

RETRY = b"retry: 2000\n"
"""The milliseconds after which a page asks again for a stream that has ended."""

MOST_STREAMS = 4_000
MOST_OF_ONE = 40
BUSY_SECONDS = 5

_TOO_MANY_TABS = say(
    "Too many pages are open from your address. Close those nobody is looking at."
)


class BusyError(RefereeError):
    """The daemon is too busy, or stopping. `Retry-After` says when to try again."""

    status = 503
    title = say("Busy")
    seconds = BUSY_SECONDS

    def __init__(self) -> None:
        super().__init__(
            say(
                "The referee is busy. Try again in {seconds} seconds.",
                seconds=BUSY_SECONDS,
            )
        )


class Streams:
    """The number of open streams and its limits: in all, and `fair` for one address.

    This machine's address is exempt, since everybody behind a local proxy has it.
    """

    def __init__(self, fair: bool = True) -> None:
        self.open = 0
        self.most = MOST_STREAMS
        self.fair = fair
        self._streams: Counter[str] = Counter()
        self._lock = threading.Lock()

    def answer(self, card_room: CardRoom, code: str, address: str) -> Response:
        """Return a stream of changes for this address; raise as `enter`."""
        # The daemon answers before Flask is imported.
        from flask import Response

        self.enter(address)
        begin = partial(first_words, card_room, code)
        leave = partial(self.leave, address)
        stream = Stream(code, begin, leave)
        response = Response(
            stream, mimetype="text/event-stream", direct_passthrough=True
        )
        response.headers["Cache-Control"] = "no-store"
        response.headers["X-Accel-Buffering"] = "no"
        return response

    def enter(self, address: str) -> None:
        """Count another stream for this address.

        Raise BusyError or TooManyRequestsError.
        """
        with self._lock:
            if self.open >= self.most:
                raise BusyError
            has_its_share = self._streams[address] >= MOST_OF_ONE
            if self.fair and has_its_share and not is_this_machine(address):
                raise TooManyRequestsError(BUSY_SECONDS, _TOO_MANY_TABS)
            self.open += 1
            self._streams[address] += 1

    def leave(self, address: str) -> None:
        """Count one stream less for this address."""
        with self._lock:
            self.open -= 1
            self._streams[address] -= 1
            if not self._streams[address]:
                del self._streams[address]


class Stream:
    """A phone's news of the table with this `code`, counted until closed.

    The daemon keeps it open (see `server.bridge`). Any other server sends the first
    words only, so that the phone asks again every two seconds.
    """

    def __init__(
        self, code: str, first_words: Callable[[], bytes], leave: Callable[[], None]
    ) -> None:
        self.code = code
        self.first_words = first_words
        self._leave = leave
        self._left = False

    def __iter__(self) -> Iterator[bytes]:
        yield self.first_words()

    def close(self) -> None:
        """Stop counting the stream."""
        if not self._left:
            self._left = True
            self._leave()


def first_words(card_room: CardRoom, code: str) -> bytes:
    """Return the first news."""
    return RETRY + news(card_room.seq(code))


def news(seq: int) -> bytes:
    """Return the news that a log has this number now."""
    return b'event: changed\nid: %d\ndata: {"seq":%d}\n\n' % (seq, seq)
