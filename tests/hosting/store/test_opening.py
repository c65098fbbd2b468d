"""Where a store lies, and who may read it."""

import sqlite3
import stat
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from threading import Event, enumerate as enumerate_threads

import pytest

from referee.hosting.store import (
    Store,
    StoreUnusable,
    TableRow,
    health_of,
)
from referee.hosting.store.database import VERSION
from tests.unclosed import record_connections


def rights(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_new_store_is_its_owners_alone(tmp_path: Path) -> None:
    file = tmp_path / "new" / "folder" / "tables.sqlite"
    with Store.open(file) as store:
        store.create_table(TableRow("oak", "whist", "1", 1.0))
        assert rights(file.parent) == 0o700
        assert {path.name: rights(path) for path in file.parent.iterdir()} == {
            "tables.sqlite": 0o600,
            "tables.sqlite-wal": 0o600,
            "tables.sqlite-shm": 0o600,
            "tables.sqlite.reserve": 0o600,
        }


def test_a_folder_that_serves_others_too_is_left_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sticky, home, here = (tmp_path / name for name in ("sticky", "home", "here"))
    for folder, mode in [(sticky, 0o1777), (home, 0o755), (here, 0o755)]:
        folder.mkdir()
        folder.chmod(mode)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.chdir(here)
    for folder in (sticky, home, here):
        Store.open(folder / "tables.sqlite").close()
    assert [rights(folder) for folder in (sticky, home, here)] == [0o1777, 0o755, 0o755]
    assert rights(here / "tables.sqlite") == 0o600


@pytest.mark.parametrize(
    ("place", "says"),
    [
        ("mysql://localhost/referee", "use the path of a file, or postgresql://"),
        ("sqlite://", "use the path of a file"),
        ("nonsense://", "use"),
        ("://", "use the path of a file"),
        (
            "/proc/referee/tables.sqlite",
            "cannot be made or written: No such.*Choose another place",
        ),
    ],
)
def test_a_place_that_will_not_do_is_said_to_be_so(place: str, says: str) -> None:
    with pytest.raises(StoreUnusable, match=says):
        Store.open(place)


def test_a_server_that_is_not_there_is_named_without_the_password(
    tmp_path: Path,
) -> None:
    with pytest.raises(StoreUnusable, match=r"postgresql://ana:\*\*\*@") as refused:
        Store.open(f"postgresql://ana:secret@/referee?host={tmp_path}")
    assert "secret" not in str(refused.value)


def test_a_file_of_something_else_is_not_touched(tmp_path: Path) -> None:
    file = tmp_path / "shopping.txt"
    file.write_text("bread and butter\n" * 100, encoding="utf-8")
    with pytest.raises(
        StoreUnusable, match=r"shopping.txt cannot be used: file is not a database"
    ):
        Store.open(file)
    assert file.read_text(encoding="utf-8") == "bread and butter\n" * 100


def test_postgresql_without_its_driver_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delitem(sys.modules, "referee.hosting.store.postgresql", raising=False)
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(StoreUnusable, match=r"pip install '\.\[postgres\]'"):
        Store.open("postgresql:///referee")


def test_a_store_that_cannot_be_written_says_so_in_its_vitals(tmp_path: Path) -> None:
    with (
        Store.open(tmp_path / "data" / "tables.sqlite") as store,
        store.database.at_once() as writer,
    ):
        writer.execute("PRAGMA query_only = ON")
        assert not health_of(store).writable
        writer.execute("PRAGMA query_only = OFF")
        assert health_of(store).writable


def test_every_commit_to_a_file_waits_for_the_disk(tmp_path: Path) -> None:
    with (
        Store.open(tmp_path / "data" / "tables.sqlite") as store,
        store.database.at_once() as writer,
    ):
        for setting, value in (
            ("synchronous", 2),
            ("foreign_keys", 1),
            ("busy_timeout", 10_000),
        ):
            assert writer.execute(f"PRAGMA {setting}").fetchall() == [(value,)]


@pytest.mark.parametrize(("version", "age"), [(VERSION + 1, "newer"), (1, "older")])
def test_a_store_of_another_version_is_left_as_it_is(
    place: str, version: int, age: str
) -> None:
    with Store.open(place) as store, store.writing() as writer:
        writer.execute("UPDATE referee_store SET version = ?", [version])
    for _ in range(2):
        with pytest.raises(StoreUnusable, match=f"was made by an? {age} referee"):
            Store.open(place)


def test_of_many_who_open_a_new_store_at_once_one_makes_it(place: str) -> None:
    with ThreadPoolExecutor(8) as threads:
        for store in list(threads.map(lambda _: Store.open(place), range(8))):
            assert store.tables_being_set_up(0.0, 9) == []
            store.close()


def test_a_database_where_another_program_has_a_table_of_ours_by_name_is_left_alone(
    tmp_path: Path,
) -> None:
    with closing(sqlite3.connect(tmp_path / "other.sqlite")) as file:
        file.execute("CREATE TABLE seats (number INTEGER)")
    with pytest.raises(
        StoreUnusable, match=r"seats.* already exists.*a database of this program"
    ):
        Store.open(tmp_path / "other.sqlite")
    with closing(sqlite3.connect(tmp_path / "other.sqlite")) as file:
        assert file.execute("SELECT name FROM sqlite_master").fetchall() == [("seats",)]


# Whoever opened a connection closes it


def lay_something_else(file: Path) -> None:
    file.write_text("bread and butter\n" * 100, encoding="utf-8")


def lay_a_newer_store(file: Path) -> None:
    with Store.open(file) as store, store.writing() as writer:
        writer.execute("UPDATE referee_store SET version = ?", [VERSION + 1])


def lay_a_store_without_its_notes(file: Path) -> None:
    with Store.open(file) as store, store.writing() as writer:
        writer.execute("ALTER TABLE referee_store DROP COLUMN deleted")


@pytest.mark.parametrize(
    "lay", [lay_something_else, lay_a_newer_store, lay_a_store_without_its_notes]
)
def test_a_store_that_cannot_be_opened_leaves_no_connection_and_no_thread(
    lay: Callable[[Path], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay(tmp_path / "tables.sqlite")
    connections = record_connections(monkeypatch)
    threads = set(enumerate_threads())
    with pytest.raises((StoreUnusable, sqlite3.OperationalError)):
        Store.open(tmp_path / "tables.sqlite")
    assert connections
    assert all(connection.is_closed for connection in connections)
    assert set(enumerate_threads()) <= threads


def test_what_is_being_read_or_written_when_a_store_is_closed_is_closed_after_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    connections = record_connections(monkeypatch)
    is_reading = Event()
    may_end = Event()
    store = Store.open(tmp_path / "tables.sqlite")

    def read_slowly() -> bool:
        is_reading.set()
        return may_end.wait(60)

    for connection in connections:
        connection.create_function("read_slowly", 0, read_slowly)
    with ThreadPoolExecutor(2) as threads:
        rows = threads.submit(store.database.read, "SELECT read_slowly()")
        assert is_reading.wait(60)
        with store.database.at_once() as writer:
            threads.submit(store.close).result(60)
            assert writer.execute("SELECT version FROM referee_store").fetchall() == [
                (VERSION,)
            ]
        may_end.set()
        assert rows.result(60) == [(True,)]
    assert len(connections) > 1
    assert all(connection.is_closed for connection in connections)
