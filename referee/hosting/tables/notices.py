"""Telling those who wait that a table changed. Nothing is told but that: whoever hears it looks for themselves."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field


@dataclass(slots=True)
class _Bell:
    condition: threading.Condition = field(default_factory=threading.Condition)
    rung: int = 0
    waiting: int = 0


class Notices:
    """A bell for each table. Whoever waits says how often they heard the bell ring, so that no ring is missed.

    `tell` tells other daemons of a ring, by the table's code.
    """

    def __init__(self, tell: Callable[[str], None] = lambda _code: None) -> None:
        self._tell = tell
        self._bells: dict[str, _Bell] = {}
        self._lock = threading.Lock()
        self._closing = False

    @property
    def closing(self) -> bool:
        """Whether the card room closes: all who wait are sent home."""
        return self._closing

    def ring(self, code: str) -> None:
        """Tell those who wait that something changed at this table, here and at other daemons."""
        self.ring_here(code)
        self._tell(code)

    def ring_here(self, code: str) -> None:
        """Tell those who wait here."""
        bell = self._bells.get(code)
        if bell is not None:
            with bell.condition:
                bell.rung += 1
                bell.condition.notify_all()

    def heard(self, code: str) -> bool:
        """Whether somebody listens to this table."""
        return code in self._bells

    def listened(self) -> tuple[str, ...]:
        """The tables to which somebody listens."""
        with self._lock:
            return tuple(self._bells)

    @contextmanager
    def listening(self, code: str) -> Iterator[_Bell]:
        """The bell of a table, for as long as somebody listens to it."""
        with self._lock:
            bell = self._bells.setdefault(code, _Bell())
            bell.waiting += 1
        try:
            yield bell
        finally:
            with self._lock:
                bell.waiting -= 1
                if not bell.waiting:
                    self._bells.pop(code, None)

    def wait(self, bell: _Bell, heard: int, seconds: float) -> int:
        """How often the bell has rung, as soon as that is more than `heard`, or after this many seconds."""
        with bell.condition:
            if not self._closing and bell.rung == heard:
                bell.condition.wait(seconds)
            return bell.rung

    def close(self) -> None:
        """Send all waiters home."""
        self._closing = True
        with self._lock:
            bells = list(self._bells.values())
        for bell in bells:
            with bell.condition:
                bell.condition.notify_all()
