"""An event over a store of its own, and a table that is played by its quickest entry."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from referee.events.event import Plan
from referee.hosting.events import entering
from referee.hosting.events.desk import EventDesk
from referee.hosting.events.planning import open_event
from referee.hosting.room import CardRoom
from referee.hosting.store import Store
from referee.hosting.tables.entering import SentEntry, enter
from tests.at_table import change

OPTIONS = {"rounds": 1}


@pytest.fixture
def room(tmp_path: Path) -> Iterator[CardRoom]:
    opened = CardRoom(Store.open(tmp_path / "data" / "referee.sqlite"))
    yield opened
    opened.close()


class Club:
    """An event and its people, who enter and play."""

    def __init__(self, room: CardRoom, plan: Plan) -> None:
        self.room = room
        opened = open_event(room, plan)
        self.code = opened.code
        self.director = EventDesk(room, opened.code, (opened.director_token,))
        self.board = EventDesk(room, opened.code, (opened.board_token,))
        self.door = EventDesk(room, opened.code)
        self.tokens: dict[str, str] = {}

    def enter(self, *names: str) -> EventDesk:
        entered = entering.enter_people(self.door, names)
        assert entered.token is not None
        self.tokens[entered.entrant] = entered.token
        return EventDesk(self.room, self.code, (entered.token,))

    def play(self, code: str, scores: Mapping[str, int]) -> None:
        """Somebody at the table enters these scores, by entrant, which end its match."""
        table = self.director.look().event.tables[code]
        viewer = self.room.viewer(code, [self.tokens[table.seats[0]]])
        held = self.room.table(code)
        points = {}
        for seat, entrant in zip(held.names, table.seats, strict=True):
            points[seat] = scores[entrant]
        draft = SentEntry(str(uuid4()), "round", None, {"points": points})
        change(self.room, code, viewer, enter, [draft])

    def play_round(self, strength: Callable[[str], int] = int) -> None:
        """Play all tables of this round; the strongest wins."""
        for table in self.director.look().event.rounds[-1].tables:
            scores = {each: strength(each) for each in table.seats}
            self.play(table.code, scores)


Gather = Callable[..., Club]


@pytest.fixture
def gather(room: CardRoom) -> Gather:
    """Opens an event, and enters people under these names."""

    def gather(movement: str, *names: str, **more: Any) -> Club:
        plan = {"game": "score-pad", "rounds": 3, "options": OPTIONS, **more}
        club = Club(room, Plan("Club night", movement=movement, **plan))
        for name in names:
            club.enter(name)
        return club

    return gather
