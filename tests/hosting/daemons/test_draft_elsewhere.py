"""What a camera saw is entered at one daemon while another one changes the table: it is
entered, and its draft is gone, or neither.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any
from uuid import uuid4

import pytest

from referee.hosting.room import CardRoom
from referee.hosting.tables.disputing import dispute_ruling
from referee.hosting.tables.entering import SentEntry, enter
from referee.hosting.tables.seats import start
from referee.hosting.tables.watching import (
    DraftEntry,
    begin_watching,
    drop_draft,
    enter_draft,
    propose,
)
from referee.match.viewer import Viewer
from referee.vocabulary.errors import ConflictError
from tests.at_table import change
from tests.hosting.conftest import Sit

Meanwhile = Callable[[CardRoom, str, Viewer, Viewer], object]


def drop(other: CardRoom, code: str, ana: Viewer, _camera: Viewer) -> None:
    change(other, code, ana, drop_draft, "one")


def see_another(other: CardRoom, code: str, _ana: Viewer, camera: Viewer) -> None:
    seen = DraftEntry("lay", "Ana", {"card": "TH"}, str(uuid4()))
    change(other, code, camera, propose, "two", (seen,), None, 2)


def dispute(other: CardRoom, code: str, ana: Viewer, _camera: Viewer) -> None:
    change(other, code, ana, dispute_ruling, 2)


def enter_first(other: CardRoom, code: str, ana: Viewer, _camera: Viewer) -> None:
    change(other, code, ana, enter_draft, "one")


@pytest.mark.parametrize("meanwhile", [drop, see_another, dispute, enter_first])
def test_what_was_refused_was_not_entered(
    room: CardRoom,
    other: CardRoom,
    sit: Sit,
    monkeypatch: pytest.MonkeyPatch,
    meanwhile: Meanwhile,
) -> None:
    opened = room.open_table("highest-card", options={"target": 5})
    code = opened.code
    ana = sit(code, "Ana", opened.host_token)
    ben = sit(code, "Ben")
    change(room, code, ana, start)
    for viewer, card in ((ana, "KH"), (ben, "2C")):
        lay = SentEntry(str(uuid4()), "lay", viewer.seat, {"card": card})
        change(room, code, viewer, enter, [lay])
    camera = room.viewer(code, [change(room, code, ana, begin_watching)])
    seen = DraftEntry("lay", "Ana", {"card": "JH"}, str(uuid4()))
    change(room, code, camera, propose, "one", (seen,), None, 2)
    together = room.store.together

    def together_too_late(*given: Any) -> AbstractContextManager[Any]:
        monkeypatch.undo()
        meanwhile(other, code, ana, camera)
        return together(*given)

    monkeypatch.setattr(room.store, "together", together_too_late)
    with pytest.raises(ConflictError):
        change(room, code, ana, enter_draft, "one")
    times = sum(line.id == seen.id for line in room.store.log(code))
    assert times == (meanwhile is enter_first)


def test_what_was_entered_is_no_draft_any_more(
    room: CardRoom, other: CardRoom, sit: Sit
) -> None:
    opened = room.open_table("highest-card")
    code = opened.code
    ana = sit(code, "Ana", opened.host_token)
    sit(code, "Ben")
    change(room, code, ana, start)
    camera = room.viewer(code, [change(room, code, ana, begin_watching)])
    seen = DraftEntry("lay", "Ana", {"card": "JH"}, str(uuid4()))
    change(room, code, camera, propose, "one", (seen,), None, 0)
    change(other, code, ana, enter_draft, "one")
    assert [line.id for line in room.store.log(code)] == [seen.id]
    with pytest.raises(ConflictError):
        change(room, code, ana, enter_draft, "one")
