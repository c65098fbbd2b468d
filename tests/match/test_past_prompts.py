"""Looking back: which prompt an earlier entry answered, and what a correction changed."""

from dataclasses import replace

import pytest

from referee.match.changes import Edit
from referee.match.match import Match
from referee.match.trying.correcting import try_correction, try_undo
from referee.match.trying.earlier_entries import prompts_answered
from referee.match.trying.effects import NOTHING_CHANGED, effect_of
from referee.match.trying.record_head import RecordHead
from referee.match.viewer import Viewer
from referee.testing.played_match import PlayedMatch
from referee.vocabulary.errors import NotFoundError

from .conftest import Lay, enter

HOST = Viewer("Ana", host=True)


def correct(match: Match, *changes: Edit) -> None:
    PlayedMatch(match).revise(
        try_correction(RecordHead(match, HOST, "c1", 2000.0), changes, drop_unfit=True)
    )


def codes(match: Match, seq: int) -> set[str]:
    prompt = prompts_answered(match, [seq]).get(seq)
    assert prompt is not None
    return {str(card) for card in prompt.fields[0].choices}


def test_each_entry_answered_the_prompt_of_its_moment(two_tricks: Match) -> None:
    assert set(prompts_answered(two_tricks, range(9))) == {1, 2, 3, 4}
    assert {"KH", "3C"} <= codes(two_tricks, 2)
    assert not {"KH", "3C"} & codes(two_tricks, 3)


def test_an_earlier_prompt_goes_by_the_entries_as_corrected(two_tricks: Match) -> None:
    correct(two_tricks, Edit(1, {"card": "AS"}))
    assert "KH" in codes(two_tricks, 3)
    assert "AS" not in codes(two_tricks, 3)


def test_a_struck_entry_still_has_its_prompt(two_tricks: Match) -> None:
    correct(two_tricks, Edit(4, None))
    assert prompts_answered(two_tricks, [4]).get(4) is not None


def test_there_is_no_prompt_for_an_entry_that_was_never_made(two_tricks: Match) -> None:
    assert prompts_answered(two_tricks, [9]).get(9) is None


def test_what_a_correction_changed_can_be_seen_afterwards(two_tricks: Match) -> None:
    correct(two_tricks, Edit(2, {"card": "AS"}))
    effect = effect_of(two_tricks, two_tricks.change("c1"))
    (changed,) = effect.changed
    assert effect.points == {"Ana": -1, "Ben": 1}
    assert changed.seq == 2
    assert [ruling.verdict["winner"] for ruling in (*changed.old, *changed.new)] == [
        "Ana",
        "Ben",
    ]


def test_of_an_undone_correction_it_is_what_the_undo_changed(
    two_tricks: Match,
) -> None:
    correct(two_tricks, Edit(2, {"card": "AS"}))
    (made,) = effect_of(two_tricks, two_tricks.change("c1")).changed
    PlayedMatch(two_tricks).revise(
        try_undo(RecordHead(two_tricks, HOST, "u1", 2001.0), "c1")
    )
    undone = effect_of(two_tricks, two_tricks.change("c1"))
    assert undone.changed == (replace(made, old=made.new, new=made.old),)
    assert undone.points == {"Ana": 1, "Ben": -1}


def test_nothing_is_told_of_what_was_changed_while_it_was_sealed(
    match: Match, lay: Lay
) -> None:
    enter(match, lay("Ana", "KH"))
    ana = Viewer("Ana")
    PlayedMatch(match).revise(
        try_correction(RecordHead(match, ana, "c1", 2000.0), [Edit(1, {"card": "2H"})])
    )
    enter(match, replace(lay("Ben", "3C"), seq=3))
    assert effect_of(match, match.change("c1")) == NOTHING_CHANGED


def test_an_unknown_correction_is_not_found(two_tricks: Match) -> None:
    with pytest.raises(NotFoundError):
        two_tricks.change("c9")
