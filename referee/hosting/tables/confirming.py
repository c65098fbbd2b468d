"""Confirming a result: the other side agrees with what changed it last."""

from collections.abc import Sequence
from dataclasses import dataclass

from referee.events.event import Event
from referee.hosting.store.event_log import read_event
from referee.hosting.tables.correcting import append_line, begin_record
from referee.hosting.tables.held_table import HeldTable, retry_if_outdated
from referee.hosting.tables.permissions import require_seated
from referee.hosting.tables.table import TableFacts
from referee.match.match import Match
from referee.match.records import Confirmed
from referee.match.viewer import Viewer
from referee.vocabulary.errors import ConflictError, ForbiddenError
from referee.vocabulary.text import say
from referee.vocabulary.values import Count, Seats


@dataclass(frozen=True, slots=True)
class Confirmation:
    """What was confirmed at a table."""

    seq: Count
    """The last line of its log that is confirmed; 0: nothing."""
    seat: str | None
    """Who confirmed it; None: the host without a seat, or with `seq` 0 nobody yet."""


def confirmation_of(table: TableFacts) -> Confirmation | None:
    """Return a table's latest confirmation; None if it needs none."""
    if not table.row.confirm or table.match is None:
        return None
    record = table.match.confirmed
    if record is None:
        return Confirmation(0, None)
    return Confirmation(record.seq - 1, record.by)


@dataclass(frozen=True, slots=True)
class Confirmers:
    """Who confirms the result of a finished match."""

    side: Seats
    """The side that changed the result last; empty where the host did."""
    others: Seats
    """The seats of the other sides."""
    with_phones: Seats
    """Those of them who have phones."""

    def may_confirm(self, viewer: Viewer) -> bool:
        """Return whether this viewer says themselves that the result is right."""
        is_neutral_host = viewer.host and viewer.seat not in self.side
        return is_neutral_host or viewer.seat in self.others

    def may_pass_on(self, viewer: Viewer) -> bool:
        """Return whether this viewer may confirm for others, who have no phone."""
        return viewer.seat in self.side and not self.with_phones


def confirmers_of(table: TableFacts, event: Event | None) -> Confirmers:
    """Return who confirms the latest entries at a table, of this event if of one.

    Raise ConflictError before the match.
    """
    match = table.begun_match
    by = match.last_author
    side: Seats = ()
    if by is not None:
        sides = _find_sides(table, event, match)
        side = next((tuple(each) for each in sides if by in each), (by,))
    others = tuple(seat for seat in table.names if seat not in side)
    with_phones = tuple(seat for seat in others if table.owner(seat) is not None)
    return Confirmers(side, others, with_phones)


def _find_sides(
    table: TableFacts, event: Event | None, match: Match
) -> Sequence[Seats]:
    """Return who plays together: at an event as it seated them, else as the game says.

    A game that knows no partners is played by partners where the movement seats them.
    """
    if event is None:
        return match.history.scene_in(match.history.position).sides
    seated = event.tables[table.code]
    sides = []
    for side in event.sides_at(seated):
        pairs = zip(table.seats, seated.seats, strict=False)
        sides.append(tuple(seat.name for seat, entrant in pairs if entrant in side))
    return sides


@retry_if_outdated
def confirm_result(held: HeldTable, seq: int, agreed: bool = False) -> None:
    """Confirm the finished match up to this line of its log, once.

    A seat of another side than the latest author's may, and the host; if no other side
    has a phone, the only one there may, with `agreed`. Raise UnauthorizedError or
    ForbiddenError for anybody else, ConflictError if nobody has to confirm here, the
    match goes on, a ruling is disputed, or `seq` is outdated.
    """
    viewer = held.viewer
    require_seated(viewer)
    match = held.table.begun_match
    if not held.table.row.confirm:
        raise ConflictError(say("At this table nobody has to confirm results."))
    result = held.table.result
    if result is None:
        raise ConflictError(say("The match isn’t over yet. Confirm its result then."))
    if match.current_dispute is not None:
        raise ConflictError(say("A ruling is disputed. Settle that first."))
    if seq != match.seq_shown:
        raise ConflictError(
            say("Something has changed since. Look at the result again, then confirm.")
        )
    found = held.table.event and read_event(held.store, held.table.event.event)
    confirmers = confirmers_of(held.table, found[1] if found else None)
    passes_on = agreed and confirmers.may_pass_on(viewer)
    if not (passes_on or confirmers.may_confirm(viewer)):
        raise ForbiddenError(say("The other side has to confirm this result."))
    if match.is_confirmed:
        return
    counts = []
    for placing in result.placings:
        counts.append({"score": placing.score, "place": placing.place})
    append_line(held, begin_record(held).begin(Confirmed, result=tuple(counts)))
