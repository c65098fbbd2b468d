"""What only a server can do to a store."""

from collections.abc import Callable

import pytest

from referee.hosting.store import Store, TableRow
from tests import postgres as server

KINDS = ["postgresql"]
Lay = Callable[..., TableRow]


def written_anew(place: str, table: str = "seats") -> int:
    """In which file the server keeps our seats: another one once they were rewritten."""
    return int(server.tell(place, f"SELECT pg_relation_filenode('{table}')")[0][0])


def test_a_server_that_dropped_its_connections_is_not_noticed(place: str) -> None:
    with Store.open(place) as store:
        store.create_table(TableRow("oak", "whist", "1", 1.0))
        [[ours]] = store.read("SELECT pg_backend_pid()")
        assert server.tell(place, f"SELECT pg_terminate_backend({ours}, 5000)") == [
            (True,)
        ]
        assert store.table("oak") is not None
        assert store.start("oak", {}, 2.0)


def test_two_stores_lie_in_two_schemas_of_one_database(
    store: Store, lay: Lay, postgres: str
) -> None:
    """A store shares its database with other programs, and so with another store."""
    lay("oak")
    with server.schema(postgres) as elsewhere, Store.open(elsewhere) as other:
        assert other.tables_being_set_up(0.0, 9) == []


def test_a_server_that_cannot_erase_hinders_no_deletion_and_that_is_said(
    store: Store, lay: Lay, place: str, caplog: pytest.LogCaptureFixture
) -> None:
    lay("oak", "Wilhelmine")
    before = written_anew(place)
    with server.connect(place) as somebody, somebody.transaction():
        assert somebody.execute("SELECT count(*) FROM seats").fetchall() == [(1,)]
        assert store.delete_table("oak")
        assert store.table("oak") is None
        assert not store.eraser.erase()
        assert "still on the disk" in caplog.text
        assert store.eraser.hindered
    assert store.eraser.erase()
    assert not store.eraser.hindered
    assert written_anew(place) != before


def test_what_names_people_at_an_event_is_erased_too(
    store: Store, lay: Lay, place: str
) -> None:
    lay("oak", "Wilhelmine")
    before = written_anew(place, "log")
    store.delete_table("oak")
    assert store.eraser.erase()
    assert written_anew(place, "log") != before


def test_a_deletion_is_erased_once(store: Store, lay: Lay, place: str) -> None:
    lay("oak", "Wilhelmine")
    before = written_anew(place)
    store.delete_table("oak")
    assert store.eraser.erase()
    after = written_anew(place)
    assert after != before
    with Store.open(place) as next_start:
        assert next_start.eraser.erase()
        assert written_anew(place) == after, "nothing is left to erase"
