"""Putting earlier entries right."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from uuid import uuid4

from referee.hosting.tables.held_table import HeldTable
from referee.hosting.tables.permissions import match_of, must_be_seated
from referee.hosting.tables.persistence import keep
from referee.match.corrections import Change, Changed
from referee.match.log_entry import Viewer
from referee.match.match import Match
from referee.match.record import Record
from referee.match.revisions import Revision, revise, try_correction, try_undo
from referee.match.seat_ids import fields_asked
from referee.match.visibility import may_read


@dataclass(frozen=True, slots=True)
class Revised:
    """A correction made, undone or made again, or a dispute settled."""

    id: str
    changed: tuple[Changed, ...]
    """The entries whose rulings changed, or the cards that they show, as far as whoever did it may read them."""
    dropped: tuple[int, ...] = ()
    """The numbers of the entries that no longer fitted and were struck with it."""


def correct(held: HeldTable, changes: Sequence[Change], drop_unfit: bool = False) -> Revised:
    """Change or strike earlier entries, all or none; the match is replayed.

    Raises WrongFieldsError or NotYoursError; UnfitEntriesError when later entries no longer fit and may not be
    dropped.
    """
    must_be_seated(held.viewer)
    id = str(uuid4())
    revision = try_correction(match_of(held.table), held.viewer, id, time.time(), changes, drop_unfit)
    return _revise(held, revision, id)


def undo(held: HeldTable, correction: str, redo: bool = False, drop_unfit: bool = False) -> Revised:
    """Undo a correction, or, with `redo`, make an undone one again. Raises as `correct` does."""
    must_be_seated(held.viewer)
    revision = try_undo(match_of(held.table), held.viewer, str(uuid4()), time.time(), correction, redo, drop_unfit)
    return _revise(held, revision, correction)


def _revise(held: HeldTable, revision: Revision, correction: str) -> Revised:
    match = match_of(held.table)
    fields = fields_asked([*match.history.positions, *revision.history.positions])
    keep(held, [revision.record], held.table.result_after(revision.history), fields)
    revise(match, revision)
    return Revised(correction, readable(match, held.viewer, revision.changed), dropped_by([revision.record]))


def dropped_by(records: Sequence[Record]) -> tuple[int, ...]:
    """The numbers of the entries that these records struck because they no longer fitted."""
    return tuple(sorted({seq for record in records for seq in record.body.get("dropped", ())}))


def readable(match: Match, viewer: Viewer, changed: Sequence[Changed]) -> tuple[Changed, ...]:
    """Those of the changed entries that this viewer may read."""
    allowed = {entry.seq for entry in match.entries if may_read(match.history, viewer, entry)}
    return tuple(one for one in changed if one.seq in allowed)
