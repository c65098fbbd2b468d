"""Idle connections, each of which one thread has at a time."""

from contextlib import suppress
from queue import Empty, LifoQueue
from typing import Protocol, TypeVar


class Closable(Protocol):
    """A connection."""

    def close(self) -> None:
        """Let go of the database."""


C = TypeVar("C", bound=Closable)


class Pool(LifoQueue[C | None]):
    """So many connections; None stands for one that is yet to be made."""

    def __init__(self, size: int) -> None:
        super().__init__()
        for _ in range(size):
            self.put(None)

    def close(self) -> None:
        """Close those that are idle."""
        idle = []
        with suppress(Empty):
            while True:
                idle.append(self.get_nowait())
        for connection in idle:
            if connection is not None:
                connection.close()
            self.put(None)
