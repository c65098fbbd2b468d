"""How much of requests that were not answered yet is held in memory, for all connections together."""

from __future__ import annotations

from threading import Lock

from referee.vocabulary.errors import RefereeError
from referee.vocabulary.text import say

MOST_HELD = 32 * 1024 * 1024
FREE = 8 * 1024
"""How many bytes of each request are free, whatever others send: what phones send is shorter."""

RETRY_SECONDS = 5


class FullError(RefereeError):
    """A long request for which there is no room now, since too many others are being read."""

    status = 503
    title = say("Busy")
    seconds = RETRY_SECONDS

    def __init__(self) -> None:
        super().__init__(say("Too much is being sent at once. Try again in a few seconds, or send less at once."))


class Budget:
    """Counts the bytes that are held, apart from those that each request has free. Any thread may call any method."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.held = 0
        self._lock = Lock()

    def take(self, count: int) -> bool:
        """Whether this many more bytes may be held, which then count."""
        with self._lock:
            if self.held + count > self.most:
                return False
            self.held += count
            return True

    def give_back(self, count: int) -> None:
        """This many bytes are no longer held."""
        with self._lock:
            self.held -= count
