"""Corrections: entries changed or struck afterwards, the match replayed, what changed
side by side.
"""

from dataclasses import replace
from types import ModuleType

import pytest

from referee import Accepted, hookimpl
from referee.cards.card import card
from referee.match.changes import Edit
from referee.match.log_entry import Record
from referee.match.match import Match
from referee.match.records import record_of
from referee.match.showing.log_lines import EditLine, correction_lines, log_lines
from referee.match.taking.entry_taker import RefusedMoveError
from referee.match.trying.correcting import try_correction, try_undo
from referee.match.trying.record_head import RecordHead
from referee.match.trying.trial import Revision, UnfitEntriesError
from referee.match.viewer import Viewer
from referee.plugin.rulebook import Rulebook
from referee.testing.played_match import PlayedMatch
from referee.vocabulary.errors import (
    ConflictError,
    NotFoundError,
    NotYoursError,
    RefereeError,
    WrongFieldsError,
)
from tests.toy_games import highest_card

from .conftest import Lay, enter

HOST = Viewer("Ana", host=True)
ANA = Viewer("Ana")
BEN = Viewer("Ben")


def correct(
    match: Match,
    viewer: Viewer,
    *changes: Edit,
    drop_unfit: bool = False,
    id: str = "c1",
) -> Revision:
    revision = try_correction(
        RecordHead(match, viewer, id, 2000.0), changes, drop_unfit
    )
    PlayedMatch(match).revise(revision)
    return revision


def undo(
    match: Match, viewer: Viewer, correction: str = "c1", redo: bool = False
) -> Revision:
    revision = try_undo(
        RecordHead(match, viewer, f"{correction}-{match.seq}", 2001.0), correction, redo
    )
    PlayedMatch(match).revise(revision)
    return revision


def scores(match: Match) -> dict[str, int]:
    scene = match.history.rulebook.scene(match.history.position.state)
    return {standing.seat: standing.score for standing in scene.standings}


def test_a_changed_entry_changes_its_ruling_and_all_totals(two_tricks: Match) -> None:
    revision = correct(two_tricks, HOST, Edit(1, {"card": "2h"}))
    assert [
        (one.seq, str(one.old[0].summary), str(one.new[0].summary))
        for one in revision.effect.changed
    ] == [(2, "Ana wins.", "Ben wins.")]
    assert scores(two_tricks) == {"Ana": 0, "Ben": 2}


def test_the_change_is_kept_in_canonical_form_and_the_first_entry_stays(
    two_tricks: Match,
) -> None:
    correct(two_tricks, HOST, Edit(1, {"card": "two of hearts"}))
    assert two_tricks.entries[0].data == {"card": "KH"}
    assert two_tricks.changes[0].edits == (Edit(1, {"card": "2H"}),)


def test_a_correction_after_which_later_entries_do_not_fit_names_them(
    two_tricks: Match,
) -> None:
    with pytest.raises(UnfitEntriesError) as refused:
        try_correction(
            RecordHead(two_tricks, HOST, "c1", 2000.0), [Edit(1, {"card": "QH"})]
        )
    assert [one.entry.seq for one in refused.value.unfit] == [4]
    assert scores(two_tricks) == {"Ana": 1, "Ben": 1}


def test_entries_that_no_longer_fit_are_struck_too_when_wanted(
    two_tricks: Match,
) -> None:
    revision = correct(two_tricks, HOST, Edit(1, {"card": "QH"}), drop_unfit=True)
    assert two_tricks.changes[0].dropped == (4,)
    assert [(one.seq, len(one.new)) for one in revision.effect.changed] == [
        (2, 1),
        (4, 0),
    ]
    assert [step.entry.seq for step in two_tricks.history.steps] == [1, 2, 3]


def test_a_correction_that_is_itself_wrong_is_never_dropped_silently(
    two_tricks: Match,
) -> None:
    with pytest.raises(RefusedMoveError, match="king of hearts was played"):
        try_correction(
            RecordHead(two_tricks, HOST, "c1", 2000.0),
            [Edit(3, {"card": "KH"})],
            drop_unfit=True,
        )


def test_changes_taken_as_one_fit_together_though_neither_does_alone(
    two_tricks: Match,
) -> None:
    correct(two_tricks, HOST, Edit(1, {"card": "QH"}), Edit(4, {"card": "KH"}))
    assert scores(two_tricks) == {"Ana": 1, "Ben": 1}


def test_a_struck_entry_stays_in_the_log_and_readable(two_tricks: Match) -> None:
    correct(two_tricks, HOST, Edit(4, None))
    lines = log_lines(two_tricks, Viewer())
    assert [line.struck for line in lines] == [False, False, False, True]
    assert lines[3].data == {"card": "QH"}


def test_only_the_author_and_the_host_may_correct(two_tricks: Match) -> None:
    correct(two_tricks, BEN, Edit(4, {"card": "JH"}))
    with pytest.raises(NotYoursError, match="somebody else’s"):
        try_correction(RecordHead(two_tricks, BEN, "c2", 2000.0), [Edit(1, None)])


@pytest.mark.parametrize(
    "changes", [[], [Edit(9, None)], [Edit(1, None), Edit(1, None)]]
)
def test_a_correction_names_each_of_its_entries_once(
    two_tricks: Match, changes: list[Edit]
) -> None:
    with pytest.raises(WrongFieldsError):
        try_correction(RecordHead(two_tricks, HOST, "c1", 2000.0), changes)


def test_an_undone_correction_can_be_made_again(two_tricks: Match) -> None:
    correct(two_tricks, HOST, Edit(1, {"card": "2H"}))
    undo(two_tricks, HOST)
    assert scores(two_tricks) == {"Ana": 1, "Ben": 1}
    undo(two_tricks, HOST, redo=True)
    assert scores(two_tricks) == {"Ana": 0, "Ben": 2}


def test_undoing_an_earlier_correction_leaves_a_later_one_of_the_same_entry(
    two_tricks: Match,
) -> None:
    correct(two_tricks, HOST, Edit(1, {"card": "2H"}))
    correct(two_tricks, HOST, Edit(1, {"card": "AH"}), id="c2")
    undo(two_tricks, HOST, "c1")
    assert two_tricks.history.steps[0].entry.data == {"card": "AH"}


def test_undoing_brings_back_what_was_dropped(two_tricks: Match) -> None:
    correct(two_tricks, HOST, Edit(1, {"card": "QH"}), drop_unfit=True)
    undo(two_tricks, HOST)
    assert [step.entry.seq for step in two_tricks.history.steps] == [1, 2, 3, 4]


def test_an_undo_after_which_an_entry_does_not_fit_is_refused(
    two_tricks: Match, lay: Lay
) -> None:
    correct(two_tricks, HOST, Edit(1, {"card": "2H"}), Edit(4, None), Edit(3, None))
    again = [lay("Ana", "KH"), lay("Ben", "KD")]
    again = [replace(entry, seq=two_tricks.seq + n) for n, entry in enumerate(again, 1)]
    enter(two_tricks, *again)
    with pytest.raises(UnfitEntriesError):
        try_undo(RecordHead(two_tricks, HOST, "u", 2002.0), "c1")


@pytest.mark.parametrize(
    ("correction", "redo", "error"),
    [("c1", True, ConflictError), ("none", False, NotFoundError)],
)
def test_only_what_was_made_can_be_undone(
    two_tricks: Match, correction: str, redo: bool, error: type[RefereeError]
) -> None:
    correct(two_tricks, HOST, Edit(1, {"card": "2H"}))
    with pytest.raises(error):
        try_undo(RecordHead(two_tricks, HOST, "u", 2002.0), correction, redo)


def test_correcting_a_sealed_entry_keeps_it_sealed(match: Match, lay: Lay) -> None:
    enter(match, lay("Ana", "KH"))
    correct(match, ANA, Edit(1, {"card": "2H"}))
    assert log_lines(match, BEN)[0].data is None
    assert correction_lines(match, BEN)[0].changes == (EditLine(1, False, None),)
    assert correction_lines(match, ANA)[0].changes[0].data == {"card": "2H"}


def test_what_was_shown_stays_shown_when_its_trick_is_reopened(
    two_tricks: Match,
) -> None:
    correct(two_tricks, HOST, Edit(4, None))
    lines = log_lines(two_tricks, BEN)
    assert lines[2].data == {"card": "4C"}


def test_a_match_folded_from_its_records_is_the_match(two_tricks: Match) -> None:
    records: list[Record] = [record_of(entry) for entry in two_tricks.entries]
    records.extend(correct(two_tricks, HOST, Edit(1, {"card": "2H"})).records)
    records.extend(correct(two_tricks, HOST, Edit(4, None), id="c2").records)
    records.extend(undo(two_tricks, HOST, "c2").records)
    again = Match.from_records(
        two_tricks.history.rulebook, two_tricks.history.setting, records
    )
    assert again == two_tricks


def test_what_an_undo_leaves_out_stands_in_the_log_as_struck_and_stays_so(
    two_tricks: Match, lay: Lay
) -> None:
    made = correct(
        two_tricks, HOST, Edit(1, {"card": "2H"}), Edit(4, None), Edit(3, None)
    ).records[0]
    again = [
        replace(entry, seq=two_tricks.seq + n)
        for n, entry in enumerate((lay("Ana", "KH"), lay("Ben", "KD")), 1)
    ]
    enter(two_tricks, *again)
    revision = try_undo(
        RecordHead(two_tricks, HOST, "u", 2002.0), "c1", drop_unfit=True
    )
    PlayedMatch(two_tricks).revise(revision)
    lines = log_lines(two_tricks, BEN)
    assert (
        [line.seq for line in lines if line.struck]
        == revision.records[0].body["dropped"]
        == [6]
    )
    entries = [record_of(entry) for entry in two_tricks.entries]
    records = [*entries[:4], made, *entries[4:], *revision.records]
    assert (
        Match.from_records(
            two_tricks.history.rulebook, two_tricks.history.setting, records
        )
        == two_tricks
    )


def test_a_redo_brings_back_what_its_undo_left_out(two_tricks: Match, lay: Lay) -> None:
    made = correct(
        two_tricks, HOST, Edit(1, {"card": "2H"}), Edit(4, None), Edit(3, None)
    ).records[0]
    records = [*map(record_of, two_tricks.entries), made]
    again = [
        replace(entry, seq=two_tricks.seq + n)
        for n, entry in enumerate((lay("Ana", "KH"), lay("Ben", "KD")), 1)
    ]
    enter(two_tricks, *again)
    records += map(record_of, two_tricks.entries[4:])
    with_them = two_tricks.history.steps
    for redo in (False, True, False, True):
        revision = try_undo(
            RecordHead(two_tricks, HOST, f"u{two_tricks.seq}", 2002.0),
            "c1",
            redo,
            drop_unfit=True,
        )
        PlayedMatch(two_tricks).revise(revision)
        records.extend(revision.records)
        assert revision.records[0].body.get("dropped") == (None if redo else [6])
        assert (two_tricks.history.steps == with_them) is redo
    assert [
        (one.dropped, one.undone) for one in correction_lines(two_tricks, HOST)
    ] == [
        ((), False),
        ((6,), True),
        ((6,), True),
    ]
    assert (
        Match.from_records(
            two_tricks.history.rulebook, two_tricks.history.setting, records
        )
        == two_tricks
    )


@pytest.fixture
def sealed_since(two_tricks: Match, lay: Lay) -> Match:
    """After two tricks of a longer match Ana has sealed the jack of hearts."""
    match = Match.begin(
        two_tricks.history.rulebook,
        replace(two_tricks.history.setting, options={"target": 9}),
    )
    tricks = [replace(entry, seq=n) for n, entry in enumerate(two_tricks.entries, 1)]
    enter(match, *tricks, replace(lay("Ana", "JH"), seq=5))
    return match


@pytest.mark.parametrize("viewer", [HOST, BEN])
def test_what_is_sealed_stands_in_no_corrections_way_and_is_struck_by_none(
    sealed_since: Match, viewer: Viewer
) -> None:
    correct(sealed_since, viewer, Edit(4, {"card": "JH"}))
    assert sealed_since.changes[0].dropped == ()
    assert sealed_since.history.scene.to_act == ("Ben",)


def test_what_was_sealed_and_fits_no_longer_is_asked_for_again_when_all_is_in(
    sealed_since: Match, lay: Lay
) -> None:
    correct(sealed_since, BEN, Edit(4, {"card": "JH"}))
    enter(sealed_since, replace(lay("Ben", "2C"), seq=7))
    [ruling] = sealed_since.history.latest
    assert ruling.verdict == {"legal": False, "clash": (card("JH"),), "seats": ("Ana",)}
    assert sealed_since.history.scene.to_act == ("Ana",)
    enter(sealed_since, replace(lay("Ana", "5H"), seq=8))
    assert str(sealed_since.history.latest[0].summary) == "Ana wins."


def test_what_nobody_is_asked_for_any_more_is_struck_whatever_it_is(
    sealed_since: Match,
) -> None:
    match = Match.begin(
        sealed_since.history.rulebook,
        replace(sealed_since.history.setting, options={"target": 2}),
    )
    enter(match, *(step.entry for step in sealed_since.history.steps))
    correct(match, BEN, Edit(4, {"card": "2H"}))
    assert match.changes[0].dropped == (5,)


def test_what_was_sealed_after_an_open_entry_stays_when_that_is_struck(
    match: Match, lay: Lay
) -> None:
    module = ModuleType("gathering_changes_nothing")
    module.__dict__.update(
        highest_card.__dict__, accept=hookimpl(lambda state: Accepted(state))
    )
    match = Match.begin(Rulebook(module), match.history.setting)
    gathered = replace(lay("Ben", "KH"), kind="gather", seat=None, data={})
    enter(match, gathered, lay("Ana", "KH"))
    correct(match, BEN, Edit(1, None))
    assert match.changes[0].dropped == (), "the same was asked for before"
    assert match.history.scene.to_act == ("Ben",)


def test_what_lies_open_never_comes_to_clash(two_tricks: Match) -> None:
    for drop_unfit in (False, True):
        with pytest.raises(RefusedMoveError) as refused:
            try_correction(
                RecordHead(two_tricks, HOST, "c1", 2000.0),
                [Edit(1, {"card": "3C"})],
                drop_unfit,
            )
        assert refused.value.ruling.verdict["clash"] == (card("3C"),)
        assert refused.value.ruling.verdict["seats"] == ("Ana", "Ben")


def test_nor_does_an_undo_or_a_redo_bring_that_about(two_tricks: Match) -> None:
    correct(two_tricks, HOST, Edit(1, {"card": "2H"}))
    correct(two_tricks, HOST, Edit(2, {"card": "KH"}), id="c2")
    for drop_unfit in (False, True):
        with pytest.raises(RefusedMoveError):
            try_undo(
                RecordHead(two_tricks, HOST, "u", 2002.0), "c1", drop_unfit=drop_unfit
            )


def test_no_correction_reveals_what_others_have_sealed(match: Match, lay: Lay) -> None:
    """Ana strikes her card; Ben, who entered his, is the only one who has: her undo
    would open it.
    """
    enter(match, lay("Ana", "KH"))
    correct(match, ANA, Edit(1, None))
    enter(match, replace(lay("Ben", "3C"), seq=3))
    with pytest.raises(ConflictError, match="Wait until that is revealed"):
        try_undo(RecordHead(match, ANA, "u", 2002.0), "c1")


@pytest.fixture
def with_stale(two_tricks: Match) -> Match:
    """The two tricks as read from a log whose fifth entry, as an older game took it,
    fits no more.
    """
    stale = replace(two_tricks.entries[3], seq=5, id="stale", kind="slap")
    records = map(record_of, [*two_tricks.entries, stale])
    match = Match.from_records(
        two_tricks.history.rulebook, two_tricks.history.setting, records
    )
    assert [one.entry.seq for one in match.unfit] == [5]
    return match


def test_what_no_longer_fitted_before_stands_in_nobodys_way(with_stale: Match) -> None:
    correct(with_stale, HOST, Edit(4, {"card": "QD"}))
    assert log_lines(with_stale, BEN)[4].struck


def test_what_no_longer_fitted_before_is_struck_or_refused_but_never_changed(
    with_stale: Match,
) -> None:
    with pytest.raises(UnfitEntriesError) as refused:
        correct(with_stale, HOST, Edit(5, {"card": "QD"}))
    assert [one.entry.seq for one in refused.value.unfit] == [5]
    correct(with_stale, HOST, Edit(5, None))


def test_a_record_says_what_was_opened_only_where_nobody_sees_it_and_once(
    two_tricks: Match,
) -> None:
    """A strike closes its trick: it was opened by what Ben laid, and the two cards of
    it would be sealed again.
    """
    made = correct(two_tricks, HOST, Edit(3, {"card": "5C"}))
    assert "opened" not in made.records[0].body
    said = correct(two_tricks, HOST, Edit(4, None), id="c2").records[0].body["opened"]
    assert said == [[3, 4], [4, 4]]
    again = correct(two_tricks, HOST, Edit(3, {"card": "6C"}), id="c3")
    assert "opened" not in again.records[0].body
    assert two_tricks.history.opened_at == {1: 2, 2: 2, 3: 4, 4: 4}
