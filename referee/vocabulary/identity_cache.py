"""A cache of results by the identity of objects."""

from collections.abc import Hashable
from typing import Generic, TypeVar

V = TypeVar("V")


class IdentityCache(Generic[V]):
    """Results for objects, by identity instead of equality, and by further keys.

    It is emptied above `size` results. Any thread may call any method.
    """

    def __init__(self, size: int) -> None:
        self._size = size
        self._results: dict[tuple[int, Hashable], tuple[object, V]] = {}

    def get(self, thing: object, key: Hashable = None) -> V | None:
        """Return the cached result for this object and `key`, or None."""
        cached = self._results.get((id(thing), key))
        return cached[1] if cached else None

    def put(self, thing: object, value: V, key: Hashable = None) -> V:
        """Cache this result for this object and `key`, and return it."""
        if len(self._results) >= self._size:
            self._results.clear()
        # Keep the object, so that no other gets its id.
        self._results[id(thing), key] = thing, value
        return value
