"""When phones' messages arrived, on a busy daemon too, and if all were answered."""

import asyncio
import re
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from selectors import DefaultSelector, SelectorKey
from typing import NamedTuple

from referee.hosting.tables.tokens import read_code

IDLE_SECONDS = 0.002
"""The computing time below which a wait counts as idle."""

TURNS_TO_READ = 15
"""The loop's turns after which earlier input is surely read and parsed."""

_SLAP = re.compile(r"/api/v1/tables/([^/]+)/buzz")


@dataclass(frozen=True, slots=True)
class Arrival:
    """An arrival at `by`, in race time, or up to `lateness` milliseconds earlier."""

    by: float
    lateness: float = 0.0


def slapped_at(path: str) -> str | None:
    """Return the table's code if a request to this path is a slap, or None."""
    slap = _SLAP.fullmatch(path)
    return read_code(slap[1]) if slap else None


class Mark(NamedTuple):
    """A moment by the clock of the races, and the loop's idle time until then."""

    at: float
    idle: float


class WatchedSelector(DefaultSelector):
    """A selector that records when the loop looks and how long it idles."""

    def __init__(self, now: Callable[[], float]) -> None:
        super().__init__()
        self._now = now
        self._idle = 0.0
        self.looks = 0
        self.previous_look = self.last_look = self.mark()

    def select(self, timeout: float | None = None) -> list[tuple[SelectorKey, int]]:
        """Wait for input, like any selector."""
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
        """Return the milliseconds since then in which the loop did not idle."""
        return max(0.0, self._now() - mark.at - (self._idle - mark.idle))


class Arrivals:
    """Times input, and tells the races when all slaps so far are answered.

    `now` is the clock of the races. All but `are_answered` is for the loop's thread.
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
        """Return when the last look but one began: unseen input came later."""
        return self._selector.previous_look

    @property
    def looks(self) -> int:
        """Return the number of looks."""
        return self._selector.looks

    def arrival(self, since: Mark) -> Arrival:
        """Return when the input read now arrived, at `since` at the earliest."""
        return Arrival(self.now(), self._selector.busy_since(since))

    def begin_slap(self, request: object, code: str, arrival: Arrival) -> None:
        """Note that a slap at this table is being answered."""
        self._slaps[request] = code, arrival.by - arrival.lateness

    def end_slap(self, request: object) -> None:
        """Note that a request, maybe a slap, is answered."""
        self._slaps.pop(request, None)

    def are_answered(self, code: str, until: float) -> bool:
        """Return whether each slap here that arrived `until` then has its answer."""
        if self._read_until < until:
            with suppress(RuntimeError):
                # The daemon may have stopped.
                self._loop.call_soon_threadsafe(self._turn, TURNS_TO_READ, self.now())
            return False
        return not any(
            table == code and arrived <= until
            for table, arrived in list(self._slaps.values())
        )

    def _turn(self, left: int, since: float) -> None:
        if left:
            self._loop.call_soon(self._turn, left - 1, since)
        else:
            self._read_until = max(self._read_until, since)
