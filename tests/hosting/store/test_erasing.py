"""What was deleted is erased from the disk: soon, surely, and with nothing that should
stay.
"""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from threading import Event

import pytest

from referee.hosting.store import SeatRow, Store, TableRow, erasing
from referee.hosting.store.sqlite_file import SqliteFile

KINDS = ["sqlite"]
Lay = Callable[..., TableRow]


def on_disk(place: str) -> bytes:
    return b"".join(path.read_bytes() for path in Path(place).parent.iterdir())


def wait_until_gone(place: str) -> None:
    while b"Wilhelmine" in on_disk(place):
        continue


def test_what_is_deleted_is_erased_by_itself(
    place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(erasing, "AT_MOST_EVERY_SECONDS", 0.1)
    with Store.open(place) as store:
        for code in ("oak", "elm", "fir"):
            store.create_table(
                TableRow(code, "whist", "1", 1.0),
                [SeatRow(code, 0, f"Wilhelmine at {code}")],
            )
            store.delete_table(code)
            wait_until_gone(place)


def test_what_waits_is_erased_at_once_where_somebody_asks_for_it_or_closes_the_store(
    store: Store, lay: Lay, place: str
) -> None:
    for end in (store.eraser.erase, store.close):
        for code in ("oak", "elm"):
            lay(code, f"Wilhelmine at {code}")
            store.delete_table(code)
        end()
        assert b"Wilhelmine" not in on_disk(place)


def test_a_store_is_closed_without_waiting_for_a_long_erase_and_it_is_done_at_the_next_start(
    store: Store, lay: Lay, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file so large that rewriting it takes long: an erase that waits stands in for
    it.
    """
    is_over = Event()

    def erase(file: SqliteFile) -> str:
        with file.at_once():
            is_over.wait()
        return "the program ended"

    lay("oak", "Wilhelmine")
    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(erasing, "CLOSING_SECONDS", 0.05)
        meanwhile.setattr(SqliteFile, "erase", erase)
        store.delete_table("oak")
        store.close()
        assert b"Wilhelmine" in on_disk(place)
        is_over.set()
    with Store.open(place):
        wait_until_gone(place)


def test_another_program_that_reads_hinders_it_and_that_is_said(
    store: Store, lay: Lay, place: str, caplog: pytest.LogCaptureFixture
) -> None:
    lay("oak", "Wilhelmine")
    with closing(sqlite3.connect(place)) as other:
        other.execute("BEGIN")
        assert other.execute("SELECT count(*) FROM seats").fetchone() == (1,)
        assert store.delete_table("oak")
        assert not store.eraser.erase()
        assert {record.name for record in caplog.records} == {"referee.store"}
        assert "still on the disk" in caplog.text
        assert store.eraser.hindered
        lay("elm", "Ben")
        other.execute("COMMIT")
    assert store.eraser.erase()
    assert not store.eraser.hindered
    assert b"Wilhelmine" not in on_disk(place)
    assert [seat.name for seat in store.seats("elm")] == ["Ben"]
