"""A full disk: nothing is written, nothing is lost, and once there is room the same goes through."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy.exc import DBAPIError

from referee.hosting.store import NoRoomError, SeatRow, Store, TableRow
from referee.hosting.store.failures import is_damage, is_no_room
from referee.match.record import Record


@contextmanager
def full(store: Store) -> Iterator[None]:
    """The file may not grow meanwhile."""
    with store._writing() as writer:
        pages = writer.exec_driver_sql("PRAGMA page_count").scalar_one()
        writer.exec_driver_sql(f"PRAGMA max_page_count = {pages}")
    yield
    with store._writing() as writer:
        writer.exec_driver_sql("PRAGMA max_page_count = 1073741823")


def test_what_does_not_fit_is_not_written_and_fits_later(tmp_path: Path) -> None:
    with Store.open(tmp_path / "data" / "tables.sqlite") as store:
        store.create_table(TableRow("OAK", "whist", "1", 1.0), [SeatRow("OAK", 0, "Ana")])
        lines = [Record(seq, "entry", f"id-{seq}", "Ana", 1.0, {"said": "x" * 3_000}) for seq in range(1, 5)]
        with full(store):
            with pytest.raises(NoRoomError, match="makes room"):
                store.append("OAK", lines)
            assert store.log("OAK") == []
            assert not store.health().tables > 1
        store.append("OAK", lines)
        assert len(store.log("OAK")) == 4


@pytest.mark.parametrize(
    ("number", "means"),
    [
        (sqlite3.SQLITE_FULL, "no room"),
        (sqlite3.SQLITE_READONLY_DBMOVED, "no room"),
        (sqlite3.SQLITE_CORRUPT, "damage"),
        (sqlite3.SQLITE_CORRUPT_INDEX, "damage"),
        (sqlite3.SQLITE_IOERR_SHORT_READ, "damage"),
        (sqlite3.SQLITE_BUSY_TIMEOUT, "neither"),
    ],
)
def test_what_the_database_reports_is_understood_however_fine_its_number_is(number: int, means: str) -> None:
    reported = sqlite3.OperationalError()
    reported.sqlite_errorcode = number
    problem = DBAPIError("", {}, reported)
    assert (is_no_room(problem), is_damage(problem)) == (means == "no room", means == "damage")
