"""Log lines that are no entries: changes, disputes, votes and resolutions."""

import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import NamedTuple
from uuid import uuid4

from referee.hosting.tables.entering import append_records
from referee.hosting.tables.held_table import HeldTable, retry_if_outdated
from referee.hosting.tables.permissions import (
    match_of,
    require_host,
    require_seated,
)
from referee.match.changes import Edit
from referee.match.disputes import Refusal, ResolvedAs, open_dispute
from referee.match.log_entry import Record, Viewer, is_author
from referee.match.match import MOST_OTHER_LINES, Match
from referee.match.secrecy import may_read
from referee.match.trying import disputing
from referee.match.trying.correcting import try_correction, try_undo
from referee.match.trying.disputing import ResolutionDraft, vote_withdrawal
from referee.match.trying.effects import ChangedRulings
from referee.match.trying.trial import Revision, UnfitEntriesError
from referee.vocabulary.errors import (
    ConflictError,
    ForbiddenError,
    NotFoundError,
    wrong_field,
)
from referee.vocabulary.jsonable import from_json
from referee.vocabulary.text import say
from referee.vocabulary.values import Score


def append(
    held: HeldTable, records: Sequence[Record], after: Match | None = None
) -> str:
    """Store these records and continue the match after them; return the last one's id.

    `after` is that match, if already known. Raise as `append_records` does.
    """
    after = after or match_of(held.table).after(records)
    history = after.history
    result = held.table.result_after(history)
    append_records(held, records, result, history.positions)
    held.table.match = after
    return records[-1].id


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


class RecordHead(NamedTuple):
    """Who adds a record to which match, and the record's id and time."""

    match: Match
    viewer: Viewer
    id: str
    at: float


def begin_record(held: HeldTable) -> RecordHead:
    """Return the head of a new record by this viewer.

    Raise UnauthorizedError for spectators, ConflictError before the match, or if the
    viewer's seat has added too many lines.
    """
    head = _head_now(held)
    if head.match.other_lines.get(head.viewer.seat, 0) >= MOST_OTHER_LINES:
        raise ConflictError(
            say(
                "You have corrected, disputed and voted {most} times in this match, "
                "which is the limit. Ask somebody else to do it.",
                most=MOST_OTHER_LINES,
            )
        )
    return head


def _head_now(held: HeldTable) -> RecordHead:
    require_seated(held.viewer)
    return RecordHead(match_of(held.table), held.viewer, str(uuid4()), time.time())


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
    admits = disputing.may_admit(head.match, head.viewer, edits)
    if not admits:
        _require_no_judges(head.match)
    revision = try_correction(*head, edits, drop_unfit)
    settled = None
    if admits:
        settled = disputing.settle_by_admission(*head, revision)
    if settled is None:
        _require_no_judges(head.match)
    return revise(held, settled or revision, head.id)


def _require_no_judges(match: Match) -> None:
    """Raise ConflictError while judges decide: what they decide on stays as it is."""
    dispute = open_dispute(match.disputes)
    if dispute is not None and dispute.judges:
        raise ConflictError(
            say(
                "{judges} decide by vote on what is disputed. Until then nothing is "
                "corrected.",
                judges=dispute.judges,
            )
        )


@retry_if_outdated
def undo(
    held: HeldTable, correction: str, *, redo: bool = False, drop_unfit: bool = False
) -> Revised:
    """Undo a correction, or with `redo` redo it. Raise as `correct` does."""
    head = begin_record(held)
    _require_no_judges(head.match)
    return revise(held, try_undo(*head, correction, redo, drop_unfit), correction)


def strike_after(held: HeldTable, seq: int) -> Revised:
    """Strike every entry after this number, to return the match to that point.

    Raise ConflictError if there is none. Sealed entries of others that were discarded
    or replaced since do not count again, as with any correction.
    """
    later = []
    for step in match_of(held.table).history.steps:
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


@retry_if_outdated
def dispute_ruling(
    held: HeldTable,
    seq: int,
    ruling: int | None = None,
    why: str = "",
    seat: str | None = None,
) -> str:
    """Dispute an entry's ruling, by default its last; return the dispute's id.

    The host may do so for a `seat`. Raise ForbiddenError for others who name another
    seat, WrongFieldsError for an unknown seat, and NotFoundError or ConflictError for a
    ruling that cannot be disputed.
    """
    head = _head_for(held, seat)
    present = held.table.attendance(held.viewer)
    return append(held, [disputing.dispute_ruling(*head, seq, ruling, why, present)])


@retry_if_outdated
def dispute_change(
    held: HeldTable, correction: str, why: str = "", seat: str | None = None
) -> str:
    """Dispute a correction, its undo or redo; return the dispute's id.

    Raise as `dispute_ruling` for a `seat`, and as `disputing.dispute_change`.
    """
    head = _head_for(held, seat)
    present = held.table.attendance(held.viewer)
    return append(held, [disputing.dispute_change(*head, correction, why, present)])


def _head_for(held: HeldTable, seat: str | None) -> RecordHead:
    """Return the head of a new record by this viewer, or as host by a `seat`."""
    head = begin_record(held)
    if seat is None or seat == head.viewer.seat:
        return head
    require_host(head.viewer)
    if seat not in head.match.history.setting.seats:
        raise wrong_field("seat", say("There’s no seat {seat}.", seat=seat))
    return head._replace(viewer=replace(head.viewer, seat=seat))


@retry_if_outdated
def dispute_refusal(held: HeldTable, entry: str, why: str = "") -> str:
    """Dispute the refusal of this viewer's move; return the dispute's id.

    Raise NotFoundError as `find_refusal`, ConflictError while another ruling is
    disputed.
    """
    head = begin_record(held)
    refused = find_refusal(held, entry)
    present = held.table.attendance(held.viewer)
    record = disputing.dispute_refusal(*head, refused, why, present)
    return append(held, [record])


def find_refusal(held: HeldTable, entry: str) -> Refusal:
    """Return the refused move with this id, for its sender.

    Raise NotFoundError for others, and for one refused long ago.
    """
    refusal = held.store.refusal(held.code, entry.strip().lower())
    if refusal is None or not is_author(held.viewer, refusal["by"]):
        raise NotFoundError(
            say("Your refused move with this id is no longer known. Enter it again.")
        )
    return from_json(Refusal, refusal)


@retry_if_outdated
def vote(held: HeldTable, dispute: str, uphold: bool) -> None:
    """Vote on an open dispute; a seat's last vote counts.

    Once the judges' votes decide, the dispute is settled by them, unless later entries
    would no longer fit, or a judge has to say what counts in a ruling's place.
    """
    append(held, [disputing.vote(*begin_record(held), dispute, uphold)])
    judged = match_of(held.table).dispute(dispute)
    if not judged.judges:
        return
    ways: list[ResolvedAs] = ["upheld"]
    if judged.correction is not None:
        ways.append("overruled")
    for resolved_as in ways:
        with suppress(ForbiddenError, UnfitEntriesError):
            resolve(held, dispute, ResolutionDraft(resolved_as))
            return


@retry_if_outdated
def resolve(held: HeldTable, dispute: str, draft: ResolutionDraft) -> Revised:
    """Settle a dispute, as the host, or with more than half of the votes.

    Raise as `disputing.try_resolution` does.
    """
    return revise(held, try_resolution(held, dispute, draft), dispute)


@retry_if_outdated
def withdraw_dispute(held: HeldTable, dispute: str) -> None:
    """Withdraw the viewer's dispute. Raise as `disputing.withdrawal` does."""
    head = begin_record(held)
    here = held.table.judges_here(head.match.dispute(dispute))
    append(held, [disputing.withdrawal(*head, dispute, here)])


def try_resolution(held: HeldTable, dispute: str, draft: ResolutionDraft) -> Revision:
    """Return the revision that this resolution would make; change nothing.

    Raise as `resolve` does.
    """
    head = _head_now(held)
    here = held.table.judges_here(head.match.dispute(dispute))
    return disputing.try_resolution(*head, dispute, draft, here)


def withdraw_vote(held: HeldTable, seat: str) -> None:
    """Withdraw this seat's vote, so that its next owner does not inherit it."""
    match = held.table.match
    if match is None:
        return
    record = vote_withdrawal(match, seat, str(uuid4()), time.time())
    if record is not None:
        append(held, [record])
