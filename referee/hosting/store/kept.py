"""What is made of what the store has, kept until that changes."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from threading import RLock
from typing import Generic, TypeVar

V = TypeVar("V")


@dataclass(slots=True)
class _Slot(Generic[V]):
    """A value with its stamp, and the lock of whoever makes it."""

    lock: RLock = field(default_factory=RLock)
    stamp: Hashable = None
    value: V | None = None


class Kept(Generic[V]):
    """Keeps the values used last, `most` of them, each while its stamp is the same.

    Any thread may call it: one makes a value, and others who want it wait for it.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = RLock()
        self._slots: dict[Hashable, _Slot[V]] = {}

    def find(self, key: Hashable, stamp: Hashable, make: Callable[[V | None], V]) -> V:
        """Return the value of this key and stamp; if need be, `make` it.

        `make` gets the value with another stamp that was kept, or None. A stamp is not
        None.
        """
        with self._lock:
            slot = self._slots.pop(key, None) or _Slot[V]()
            self._slots[key] = slot
            if len(self._slots) > self._most:
                del self._slots[next(iter(self._slots))]
        with slot.lock:
            if slot.value is None or slot.stamp != stamp:
                slot.value, slot.stamp = make(slot.value), stamp
            return slot.value
