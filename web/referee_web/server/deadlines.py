"""One timer for everything with the same timeout, instead of one for each."""

import asyncio
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)


class Deadlines(Generic[K]):
    """Deadlines of equal length, in order of their start. For the loop's thread."""

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        seconds: Callable[[], float],
        time_is_up: Callable[[K], object],
    ) -> None:
        self._loop = loop
        self._seconds = seconds
        self._time_is_up = time_is_up
        self._ends: dict[K, float] = {}
        self._timer: asyncio.TimerHandle | None = None

    def begin(self, key: K) -> None:
        """Start or restart the timeout of this."""
        self._ends.pop(key, None)
        self._ends[key] = end = self._loop.time() + self._seconds()
        if self._timer is None:
            self._timer = self._loop.call_at(end, self._look)

    def end(self, key: K) -> None:
        """Cancel the deadline of this, if any."""
        self._ends.pop(key, None)

    def _look(self) -> None:
        self._timer = None
        now = self._loop.time()
        for key, end in list(self._ends.items()):
            if end > now:
                self._timer = self._loop.call_at(end, self._look)
                return
            del self._ends[key]
            self._time_is_up(key)
