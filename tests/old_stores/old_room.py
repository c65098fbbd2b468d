"""A daemon's room over a store that an earlier version wrote."""

import sqlite3
from pathlib import Path
from typing import Any
from uuid import UUID

from referee.hosting.room import CardRoom
from referee.hosting.store import Store
from referee.hosting.tables.entering import Draft, enter
from referee.hosting.tables.snapshot import Snapshot, snapshot_of
from referee.match.log_entry import SPECTATOR, Viewer
from tests.at_table import change, look

HERE = Path(__file__).parent


def write_store(name: str, place: Path) -> None:
    """Put the store of this name, as it was written then, at this place."""
    store = sqlite3.connect(place)
    with store:
        store.executescript((HERE / f"{name}.sql").read_text())
    store.close()


class OldRoom:
    """A daemon's room over a store of its own, which can be closed and opened again."""

    def __init__(self, place: Path) -> None:
        self.place = place
        self.room = CardRoom(Store.open(place))
        self.entries = 100

    def restart(self) -> None:
        self.room.close()
        self.room = CardRoom(Store.open(self.place))

    def table(self, code: str, viewer: Viewer = SPECTATOR) -> Snapshot:
        return look(self.room, code, viewer, snapshot_of)

    def enter(
        self, code: str, token: str, kind: str, seat: str | None = None, /, **data: Any
    ) -> None:
        self.entries += 1
        draft = Draft(str(UUID(int=self.entries)), kind, seat, data)
        change(self.room, code, self.room.viewer(code, [token]), enter, [draft])


def scores_at(table: Snapshot) -> dict[str, float]:
    """Each seat's score."""
    return {standing.seat: standing.score for standing in table.view.standings}
