"""Taking back: who may strike which entry at once, and what stands in the form again."""

from __future__ import annotations

from referee.match.corrections import Change
from referee.match.earlier_entries import entries_to_repeat, latest_strike, may_take_back
from referee.match.log_entry import SPECTATOR, Viewer
from referee.match.match import Match
from referee.match.revisions import try_correction, try_undo
from referee.testing.court import revise

from .conftest import Lay, enter

HOST = Viewer("Ana", host=True)
ANA = Viewer("Ana")
BEN = Viewer("Ben")


def offered(match: Match, viewer: Viewer) -> list[int]:
    return [entry.seq for entry in may_take_back(match, viewer)]


def strike(match: Match, viewer: Viewer, seq: int) -> None:
    revise(match, try_correction(match, viewer, f"strike {seq}", 2000.0, [Change(seq, None)]))


def test_whoever_entered_last_is_offered_that_entry_and_so_is_the_host(match: Match, lay: Lay) -> None:
    enter(match, lay("Ana", "KH"), lay("Ben", "3C"))
    assert offered(match, ANA) == []
    assert offered(match, BEN) == [2]
    assert offered(match, HOST) == [2]
    assert offered(match, SPECTATOR) == []


def test_what_others_have_entered_upon_since_is_not_offered(match: Match, lay: Lay) -> None:
    enter(match, lay("Ana", "KH"), lay("Ben", "3C"), lay("Ben", "4C"))
    assert offered(match, ANA) == []
    assert offered(match, BEN) == [3]


def test_what_others_have_sealed_since_changes_nothing_of_what_is_offered(match: Match, lay: Lay) -> None:
    """After Ana's card of the trick before, which all have seen, Ben has sealed another since."""
    enter(match, lay("Ben", "3C"), lay("Ana", "KH"), lay("Ben", "4C"))
    assert offered(match, ANA) == [2]
    assert offered(match, HOST) == [2, 3]


def test_what_was_taken_back_stands_in_the_form_again_until_something_follows(match: Match, lay: Lay) -> None:
    enter(match, lay("Ana", "KH"), lay("Ben", "3C"))
    assert latest_strike(match, BEN) is None
    strike(match, BEN, 2)
    assert [entry.data for entry in entries_to_repeat(match, BEN)] == [{"card": "3C"}]
    assert latest_strike(match, ANA) is None
    assert [entry.seq for entry in entries_to_repeat(match, ANA)] == [1]
    revise(match, try_undo(match, BEN, "undo", 2001.0, "strike 2"))
    assert latest_strike(match, BEN) is None
    assert entries_to_repeat(match, BEN) == ()


def test_what_others_have_sealed_is_in_nobodys_form(match: Match, lay: Lay) -> None:
    enter(match, lay("Ana", "KH"))
    assert [entry.seq for entry in entries_to_repeat(match, ANA)] == [1]
    assert entries_to_repeat(match, BEN) == ()
    assert entries_to_repeat(match, Viewer(None, host=True, opener=True)) == ()
