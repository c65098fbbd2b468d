"""A table that is held: what is done at a table is done to one of these."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from referee.hosting.races.races import Races
from referee.hosting.store import Store
from referee.hosting.tables.loading import load, seated
from referee.hosting.tables.notices import Notices
from referee.hosting.tables.table import Table
from referee.match.log_entry import Viewer


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
        """All that is written meanwhile is kept, or nothing of it; then who sits at the table is read again."""
        with self.store.together():
            yield
        self.read_seats()

    def read_seats(self) -> None:
        """Have in memory what the store keeps of who sits at the table. The phones of other owners are not known yet
        as buzzers.
        """
        for seat in self.table.change_seats(*seated(self.store, self.code)):
            self.races.forget_phone(self.code, seat)

    def read_again(self) -> HeldTable:
        """Have in memory what the store keeps of the table, and who the viewer is then. Raises as `load` does."""
        self.table.become(load(self.store, self.code))
        return replace(self, viewer=self.table.by_now(self.viewer))
