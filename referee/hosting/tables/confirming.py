"""Confirming a result: the other side agrees with what was entered last."""

from referee.hosting.store.event_log import confirm, confirmation
from referee.hosting.tables.held_table import HeldTable
from referee.hosting.tables.permissions import match_of, must_be_seated
from referee.vocabulary.errors import ConflictError, ForbiddenError
from referee.vocabulary.text import say


def confirm_result(held: HeldTable, seq: int) -> None:
    """Confirm the finished match up to this line of its log.

    By a seat of another side than whoever entered or corrected last: else
    UnauthorizedError or ForbiddenError. ConflictError if nobody has to confirm here,
    the match goes on, or `seq` is outdated.
    """
    viewer = held.viewer
    must_be_seated(viewer)
    match = match_of(held.table)
    if confirmation(held.store, held.code) is None:
        raise ConflictError(say("At this table nobody has to confirm results."))
    if not held.table.finished:
        raise ConflictError(say("The match isn't over yet. Confirm its result then."))
    if seq != match.seq:
        raise ConflictError(
            say("Something has changed since. Look at the result again, then confirm.")
        )
    entry = match.entries[-1]
    by = entry.by
    if match.corrections and match.corrections[-1].seq > entry.seq:
        by = match.corrections[-1].by
    if viewer.seat is None or viewer.seat in _side_of(held, by):
        raise ForbiddenError(say("The other side has to confirm this result."))
    confirm(held.store, held.code, seq, viewer.seat)


def _side_of(held: HeldTable, seat: str | None) -> tuple[str | None, ...]:
    """Return the seats that stand for one result with this one."""
    history = match_of(held.table).history
    for side in history.scene_in(history.position).sides:
        if seat in side:
            return side
    return (seat,)
