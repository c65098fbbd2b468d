"""Correcting entries, undoing and redoing that: who may, and the resulting match."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from referee.match.changes import Change, Edit
from referee.match.history import Unfit, try_to_fit
from referee.match.log_entry import Data, LogEntry, seats_covered
from referee.match.match import Match
from referee.match.secrecy import is_changed_while_sealed, may_read_sealed
from referee.match.taking.entry_reading import NotOpenError
from referee.match.tosses import decide_between, open_tosses
from referee.match.trying.record_head import RecordHead
from referee.match.trying.trial import (
    Revision,
    UnfitEntriesError,
    numbers_sealed_at_end,
    try_change,
)
from referee.match.viewer import Viewer, is_author
from referee.vocabulary.errors import (
    ConflictError,
    NotYoursError,
    WrongFieldsError,
    wrong_field,
)
from referee.vocabulary.text import Text, say

# Who may


def _require_editable(viewer: Viewer, match: Match, edits: Sequence[Edit]) -> None:
    """Raise WrongFieldsError for repeated entries, NotYoursError if forbidden."""
    numbers = set()
    for edit in edits:
        seq = edit.seq
        entry = match.entry(seq)
        if entry is None:
            message = say("There’s no entry {seq}.", seq=seq)
            raise wrong_field("changes", message)
        is_own = _is_own_part(viewer, match.entry_now(seq), edit)
        if not may_correct(viewer, entry) and not is_own:
            raise NotYoursError(
                say(
                    "Entry {seq} is somebody else’s: ask them or the host to correct "
                    "it.",
                    seq=seq,
                )
            )
        numbers.add(seq)
    if not edits or len(numbers) < len(edits):
        message = say("Name at least one entry to change, and each only once.")
        raise wrong_field("changes", message)


def may_correct(viewer: Viewer, entry: LogEntry) -> bool:
    """Return whether this viewer may correct this entry.

    Its author and the host may, and whoever alone it is for; every seat may correct
    what a camera saw.
    """
    if viewer.host or is_author(viewer, entry.by):
        return True
    if viewer.seat is None or entry.seq <= viewer.reads_from:
        return False
    return entry.seen or seats_covered(entry) == {viewer.seat}


def covers(viewer: Viewer, entry: LogEntry) -> bool:
    """Return whether an entry is for the viewer's seat too, whoever entered it."""
    return viewer.seat in seats_covered(entry) and entry.seq > viewer.reads_from


def _is_own_part(viewer: Viewer, entry: LogEntry, edit: Edit) -> bool:
    """Return whether an edit leaves everything but the viewer's part as it is."""
    if edit.data is None or not covers(viewer, entry):
        return False
    seat = viewer.seat
    return _without_part(edit.data, seat) == _without_part(entry.data, seat)


def _without_part(data: Data, seat: str | None) -> dict[str, object]:
    others: dict[str, object] = {}
    for name, value in data.items():
        if isinstance(value, Mapping):
            value = {whose: part for whose, part in value.items() if whose != seat}
        others[name] = value
    return others


def why_unchangeable(viewer: Viewer, entry: LogEntry) -> Text | None:
    """Return why this viewer may correct no part of this entry; None if they may."""
    if may_correct(viewer, entry) or covers(viewer, entry):
        return None
    return say_who_corrects(entry)


def say_who_corrects(entry: LogEntry) -> Text:
    """Return who may correct all of this entry."""
    if not entry.by:
        return say("The host can correct it.")
    return say("{seat} or the host can correct it.", seat=entry.by)


# A correction


def try_correction(
    head: RecordHead, edits: Sequence[Edit], drop_unfit: bool = False
) -> Revision:
    """Return the match with these edits.

    Raise WrongFieldsError, NotYoursError, ConflictError, RefusedMoveError or
    UnfitEntriesError for an impossible one.

    Sealed entries that nobody is asked for any more are struck silently; others stay,
    and are checked at the reveal.
    """
    match = head.match
    viewer = head.viewer
    _require_editable(viewer, match, edits)
    _require_not_undone_by_table(match, viewer, edits)
    settled = []
    for edit in edits:
        edit = _add_tosses(match, edit)
        settled.append(_reseal(match, viewer, edit))
    version = match.history.new_version or None
    change = Change(
        head.seq, head.id, viewer.seat, head.at, tuple(settled), version=version
    )
    return try_change(match, viewer, change, drop_unfit)


def _require_not_undone_by_table(
    match: Match, viewer: Viewer, edits: Sequence[Edit]
) -> None:
    """Raise ConflictError for what the table turned back of the same author."""
    numbers = {edit.seq for edit in edits}
    for change in match.changes:
        is_again = not numbers.isdisjoint(edit.seq for edit in change.edits)
        is_own = change.by == viewer.seat and is_again
        if is_own and match.is_undone(change) and is_for_table(match, change):
            raise ConflictError(
                say(
                    "The table has turned back your change of this. Object in the "
                    "log, and it decides anew."
                )
            )


def _add_tosses(match: Match, edit: Edit) -> Edit:
    """Return the edit with the entry's own tosses applied to its choices.

    Drawing them again, under another id, would allow retries.
    """
    entry = match.logged(edit.seq)
    if not entry.tosses or edit.data is None:
        return edit
    history = match.history
    changed = replace(entry, data=edit.data, version=history.new_version)
    try:
        choices = open_tosses(history, history.position_at(edit.seq), changed)
    except (NotOpenError, WrongFieldsError):
        choices = {}  # the replay reports the fault

    data = {**edit.data}
    for toss in entry.tosses:
        if data.get(toss.field) is None:
            decided = decide_between(choices.get(toss.field, toss.choices), toss)
            data[toss.field] = decided.outcome
    return replace(edit, data=data)


def _reseal(match: Match, viewer: Viewer, edit: Edit) -> Edit:
    """Return the edit of a sealed entry in canonical form; others unchanged.

    Raise UnfitEntriesError if the entry cannot hold this, as far as the viewer knows.
    """
    if edit.data is None:
        return edit
    if edit.seq in numbers_sealed_at_end(match):
        raise ConflictError(
            say("The match ended early, so this stays secret and can’t be corrected.")
        )
    history = match.history
    entry = history.position.sealed_entry(edit.seq)
    if entry is None:
        return edit

    new = replace(entry, data=edit.data, version=history.new_version)
    is_for_one = seats_covered(entry) <= {entry.seat}
    if is_for_one and not seats_covered(new) <= {new.seat}:
        # Its seat may read it, and would otherwise learn about others.
        why = say("This was entered for {seat} only.", seat=entry.seat)
        raise UnfitEntriesError([Unfit(entry, why)])
    knows = partial(may_read_sealed, viewer)
    resealed = try_to_fit(entry, lambda: history.reseal(new, knows))
    if isinstance(resealed, Unfit):
        raise UnfitEntriesError([resealed])
    return replace(edit, data=resealed.data)


# An undo, a redo


def try_undo(
    head: RecordHead, correction: str, redo: bool = False, drop_unfit: bool = False
) -> Revision:
    """Return the match with this correction undone, or with `redo` made again.

    Raise NotFoundError, NotYoursError, ConflictError, WrongFieldsError or
    UnfitEntriesError if impossible.
    """
    match = head.match
    viewer = head.viewer
    target = match.change(correction)
    if not target.edits:
        raise ConflictError(
            say(
                "This came with an overruling or an undo: dispute that ruling again, "
                "or correct the entries."
            )
        )
    if is_for_table(match, target):
        raise ConflictError(
            say("The table decides on this: settle the dispute, or object once more.")
        )
    change = Change(head.seq, head.id, viewer.seat, head.at)
    is_undone = match.is_undone(target)
    if redo:
        if not is_undone:
            raise ConflictError(say("It wasn’t undone."))
        change = replace(change, redoes=correction)
    else:
        if is_undone:
            raise ConflictError(say("It’s already undone."))
        change = replace(change, undoes=correction)
    _require_right_to_undo(match, viewer, target)
    return try_change(match, viewer, change, drop_unfit)


def is_for_table(match: Match, correction: Change) -> bool:
    """Return whether a correction is disputed, or came or went by a verdict.

    Then nobody undoes or redoes it alone.
    """
    last = match.last_undo(correction) or correction
    for dispute in match.disputes:
        how = dispute.resolution
        is_of_it = dispute.correction == correction.id
        if is_of_it and (how is None or how.seq == last.seq):
            return True
        is_settled_by_it = how is not None and how.correction == correction.id
        if is_settled_by_it and dispute.judges:
            return True
    return False


def _require_right_to_undo(match: Match, viewer: Viewer, target: Change) -> None:
    """Raise NotYoursError unless this viewer may undo or redo the correction."""
    why = None
    for edit in target.edits:
        if not may_correct(viewer, match.logged(edit.seq)):
            why = say("Only the host or whoever made the entries can do this.")
            break
        if _is_secret_to(match, viewer, target, edit):
            why = say(
                "It was made while the entry was secret: only whoever made the entry "
                "can do this."
            )
    if why is not None:
        raise NotYoursError(why)


def _is_secret_to(match: Match, viewer: Viewer, correction: Change, edit: Edit) -> bool:
    entry = match.logged(edit.seq)
    if may_read_sealed(viewer, entry):
        return False
    if edit.seq not in match.history.open_to_all:
        return correction.by == entry.by
    if edit.data is None:
        return False
    return is_changed_while_sealed(match.history, correction, edit.seq)
