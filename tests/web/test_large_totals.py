"""Numbers that were entered before there was a bound stay, and no total goes past what
can be counted exactly.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from referee.hosting.room import CardRoom
from referee.hosting.store import Store
from referee.hosting.tables.correcting import correct, undo
from referee.hosting.tables.disputing import dispute_ruling, settle_dispute
from referee.hosting.tables.entering import SentEntry, enter
from referee.hosting.tables.seats import start
from referee.hosting.tables.snapshot import snapshot_of
from referee.match.changes import Edit
from referee.match.trying.disputing import SentResolution
from referee.match.trying.trial import UnfitEntriesError
from referee.match.viewer import Viewer
from referee.plugin import field_values
from referee.vocabulary.errors import TooLargeError, WrongFieldsError
from referee.vocabulary.values import MOST_COUNTED, MOST_ENTERED
from tests.at_table import change, look


class Pad:
    """A table at which scores are kept, over a store that can be closed and opened
    again.
    """

    def __init__(self, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.place = place
        self.patch = monkeypatch
        self.room = CardRoom(Store.open(place))
        opened = self.room.open_table("score-pad", ["Ana", "Ben"], {"halves": True})
        self.code = opened.code
        self.token = opened.host_token
        change(self.room, self.code, self.host, start)
        self.entries = 0

    @property
    def host(self) -> Viewer:
        return self.room.viewer(self.code, [self.token])

    def enter(self, ana: object, ben: object = 0) -> int:
        self.entries += 1
        draft = SentEntry(
            str(UUID(int=self.entries)),
            "round",
            None,
            {"points": {"Ana": ana, "Ben": ben}},
        )
        return change(self.room, self.code, self.host, enter, [draft]).seq

    def enter_as_before(self, ana: object, ben: object = 0) -> int:
        """Enter a round as it could be entered when there was no bound."""
        with self.patch.context() as patch:
            patch.setattr(field_values, "MOST_ENTERED", MOST_COUNTED)
            return self.enter(ana, ben)

    def correct(self, seq: int, ana: object, ben: object = 0) -> str:
        data = {"points": {"Ana": ana, "Ben": ben}}
        return change(self.room, self.code, self.host, correct, [Edit(seq, data)]).id

    def restart(self) -> None:
        self.room.close()
        self.room = CardRoom(Store.open(self.place))

    @property
    def seq(self) -> int:
        return look(self.room, self.code, self.host, snapshot_of).view.seq

    @property
    def scores(self) -> list[Any]:
        view = look(self.room, self.code, self.host, snapshot_of).view
        return [
            next(each.score for each in view.standings if each.seat == seat)
            for seat in ("Ana", "Ben")
        ]


@pytest.fixture
def pad(place: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Pad]:
    opened = Pad(place, monkeypatch)
    yield opened
    opened.room.close()


def test_what_was_entered_before_there_was_a_bound_stays_and_new_entries_are_held_to_it(
    pad: Pad,
) -> None:
    old = pad.enter_as_before(10**12)
    pad.restart()
    assert pad.scores == [10**12, 0]
    with pytest.raises(WrongFieldsError, match=str(MOST_ENTERED)):
        pad.enter(10**12)
    assert pad.scores == [10**12, 0]
    pad.enter(5, MOST_ENTERED)
    correction = pad.correct(old, 7)
    assert pad.scores == [12, MOST_ENTERED]
    change(pad.room, pad.code, pad.host, undo, correction)
    pad.restart()
    assert pad.scores == [10**12 + 5, MOST_ENTERED]


def test_a_corrected_entry_is_held_to_the_bound(pad: Pad) -> None:
    seq = pad.enter(5)
    with pytest.raises(UnfitEntriesError, match=str(MOST_ENTERED)):
        pad.correct(seq, 10**12)
    assert pad.scores == [5, 0]


def test_a_total_that_nobody_can_count_exactly_is_refused_and_nothing_is_kept(
    pad: Pad,
) -> None:
    pad.enter_as_before(MOST_COUNTED - 5)
    before = pad.seq
    with pytest.raises(TooLargeError) as refused:
        pad.enter(10)
    assert "Enter smaller numbers" in str(refused.value)
    assert refused.value.status == 422
    assert (pad.seq, pad.scores) == (before, [MOST_COUNTED - 5, 0])
    pad.restart()
    pad.enter(5)
    assert pad.scores == [MOST_COUNTED, 0]


def test_no_correction_takes_a_total_there(pad: Pad) -> None:
    seq = pad.enter(0)
    pad.enter_as_before(MOST_COUNTED - 5)
    before = pad.seq
    with pytest.raises((TooLargeError, UnfitEntriesError)):
        pad.correct(seq, 10)
    assert (pad.seq, pad.scores) == (before, [MOST_COUNTED - 5, 0])


@pytest.mark.parametrize(
    "number", [10**12, 10**30, 10**400], ids=["12 zeros", "30 zeros", "400 zeros"]
)
def test_no_verdict_of_the_table_holds_a_number_that_could_not_be_entered(
    number: int, pad: Pad
) -> None:
    seq = pad.enter(2.5, 3)
    dispute = change(pad.room, pad.code, pad.host, dispute_ruling, seq)
    verdict = {"points": {"Ana": number}}
    with pytest.raises(WrongFieldsError, match=r"verdict\.points"):
        change(
            pad.room,
            pad.code,
            pad.host,
            settle_dispute,
            dispute,
            SentResolution("overruled", verdict=verdict),
        )
    assert pad.scores == [2.5, 3]
