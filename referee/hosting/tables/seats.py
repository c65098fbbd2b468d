"""The seats of a table: sitting down, taking a seat to another phone, leaving it, and who is host.

Whoever calls these holds the table.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from uuid import uuid4

from referee.hosting.store import LinkRow, NoSuchTable, SeatRow, Store, WriteRefused
from referee.hosting.tables.permissions import last_number, must_be_host, must_be_seated
from referee.hosting.tables.persistence import follow
from referee.hosting.tables.player_names import read_name, same_name
from referee.hosting.tables.table import AFTER_THE_END, Table
from referee.hosting.tables.tokens import hashed, new_token
from referee.match.log_entry import SPECTATOR, Viewer
from referee.match.resolution import vote_withdrawn
from referee.vocabulary.errors import (
    ConflictError,
    FieldError,
    ForbiddenError,
    NotFoundError,
    WriteConflictError,
    WrongFieldsError,
)
from referee.vocabulary.text import Text, say

LINK_SECONDS = 60 * 60


@dataclass(frozen=True, slots=True)
class Seated:
    """A seat."""

    seat: str
    seat_token: str
    """Whoever bears it sits there."""


def reload_seats(store: Store, table: Table) -> None:
    """Have in memory what the store keeps of who sits at a table."""
    table.seat_anew(store.table(table.code) or table.row, store.seats(table.code))


# Sitting down


def sit_down(store: Store, table: Table, name: object, viewer: Viewer) -> Seated | str:
    """The seat of this name, a new one where there is none; or its name, where somebody else has it."""
    clean = read_name(name)
    wanted = same_name(clean, [seat.name for seat in table.seats])
    if wanted is None:
        add_seat(store, table, clean)
        return hand(store, table, clean, viewer)
    if table.seat(wanted).token_hash is not None and viewer.seat != wanted:
        return _take_back(store, table, wanted, viewer) if wanted == table.lost_seat(viewer) else wanted
    if table.finished and viewer == SPECTATOR:
        return _hand_after_the_end(store, table, wanted)
    # What was sealed for a seat before it had this owner is not theirs to read.
    taken_over = table.seat(wanted).token_hash is None
    return hand(store, table, wanted, viewer, last_number(table) if taken_over else None)


def _take_back(store: Store, table: Table, name: str, viewer: Viewer) -> Seated:
    """The host's seat for the phone that had it: what was sealed for it since is nobody's to read."""
    withdraw_vote(store, table, name)
    return hand(store, table, name, viewer, last_number(table))


def add_seat(store: Store, table: Table, name: str) -> None:
    """One more seat, that nobody has yet. ConflictError where there is no room, or the match has begun."""
    if table.row.setting is not None:
        raise ConflictError(_started_message(table))
    most = max(table.rulebook.game.players)
    if len(table.seats) >= most:
        template = "All {n} seats are taken. Ask for somebody's seat by its name, or watch."
        raise ConflictError(say(template, n=most))
    place = max((seat.position for seat in table.seats), default=-1) + 1
    try:
        store.add_seat(SeatRow(table.code, place, name, None, True))
    except (WriteRefused, NoSuchTable):
        raise WriteConflictError(say("Somebody was faster. Look again, then sit down.")) from None
    reload_seats(store, table)


def hand(store: Store, table: Table, name: str, viewer: Viewer, reads_from: int | None = None) -> Seated:
    """Give a seat to a new token. A host without a seat who sits down is host from that seat."""
    token = new_token()
    store.hand_seat(table.code, name, hashed(token), reads_from)
    hostless = table.row.host_hash is None or (viewer.opener and viewer.seat is None)
    if (hostless and table.row.host_seat is None) or table.lost_seat(viewer) is not None:
        store.set_host(table.code, table.row.host_hash, name)
    reload_seats(store, table)
    return Seated(name, token)


def _hand_after_the_end(store: Store, table: Table, name: str) -> Seated:
    """Finished matches are listed for everybody: who passes by may have a free seat's name, and none of its
    rights, nor what is sealed for it.
    """
    token = new_token()
    store.hand_seat(table.code, name, hashed(token), AFTER_THE_END)
    reload_seats(store, table)
    return Seated(name, token)


def _started_message(table: Table) -> Text:
    free = tuple(seat.name for seat in table.seats if seat.token_hash is None)
    if free:
        return say("The match has begun. Take one of the free seats ({free}), or watch.", free=free)
    return say("The match has begun and all seats have owners. Ask for a seat by its name, or watch.")


# To another phone


def seat_link(store: Store, table: Table, seat: str, viewer: Viewer) -> str:
    """A token, good once and for an hour, that takes a seat to another phone. For its owner and the host."""
    table.seat(seat)
    must_be_seated(viewer)
    if not viewer.host and viewer.seat != seat:
        raise ForbiddenError(say("Only {seat} or the host can take this seat to another phone.", seat=seat))
    return new_link(store, table.code, seat, by_owner=viewer.seat == seat)


def new_link(store: Store, code: str, seat: str, by_owner: bool) -> str:
    """A token, good once and for an hour, that takes this seat to another phone.

    Unless `by_owner`, whoever takes it reads nothing that was sealed before. Any process may make one: links are
    looked up in the store.
    """
    token = new_token()
    store.forget_links(time.time())
    store.add_link(LinkRow(hashed(token), code, seat, time.time() + LINK_SECONDS, by_owner))
    return token


def linked_seat(store: Store, table: Table, token: str) -> str:
    """The seat that a link takes, without using it up; NotFoundError when it is used or expired."""
    return _good(store.link(hashed(token)), table).seat


def take_link(store: Store, table: Table, token: str) -> Seated:
    """Use up a seat link: the seat is the bearer's from now on. NotFoundError when it is used or expired."""
    # A link that is shown at another table stays good at its own.
    _good(store.link(hashed(token)), table)
    link = _good(store.take_link(hashed(token)), table)
    if not link.by_owner:
        withdraw_vote(store, table, link.seat)
    if not link.by_owner and link.seat == table.row.host_seat and table.row.host_phone is not None:
        store.set_host(table.code, table.row.host_hash, link.seat)
    return hand(store, table, link.seat, SPECTATOR, None if link.by_owner else last_number(table))


def is_good(link: LinkRow | None, code: str) -> bool:
    """Whether this is a link to a seat of the table with this code, and not too old."""
    return link is not None and link.table == code and link.expires_at >= time.time()


def _good(link: LinkRow | None, table: Table) -> LinkRow:
    if link is None or not is_good(link, table.code):
        template = "This link was used already or is too old. Ask for a new one at the seat or from the host."
        raise NotFoundError(say(template))
    return link


# Leaving, and the host's role


def hand_over(store: Store, table: Table, seat: str, viewer: Viewer) -> None:
    """Make the owner of a seat the host; who was host before is so no longer."""
    must_be_host(viewer)
    if table.owner(seat) is None:
        template = "Nobody has sat down as {seat} yet: choose a seat with somebody on it."
        raise ConflictError(say(template, seat=seat))
    store.set_host(table.code, None, seat)
    reload_seats(store, table)


def leave(store: Store, table: Table, viewer: Viewer, seat: str | None = None) -> None:
    """Free a seat: one's own, or, as host, any. A seat that came by joining is gone while none has begun.

    A host who leaves their own seat leaves the host's role too, to the next owner clockwise if there is one.
    """
    leaving = _leaving(viewer, seat)
    _free(store, table, leaving)
    others, already, phone = table.owners_after(leaving), table.row.host_seat, table.row.host_phone
    if viewer.host and leaving == viewer.seat and (others or phone):
        store.set_host(table.code, None, already if phone or already in others else others[0], phone)
    elif leaving == already and phone is None and (table.row.setting is None or table.row.host_hash is not None):
        # Of a match that runs, not whoever comes next is host, but who has this seat again.
        store.set_host(table.code, table.row.host_hash, None)
    reload_seats(store, table)


def _leaving(viewer: Viewer, seat: str | None) -> str:
    """The seat to be freed, where this viewer may free it."""
    must_be_seated(viewer)
    leaving = seat if seat is not None else viewer.seat
    if leaving is None:
        raise WrongFieldsError(FieldError("seat", say("Say which seat is to be freed.")))
    if leaving != viewer.seat and not viewer.host:
        raise ForbiddenError(say("Only the host can free another's seat."))
    return leaving


def _free(store: Store, table: Table, leaving: str) -> None:
    seat = table.seat(leaving)
    if table.row.setting is None and seat.joined:
        store.remove_seat(table.code, leaving)
        return
    withdraw_vote(store, table, leaving)
    store.free_seat(table.code, leaving, last_number(table))


def withdraw_vote(store: Store, table: Table, seat: str) -> None:
    """Take back how this seat votes now, since whoever has it next must not find a vote that is not theirs."""
    if table.match is None:
        return
    withdrawn = vote_withdrawn(table.match, seat, str(uuid4()), time.time())
    if withdrawn is not None:
        follow(store, table, [withdrawn])
