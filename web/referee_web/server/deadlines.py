"""One timer for all who have the same time, in place of one for each."""

import asyncio
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)


class Deadlines(Generic[K]):
    """Until when something has to be done. All methods are for the thread of the loop.

    All have the same time, so whoever began first is the first whose time is up.
    """

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
        """Give this its whole time, from now on."""
        self._ends.pop(key, None)
        self._ends[key] = end = self._loop.time() + self._seconds()
        if self._timer is None:
            self._timer = self._loop.call_at(end, self._look)

    def end(self, key: K) -> None:
        """Forget until when this had time, if it had."""
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
