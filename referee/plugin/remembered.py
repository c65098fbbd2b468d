"""What was found out about a thing, kept for when that very thing comes again."""

from __future__ import annotations

from typing import Generic, TypeVar

Seats = tuple[str, ...] | None
"""The seats that exist; None: any name."""

V = TypeVar("V")


class Remembered(Generic[V]):
    """What was found out about some things for some seats, by which thing it is: not by what it is like.

    It is about so many at a time. Any thread may call any method.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._found: dict[tuple[int, Seats], tuple[object, V]] = {}

    def about(self, thing: object, seats: Seats = None) -> V | None:
        """What was found out about this thing; None where that is not known (any more)."""
        found = self._found.get((id(thing), seats))
        return None if found is None else found[1]

    def note(self, thing: object, value: V, seats: Seats = None) -> V:
        """Keep what was found out about this thing."""
        if len(self._found) >= self._most:
            self._found.clear()
        # With the thing itself, so that no other gets its id.
        self._found[id(thing), seats] = thing, value
        return value
