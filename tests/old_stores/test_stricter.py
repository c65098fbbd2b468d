"""Entries that are refused by now, in a store that was written before: they stay as
they were.

`stricter.sql` is that store, with matches under way and finished ones; `stricter.toml`
says how those stood that are looked at here.
"""

import json
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from referee.hosting.history.exports import match_document
from referee.match.export import rule_again
from referee.match.fold import RefusedMoveError
from referee.match.log_entry import SPECTATOR
from referee.vocabulary.errors import WrongFieldsError

from .old_room import HERE, OldRoom, scores_at, write_store

STOOD: dict[str, dict[str, Any]] = tomllib.loads((HERE / "stricter.toml").read_text())


@pytest.fixture
def room(tmp_path: Path) -> Iterator[OldRoom]:
    place = tmp_path / "referee.sqlite"
    write_store("stricter", place)
    opened = OldRoom(place)
    yield opened
    opened.room.close()


@pytest.mark.parametrize("name", STOOD)
def test_every_entry_stands_and_the_scores_are_what_they_were(
    name: str, room: OldRoom
) -> None:
    stood = STOOD[name]
    table = room.table(stood["code"])
    assert table.unfit == ()
    assert table.match is not None
    assert len(table.match.history.steps) == stood["entries"]
    assert scores_at(table) == stood["scores"]
    assert (table.view.finished, list(table.view.winners)) == (
        stood["finished"],
        stood["winners"],
    )


@pytest.mark.parametrize("name", STOOD)
def test_its_export_is_ruled_again_as_it_was(name: str, room: OldRoom) -> None:
    exported = json.loads(match_document(room.table(STOOD[name]["code"]), SPECTATOR))
    assert exported["game_version"] == "1"
    assert rule_again(exported) == (STOOD[name]["entries"], ())


NEW_ENTRIES: dict[str, tuple[str, dict[str, Any]]] = {
    "score pad under way: more points than anybody counts": (
        "round",
        {"points": {"Ana": 10**12, "Ben": 0}},
    ),
}


@pytest.mark.parametrize("name", NEW_ENTRIES)
def test_in_the_same_match_a_new_one_is_refused(name: str, room: OldRoom) -> None:
    stood = STOOD[name]
    kind, data = NEW_ENTRIES[name]
    with pytest.raises((RefusedMoveError, WrongFieldsError)):
        room.enter(stood["code"], stood["token"], kind, **data)
