"""Joining a table: a seat of one's own, or a claim to one that somebody has."""

from referee.hosting.store import SeatRow
from referee.hosting.tables.claims import Claimed, claim_seat
from referee.hosting.tables.held_table import HeldTable, retry_if_outdated
from referee.hosting.tables.permissions import last_number
from referee.hosting.tables.player_names import read_name, same_name
from referee.hosting.tables.seats import Seated, hand, hand_without_role, withdraw_vote
from referee.hosting.tables.table import READS_NOTHING, Table
from referee.match.log_entry import SPECTATOR
from referee.vocabulary.errors import ConflictError
from referee.vocabulary.text import Text, say


@retry_if_outdated
def join(held: HeldTable, name: object, address: str | None = None) -> Seated | Claimed:
    """Sit down under this name, or ask for the seat of this name where somebody has it.

    `address` is where the request comes from (None: unknown), since one address may ask for a seat only so often. An
    opener without a seat who sits down is host from that seat too.
    """
    with held.changing_seats():
        return _join(held, read_name(name), address)


def _join(held: HeldTable, name: str, address: str | None) -> Seated | Claimed:
    table, viewer = held.table, held.viewer
    wanted = same_name(name, [seat.name for seat in table.seats])
    if wanted is None:
        _add_seat(held, name)
        return hand(held, name, viewer)
    taken = table.seat(wanted).token_hash is not None
    if taken and viewer.seat != wanted:
        if wanted == table.lost_seat(viewer):
            return _take_back(held, wanted)
        return claim_seat(held, wanted, address)
    if table.finished and viewer == SPECTATOR:
        # Finished matches are listed for everybody: anybody passing by may have a free seat's name, but none of its
        # rights, nor what is sealed for it.
        return hand_without_role(held, wanted, READS_NOTHING)
    # What was sealed for a seat before it had this owner is not theirs to read.
    return hand(held, wanted, viewer, None if taken else last_number(table))


def _take_back(held: HeldTable, name: str) -> Seated:
    """Return the host's seat for the phone that had it: what was sealed for it since is nobody's to read."""
    withdraw_vote(held, name)
    held.store.lend_seat(held.code, name, None)
    return hand(held, name, held.viewer, last_number(held.table))


def _add_seat(held: HeldTable, name: str) -> None:
    """One more seat, that nobody has yet. ConflictError where there is no room, or the match has begun."""
    table = held.table
    if table.row.setting is not None:
        raise ConflictError(_started_message(table))
    if not table.has_room:
        template = "All {n} seats are taken. Ask for somebody's seat by its name, or watch."
        raise ConflictError(say(template, n=len(table.seats)))
    place = max((seat.position for seat in table.seats), default=-1) + 1
    held.store.add_seat(SeatRow(table.code, place, name, None, True))


def _started_message(table: Table) -> Text:
    free = tuple(seat.name for seat in table.seats if seat.token_hash is None)
    if free:
        return say("The match has begun. Take one of the free seats ({free}), or watch.", free=free)
    return say("The match has begun and all seats have owners. Ask for a seat by its name, or watch.")
