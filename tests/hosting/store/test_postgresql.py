"""What only a server can do to a store."""

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import create_engine, text

from referee.hosting.store import Store, TableRow, erasing
from referee.hosting.store.database import read_place

KINDS = ["postgresql"]
Lay = Callable[..., TableRow]


def written_anew(store: Store) -> int:
    """In which file the server keeps our seats: another one once they were rewritten."""
    with store._writing() as connection:
        return int(connection.execute(text("SELECT pg_relation_filenode('seats')")).scalar_one())


def test_a_server_that_dropped_its_connections_is_not_noticed(place: str) -> None:
    with Store.open(place) as store:
        store.create_table(TableRow("oak", "whist", "1", 1.0))
        with store._writing() as connection:
            ours = connection.execute(text("SELECT pg_backend_pid()")).scalar_one()
        server = create_engine(read_place(place))
        with server.begin() as connection:
            assert connection.execute(text(f"SELECT pg_terminate_backend({ours}, 5000)")).scalar_one()
        server.dispose()
        assert store.table("oak") is not None
        assert store.start("oak", {}, 2.0)


def test_two_stores_lie_in_two_schemas_of_one_database(place: str) -> None:
    """A store shares its database with other programs, and so with another store."""
    with Store.open(place) as store:
        store.create_table(TableRow("oak", "whist", "1", 1.0))
        with store._writing() as connection:
            connection.execute(text("CREATE SCHEMA referee_other"))
    url = read_place(place).update_query_dict({"options": "-csearch_path=referee_other"})
    try:
        with Store.open(url.render_as_string(hide_password=False)) as other:
            assert other.tables_being_set_up(0.0, 9) == []
    finally:
        server = create_engine(url)
        with server.begin() as connection:
            connection.execute(text("DROP SCHEMA referee_other CASCADE"))
        server.dispose()


def test_what_waited_when_the_power_went_is_erased_at_the_next_start(
    store: Store, lay: Lay, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay("oak", "Wilhelmine")
    before = written_anew(store)
    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(store._erasing, "ask", lambda: None)
        store.delete_table("oak")
    assert written_anew(store) == before
    with Store.open(place) as next_one:
        after = written_anew(next_one)
        assert after != before
    with Store.open(place) as another:
        assert written_anew(another) == after, "nothing is left to erase"


def test_a_server_that_cannot_erase_hinders_no_deletion_and_that_is_said(
    store: Store, lay: Lay, place: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(erasing, "WAIT_FOR_READERS_SECONDS", 0.05)
    lay("oak", "Wilhelmine")
    server = create_engine(read_place(place))
    with server.begin() as somebody:
        assert somebody.execute(text("SELECT count(*) FROM seats")).scalar_one() == 1
        assert store.delete_table("oak")
        assert store.table("oak") is None
        assert "still on the server's disk" in caplog.text
        assert store.hindered
        lay("elm", "Ben")
        store._erasing._not_before = 0.0
        store.delete_table("elm")
        assert not store.erase()
    server.dispose()
    assert store.erase()
    assert not store.hindered
    with Store.open(place) as next_one:
        assert written_anew(next_one) == written_anew(store), "nothing is left to erase"


def test_what_is_deleted_while_others_are_erased_is_not_forgotten(
    store: Store, lay: Lay, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    take_note_away = erasing._take_note_away
    lay("oak", "Wilhelmine")
    lay("elm", "Wilhelmine")
    with monkeypatch.context() as meanwhile:

        def delete_one_more(*given: Any) -> None:
            meanwhile.undo()
            meanwhile.setattr(store._erasing, "ask", lambda: None)
            store.delete_table("elm")
            take_note_away(*given)

        meanwhile.setattr(erasing, "_take_note_away", delete_one_more)
        store.delete_table("oak")
        before = written_anew(store)
    with Store.open(place) as next_one:
        assert written_anew(next_one) != before
