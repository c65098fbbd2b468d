"""What only a server can do to a store."""

from sqlalchemy import create_engine, text

from referee.hosting.store import Store, TableRow
from referee.hosting.store.opening import read_place

KINDS = ["postgresql"]


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
