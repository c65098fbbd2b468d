"""Disputes in the card room: the pause, refused moves that are remembered, and what is there after a restart."""

from __future__ import annotations

from pathlib import Path
from uuid import uuid4

import pytest

from referee.hosting.room import CardRoom
from referee.hosting.store import Store
from referee.hosting.tables.claims import Claimed
from referee.hosting.tables.entering import Draft
from referee.hosting.tables.seats import Seated
from referee.hosting.tables.table import MOST_REFUSED
from referee.match.fold import RefusedMoveError
from referee.match.log_entry import SPECTATOR, Viewer
from referee.match.resolution import Settlement
from referee.vocabulary.errors import ForbiddenError, NotFoundError, PausedError, UnauthorizedError

from .conftest import Sit


def lay(seat: str, card: str) -> Draft:
    return Draft(str(uuid4()), "lay", {"card": card}, seat)


@pytest.fixture
def played(room: CardRoom, sit: Sit) -> tuple[str, Viewer, Viewer]:
    """Ana, the host, won a trick with the king against Ben."""
    opened = room.open_table("highest-card")
    ana = sit(opened.code, "Ana", opened.host_token)
    ben = sit(opened.code, "Ben")
    room.start(opened.code, ana)
    room.enter(opened.code, ana, [lay("Ana", "KH")])
    room.enter(opened.code, ben, [lay("Ben", "3C")])
    return opened.code, ana, ben


def refuse(room: CardRoom, code: str, viewer: Viewer, seat: str) -> str:
    draft = lay(seat, "KH")
    with pytest.raises(RefusedMoveError):
        room.enter(code, viewer, [draft])
    return draft.id


def test_the_match_waits_for_all_but_the_host(room: CardRoom, played: tuple[str, Viewer, Viewer]) -> None:
    code, ana, ben = played
    id = room.question(code, ben, 2, why="I saw a jack.")
    with pytest.raises(PausedError) as paused:
        room.enter(code, ben, [lay("Ben", "5C")])
    assert paused.value.dispute == id
    room.enter(code, ana, [lay("Ana", "5H"), lay("Ben", "5C")])
    room.resolve(code, ana, id, Settlement("upheld"))
    assert room.glance(code, SPECTATOR).open_dispute is None
    room.enter(code, ben, [lay("Ben", "6C")])


def test_a_spectator_has_no_say(room: CardRoom, played: tuple[str, Viewer, Viewer]) -> None:
    code, _, ben = played
    with pytest.raises(UnauthorizedError):
        room.question(code, SPECTATOR, 2)
    id = room.question(code, ben, 2)
    with pytest.raises(UnauthorizedError):
        room.vote(code, SPECTATOR, id, True)
    with pytest.raises(UnauthorizedError):
        room.resolve(code, SPECTATOR, id, Settlement("upheld"))


def test_another_process_over_the_same_store_sees_the_same(
    room: CardRoom, place: Path, played: tuple[str, Viewer, Viewer]
) -> None:
    code, ana, ben = played
    first = room.question(code, ben, 2)
    room.vote(code, ana, first, False)
    room.resolve(code, ana, first, Settlement("overruled", "All saw it.", verdict={"winner": "Ben"}))
    room.question_refusal(code, ben, refuse(room, code, ben, "Ben"), "Another king.")
    again = CardRoom(Store.open(place))
    assert again.glance(code, ben).view == room.glance(code, ben).view
    mine, theirs = (where.glance(code, SPECTATOR).disputes for where in (room, again))
    assert [str(line.ruled) for line in mine[:1]] == [str(line.ruled) for line in theirs[:1]]
    assert [(line.id, line.votes, line.resolution, line.in_force) for line in mine] == [
        (line.id, line.votes, line.resolution, line.in_force) for line in theirs
    ]
    assert theirs[1].refused is not None
    assert theirs[1].refused.data == {"card": "KH"}
    with pytest.raises(PausedError):
        again.enter(code, ben, [lay("Ben", "5C")])
    again.close()


def test_a_refused_move_is_remembered_for_its_sender_only(room: CardRoom, played: tuple[str, Viewer, Viewer]) -> None:
    code, ana, ben = played
    id = refuse(room, code, ben, "Ben")
    with pytest.raises(NotFoundError):
        room.question_refusal(code, ana, id)
    assert room.refused(code, ben, id).data == {"card": "KH"}
    for _ in range(MOST_REFUSED):
        refuse(room, code, ana, "Ana")
    with pytest.raises(NotFoundError, match="Enter it again"):
        room.question_refusal(code, ben, id)


def test_who_takes_a_seat_over_does_not_learn_what_was_refused_to_it(
    room: CardRoom, played: tuple[str, Viewer, Viewer]
) -> None:
    code, ana, ben = played
    id = refuse(room, code, ben, "Ben")
    room.leave(code, ana, "Ben")
    joined = room.join(code, "Ben")
    assert isinstance(joined, Seated)
    with pytest.raises(NotFoundError):
        room.refused(code, room.viewer(code, [joined.seat_token]), id)


def test_what_could_not_be_settled_changes_nothing_and_forgets_nothing(
    room: CardRoom, played: tuple[str, Viewer, Viewer]
) -> None:
    code, ana, ben = played
    refused = refuse(room, code, ben, "Ben")
    id = room.question(code, ben, 2)
    seq = room.glance(code, ana).view.seq
    with pytest.raises(ForbiddenError):
        room.resolve(code, ben, id, Settlement("upheld"))
    assert room.glance(code, ana).view.seq == seq
    assert room.refused(code, ben, refused).id == refused


def test_a_seat_that_is_left_has_no_vote_any_more(
    room: CardRoom, place: Path, played: tuple[str, Viewer, Viewer]
) -> None:
    code, ana, ben = played
    id = room.question(code, ben, 2)
    room.vote(code, ana, id, True)
    room.vote(code, ben, id, False)
    room.leave(code, ben)
    [dispute] = room.glance(code, SPECTATOR).disputes
    assert dispute.votes == {"Ana": True}
    again = CardRoom(Store.open(place))
    assert again.glance(code, SPECTATOR).disputes == (dispute,)
    again.close()
    room.resolve(code, ana, id, Settlement("upheld"))
    room.leave(code, ana)
    [settled] = room.glance(code, SPECTATOR).disputes
    assert settled.votes == {"Ana": True}, "what was settled stays as it was"


def test_who_is_given_a_seat_by_another_does_not_find_a_vote_there(
    room: CardRoom, played: tuple[str, Viewer, Viewer]
) -> None:
    code, ana, ben = played
    id = room.question(code, ben, 2)
    room.vote(code, ben, id, False)
    asked = room.join(code, "Ben")
    assert isinstance(asked, Claimed)
    room.settle_claim(code, asked.claim, False, ana)
    own = room.take_link(code, room.seat_link(code, "Ben", ben))
    assert room.glance(code, ana).disputes[0].votes == {"Ben": False}, "it is their own phone"
    ben = room.viewer(code, [own.seat_token])
    asked = room.join(code, "Ben")
    assert isinstance(asked, Claimed)
    room.settle_claim(code, asked.claim, True, ana)
    assert room.glance(code, ana).disputes[0].votes == {}
    ben = room.viewer(code, [asked.claim.partition(".")[2]])
    room.vote(code, ben, id, True)
    room.take_link(code, room.seat_link(code, "Ben", ana))
    assert room.glance(code, ana).disputes[0].votes == {}
