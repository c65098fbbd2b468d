"""Several card rooms over one PostgreSQL database, as several daemons have them."""

from collections.abc import Iterator

import pytest

from referee.hosting.room import CardRoom
from referee.hosting.store import Store
from tests import postgres as server

collect_ignore_glob = [] if server.THERE else ["test_*.py"]
# Only a server of our own is killed or frozen.
collect_ignore = [] if server.PROGRAMS else ["test_kills.py", "test_database_away.py"]


@pytest.fixture
def database(postgres: str) -> Iterator[str]:
    """The URL of an empty database."""
    with server.schema(postgres) as own:
        yield own


@pytest.fixture
def room(database: str) -> Iterator[CardRoom]:
    opened = CardRoom(Store.open(database), "http://one")
    yield opened
    opened.close()


@pytest.fixture
def other(database: str, room: CardRoom) -> Iterator[CardRoom]:
    """Another daemon's card room over the same store."""
    opened = CardRoom(Store.open(database), "http://other")
    yield opened
    opened.close()
