"""A match that the host ends at one daemon has ended at every other one, from the
moment it was answered.
"""

from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import pytest

from referee.hosting.history.archive import Archive
from referee.hosting.history.evenings import evening_of
from referee.hosting.history.next_table import begin_rematch
from referee.hosting.room import CardRoom
from referee.hosting.tables.correcting import correct
from referee.hosting.tables.entering import EntryAnswer, SentEntry, enter
from referee.hosting.tables.seats import start
from referee.hosting.tables.snapshot import snapshot_of
from referee.hosting.tables.watching import (
    DraftEntry,
    begin_watching,
    enter_draft,
    propose,
    watch_of,
)
from referee.match.changes import Edit
from referee.match.taking.entry_reading import NotOpenError
from referee.match.viewer import SPECTATOR, Viewer
from referee.vocabulary.errors import ConflictError, RefereeError
from tests.at_table import change, look
from tests.hosting.conftest import Sit

Seat = tuple[str, Viewer, Viewer]


@pytest.fixture
def seated(room: CardRoom, other: CardRoom, sit: Sit) -> Seat:
    """A match that has begun and both daemons have in memory; Ana hosts it, Ben's is
    the other seat.
    """
    opened = room.open_table("highest-card", options={"target": 5})
    ana = sit(opened.code, "Ana", opened.host_token)
    ben = sit(opened.code, "Ben")
    change(room, opened.code, ana, start)
    other.snapshot(opened.code, SPECTATOR)
    return opened.code, ana, ben


def lay(seat: str, card: str) -> SentEntry:
    return SentEntry(str(uuid4()), "lay", seat, {"card": card})


def stop(room: CardRoom, code: str, host: Viewer) -> EntryAnswer:
    return change(room, code, host, enter, [SentEntry(str(uuid4()), "stop", None, {})])


def test_it_has_ended_everywhere(room: CardRoom, other: CardRoom, seated: Seat) -> None:
    code, ana, ben = seated
    change(room, code, ana, enter, [lay("Ana", "KH"), lay("Ben", "2C")])
    stop(room, code, ana)
    view = other.snapshot(code, ana).view
    assert (view.finished, view.ended_early, view.winners, view.host_entries) == (
        True,
        True,
        ("Ana",),
        (),
    )
    with pytest.raises(NotOpenError):
        change(other, code, ben, enter, [lay("Ben", "3C")])
    [match] = Archive(other).matches().matches
    assert (match.code, match.ended_early, len(match.placings)) == (code, True, 2)
    begun_again = change(other, code, ben, begin_rematch)
    assert [one.ended_early for one in evening_of(room.store, begun_again).matches] == [
        True,
        False,
    ]


def test_of_two_daemons_one_ends_it(
    room: CardRoom, other: CardRoom, seated: Seat
) -> None:
    code, ana, _ = seated

    def tried(at: CardRoom) -> bool:
        try:
            stop(at, code, ana)
        except RefereeError:
            return False
        return True

    with ThreadPoolExecutor(2) as threads:
        assert sorted(threads.map(tried, (room, other))) == [False, True]
    assert len(room.store.log(code)) == 1


def test_with_nothing_scored_it_has_no_result_anywhere(
    room: CardRoom, other: CardRoom, seated: Seat
) -> None:
    code, ana, _ = seated
    change(room, code, ana, enter, [lay("Ana", "KH")])
    end = stop(room, code, ana).seq
    assert Archive(other).matches().matches == ()
    assert other.store.past.finished([code]) == {code}
    change(other, code, ana, correct, [Edit(end, None)])
    assert room.snapshot(code, ana).view.to_act == ("Ana", "Ben"), (
        "what was sealed is entered again"
    )
    assert room.store.past.finished([code]) == frozenset()


def test_the_draft_of_a_camera_is_gone_everywhere(
    room: CardRoom, other: CardRoom, seated: Seat
) -> None:
    code, ana, _ = seated
    camera = room.viewer(code, [change(room, code, ana, begin_watching)])
    seen = DraftEntry("lay", "Ana", {"card": "KH"}, str(uuid4()))
    change(room, code, camera, propose, "one", (seen,), 2.0, 0)
    assert (
        watched := look(other, code, ana, lambda held: watch_of(snapshot_of(held)))
    ) is not None
    assert watched.draft
    end = stop(other, code, ana).seq
    change(other, code, ana, correct, [Edit(end, None)])
    watched = look(room, code, ana, lambda held: watch_of(snapshot_of(held)))
    assert watched is not None
    assert watched.draft is None
    with pytest.raises(ConflictError):
        change(room, code, ana, enter_draft, "one")
