"""Disputes at a table: opened, voted on, withdrawn, and settled."""

import time
from contextlib import suppress
from dataclasses import replace
from uuid import uuid4

from referee.hosting.tables.confirming import confirm_result
from referee.hosting.tables.correcting import (
    Revised,
    append,
    append_line,
    begin_record,
    head_now,
    revise,
)
from referee.hosting.tables.held_table import HeldTable, retry_if_outdated
from referee.hosting.tables.permissions import require_host
from referee.match.disputes import Refusal
from referee.match.log_entry import Stored
from referee.match.records import record_of
from referee.match.trying import disputing
from referee.match.trying.disputing import SentResolution
from referee.match.trying.record_head import RecordHead
from referee.match.trying.trial import Revision, UnfitEntriesError
from referee.match.viewer import Viewer, is_author
from referee.vocabulary.errors import NotFoundError, wrong_field
from referee.vocabulary.jsonable import from_json
from referee.vocabulary.text import say


@retry_if_outdated
def dispute_ruling(
    held: HeldTable,
    seq: int,
    ruling: int | None = None,
    why: str = "",
    seat: str | None = None,
    verdict: Stored | None = None,
) -> str:
    """Dispute an entry's ruling, by default its last; return the dispute's id.

    Whoever disputes it by their own seat may vote for a `verdict` at once.

    The host may do so for a `seat`. Raise ForbiddenError for others who name another
    seat, WrongFieldsError for an unknown seat, and NotFoundError or ConflictError for a
    ruling that cannot be disputed.
    """
    head = _head_for(held, seat)
    opened = disputing.begin_ruling_dispute(head, seq, ruling, why)
    records = [record_of(opened)]
    is_own = seat is None and held.viewer.seat is not None
    if verdict is not None and is_own:
        after = replace(head, match=head.match.after(records), id=f"{head.id}-vote")
        vote = disputing.begin_vote(after, opened.id, False, verdict)
        records.append(record_of(vote))
    append(held, records)
    return opened.id


@retry_if_outdated
def dispute_change(
    held: HeldTable, correction: str, why: str = "", seat: str | None = None
) -> str:
    """Dispute a correction, its undo or redo; return the dispute's id.

    Raise as `dispute_ruling` for a `seat`, and as `begin_change_dispute`.
    """
    head = _head_for(held, seat)
    return append_line(held, disputing.begin_change_dispute(head, correction, why))


def _head_for(held: HeldTable, seat: str | None) -> RecordHead:
    """Return the head of a new record by this viewer, or as host by a `seat`."""
    head = begin_record(held)
    if seat is None or seat == head.viewer.seat:
        return head
    require_host(head.viewer)
    if seat not in head.match.history.setting.seats:
        raise wrong_field("seat", say("There’s no seat {seat}.", seat=seat))
    return replace(head, viewer=replace(head.viewer, seat=seat))


@retry_if_outdated
def dispute_refusal(held: HeldTable, entry: str, why: str = "") -> str:
    """Dispute the refusal of this viewer's move; return the dispute's id.

    Raise NotFoundError as `find_refusal`, ConflictError while another ruling is
    disputed.
    """
    head = begin_record(held)
    refused = find_refusal(held, entry)
    return append_line(held, disputing.begin_refusal_dispute(head, refused, why))


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
def cast_vote(
    held: HeldTable,
    dispute: str,
    uphold: bool,
    verdict: Stored | None = None,
    settles: bool = False,
) -> None:
    """Vote on an open dispute; a seat's last vote counts.

    A vote to overturn a ruling may be for one `verdict` alone. With `settles`, and for
    judges always, the votes settle the dispute once they decide it, unless later
    entries would no longer fit, or somebody has to say what counts in a ruling's place.
    """
    head = begin_record(held)
    append_line(held, disputing.begin_vote(head, dispute, uphold, verdict))
    voted = held.table.begun_match.dispute(dispute)
    if not (voted.judges or settles):
        return
    ways = [SentResolution("upheld")]
    if voted.correction is not None or verdict is not None:
        ways.append(SentResolution("overruled", verdict=verdict or {}))
    court = held.table.court(voted)
    # A host alone decides nothing by a vote.
    voter = replace(held.viewer, host=False)
    for draft in ways:
        instead = draft.verdict if draft.resolved_as == "overruled" else None
        if court.may_settle(voter, draft.resolved_as, instead):
            with suppress(UnfitEntriesError):
                settle_dispute(held, dispute, draft)
            return


def settle_or_vote(held: HeldTable, dispute: str, draft: SentResolution) -> None:
    """Settle a dispute, or vote to overturn it; raise as `settle_dispute`."""
    if is_vote(held, dispute, draft):
        cast_vote(held, dispute, False, draft.verdict, settles=True)
        return
    settle_dispute(held, dispute, draft)


def is_vote(held: HeldTable, dispute: str, draft: SentResolution) -> bool:
    """Return whether this viewer can only vote to overturn it like this."""
    court = held.table.court(held.table.begun_match.dispute(dispute))
    if draft.resolved_as != "overruled" or held.viewer.seat not in court.voters:
        return False
    return not court.may_settle(held.viewer, "overruled", draft.verdict)


@retry_if_outdated
def settle_dispute(held: HeldTable, dispute: str, draft: SentResolution) -> Revised:
    """Settle a dispute, as the host, or with more than half of the votes.

    A result whose change the director judged is confirmed by that. Raise as
    `disputing.try_settling` does.
    """
    revised = revise(held, _try_settling(held, dispute, draft), dispute)
    table = held.table
    match = table.begun_match
    is_of_change = match.dispute(dispute).correction is not None
    is_by_director = held.viewer.host and table.event is not None
    if is_of_change and is_by_director and table.row.confirm and table.finished:
        confirm_result(held, match.seq)
    return revised


@retry_if_outdated
def withdraw_dispute(held: HeldTable, dispute: str) -> None:
    """Withdraw the viewer's dispute. Raise as `begin_withdrawal` does."""
    head = begin_record(held)
    court = held.table.court(head.match.dispute(dispute))
    append_line(held, disputing.begin_withdrawal(head, court))


def _try_settling(held: HeldTable, dispute: str, draft: SentResolution) -> Revision:
    head = head_now(held)
    court = held.table.court(head.match.dispute(dispute))
    return disputing.try_settling(head, court, draft)


def preview(held: HeldTable, dispute: str, draft: SentResolution) -> Revision:
    """Return the match as `settle_or_vote` would leave it; change nothing."""
    if is_vote(held, dispute, draft):
        head = head_now(held)
        return disputing.try_outcome(head, head.match.dispute(dispute), draft)
    return _try_settling(held, dispute, draft)


def withdraw_vote(held: HeldTable, seat: str) -> None:
    """Withdraw this seat's vote, so that its next owner does not inherit it."""
    match = held.table.match
    dispute = match.current_dispute if match is not None else None
    if match is not None and dispute is not None and seat in dispute.votes:
        head = RecordHead(match, Viewer(seat), str(uuid4()), time.time())
        append_line(held, disputing.begin_vote(head, dispute.id, None))
