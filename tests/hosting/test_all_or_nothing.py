"""What takes several writes is on disk as a whole or not at all, wherever the disk is
full, and goes through later.
"""

import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from itertools import count
from math import inf
from pathlib import Path
from typing import cast
from uuid import uuid4

import pytest

from referee.hosting.room import CardRoom
from referee.hosting.store import DiskFullError, Store
from referee.hosting.store.sqlite_file import SqliteFile
from referee.hosting.tables.claims import ALONE_SECONDS, Claimed, settle_claim
from referee.hosting.tables.disputing import cast_vote, dispute_ruling
from referee.hosting.tables.entering import SentEntry, enter
from referee.hosting.tables.seats import join, leave, seat_link, start, take_link
from referee.hosting.tables.watching import (
    DraftEntry,
    begin_watching,
    enter_draft,
    propose,
)
from referee.match.viewer import SPECTATOR, Viewer
from tests.at_table import change, look

from .conftest import Sit

Do = Callable[[], object]


class FillingDisk(SqliteFile):
    """A file on a disk that has room for so many writes, then for none."""

    writes_left: float = inf

    @contextmanager
    def at_once(self) -> Iterator[sqlite3.Connection]:
        with super().at_once() as writer:
            yield cast(sqlite3.Connection, Filling(self, writer))

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        with super().transaction() as writer:
            yield cast(sqlite3.Connection, Filling(self, writer))


@dataclass
class Filling:
    disk: FillingDisk
    writer: sqlite3.Connection

    def execute(self, words: str, given: Sequence[object] = ()) -> object:
        if words.lstrip().startswith(("INSERT", "UPDATE", "DELETE")):
            self.disk.writes_left -= 1
            if self.disk.writes_left < 0:
                raise DiskFullError
        return self.writer.execute(words, given)


@pytest.fixture
def room(place: Path) -> Iterator[CardRoom]:
    """A card room over a disk that may fill."""
    Store.open(place).close()
    opened = CardRoom(Store(FillingDisk(place)))
    yield opened
    opened.close()


@pytest.fixture
def code(room: CardRoom, sit: Sit) -> str:
    """Ana is the host by her seat; a ruling is questioned, and she and Ben have voted
    on it.
    """
    opened = room.open_table("highest-card")
    ana = sit(opened.code, "Ana", opened.host_token)
    ben = sit(opened.code, "Ben")
    change(room, opened.code, ana, start)
    for viewer, card in ((ana, "KH"), (ben, "QS")):
        change(
            room,
            opened.code,
            viewer,
            enter,
            [SentEntry(str(uuid4()), "lay", viewer.seat, {"card": card})],
        )
    dispute = change(room, opened.code, ana, dispute_ruling, 2)
    for viewer in (ana, ben):
        change(room, opened.code, viewer, cast_vote, dispute, True)
    return opened.code


def owner(room: CardRoom, code: str, seat: str) -> Viewer:
    token_hash = room.table(code).owner(seat)
    assert token_hash is not None
    return room.table(code).current_viewer(Viewer(shown=(token_hash,)))


def leaving(room: CardRoom, code: str) -> Do:
    return lambda: change(room, code, owner(room, code, "Ana"), leave)


def taking_a_link(room: CardRoom, code: str) -> Do:
    token = look(room, code, owner(room, code, "Ana"), seat_link, "Ben")
    return lambda: change(room, code, SPECTATOR, take_link, token)


def admitting(room: CardRoom, code: str) -> Do:
    claimed = change(room, code, SPECTATOR, join, "Ben")
    assert isinstance(claimed, Claimed)
    return lambda: change(
        room, code, owner(room, code, "Ana"), settle_claim, claimed.claim, True
    )


def admitting_to_the_hosts_seat(room: CardRoom, code: str) -> Do:
    claimed = change(room, code, SPECTATOR, join, "Ana")
    assert isinstance(claimed, Claimed)

    def admit() -> object:
        two_minutes_later = time.time() + ALONE_SECONDS
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(Store, "now", lambda _store: two_minutes_later)
            return change(
                room, code, owner(room, code, "Ben"), settle_claim, claimed.claim, True
            )

    return admit


def sitting_down_first(room: CardRoom, _: str) -> Do:
    opened = room.open_table("highest-card")
    host = room.viewer(opened.code, [opened.host_token])
    return lambda: change(room, opened.code, host, join, "Zoe")


def entering_what_a_camera_saw(room: CardRoom, _: str) -> Do:
    opened = room.open_table("highest-card")
    code = opened.code
    zoe = room.viewer(code, [opened.host_token])
    change(room, code, zoe, join, "Zoe")
    change(room, code, SPECTATOR, join, "Yan")
    change(room, code, zoe, start)
    camera = room.viewer(code, [change(room, code, zoe, begin_watching)])
    seen = DraftEntry("lay", "Zoe", {"card": "JH"}, str(uuid4()))
    change(room, code, camera, propose, "one", (seen,), None, 0)
    return lambda: change(room, code, zoe, enter_draft, "one")


@pytest.mark.parametrize(
    "planned",
    [
        entering_what_a_camera_saw,
        leaving,
        taking_a_link,
        admitting,
        admitting_to_the_hosts_seat,
        sitting_down_first,
    ],
)
def test_whichever_write_fails_nothing_is_written(
    room: CardRoom, code: str, place: Path, planned: Callable[[CardRoom, str], Do]
) -> None:
    do = planned(room, code)
    before = kept(place)
    disk = cast(FillingDisk, room.store.database)
    for number in count():
        disk.writes_left = number
        try:
            do()
        except DiskFullError:
            assert kept(place) == before, f"write {number}"
            continue
        break
    assert number > 1
    assert kept(place) != before


def kept(place: Path) -> list[str]:
    """All that stands in the file."""
    with closing(sqlite3.connect(place)) as file:
        return list(file.iterdump())
