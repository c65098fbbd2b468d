"""Daemons over one database tell each other which table changed, and nothing else."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from queue import Empty, SimpleQueue
from uuid import uuid4

import pytest
from referee_web.streams import news

from referee.events.event import EventRecord
from referee.hosting.room import CardRoom
from referee.hosting.store import EventRow, Stamp, Store, notifications
from referee.hosting.store.event_log import add_event
from referee.hosting.tables.entering import SentEntry, enter
from referee.hosting.tables.seats import start
from tests import postgres as server
from tests.at_table import change
from tests.hosting.conftest import Sit

PATIENCE = 20.0


@contextmanager
def ringing(room: CardRoom, code: str) -> Iterator[Callable[[], bool]]:
    """Whether whoever listens to a table is told of a change, once somebody waits for
    it.
    """
    told: SimpleQueue[str] = SimpleQueue()

    def rings() -> bool:
        with suppress(Empty):
            return told.get(timeout=PATIENCE) == code
        return False

    room.listeners.listen(code, told.put)
    yield rings
    room.listeners.leave(code, told.put)


def gather() -> SentEntry:
    return SentEntry(str(uuid4()), "gather", None, {})


def test_who_listens_at_one_daemon_hears_of_an_entry_at_the_other(
    room: CardRoom, other: CardRoom, sit: Sit
) -> None:
    opened = room.open_table("highest-card")
    ana = sit(opened.code, "Ana", opened.host_token)
    sit(opened.code, "Ben")
    change(room, opened.code, ana, start)
    with ringing(other, opened.code) as rings:
        change(room, opened.code, ana, enter, [gather()])
        assert rings()
        while other.seq(opened.code) < 1:
            assert rings()
        assert other.snapshot(opened.code, ana).view.seq == 1


def test_nothing_is_told_but_that_a_table_changed(
    database: str, room: CardRoom, sit: Sit
) -> None:
    with server.connect(database) as connection:
        [[channel]] = connection.execute(notifications.CHANNEL).fetchall()
        connection.execute(f'LISTEN "{channel}"')
        opened = room.open_table("highest-card")
        ana = sit(opened.code, "Ana", opened.host_token)
        sit(opened.code, "Ben")
        change(room, opened.code, ana, start)
        change(
            room,
            opened.code,
            ana,
            enter,
            [SentEntry(str(uuid4()), "lay", "Ana", {"card": "KH"})],
        )
        last = room.store.stamp(opened.code)
        assert last is not None
        told: list[str] = []
        for notice in connection.notifies(timeout=PATIENCE):
            told += notice.payload.splitlines()
            if told[-1] == f"{opened.code} {last.seq} {last.version}":
                break
    assert told[-1] == f"{opened.code} {last.seq} {last.version}"
    assert {line.split(" ")[0] for line in told} == {opened.code}
    assert all(number.isdecimal() for line in told for number in line.split(" ")[1:])


def drop_listeners(database: str, rooms: int) -> None:
    """Have the server hang up on whoever listens for notifications, once so many rooms
    do.
    """
    # The listening connections are those whose last words were LISTEN, or the question
    # whether they live.
    listening = (
        "FROM pg_stat_activity WHERE left(query, 6) = 'LISTEN' OR query = 'SELECT 1'"
    )
    while server.tell(database, f"SELECT count(*) {listening}")[0][0] < rooms:
        continue
    server.tell(database, f"SELECT pg_terminate_backend(pid) {listening}")


def test_a_phone_is_told_the_newest_number_after_the_news_of_it_were_lost(
    database: str, room: CardRoom, other: CardRoom, sit: Sit
) -> None:
    opened = room.open_table("highest-card")
    ana = sit(opened.code, "Ana", opened.host_token)
    sit(opened.code, "Ben")
    change(room, opened.code, ana, start)
    other.snapshot(opened.code, ana)
    told: SimpleQueue[bytes] = SimpleQueue()
    other.listeners.listen(opened.code, lambda code: told.put(news(other.seq(code))))
    for seq in range(1, 4):
        drop_listeners(database, 2)
        assert change(room, opened.code, ana, enter, [gather()]).seq == seq
        while b'"seq":%d}' % seq not in told.get(timeout=PATIENCE):
            continue


def test_what_nobody_told_of_is_found_by_looking_around(
    room: CardRoom, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A daemon was killed between keeping something and telling of it."""
    code = room.open_table("highest-card").code
    monkeypatch.setattr(notifications, "LOOK_AROUND_SECONDS", 0.05)
    other = CardRoom(Store.open(database))
    with ringing(other, code) as rings:
        assert rings()
        with Store.open(database) as silent, silent.together(code, Stamp()):
            silent.set_host(code, None, None)
        assert rings()
    other.close()


def test_what_was_told_of_an_event_is_not_found_again_by_looking_around(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notifications, "LOOK_AROUND_SECONDS", 0.05)
    room = CardRoom(Store.open(database))
    line = EventRecord(1, "end", 0.0, {"without": []})
    add_event(room.store, EventRow("EVENT", {}, "", ""), [line])
    looks: SimpleQueue[None] = SimpleQueue()
    count_daemons = room.store.daemons

    def look_around() -> int:
        looks.put(None)
        return count_daemons()

    with ringing(room, "EVENT") as rings:
        assert rings()
        room.listeners.ring("EVENT")
        assert rings()
        told: SimpleQueue[str] = SimpleQueue()
        room.listeners.listen("EVENT", told.put)
        monkeypatch.setattr(room.store, "daemons", look_around)
        for _ in range(3):
            looks.get(timeout=PATIENCE)
    room.close()
    assert told.empty()
