"""A game that grew stricter: what was entered before stays as it was, and new entries
are held to the new rules.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from referee.hosting.history.exports import match_document
from referee.hosting.room import CardRoom
from referee.hosting.store import Store
from referee.hosting.tables.correcting import correct, undo
from referee.hosting.tables.entering import SentEntry, enter
from referee.hosting.tables.seats import start
from referee.hosting.tables.snapshot import snapshot_of
from referee.match.changes import Edit
from referee.match.showing.export import rule_again
from referee.match.taking.entry_taker import RefusedMoveError
from referee.match.trying.trial import UnfitEntriesError
from referee.match.viewer import SPECTATOR, Viewer
from referee.plugin import discovery as finding
from referee.vocabulary.errors import WrongFieldsError
from tests.at_table import change, look
from tests.only_games import only_games
from tests.toy_games import grows_stricter


class Referee:
    """A daemon's room over one store, which can be upgraded to another version of the
    game.
    """

    def __init__(self, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.place = place
        self.patch = monkeypatch
        self.room = CardRoom(Store.open(place))
        opened = self.room.open_table("grows-stricter", ["Ana", "Ben"])
        self.code = opened.code
        self.token = opened.host_token
        self.entries = 0

    @property
    def host(self) -> Viewer:
        return self.room.viewer(self.code, [self.token])

    def start(self) -> None:
        change(self.room, self.code, self.host, start)

    def restart(self, version: str) -> None:
        self.room.close()
        self.patch.setattr(grows_stricter, "version", version)
        finding.look_again()
        self.room = CardRoom(Store.open(self.place))

    def enter(self, **data: Any) -> int:
        self.entries += 1
        draft = SentEntry(str(UUID(int=self.entries)), "score", None, data)
        return change(self.room, self.code, self.host, enter, [draft]).seq

    def correct(self, seq: int, **data: Any) -> str:
        return change(self.room, self.code, self.host, correct, [Edit(seq, data)]).id

    @property
    def points(self) -> float:
        return (
            look(self.room, self.code, SPECTATOR, snapshot_of).view.standings[0].score
        )

    @property
    def phase(self) -> str:
        return look(self.room, self.code, SPECTATOR, snapshot_of).view.phase

    def entry(self, seq: int) -> Any:
        return look(self.room, self.code, SPECTATOR, snapshot_of).line(seq)

    def export(self) -> Any:
        return json.loads(
            match_document(
                look(self.room, self.code, SPECTATOR, snapshot_of), SPECTATOR
            )
        )


@pytest.fixture
def referee(place: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Referee]:
    monkeypatch.setattr(grows_stricter, "version", "1")
    with only_games(grows_stricter):
        opened = Referee(place, monkeypatch)
        yield opened
        opened.room.close()


def test_what_was_entered_before_stays_and_what_comes_after_is_held_to_the_new_rules(
    referee: Referee,
) -> None:
    referee.start()
    referee.enter(points=7)
    referee.restart("2")
    assert (referee.points, referee.entry(1).struck) == (7, False)

    with pytest.raises(WrongFieldsError, match="Who saw it"):
        referee.enter(points=1)
    with pytest.raises(RefusedMoveError, match="Seven"):
        referee.enter(points=7, witness="Ben")
    referee.enter(points=3, witness="Ben")
    assert referee.points == 7 + 6
    assert referee.phase == "begun under 1"

    referee.restart("2")
    assert referee.points == 7 + 6


def test_a_corrected_entry_is_held_to_the_new_rules_and_undoing_that_gives_the_old_one_back(
    referee: Referee,
) -> None:
    referee.start()
    seq = referee.enter(points=7)
    referee.enter(points=1)
    referee.restart("2")
    with pytest.raises(UnfitEntriesError, match="Who saw it"):
        referee.correct(seq, points=4)
    correction = referee.correct(seq, points=4, witness="Ana")
    assert referee.points == 8 + 1

    referee.restart("2")
    assert referee.points == 8 + 1
    assert (referee.entry(seq).version, referee.entry(2).version) == ("2", None)

    change(referee.room, referee.code, referee.host, undo, correction)
    assert referee.points == 7 + 1


def test_a_table_opened_before_and_started_after_plays_by_the_new_rules(
    referee: Referee,
) -> None:
    referee.restart("2")
    referee.start()
    referee.enter(points=3, witness="Ben")
    assert (referee.phase, referee.points) == ("begun under 2", 6)


def test_an_export_says_which_version_ruled_and_is_ruled_again_under_it(
    referee: Referee,
) -> None:
    referee.start()
    referee.enter(points=7)
    referee.restart("2")
    referee.enter(points=3, witness="Ben")
    exported = referee.export()
    assert exported["game_version"] == "1"
    assert [line.get("version") for line in exported["entries"]] == [None, "2"]
    assert rule_again(exported) == (2, ())


def test_an_entry_that_no_longer_fits_says_why(
    referee: Referee, monkeypatch: pytest.MonkeyPatch
) -> None:
    referee.start()
    referee.enter(points=7)

    def refuse(state: Any, entry: Any, ask: Any) -> Any:
        return grows_stricter.Refused(
            grows_stricter.Ruling(
                {"legal": False}, grows_stricter.say("Not any more."), ()
            )
        )

    monkeypatch.setattr(grows_stricter, "accept", grows_stricter.hookimpl(refuse))
    referee.restart("1")
    [for_author] = look(referee.room, referee.code, referee.host, snapshot_of).unfit
    assert (for_author.seq, str(for_author.unfit)) == (1, "Not any more.")
    [for_others] = look(referee.room, referee.code, SPECTATOR, snapshot_of).unfit
    assert (for_others.sealed, for_others.struck, for_others.data) == (True, True, None)
    assert "Whoever entered it" in referee.export()["entries"][0]["unfit"]
