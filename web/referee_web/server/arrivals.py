"""When what phones send had arrived, however late a busy daemon reads it, and whether all of it was answered."""

import asyncio
import re
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from selectors import DefaultSelector, SelectorKey

from referee.hosting.tables.tokens import read_code

IDLE_SECONDS = 0.002
"""A wait in which the process computed for less is one in which the loop had nothing to do."""

LOOKS_TO_GREET = 5
"""So many looks of the loop lie between a new connection and the first that is read over it."""

TURNS_TO_READ = 12
"""After so many turns of the loop, all that had come before them was read, and its requests put together."""

_SLAP = re.compile(r"/api/v1/tables/([^/]+)/buzz")


@dataclass(frozen=True, slots=True)
class Arrival:
    """When something arrived: `by` then by the clock of the races, and no more than `lateness` milliseconds before."""

    by: float
    lateness: float = 0.0


def slapped_at(path: str) -> str | None:
    """Return the code of the table at which a request to this path slaps; None for any other."""
    slap = _SLAP.fullmatch(path)
    return read_code(slap[1]) if slap else None


class WatchedSelector(DefaultSelector):
    """The selector of the loop, which notes when each look at the sockets began and how long it waited in vain."""

    def __init__(self, now: Callable[[], float]) -> None:
        super().__init__()
        self._now = now
        self._looks = deque([(now(), 0.0)], maxlen=LOOKS_TO_GREET)

    def select(self, timeout: float | None = None) -> list[tuple[SelectorKey, int]]:
        """Wait for what comes, as any selector does."""
        began, computed = self._now(), time.process_time()
        ready = super().select(timeout)
        # While others compute, this thread may have waited for its turn rather than for something to come.
        is_idle = time.process_time() - computed < IDLE_SECONDS
        self._looks.append((began, self._now() - began if is_idle else 0.0))
        return ready

    def busy_for(self, looks: int) -> float:
        """Return for how many of the milliseconds since the start of so many looks ago the loop did not wait."""
        lately = list(self._looks)[-looks:]
        return self._now() - lately[0][0] - sum(idle for _, idle in lately)


class Arrivals:
    """Times what the loop reads, and tells the races when all slaps up to now were answered.

    `now` is the clock of the races. All but `are_answered` is for the thread of the loop.
    """

    def __init__(self, now: Callable[[], float], loop: asyncio.AbstractEventLoop, selector: WatchedSelector) -> None:
        self.now = now
        self._loop = loop
        self._selector = selector
        self._slaps: dict[object, tuple[str, float]] = {}
        self._read_until = 0.0

    def arrival(self, since: float | None) -> Arrival:
        """Return when what is read now had arrived: after `since`, if that is known."""
        now = self.now()
        busy = self._selector.busy_for(LOOKS_TO_GREET if since is None else 2)
        return Arrival(now, max(0.0, busy if since is None else min(busy, now - since)))

    def begin_slap(self, request: object, code: str, arrival: Arrival) -> None:
        """Note that a slap at this table waits to be answered."""
        self._slaps[request] = code, arrival.by - arrival.lateness

    def end_slap(self, request: object) -> None:
        """Note that a request is answered; it may have been no slap."""
        self._slaps.pop(request, None)

    def are_answered(self, code: str, until: float) -> bool:
        """True if each slap at this table that had arrived `until` then was read and answered; ask again if not."""
        if self._read_until < until:
            with suppress(RuntimeError):
                # Unless the daemon has stopped.
                self._loop.call_soon_threadsafe(self._turn, TURNS_TO_READ, self.now())
            return False
        return not any(table == code and arrived <= until for table, arrived in list(self._slaps.values()))

    def _turn(self, left: int, asked: float) -> None:
        if left:
            self._loop.call_soon(self._turn, left - 1, asked)
        else:
            self._read_until = max(self._read_until, asked)
