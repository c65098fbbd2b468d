"""Telling those who listen that a table changed. Nothing is told but that: whoever hears it looks for themselves."""

from collections.abc import Callable
from threading import Lock

Tell = Callable[[str], object]
"""What is called with the code of a table that changed. It must not wait for anything."""


class Notices:
    """Who is to be told of changes at which table. Any thread may call any method.

    `tell` tells other daemons of each change.
    """

    def __init__(self, tell: Tell = lambda _code: None) -> None:
        self._tell = tell
        self._listeners: dict[str, tuple[Tell, ...]] = {}
        self._lock = Lock()

    def ring(self, code: str) -> None:
        """Tell those who listen that something changed at this table, here and at other daemons."""
        self.ring_here(code)
        self._tell(code)

    def ring_here(self, code: str) -> None:
        """Tell those who listen here."""
        for tell in self._listeners.get(code, ()):
            tell(code)

    def has_listeners(self, code: str) -> bool:
        """Return whether somebody listens to this table."""
        return code in self._listeners

    def listened_tables(self) -> tuple[str, ...]:
        """Return the tables to which somebody listens."""
        with self._lock:
            return tuple(self._listeners)

    def listen(self, code: str, tell: Tell) -> None:
        """Have this called from now on whenever something changes at this table."""
        with self._lock:
            self._listeners[code] = (*self._listeners.get(code, ()), tell)

    def leave(self, code: str, tell: Tell) -> None:
        """Have this called no more for this table."""
        with self._lock:
            left = tuple(other for other in self._listeners.get(code, ()) if other != tell)
            if left:
                self._listeners[code] = left
            else:
                self._listeners.pop(code, None)
