"""What was deleted is erased from the disk: seldom, surely, and with nothing that should stay."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Event, Thread

import pytest
from sqlalchemy import Connection, event
from sqlalchemy.exc import OperationalError

from referee.hosting.store import Store, TableRow
from referee.hosting.store import erasing as erasing_module
from referee.hosting.store import store as store_module
from referee.hosting.store.database import back_up

KINDS = ["sqlite"]
Lay = Callable[..., TableRow]


@pytest.fixture
def erased(store: Store) -> list[str]:
    """Every time that the file was rewritten since."""
    seen: list[str] = []

    @event.listens_for(store._engine, "before_cursor_execute")
    def note(_connection: object, _cursor: object, statement: str, *_rest: object) -> None:
        if statement == "VACUUM":
            seen.append(statement)

    return seen


def on_disk(place: str) -> bytes:
    return b"".join(path.read_bytes() for path in Path(place).parent.iterdir())


def test_an_empty_table_leaves_nothing_to_erase(store: Store, lay: Lay, erased: list[str]) -> None:
    for _ in range(3):
        lay("oak")
        assert store.delete_table("oak")
    assert not store.delete_table("oak")
    assert store.erase()
    assert erased == []


def test_deletions_of_one_minute_share_an_erase(store: Store, lay: Lay, place: str, erased: list[str]) -> None:
    for code in ("oak", "elm", "fir"):
        lay(code, f"Wilhelmine at {code}")
    for code in ("oak", "elm", "fir"):
        store.delete_table(code)
    assert len(erased) == 1
    assert store.erase()
    assert len(erased) == 2
    assert b"Wilhelmine" not in on_disk(place)
    assert store.erase()
    assert len(erased) == 2


def test_what_waits_is_erased_when_the_minute_is_over(
    store: Store, lay: Lay, place: str, erased: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(erasing_module, "AT_MOST_EVERY_SECONDS", 0.2)
    for code in ("oak", "elm"):
        lay(code, f"Wilhelmine at {code}")
    for code in ("oak", "elm"):
        store.delete_table(code)
    timer = store._erasing._timer
    if timer is not None:  # both were not a fifth of a second apart
        timer.join()
    assert len(erased) == 2
    assert b"Wilhelmine" not in on_disk(place)


def test_what_waits_is_erased_when_the_store_is_closed(store: Store, lay: Lay, place: str) -> None:
    for code in ("oak", "elm"):
        lay(code, f"Wilhelmine at {code}")
    for code in ("oak", "elm"):
        store.delete_table(code)
    store.close()
    assert b"Wilhelmine" not in on_disk(place)


@contextmanager
def endless() -> Iterator[Event]:
    """A file so large that rewriting it never ends: a query without end stands in for it. Set once that runs."""
    begun = Event()
    numbers = "WITH RECURSIVE n(i) AS (VALUES(1) UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"

    def erase_file(writer: Connection) -> bool:
        begun.set()
        with pytest.raises(OperationalError, match="interrupted"):
            writer.exec_driver_sql(numbers)
        writer.rollback()
        return False

    with pytest.MonkeyPatch.context() as meanwhile:
        meanwhile.setattr(erasing_module, "CLOSING_SECONDS", 0.05)
        meanwhile.setattr(store_module, "erase_file", erase_file)
        yield begun


def test_a_store_is_closed_without_waiting_for_the_erase_that_is_under_way(store: Store, lay: Lay, place: str) -> None:
    lay("oak", "Wilhelmine")
    erases = Thread(target=store.delete_table, args=("oak",))
    with endless() as begun:
        erases.start()
        assert begun.wait(60)
        store.close()
        erases.join(60)
    assert not erases.is_alive()
    assert b"Wilhelmine" in on_disk(place)


def test_a_store_is_closed_without_waiting_for_the_erase_that_was_still_to_come(
    store: Store, lay: Lay, place: str
) -> None:
    for code in ("oak", "elm"):
        lay(code, f"Wilhelmine at {code}")
    store.delete_table("oak")
    store.delete_table("elm")
    with endless() as begun:
        store.close()
        assert begun.is_set()
    assert b"Wilhelmine" in on_disk(place)
    with Store.open(place):
        assert b"Wilhelmine" not in on_disk(place)


def test_what_waited_when_the_power_went_is_erased_at_the_next_start(
    store: Store, lay: Lay, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay("oak", "Wilhelmine")
    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(store._erasing, "ask", lambda: None)
        store.delete_table("oak")
    assert b"Wilhelmine" in on_disk(place)
    with Store.open(place):
        assert b"Wilhelmine" not in on_disk(place)
    with closing(sqlite3.connect(place)) as file:
        assert file.execute("PRAGMA user_version").fetchone() == (0,)


def test_another_program_that_reads_hinders_it_and_that_is_said(
    store: Store, lay: Lay, place: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(erasing_module, "WAIT_FOR_READERS_SECONDS", 0)
    lay("oak", "Wilhelmine")
    with closing(sqlite3.connect(place)) as other:
        other.execute("BEGIN")
        assert other.execute("SELECT count(*) FROM seats").fetchone() == (1,)
        assert store.delete_table("oak")
        assert [record.name for record in caplog.records] == ["referee.store"]
        assert "still on the disk" in caplog.text
        assert not store.erase()
        assert store.hindered
        lay("elm", "Ben")
        other.execute("COMMIT")
    assert store.erase()
    assert not store.hindered
    assert b"Wilhelmine" not in on_disk(place)
    assert [seat.name for seat in store.seats("elm")] == ["Ben"]


def test_only_copies_that_hold_what_is_deleted_are_removed(store: Store, lay: Lay, place: str) -> None:
    lay("oak", "Ana")
    lay("elm", "Ben")
    copy = back_up(Path(place), "0001")
    lay("fir", "Cy")
    store.delete_table("fir")
    assert copy.exists()
    store.delete_table("oak")
    assert not copy.exists()
    unreadable = copy.with_name(f"{copy.name}.unfinished")
    unreadable.write_bytes(b"SQLite")
    store.delete_table("elm")
    assert not unreadable.exists()
