from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from referee.hosting.room import CardRoom
from referee.hosting.store import Store
from referee.hosting.tables.seats import Seated, join
from referee.match.viewer import Viewer
from tests.at_table import change
from tests.only_games import only_games
from tests.postgres import database
from tests.toy_games import crooked, heads_or_tails, highest_card


@pytest.fixture(autouse=True)
def only_the_small_game() -> Iterator[None]:
    """Nothing is installed but strangers' small games."""
    with only_games(highest_card, heads_or_tails, crooked):
        yield


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """Where the store lies."""
    return tmp_path / "data" / "referee.sqlite"


@pytest.fixture
def room(place: Path) -> Iterator[CardRoom]:
    """A card room over a store of its own."""
    opened = CardRoom(Store.open(place))
    yield opened
    opened.close()


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The URL of a PostgreSQL database in which tests may make schemas."""
    with database() as url:
        yield url


Sit = Callable[..., Viewer]


@pytest.fixture
def sit(room: CardRoom) -> Sit:
    """Sits somebody down, and gives who they are from then on."""

    def down(code: str, name: str, *tokens: str) -> Viewer:
        seated = change(room, code, room.viewer(code, tokens), join, name)
        assert isinstance(seated, Seated)
        return room.viewer(code, [*tokens, seated.seat_token])

    return down
