"""Corrections at a table, their undo and redo, and how such lines are stored."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import uuid4

from referee.hosting.tables.entering import append_records
from referee.hosting.tables.held_table import HeldTable, retry_if_outdated
from referee.hosting.tables.permissions import require_seated
from referee.match.changes import Edit
from referee.match.log_entry import Record
from referee.match.match import MOST_OTHER_LINES, Match
from referee.match.records import Note, record_of
from referee.match.secrecy import may_read
from referee.match.trying import disputing
from referee.match.trying.correcting import try_correction, try_undo
from referee.match.trying.effects import ChangedRulings
from referee.match.trying.record_head import RecordHead
from referee.match.trying.trial import Revision
from referee.vocabulary.errors import (
    ConflictError,
)
from referee.vocabulary.text import say
from referee.vocabulary.values import Score, Seats


def append(
    held: HeldTable, records: Sequence[Record], after: Match | None = None
) -> str:
    """Store these records and continue the match after them; return the last one's id.

    `after` is that match, if already known. Raise as `append_records` does.
    """
    after = after or held.table.begun_match.after(records)
    history = after.history
    result = held.table.result_after(history)
    append_records(held, records, result, history.positions)
    held.table.match = after
    return records[-1].id


def append_line(held: HeldTable, line: Note) -> str:
    """Store this line and continue the match after it; return its id."""
    return append(held, [record_of(line)])


@dataclass(frozen=True, slots=True)
class Revised:
    """A correction made, undone or redone, or a settled dispute."""

    id: str
    changed: tuple[ChangedRulings, ...]
    """The entries whose rulings changed, or the cards they show, as far as the sender
    may read them.
    """
    points: Mapping[str, Score]
    """By how much each score changed, by seat; those that did not are left out."""
    dropped: tuple[int, ...]
    """The numbers of entries struck because they no longer fitted."""


def begin_record(held: HeldTable) -> RecordHead:
    """Return the head of a new record by this viewer.

    Raise UnauthorizedError for spectators, ConflictError before the match, or if the
    viewer's seat has added too many lines.
    """
    head = head_now(held)
    if head.match.other_lines.get(head.viewer.seat, 0) >= MOST_OTHER_LINES:
        raise ConflictError(
            say(
                "You have corrected, disputed and voted {most} times in this match, "
                "which is the limit. Ask somebody else to do it.",
                most=MOST_OTHER_LINES,
            )
        )
    return head


def head_now(held: HeldTable) -> RecordHead:
    """Return the head of a record that is only tried."""
    require_seated(held.viewer)
    present = held.table.attendance(held.viewer)
    id = str(uuid4())
    return RecordHead(held.table.begun_match, held.viewer, id, time.time(), present)


@retry_if_outdated
def correct(
    held: HeldTable, edits: Sequence[Edit], drop_unfit: bool = False
) -> Revised:
    """Change or strike earlier entries, all or none, and replay the match.

    If the disputed ruling changes by it, that settles the dispute. Raise
    WrongFieldsError, NotYoursError, or UnfitEntriesError if later entries no longer fit
    and may not be dropped.
    """
    head = begin_record(held)
    admits = disputing.may_correct_disputed(head.match, head.viewer, edits)
    if not admits:
        _require_no_judges(head.match)
    revision = try_correction(head, edits, drop_unfit)
    settled = None
    if admits:
        settled = disputing.settle_by_correction(head, revision)
    if settled is None:
        _require_no_judges(head.match, decides_alike=admits)
    if settled is None or not _judges_now(head.match):
        disputing.require_not_against_votes(head, edits, revision)
    return revise(held, settled or revision, head.id)


def _judges_now(match: Match) -> Seats:
    """Return who decides by vote on what is disputed now; empty if nobody does."""
    dispute = match.current_dispute
    return () if dispute is None else dispute.judges


def _require_no_judges(match: Match, decides_alike: bool = False) -> None:
    """Raise ConflictError while judges decide: what they decide on stays as it is."""
    judges = _judges_now(match)
    if not judges:
        return
    template = (
        "{judges} decide by vote on what is disputed. Until then nothing is corrected."
    )
    if decides_alike:
        template = (
            "With that the ruling stays the same, and {judges} decide on it by vote. "
            "Correct it once they have."
        )
    raise ConflictError(say(template, judges=judges))


@retry_if_outdated
def undo(
    held: HeldTable, correction: str, *, redo: bool = False, drop_unfit: bool = False
) -> Revised:
    """Undo a correction, or with `redo` redo it. Raise as `correct` does."""
    head = begin_record(held)
    _require_no_judges(head.match)
    revision = try_undo(head, correction, redo, drop_unfit)
    edits = head.match.change(correction).edits
    disputing.require_not_against_votes(head, edits, revision)
    return revise(held, revision, correction)


def strike_after(held: HeldTable, seq: int) -> Revised:
    """Strike every entry after this number, to return the match to that point.

    Raise ConflictError if there is none. Sealed entries of others that were discarded
    or replaced since do not count again, as with any correction.
    """
    later = []
    for step in held.table.begun_match.history.steps:
        if step.entry.seq > seq:
            later.append(Edit(step.entry.seq))
    if not later:
        raise ConflictError(say("Nothing was entered after that."))
    return correct(held, later, drop_unfit=True)


def revise(held: HeldTable, revision: Revision, id: str) -> Revised:
    """Continue the match as revised by this correction or dispute."""
    match = revision.match
    append(held, revision.records, match)
    readable = []
    for change in revision.effect.changed:
        if may_read(match.history, held.viewer, match.logged(change.seq)):
            readable.append(change)
    dropped = set()
    for record in revision.records:
        dropped.update(record.body.get("dropped", ()))
    points = revision.effect.points
    return Revised(id, tuple(readable), points, tuple(sorted(dropped)))
