"""A table that is held: what is done at a table is done to one of these."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from referee.hosting.races.races import Races
from referee.hosting.store import Store
from referee.hosting.tables.catching_up import catch_up
from referee.hosting.tables.loading import seated
from referee.hosting.tables.notices import Notices
from referee.hosting.tables.table import Table
from referee.match.log_entry import Viewer
from referee.vocabulary.errors import WriteConflictError

P = ParamSpec("P")
T = TypeVar("T")

TRIES = 50
"""How often something is tried while others are faster: each time, one of them has come through."""


@dataclass(frozen=True, slots=True)
class HeldTable:
    """A table that nobody else changes meanwhile, and `viewer`: whoever does something there, as they are by now.

    `store`, `races` and `notices` are those of the card room.
    """

    table: Table
    viewer: Viewer
    store: Store
    races: Races
    notices: Notices

    @property
    def code(self) -> str:
        """The table's code."""
        return self.table.code

    @contextmanager
    def seating(self) -> Iterator[None]:
        """All that is written meanwhile is kept, or nothing of it; then who sits at the table is read again.

        WriteConflictError where the table has changed since it was looked at.
        """
        before = self.table.match, self.table.result
        try:
            with self.store.together(self.code, self.table.stamp):
                yield
        except BaseException:
            self.table.match, self.table.result = before
            raise
        self.read_seats()

    def read_seats(self) -> None:
        """Have in memory what the store keeps of who sits at the table. The phones of other owners are not known yet
        as buzzers.
        """
        for seat in self.table.change_seats(*seated(self.store, self.code)):
            self.races.forget_phone(self.code, seat)

    def read_again(self) -> HeldTable:
        """Have in memory what the store keeps of the table, and who the viewer is then. Raises as `load` does."""
        catch_up(self.store, self.races, self.table)
        return replace(self, viewer=self.table.current_viewer(self.viewer))


def retry_if_outdated(do: Callable[Concatenate[HeldTable, P], T]) -> Callable[Concatenate[HeldTable, P], T]:
    """Do this to the table as the store has it: where another daemon was faster, look again and do it then.

    Nothing was written before. WriteConflictError where others are faster again and again.
    """

    @wraps(do)
    def do_until_current(held: HeldTable, /, *given: P.args, **named: P.kwargs) -> T:
        for _ in range(TRIES):
            try:
                return do(held, *given, **named)
            except WriteConflictError:
                held = held.read_again()
        raise WriteConflictError

    return do_until_current
