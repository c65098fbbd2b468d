"""Questioning a ruling, voting on it, and settling it."""

import time
from uuid import uuid4

from referee.hosting.tables.corrections import Revised, revise
from referee.hosting.tables.held_table import HeldTable, retry_if_outdated
from referee.hosting.tables.permissions import match_of, match_to_amend, must_be_seated
from referee.hosting.tables.persistence import append
from referee.match import resolution
from referee.match.disputes import Refusal
from referee.match.resolution import ResolutionDraft
from referee.vocabulary.errors import NotFoundError
from referee.vocabulary.jsonable import from_json
from referee.vocabulary.text import say


@retry_if_outdated
def question(held: HeldTable, seq: int, ruling: int | None = None, why: str = "") -> str:
    """Question a ruling of an entry (the last one unless its place is named): the match pauses. The dispute's id.

    Raises NotFoundError or ConflictError where it cannot be questioned.
    """
    match, id = match_to_amend(held.table, held.viewer), str(uuid4())
    record = resolution.question_ruling(match, held.viewer, id, time.time(), seq, ruling, why)
    append(held, [record])
    return id


@retry_if_outdated
def question_refusal(held: HeldTable, entry: str, why: str = "") -> str:
    """Question the refusal of a move that this viewer sent: everybody sees it from then on. The dispute's id."""
    match, id = match_to_amend(held.table, held.viewer), str(uuid4())
    found = find_refusal(held, entry)
    record = resolution.question_refusal(match, held.viewer, id, time.time(), found, why)
    append(held, [record])
    return id


def find_refusal(held: HeldTable, entry: str) -> Refusal:
    """Return the refused move with this id, for whoever sent it; NotFoundError for all others, and when it is
    long ago.
    """
    viewer, kept = held.viewer, held.store.refusal(held.code, entry.strip().lower())
    if kept is None or not (viewer.opener if kept["by"] is None else viewer.seat == kept["by"]):
        raise NotFoundError(say("No refused move of yours with this id is known any more. Enter it again."))
    return from_json(Refusal, kept)


@retry_if_outdated
def vote(held: HeldTable, dispute: str, uphold: bool) -> None:
    """A seat's vote on an open dispute; the last one counts."""
    match = match_to_amend(held.table, held.viewer)
    record = resolution.vote(match, held.viewer, str(uuid4()), time.time(), dispute, uphold)
    append(held, [record])


@retry_if_outdated
def resolve(held: HeldTable, dispute: str, draft: ResolutionDraft) -> Revised:
    """Settle a dispute: by the host, or by a seat once more than half of the table voted so. Raises as
    `try_resolution` does.
    """
    must_be_seated(held.viewer)
    made = (match_of(held.table), held.viewer, str(uuid4()), time.time())
    return revise(held, resolution.try_resolution(*made, dispute, draft), dispute)
