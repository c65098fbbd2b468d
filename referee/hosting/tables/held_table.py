"""A held table, which all functions of this folder take, and its listeners."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import wraps
from threading import Lock
from typing import Concatenate, ParamSpec, TypeVar

from referee.hosting.races.races import Races
from referee.hosting.store import Store
from referee.hosting.tables.loading import catch_up, seated
from referee.hosting.tables.table import Table
from referee.match.viewer import Viewer
from referee.vocabulary.errors import WriteConflictError

P = ParamSpec("P")
T = TypeVar("T")

TRIES = 50
"""How often to retry against faster daemons; with each failure one got through."""


Tell = Callable[[str], object]
"""Called with the code of a changed table; it must not block."""


class Listeners:
    """The listeners of each table. Any thread may call any method.

    `tell` tells other daemons of each change.
    """

    def __init__(self, tell: Tell) -> None:
        self._tell = tell
        self._listeners: dict[str, tuple[Tell, ...]] = {}
        self._lock = Lock()

    def ring(self, code: str) -> None:
        """Notify this table's listeners, here and at other daemons."""
        self._tell(code)
        # The phones of this daemon are sent to meanwhile.
        self.ring_here(code)

    def ring_here(self, code: str) -> None:
        """Notify this table's listeners here."""
        for tell in self._listeners.get(code, ()):
            tell(code)

    def listened_tables(self) -> tuple[str, ...]:
        """Return the tables with listeners."""
        with self._lock:
            return tuple(self._listeners)

    def listen(self, code: str, tell: Tell) -> None:
        """Call this at every change of the table."""
        with self._lock:
            self._listeners[code] = (*self._listeners.get(code, ()), tell)

    def leave(self, code: str, tell: Tell) -> None:
        """Stop calling this for the table."""
        with self._lock:
            listeners = self._listeners.get(code, ())
            others = tuple(other for other in listeners if other != tell)
            if others:
                self._listeners[code] = others
            else:
                self._listeners.pop(code, None)


@dataclass(frozen=True, slots=True)
class HeldTable:
    """A table that nobody else changes meanwhile, and its `viewer` with current rights.

    `store`, `races` and `listeners` are those of the card room.
    """

    table: Table
    viewer: Viewer
    store: Store
    races: Races
    listeners: Listeners

    @property
    def code(self) -> str:
        """Return the table's code."""
        return self.table.code

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Run the block in one transaction, then reload the seats.

        Raise WriteConflictError if the table has changed since it was read.
        """
        before = self.table.match, self.table.result
        try:
            with self.store.together(self.code, self.table.stamp):
                yield
        except BaseException:
            self.table.match, self.table.result = before
            raise
        # Measure the phones of new owners anew, before they are buzzers.
        for seat in self.table.change_seats(*seated(self.store, self.code)):
            self.races.forget_phone(self.code, seat)


def retry_if_outdated(
    do: Callable[Concatenate[HeldTable, P], T],
) -> Callable[Concatenate[HeldTable, P], T]:
    """Wrap a function of a held table to reload and retry after others' changes.

    The failed try has written nothing. Raise WriteConflictError after `TRIES` tries.
    """

    @wraps(do)
    def do_until_current(held: HeldTable, /, *given: P.args, **named: P.kwargs) -> T:
        for _ in range(TRIES):
            try:
                return do(held, *given, **named)
            except WriteConflictError:
                table = held.table
                catch_up(held.store, held.races, table)
                held = replace(held, viewer=table.current_viewer(held.viewer))
        raise WriteConflictError

    return do_until_current
