"""A cache of results by the identity of objects."""

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

V = TypeVar("V")


class IdentityCache(Generic[V]):
    """Runs `find` once for an object, by its identity, and for the other arguments.

    It is emptied above `size` results. Any thread may call it.
    """

    def __init__(self, size: int, find: Callable[..., V]) -> None:
        self._size = size
        self._find = find
        self._results: dict[tuple[Hashable, ...], tuple[object, V]] = {}

    def __call__(self, thing: object, *others: Hashable) -> V:
        """Return the result for this object and the other arguments."""
        key = (id(thing), *others)
        cached = self._results.get(key)
        if cached is None:
            # Keep the object, so that no other gets its id.
            cached = thing, self._find(thing, *others)
            if len(self._results) >= self._size:
                self._results.clear()
            self._results[key] = cached
        return cached[1]
