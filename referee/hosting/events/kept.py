"""What is made of what the store has, kept until that changes."""

from collections.abc import Callable, Hashable
from threading import RLock
from typing import Generic, TypeVar

V = TypeVar("V")


class Kept(Generic[V]):
    """Keeps the values used last, `most` of them, each while its stamp is the same.

    Any thread may call it: one makes a value, and others wait for it.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = RLock()
        self._values: dict[Hashable, tuple[Hashable, V]] = {}

    def find(self, key: Hashable, stamp: Hashable, make: Callable[[], V]) -> V:
        """Return the value of this key, made anew if it has another stamp."""
        with self._lock:
            kept = self._values.pop(key, None)
            if kept is None or kept[0] != stamp:
                kept = stamp, make()
            self._values[key] = kept
            if len(self._values) > self._most:
                del self._values[next(iter(self._values))]
            return kept[1]
