"""Disputes in the card room: the pause, refused moves that are remembered, and what is
there after a restart.
"""

from pathlib import Path
from uuid import uuid4

import pytest

from referee.hosting.room import CardRoom
from referee.hosting.store import Store
from referee.hosting.store.store import MOST_REFUSED
from referee.hosting.tables.claims import Claimed, settle_claim
from referee.hosting.tables.disputing import (
    cast_vote,
    dispute_refusal,
    dispute_ruling,
    find_refusal,
    settle_dispute,
)
from referee.hosting.tables.entering import SentEntry, enter
from referee.hosting.tables.seats import (
    Seated,
    join,
    leave,
    seat_link,
    start,
    take_link,
)
from referee.match.taking.entry_taker import RefusedMoveError
from referee.match.trying.disputing import SentResolution
from referee.match.viewer import SPECTATOR, Viewer
from referee.vocabulary.errors import NotFoundError, PausedError
from tests.at_table import change, look

from .conftest import Sit


def lay(seat: str, card: str) -> SentEntry:
    return SentEntry(str(uuid4()), "lay", seat, {"card": card})


@pytest.fixture
def played(room: CardRoom, sit: Sit) -> tuple[str, Viewer, Viewer]:
    """Ana, the host, won a trick with the king against Ben."""
    opened = room.open_table("highest-card")
    ana = sit(opened.code, "Ana", opened.host_token)
    ben = sit(opened.code, "Ben")
    change(room, opened.code, ana, start)
    change(room, opened.code, ana, enter, [lay("Ana", "KH")])
    change(room, opened.code, ben, enter, [lay("Ben", "3C")])
    return opened.code, ana, ben


def refuse(room: CardRoom, code: str, viewer: Viewer, seat: str) -> str:
    draft = lay(seat, "KH")
    with pytest.raises(RefusedMoveError):
        change(room, code, viewer, enter, [draft])
    return draft.id


def test_another_process_over_the_same_store_sees_the_same(
    room: CardRoom, place: Path, played: tuple[str, Viewer, Viewer]
) -> None:
    code, ana, ben = played
    first = change(room, code, ben, dispute_ruling, 2)
    change(room, code, ana, cast_vote, first, False)
    change(
        room,
        code,
        ana,
        settle_dispute,
        first,
        SentResolution("overruled", "All saw it.", verdict={"winner": "Ben"}),
    )
    change(
        room,
        code,
        ben,
        dispute_refusal,
        refuse(room, code, ben, "Ben"),
        "Another king.",
    )
    again = CardRoom(Store.open(place))
    assert again.snapshot(code, ben).view == room.snapshot(code, ben).view
    mine, theirs = (
        where.snapshot(code, SPECTATOR).log().disputes for where in (room, again)
    )
    assert [str(line.ruled) for line in mine[:1]] == [
        str(line.ruled) for line in theirs[:1]
    ]
    assert [(line.id, line.votes, line.resolution, line.in_force) for line in mine] == [
        (line.id, line.votes, line.resolution, line.in_force) for line in theirs
    ]
    assert theirs[1].refused is not None
    assert theirs[1].refused.data == {"card": "KH"}
    with pytest.raises(PausedError):
        change(again, code, ben, enter, [lay("Ben", "5C")])
    again.close()


def test_a_refused_move_is_remembered_for_its_sender_only(
    room: CardRoom, played: tuple[str, Viewer, Viewer]
) -> None:
    code, ana, ben = played
    id = refuse(room, code, ben, "Ben")
    with pytest.raises(NotFoundError):
        change(room, code, ana, dispute_refusal, id)
    assert look(room, code, ben, find_refusal, id).data == {"card": "KH"}
    for _ in range(MOST_REFUSED):
        refuse(room, code, ana, "Ana")
    with pytest.raises(NotFoundError, match="Enter it again"):
        change(room, code, ben, dispute_refusal, id)


def test_who_takes_a_seat_over_does_not_learn_what_was_refused_to_it(
    room: CardRoom, played: tuple[str, Viewer, Viewer]
) -> None:
    code, ana, ben = played
    id = refuse(room, code, ben, "Ben")
    change(room, code, ana, leave, "Ben")
    joined = change(room, code, SPECTATOR, join, "Ben")
    assert isinstance(joined, Seated)
    with pytest.raises(NotFoundError):
        look(room, code, room.viewer(code, [joined.seat_token]), find_refusal, id)


def test_a_seat_that_is_left_has_no_vote_any_more(
    room: CardRoom, place: Path, played: tuple[str, Viewer, Viewer]
) -> None:
    code, ana, ben = played
    id = change(room, code, ben, dispute_ruling, 2)
    change(room, code, ana, cast_vote, id, True)
    change(room, code, ben, cast_vote, id, False)
    change(room, code, ben, leave)
    [dispute] = room.snapshot(code, SPECTATOR).log().disputes
    assert dispute.votes == {"Ana": True}
    again = CardRoom(Store.open(place))
    assert again.snapshot(code, SPECTATOR).log().disputes == (dispute,)
    again.close()
    change(room, code, ana, settle_dispute, id, SentResolution("upheld"))
    change(room, code, ana, leave)
    [settled] = room.snapshot(code, SPECTATOR).log().disputes
    assert settled.votes == {"Ana": True}, "what was settled stays as it was"


def test_who_is_given_a_seat_by_another_does_not_find_a_vote_there(
    room: CardRoom, played: tuple[str, Viewer, Viewer]
) -> None:
    code, ana, ben = played
    id = change(room, code, ben, dispute_ruling, 2)
    change(room, code, ben, cast_vote, id, False)
    asked = change(room, code, SPECTATOR, join, "Ben")
    assert isinstance(asked, Claimed)
    change(room, code, ana, settle_claim, asked.claim, False)
    own = change(
        room, code, SPECTATOR, take_link, look(room, code, ben, seat_link, "Ben")
    )
    assert room.snapshot(code, ana).log().disputes[0].votes == {"Ben": False}, (
        "it is their own phone"
    )
    ben = room.viewer(code, [own.seat_token])
    asked = change(room, code, SPECTATOR, join, "Ben")
    assert isinstance(asked, Claimed)
    change(room, code, ana, settle_claim, asked.claim, True)
    assert room.snapshot(code, ana).log().disputes[0].votes == {}
    ben = room.viewer(code, [asked.claim.partition(".")[2]])
    change(room, code, ben, cast_vote, id, True)
    change(room, code, SPECTATOR, take_link, look(room, code, ana, seat_link, "Ben"))
    assert room.snapshot(code, ana).log().disputes[0].votes == {}
