"""People at one table do all that can be done there, at once and by several daemons;
then all daemons say the same.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from random import Random
from typing import Any
from uuid import uuid4

import pytest

from referee.hosting.history.exports import match_document
from referee.hosting.room import CardRoom
from referee.hosting.store import Store
from referee.hosting.tables.claims import Claimed, claim_status, settle_claim
from referee.hosting.tables.correcting import correct, undo
from referee.hosting.tables.disputing import cast_vote, dispute_ruling, settle_dispute
from referee.hosting.tables.entering import SentEntry, enter
from referee.hosting.tables.renaming import rename_seat
from referee.hosting.tables.seats import (
    Seated,
    hand_over,
    join,
    leave,
    seat_link,
    start,
    take_link,
)
from referee.match.changes import Edit
from referee.match.trying.disputing import SentResolution
from referee.match.viewer import SPECTATOR, Viewer
from referee.vocabulary.errors import RefereeError, WriteConflictError
from tests.at_table import change, look

RANKS = "23456789TJQKA"
SUITS = "CDHS"


@pytest.fixture
def rooms(database: str) -> Iterator[list[CardRoom]]:
    opened = [CardRoom(Store.open(database)) for _ in range(3)]
    yield opened
    for room in opened:
        room.close()


class Somebody:
    """Somebody at the table, who comes to another daemon each time and does what occurs
    to them.
    """

    def __init__(
        self, rooms: list[CardRoom], code: str, tokens: list[str], seed: int
    ) -> None:
        self.rooms = rooms
        self.code = code
        self.tokens = tokens
        self.random = Random(seed)
        self.token = self.random.choice(tokens)

    def at_random(self) -> None:
        ways = (
            self.lay,
            self.lay,
            self.lay,
            self.gather,
            self.correct,
            self.quarrel,
            self.seat,
            self.rename,
            self.host,
        )
        room = self.random.choice(self.rooms)
        try:
            viewer = room.viewer(self.code, [self.token])
            self.random.choice(ways)(room, viewer)
        except WriteConflictError:
            raise
        except RefereeError:
            # It was not the moment for it, or not theirs to do; then somebody else does
            # something.
            self.token = self.random.choice(self.tokens)

    def do(
        self, room: CardRoom, viewer: Viewer, what: Callable[..., Any], *given: Any
    ) -> Any:
        return change(room, self.code, viewer, what, *given)

    def lay(self, room: CardRoom, viewer: Viewer) -> None:
        card = self.random.choice(RANKS) + self.random.choice(SUITS)
        self.do(
            room,
            viewer,
            enter,
            [SentEntry(str(uuid4()), "lay", viewer.seat, {"card": card})],
        )

    def gather(self, room: CardRoom, viewer: Viewer) -> None:
        self.do(room, viewer, enter, [SentEntry(str(uuid4()), "gather", None, {})])

    def correct(self, room: CardRoom, viewer: Viewer) -> None:
        seq = self.random.randint(1, max(1, room.seq(self.code)))
        revised = self.do(room, viewer, correct, [Edit(seq, None)], True)
        undo_all = partial(undo, drop_unfit=True)
        self.do(self.random.choice(self.rooms), viewer, undo_all, revised.id)

    def quarrel(self, room: CardRoom, viewer: Viewer) -> None:
        seq = self.random.randint(1, max(1, room.seq(self.code)))
        dispute = self.do(room, viewer, dispute_ruling, seq)
        with suppress(RefereeError):
            self.do(self.random.choice(self.rooms), viewer, cast_vote, dispute, True)
        host = self.random.choice(self.rooms).viewer(self.code, self.tokens)
        self.do(
            self.random.choice(self.rooms),
            host,
            settle_dispute,
            dispute,
            SentResolution("upheld"),
        )

    def seat(self, room: CardRoom, viewer: Viewer) -> None:
        seat = self.random.choice(room.snapshot(self.code, viewer).names)
        if self.random.random() < 0.3:
            self.do(room, viewer, leave, seat)
        elif self.random.random() < 0.5:
            taken = self.do(
                room, SPECTATOR, take_link, self.do(room, viewer, seat_link, seat)
            )
            self.tokens.append(taken.seat_token)
            return
        joined = self.do(self.random.choice(self.rooms), SPECTATOR, join, seat)
        if isinstance(joined, Claimed):
            self.do(
                self.random.choice(self.rooms), viewer, settle_claim, joined.claim, True
            )
            token = look(
                room, self.code, SPECTATOR, claim_status, joined.claim
            ).seat_token
            self.tokens += [token] if token else []
        elif isinstance(joined, Seated):
            self.tokens.append(joined.seat_token)

    def rename(self, room: CardRoom, viewer: Viewer) -> None:
        seat = self.random.choice(room.snapshot(self.code, viewer).names)
        self.do(
            room, viewer, rename_seat, seat, f"{seat[:3]}{self.random.randint(1, 9)}"
        )

    def host(self, room: CardRoom, viewer: Viewer) -> None:
        self.do(
            room,
            viewer,
            hand_over,
            self.random.choice(room.snapshot(self.code, viewer).names),
        )


def told(room: CardRoom, code: str, tokens: list[str]) -> list[Any]:
    """All that a daemon tells of a table to everybody who ever had a token."""
    # A token that was good when this daemon last looked may be good no more: first it
    # looks again.
    room.snapshot(code, SPECTATOR)
    viewers = [
        SPECTATOR,
        *(room.find_viewer(code, [token]) for token in tokens),
    ]
    seen = [room.snapshot(code, viewer, scores=True) for viewer in viewers]
    return [
        (each.viewer, each.view, each.log(), match_document(each, each.viewer))
        for each in seen
    ]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_whatever_is_done_at_once_all_daemons_say_the_same_and_the_log_says_it_too(
    rooms: list[CardRoom], database: str, seed: int
) -> None:
    opened = rooms[0].open_table("highest-card", ["Ana", "Ben", "Cy"], {"target": 9})
    code = opened.code
    tokens = [opened.host_token]
    for name in ("Ana", "Ben", "Cy"):
        joined = change(rooms[1], code, SPECTATOR, join, name)
        assert isinstance(joined, Seated)
        tokens.append(joined.seat_token)
    change(rooms[2], code, rooms[2].viewer(code, tokens[:1]), start)

    def live(number: int) -> None:
        somebody = Somebody(rooms, code, tokens, seed * 100 + number)
        for _ in range(15):
            somebody.at_random()

    with ThreadPoolExecutor(8) as threads:
        for done in [threads.submit(live, number) for number in range(8)]:
            done.result()
    lines = rooms[0].store.log(code)
    assert [line.seq for line in lines] == list(range(1, len(lines) + 1))
    assert len({line.id for line in lines}) == len(lines)
    assert len(lines) >= 10, "somebody has done something"
    fresh = CardRoom(Store.open(database))
    expected = told(fresh, code, tokens)
    for room in rooms:
        assert told(room, code, tokens) == expected
    fresh.close()
