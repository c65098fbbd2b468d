"""A full disk: nothing is written, nothing is lost, and once there is room the same
goes through.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from referee.hosting.store import DamagedError, DiskFullError, SeatRow, Store, TableRow
from referee.hosting.store.failures import meaning_of
from referee.match.log_entry import Record


@contextmanager
def full(store: Store) -> Iterator[None]:
    """The file may not grow meanwhile."""
    with store.database.at_once() as writer:
        [[pages]] = writer.execute("PRAGMA page_count").fetchall()
        writer.execute(f"PRAGMA max_page_count = {pages}").fetchall()
        yield
        writer.execute("PRAGMA max_page_count = 1073741823").fetchall()


def test_what_does_not_fit_is_not_written_and_fits_later(tmp_path: Path) -> None:
    with Store.open(tmp_path / "data" / "tables.sqlite") as store:
        store.create_table(
            TableRow("OAK", "whist", "1", 1.0), [SeatRow("OAK", 0, "Ana")]
        )
        lines = [
            Record(seq, "entry", f"id-{seq}", "Ana", 1.0, {"said": "x" * 3_000})
            for seq in range(1, 5)
        ]
        with full(store):
            with pytest.raises(DiskFullError, match="make room"):
                store.append("OAK", lines)
            assert store.log("OAK") == []
        store.append("OAK", lines)
        assert len(store.log("OAK")) == 4


@pytest.mark.parametrize(
    ("number", "means"),
    [
        (sqlite3.SQLITE_FULL, DiskFullError),
        (sqlite3.SQLITE_READONLY_DBMOVED, DiskFullError),
        (sqlite3.SQLITE_CORRUPT, DamagedError),
        (sqlite3.SQLITE_CORRUPT_INDEX, DamagedError),
        (sqlite3.SQLITE_IOERR_SHORT_READ, DamagedError),
        (sqlite3.SQLITE_BUSY_TIMEOUT, None),
    ],
)
def test_what_the_database_reports_is_understood_however_fine_its_number_is(
    number: int, means: type | None
) -> None:
    reported = sqlite3.OperationalError()
    reported.sqlite_errorcode = number
    assert meaning_of(reported) is means
