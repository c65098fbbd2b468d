"""When phones' messages arrived, on a busy daemon too, and if all were answered."""

import time
from collections import Counter
from collections.abc import Callable
from selectors import DefaultSelector, SelectorKey
from typing import NamedTuple

IDLE_SECONDS = 0.002
"""The computing time below which a wait counts as idle."""

TURNS_TO_LISTEN = 6
"""The loop's turns after which it surely listens to a new connection."""


class Arrival(NamedTuple):
    """An arrival at `by`, in race time, or up to `lateness` milliseconds earlier."""

    by: float
    lateness: float = 0.0


class Wait(NamedTuple):
    """Since when a connection's input may have waited, noted in a turn of the loop.

    It is in milliseconds in which the loop `worked`. After a few turns it means
    nothing: by then the input would have been read.
    """

    since: float
    turn: float


class WatchedSelector(DefaultSelector):
    """A selector that records when the loop looks, and how long it worked till then.

    `now` is the clock of the races. `spent` is what was done in this turn of the loop.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        super().__init__()
        self.now = now
        self.spent = Counter[object]()
        self.turn = 0
        self._idle = 0.0
        self._previous_look = self._last_look = now()

    def select(self, timeout: float | None = None) -> list[tuple[SelectorKey, int]]:
        """Wait for input, like any selector."""
        self.spent.clear()
        began = self.now()
        self.turn += 1
        self._previous_look, self._last_look = self._last_look, began - self._idle
        computed = time.process_time()
        ready = super().select(timeout)
        # While others compute, this thread may have waited for its turn rather than for
        # something to come.
        if time.process_time() - computed < IDLE_SECONDS:
            self._idle += self.now() - began
        return ready

    @property
    def worked(self) -> float:
        """Return the milliseconds in which the loop did not idle."""
        return self.now() - self._idle

    def unseen_since(self, wait: Wait) -> float:
        """Return since when input that is read now may have waited."""
        if self.turn - wait.turn < TURNS_TO_LISTEN:
            return wait.since
        # The last look but one saw none.
        return self._previous_look

    def arrival(self, since: float) -> Arrival:
        """Return when input arrived that is read now and may have waited since then."""
        return Arrival(self.now(), max(0.0, self.worked - since))
