"""What was worked out about an object, kept for when that very object comes again."""

from collections.abc import Hashable
from typing import Generic, TypeVar

V = TypeVar("V")


class IdentityCache(Generic[V]):
    """What was worked out about objects, by which object it is, not by what it equals,
    and by what else it depends on.

    It holds at most `size` results, and is emptied when they become more. Any thread
    may call any method.
    """

    def __init__(self, size: int) -> None:
        self._size = size
        self._kept: dict[tuple[int, Hashable], tuple[object, V]] = {}

    def get(self, thing: object, by: Hashable = None) -> V | None:
        """Return what was kept for this object and `by`; None where nothing is kept
        (any more).
        """
        kept = self._kept.get((id(thing), by))
        return kept[1] if kept else None

    def put(self, thing: object, value: V, by: Hashable = None) -> V:
        """Keep this value for this object and `by`, and return it."""
        if len(self._kept) >= self._size:
            self._kept.clear()
        # With the object itself, so that no other gets its id.
        self._kept[id(thing), by] = thing, value
        return value
