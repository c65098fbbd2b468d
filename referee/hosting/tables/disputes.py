"""Questioning a ruling, voting on it, and settling it. Whoever calls these holds the table."""

from __future__ import annotations

import time
from uuid import uuid4

from referee.hosting.store import Store
from referee.hosting.tables.corrections import Revised, dropped_by, readable
from referee.hosting.tables.permissions import match_of, must_be_seated
from referee.hosting.tables.persistence import follow
from referee.hosting.tables.table import Table
from referee.match import resolution
from referee.match.disputes import Refusal
from referee.match.log_entry import Viewer
from referee.match.resolution import Settlement
from referee.vocabulary.errors import NotFoundError
from referee.vocabulary.text import say


def question(store: Store, table: Table, viewer: Viewer, seq: int, ruling: int | None, why: str) -> str:
    """Question a ruling of an entry (the last one unless its place is named): the match pauses. The dispute's id.

    Raises NotFoundError or ConflictError where it cannot be questioned.
    """
    must_be_seated(viewer)
    id = str(uuid4())
    record = resolution.question_ruling(match_of(table), viewer, id, time.time(), seq, ruling, why)
    follow(store, table, [record])
    return id


def question_refusal(store: Store, table: Table, viewer: Viewer, entry: str, why: str) -> str:
    """Question the refusal of a move that this viewer sent: everybody sees it from then on. The dispute's id."""
    must_be_seated(viewer)
    id = str(uuid4())
    found = refused(table, viewer, entry)
    record = resolution.question_refusal(match_of(table), viewer, id, time.time(), found, why)
    follow(store, table, [record])
    return id


def refused(table: Table, viewer: Viewer, entry: str) -> Refusal:
    """The refused move with this id, for whoever sent it; NotFoundError for all others, and when it is long ago."""
    found = table.refused.get(entry.strip().lower())
    if found is None or not (viewer.opener if found.by is None else viewer.seat == found.by):
        raise NotFoundError(say("No refused move of yours with this id is known any more. Enter it again."))
    return found


def vote(store: Store, table: Table, viewer: Viewer, dispute: str, uphold: bool) -> None:
    """A seat's vote on an open dispute; the last one counts."""
    must_be_seated(viewer)
    record = resolution.vote(match_of(table), viewer, str(uuid4()), time.time(), dispute, uphold)
    follow(store, table, [record])


def resolve(store: Store, table: Table, viewer: Viewer, dispute: str, how: Settlement) -> Revised:
    """Settle a dispute: by the host, or by a seat once more than half of the table voted so. Raises as `settle`."""
    must_be_seated(viewer)
    settled = resolution.settle(match_of(table), viewer, str(uuid4()), time.time(), dispute, how)
    follow(store, table, settled.records)
    return Revised(dispute, readable(match_of(table), viewer, settled.changed), dropped_by(settled.records))
