"""Putting earlier entries right."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from uuid import uuid4

from referee.hosting.tables.held_table import HeldTable, retry_if_outdated
from referee.hosting.tables.permissions import match_of, match_to_amend
from referee.hosting.tables.persistence import append
from referee.match.corrections import Change, Changed
from referee.match.log_entry import Viewer
from referee.match.match import Match
from referee.match.revisions import Revision, try_correction, try_undo
from referee.match.visibility import may_read
from referee.vocabulary.errors import ConflictError
from referee.vocabulary.text import say


@dataclass(frozen=True, slots=True)
class Revised:
    """A correction made, undone or made again, or a dispute settled."""

    id: str
    changed: tuple[Changed, ...]
    """The entries whose rulings changed, or the cards that they show, as far as whoever did it may read them."""
    dropped: tuple[int, ...] = ()
    """The numbers of the entries that no longer fitted and were struck with it."""


@retry_if_outdated
def correct(held: HeldTable, changes: Sequence[Change], drop_unfit: bool = False) -> Revised:
    """Change or strike earlier entries, all or none; the match is replayed.

    Raises WrongFieldsError or NotYoursError; UnfitEntriesError when later entries no longer fit and may not be
    dropped.
    """
    match, id = match_to_amend(held.table, held.viewer), str(uuid4())
    revision = try_correction(match, held.viewer, id, time.time(), changes, drop_unfit)
    return revise(held, revision, id)


@retry_if_outdated
def undo(held: HeldTable, correction: str, redo: bool = False, drop_unfit: bool = False) -> Revised:
    """Undo a correction, or, with `redo`, make an undone one again. Raises as `correct` does."""
    match = match_to_amend(held.table, held.viewer)
    revision = try_undo(match, held.viewer, str(uuid4()), time.time(), correction, redo, drop_unfit)
    return revise(held, revision, correction)


def strike_after(held: HeldTable, seq: int) -> Revised:
    """Strike every entry after this number, so that the match is as it was then. ConflictError where there is none.

    What others had sealed by then and was discarded or replaced since does not count again, as with any correction.
    """
    later = [Change(step.entry.seq, None) for step in match_of(held.table).history.steps if step.entry.seq > seq]
    if not later:
        raise ConflictError(say("Nothing was entered after that."))
    return correct(held, later, drop_unfit=True)


def revise(held: HeldTable, revision: Revision, id: str) -> Revised:
    """Have the match go on as it was revised, by the correction or for the dispute of this id."""
    append(held, revision.records, revision.match)
    dropped = {seq for record in revision.records for seq in record.body.get("dropped", ())}
    return Revised(id, readable(revision.match, held.viewer, revision.changed), tuple(sorted(dropped)))


def readable(match: Match, viewer: Viewer, changed: Sequence[Changed]) -> tuple[Changed, ...]:
    """Return those of the changed entries that this viewer may read."""
    allowed = {entry.seq for entry in match.entries if may_read(match.history, viewer, entry)}
    return tuple(change for change in changed if change.seq in allowed)
