"""Lines of a table's log that are no entries: corrections, questioned rulings, votes
and how they were settled.
"""

import time
from collections.abc import Sequence
from uuid import uuid4

from referee.hosting.tables.entering import keep
from referee.hosting.tables.held_table import HeldTable, retry_if_outdated
from referee.hosting.tables.permissions import match_of, must_be_seated
from referee.lazy_dataclass import frozen
from referee.match import resolution
from referee.match.corrections import Change, Changed
from referee.match.disputes import Refusal
from referee.match.log_entry import Record, Viewer, is_author
from referee.match.match import MOST_OTHER_LINES, Match
from referee.match.resolution import ResolutionDraft, vote_withdrawn
from referee.match.revisions import Revision, try_correction, try_undo
from referee.match.visibility import may_read
from referee.vocabulary.errors import ConflictError, NotFoundError
from referee.vocabulary.jsonable import from_json
from referee.vocabulary.text import say


def append(
    held: HeldTable, records: Sequence[Record], after: Match | None = None
) -> str:
    """Keep these records, and go on with the match as it stands after them. Return the
    id of the last.

    `after` is that match, where it is known already. Raises as `keep` does.
    """
    after = after or match_of(held.table).after(records)
    keep(held, records, held.table.result_after(after.history), after.history.positions)
    held.table.match = after
    return records[-1].id


@frozen
class Revised:
    """A correction made, undone or made again, or a dispute settled."""

    id: str
    changed: tuple[Changed, ...]
    """The entries whose rulings changed, or the cards that they show, as far as whoever
    did it may read them.
    """
    dropped: tuple[int, ...]
    """The numbers of the entries that no longer fitted and were struck with it."""


def _amender(held: HeldTable) -> tuple[Match, Viewer, str, float]:
    """Return the match, who amends it, the id of the line that they add, and when.

    Raises UnauthorizedError for whoever only watches, ConflictError where they have
    added as many as one may.
    """
    viewer = held.viewer
    must_be_seated(viewer)
    match = match_of(held.table)
    if match.other_lines.get(viewer.seat, 0) >= MOST_OTHER_LINES:
        raise ConflictError(
            say(
                "You have corrected, disputed and voted {most} times in this match, "
                "which is the most. Have somebody else do it.",
                most=MOST_OTHER_LINES,
            )
        )
    return match, viewer, str(uuid4()), time.time()


@retry_if_outdated
def correct(
    held: HeldTable, changes: Sequence[Change], drop_unfit: bool = False
) -> Revised:
    """Change or strike earlier entries, all or none; the match is replayed.

    Raises WrongFieldsError or NotYoursError; UnfitEntriesError when later entries no
    longer fit and may not be dropped.
    """
    match, viewer, id, now = _amender(held)
    revision = try_correction(match, viewer, id, now, changes, drop_unfit)
    return revise(held, revision, id)


@retry_if_outdated
def undo(
    held: HeldTable, correction: str, *, redo: bool = False, drop_unfit: bool = False
) -> Revised:
    """Undo a correction, or, with `redo`, make an undone one again. Raises as `correct`
    does.
    """
    by = _amender(held)
    revision = try_undo(*by, correction, redo=redo, drop_unfit=drop_unfit)
    return revise(held, revision, correction)


def strike_after(held: HeldTable, seq: int) -> Revised:
    """Strike every entry after this number, so that the match is as it was then.
    ConflictError where there is none.

    What others had sealed by then and was discarded or replaced since does not count
    again, as with any correction.
    """
    later = []
    for step in match_of(held.table).history.steps:
        if step.entry.seq > seq:
            later.append(Change(step.entry.seq, None))
    if not later:
        raise ConflictError(say("Nothing was entered after that."))
    return correct(held, later, drop_unfit=True)


def revise(held: HeldTable, revision: Revision, id: str) -> Revised:
    """Let the match go on as it was revised, by the correction or for the dispute of
    this id.
    """
    match = revision.match
    append(held, revision.records, match)
    readable = []
    for change in revision.changed:
        if may_read(match.history, held.viewer, match.logged(change.seq)):
            readable.append(change)
    dropped = set()
    for record in revision.records:
        dropped.update(record.body.get("dropped", ()))
    return Revised(id, tuple(readable), tuple(sorted(dropped)))


@retry_if_outdated
def question(
    held: HeldTable, seq: int, ruling: int | None = None, why: str = ""
) -> str:
    """Question a ruling of an entry, the last one unless its place is given: the match
    pauses. Return the dispute's id.

    Raises NotFoundError or ConflictError where it cannot be questioned.
    """
    record = resolution.question_ruling(*_amender(held), seq, ruling, why)
    return append(held, [record])


@retry_if_outdated
def question_refusal(held: HeldTable, entry: str, why: str = "") -> str:
    """Question the refusal of a move that this viewer sent: all see it from then on.
    Return the dispute's id.
    """
    by = _amender(held)
    record = resolution.question_refusal(*by, find_refusal(held, entry), why)
    return append(held, [record])


def find_refusal(held: HeldTable, entry: str) -> Refusal:
    """Return the refused move with this id, for whoever sent it.

    NotFoundError for all others, and when it was long ago.
    """
    refusal = held.store.refusal(held.code, entry.strip().lower())
    if refusal is None or not is_author(held.viewer, refusal["by"]):
        raise NotFoundError(
            say(
                "No refused move of yours with this id is known any more. Enter it "
                "again."
            )
        )
    return from_json(Refusal, refusal)


@retry_if_outdated
def vote(held: HeldTable, dispute: str, uphold: bool) -> None:
    """Vote on an open dispute; a seat's last vote counts."""
    append(held, [resolution.vote(*_amender(held), dispute, uphold)])


@retry_if_outdated
def resolve(held: HeldTable, dispute: str, draft: ResolutionDraft) -> Revised:
    """Settle a dispute, as the host, or as a seat once more than half of the table
    voted so.

    Raises as `try_resolution` does.
    """
    return revise(held, try_resolution(held, dispute, draft), dispute)


def try_resolution(held: HeldTable, dispute: str, draft: ResolutionDraft) -> Revision:
    """Return the match as it would be with a dispute settled so; nothing is kept.

    Raises as `resolve` does.
    """
    must_be_seated(held.viewer)
    by = (match_of(held.table), held.viewer, str(uuid4()), time.time())
    return resolution.try_resolution(*by, dispute, draft)


def withdraw_vote(held: HeldTable, seat: str) -> None:
    """Take back how this seat votes now, since whoever has it next must not find a vote
    that is not theirs.
    """
    match = held.table.match
    if match is None:
        return
    record = vote_withdrawn(match, seat, str(uuid4()), time.time())
    if record is not None:
        append(held, [record])
