"""What listeners of an event are told by another daemon than that which changed it."""

from collections.abc import Iterator
from contextlib import ExitStack
from queue import SimpleQueue
from uuid import uuid4

import pytest

from referee.events.event import Plan
from referee.hosting.events import rounds
from referee.hosting.events.desk import EventDesk
from referee.hosting.events.planning import open_event
from referee.hosting.room import CardRoom
from referee.hosting.store import Store, notifications
from referee.hosting.tables.entering import SentEntry, enter
from tests import postgres as server
from tests.at_table import change

PATIENCE = 20.0


@pytest.fixture
def rooms() -> Iterator[list[CardRoom]]:
    """The card rooms of two daemons over one database."""
    with server.database() as database, ExitStack() as ending:
        place = ending.enter_context(server.schema(database))
        opened = []
        for name in ("one", "other"):
            room = CardRoom(Store.open(place), f"http://{name}")
            ending.callback(room.close)
            opened.append(room)
        yield opened


@pytest.mark.skipif(not server.THERE, reason="there is no PostgreSQL")
def test_a_result_is_heard_of_though_its_daemon_died_before_telling(
    rooms: list[CardRoom], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notifications, "LOOK_AROUND_SECONDS", 0.1)
    room, other = rooms
    plan = Plan("Club", "score-pad", "swiss", 2, options={"rounds": 1})
    opened = open_event(room, plan, [["Ana"], ["Ben"]])
    director = EventDesk(room, opened.code, (opened.director_token,))
    [table] = rounds.open_round(director).event.tables
    assert room._notifications is not None
    monkeypatch.setattr(room._notifications, "tell", lambda *_: None)
    told: SimpleQueue[str] = SimpleQueue()
    other.listeners.listen(opened.code, told.put)
    known = other.store.stamp(opened.code)
    while other._rung.get(opened.code) != known:
        assert told.get(timeout=PATIENCE) == opened.code
    while not told.empty():
        told.get()

    host = room.viewer(table, [opened.director_token])
    points = {"Ana": 2, "Ben": 1}
    result = SentEntry(str(uuid4()), "round", None, {"points": points})
    change(room, table, host, enter, [result])
    assert told.get(timeout=PATIENCE) == opened.code
