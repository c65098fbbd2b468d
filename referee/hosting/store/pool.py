"""Idle connections, each lent to one thread at a time."""

from contextlib import suppress
from queue import Empty, LifoQueue
from typing import Protocol, TypeVar


class Closable(Protocol):
    """A connection."""

    def close(self) -> None:
        """Close the connection."""


C = TypeVar("C", bound=Closable)


class Pool(LifoQueue[C | None]):
    """A fixed number of connections; None stands for one not opened yet."""

    def __init__(self, size: int) -> None:
        super().__init__()
        for _ in range(size):
            self.put(None)

    def close(self) -> None:
        """Close the idle ones."""
        idle = []
        with suppress(Empty):
            while True:
                idle.append(self.get_nowait())
        for connection in idle:
            if connection is not None:
                connection.close()
            self.put(None)
