"""When what phones send had arrived, however late a busy daemon reads it, and whether
all of it was answered.
"""

import asyncio
import re
import time
from collections.abc import Callable
from contextlib import suppress
from selectors import DefaultSelector, SelectorKey
from typing import NamedTuple

from referee.hosting.tables.tokens import read_code
from referee.lazy_dataclass import frozen

IDLE_SECONDS = 0.002
"""A wait in which the process computed for less is one in which the loop had nothing to
do.
"""

TURNS_TO_READ = 15
"""After so many turns of the loop, all that had come before them was read, and its
requests put together.
"""

_SLAP = re.compile(r"/api/v1/tables/([^/]+)/buzz")


@frozen
class Arrival:
    """When something arrived: `by` then by the clock of the races, and no more than
    `lateness` milliseconds before.
    """

    by: float
    lateness: float = 0.0


def slapped_at(path: str) -> str | None:
    """Return the code of the table at which a request to this path slaps; None for any
    other.
    """
    slap = _SLAP.fullmatch(path)
    return read_code(slap[1]) if slap else None


class Mark(NamedTuple):
    """A moment by the clock of the races, and how long the loop had idled by then."""

    at: float
    idle: float


class WatchedSelector(DefaultSelector):
    """The selector of the loop, which notes when it looks and how long it idles."""

    def __init__(self, now: Callable[[], float]) -> None:
        super().__init__()
        self._now = now
        self._idle = 0.0
        self.looks = 0
        self.previous_look = self.last_look = self.mark()

    def select(self, timeout: float | None = None) -> list[tuple[SelectorKey, int]]:
        """Wait for what comes, as any selector does."""
        self.looks += 1
        self.previous_look, self.last_look = self.last_look, self.mark()
        computed = time.process_time()
        ready = super().select(timeout)
        # While others compute, this thread may have waited for its turn rather than for
        # something to come.
        if time.process_time() - computed < IDLE_SECONDS:
            self._idle += self._now() - self.last_look.at
        return ready

    def mark(self) -> Mark:
        """Return this moment."""
        return Mark(self._now(), self._idle)

    def busy_since(self, mark: Mark) -> float:
        """Return for how many milliseconds since then the loop did not wait in vain."""
        return max(0.0, self._now() - mark.at - (self._idle - mark.idle))


class Arrivals:
    """Times what the loop reads, and tells the races when all slaps up to now were
    answered.

    `now` is the clock of the races. All but `are_answered` is for the thread of the
    loop.
    """

    def __init__(
        self,
        now: Callable[[], float],
        loop: asyncio.AbstractEventLoop,
        selector: WatchedSelector,
    ) -> None:
        self.now = now
        self._loop = loop
        self._selector = selector
        self._slaps: dict[object, tuple[str, float]] = {}
        self._read_until = 0.0

    def mark(self) -> Mark:
        """Return this moment."""
        return self._selector.mark()

    @property
    def unseen_since(self) -> Mark:
        """Return when the last look but one began: what it did not see came later."""
        return self._selector.previous_look

    @property
    def looks(self) -> int:
        """Return how often the loop has looked."""
        return self._selector.looks

    def arrival(self, since: Mark) -> Arrival:
        """Return when what is read now had arrived, which was not before `since`."""
        return Arrival(self.now(), self._selector.busy_since(since))

    def begin_slap(self, request: object, code: str, arrival: Arrival) -> None:
        """Note that a slap at this table waits to be answered."""
        self._slaps[request] = code, arrival.by - arrival.lateness

    def end_slap(self, request: object) -> None:
        """Note that a request is answered; it may have been no slap."""
        self._slaps.pop(request, None)

    def are_answered(self, code: str, until: float) -> bool:
        """True if each slap at this table that had arrived `until` then was read and
        answered; ask again if not.
        """
        if self._read_until < until:
            with suppress(RuntimeError):
                # Unless the daemon has stopped.
                self._loop.call_soon_threadsafe(self._turn, TURNS_TO_READ, self.now())
            return False
        return not any(
            table == code and arrived <= until
            for table, arrived in list(self._slaps.values())
        )

    def _turn(self, left: int, asked: float) -> None:
        if left:
            self._loop.call_soon(self._turn, left - 1, asked)
        else:
            self._read_until = max(self._read_until, asked)
