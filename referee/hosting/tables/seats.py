"""The seats of a table: handing one to a phone, taking it to another phone, leaving it, and who is host."""

import time
from dataclasses import dataclass
from uuid import uuid4

from referee.hosting.store import LinkRow, Store
from referee.hosting.tables.held_table import HeldTable, retry_if_outdated
from referee.hosting.tables.permissions import last_number, lent_seat, must_be_host, must_be_seated
from referee.hosting.tables.persistence import append
from referee.hosting.tables.tokens import hashed, new_token
from referee.match.log_entry import SPECTATOR, Viewer
from referee.match.resolution import vote_withdrawn
from referee.vocabulary.errors import (
    ConflictError,
    FieldError,
    ForbiddenError,
    NotFoundError,
    WrongFieldsError,
)
from referee.vocabulary.text import say

LINK_SECONDS = 60 * 60


@dataclass(frozen=True, slots=True)
class Seated:
    """A seat."""

    seat: str
    seat_token: str
    """Whoever bears it sits there."""


def hand(held: HeldTable, name: str, viewer: Viewer, reads_from: int | None = None) -> Seated:
    """Give a seat to a new token. A host without a seat who sits down is host from that seat."""
    row = held.table.row
    hostless = row.host_hash is None or (viewer.opener and viewer.seat is None)
    if (hostless and row.host_seat is None) or held.table.lost_seat(viewer) is not None:
        held.store.set_host(held.code, row.host_hash, name)
    return hand_without_role(held, name, reads_from)


def hand_without_role(held: HeldTable, name: str, reads_from: int | None = None) -> Seated:
    """Give a seat to a new token; who is host stays as it is."""
    token = new_token()
    held.store.hand_seat(held.code, name, hashed(token), reads_from)
    return Seated(name, token)


# To another phone


@retry_if_outdated
def seat_link(held: HeldTable, seat: str) -> str:
    """Return a token, good once and for an hour, that takes a seat to another phone.

    For the host, and for its owner, but not once the match is over if the others lent it to them: UnauthorizedError or
    ForbiddenError for anybody else. NotFoundError for no such seat.
    """
    viewer = held.viewer
    held.table.seat(seat)
    must_be_seated(viewer)
    own = viewer.seat == seat
    if not viewer.host and not (own and held.table.may_pass_on(seat)):
        template = "Only {seat} or the host can take this seat to another phone."
        raise ForbiddenError(lent_seat() if own else say(template, seat=seat))
    with held.changing_seats():
        return new_link(held.store, held.code, seat, by_owner=own)


def new_link(store: Store, code: str, seat: str, by_owner: bool) -> str:
    """Return a token, good once and for an hour, that takes this seat to another phone.

    Unless `by_owner`, whoever takes it reads nothing that was sealed before. Any process may make one: links are
    looked up in the store.
    """
    token = new_token()
    store.forget_links(time.time())
    store.add(LinkRow(hashed(token), code, seat, time.time() + LINK_SECONDS, by_owner))
    return token


def linked_seat(held: HeldTable, token: str) -> str:
    """Return the seat that a link takes, without using it up; NotFoundError when it is used or expired."""
    return _good(held.store.link(hashed(token)), held).seat


@retry_if_outdated
def take_link(held: HeldTable, token: str) -> Seated:
    """Use up a seat link: the seat is the bearer's from now on. NotFoundError when it is used or expired."""
    # A link that is shown at another table stays good at its own.
    _good(held.store.link(hashed(token)), held)
    with held.changing_seats():
        link, row = _good(held.store.take_link(hashed(token)), held), held.table.row
        if link.by_owner:
            return hand(held, link.seat, SPECTATOR)
        withdraw_vote(held, link.seat)
        held.store.lend_seat(held.code, link.seat, None)
        if link.seat == row.host_seat and row.host_phone is not None:
            held.store.set_host(held.code, row.host_hash, link.seat)
        return hand(held, link.seat, SPECTATOR, last_number(held.table))


def is_good(link: LinkRow | None, code: str) -> bool:
    """Return whether this is a link to a seat of the table with this code, and not too old."""
    return link is not None and link.table == code and link.expires_at >= time.time()


def _good(link: LinkRow | None, held: HeldTable) -> LinkRow:
    if link is None or not is_good(link, held.code) or (link.by_owner and not held.table.may_pass_on(link.seat)):
        template = "This link was used already or is too old. Ask for a new one at the seat or from the host."
        raise NotFoundError(say(template))
    return link


# Leaving, and the host's role


@retry_if_outdated
def hand_over(held: HeldTable, seat: str) -> None:
    """Make the owner of a seat the host, in the place of whoever was host; ConflictError where it has no owner.

    Only the host may: UnauthorizedError or ForbiddenError for anybody else.
    """
    must_be_host(held.viewer)
    if held.table.owner(seat) is None:
        template = "Nobody has sat down as {seat} yet: choose a seat with somebody on it."
        raise ConflictError(say(template, seat=seat))
    with held.changing_seats():
        held.store.set_host(held.code, None, seat)


@retry_if_outdated
def leave(held: HeldTable, seat: str | None = None) -> None:
    """Free a seat: one's own, or, as host, any. Before the match, a seat that came by joining is taken away.

    A host who leaves their own seat leaves the host's role too, to the next owner clockwise if there is one.
    """
    table, viewer = held.table, held.viewer
    leaving = _leaving(viewer, seat)
    with held.changing_seats():
        _free(held, leaving)
        others, already, phone = table.owners_after(leaving), table.row.host_seat, table.row.host_phone
        if viewer.host and leaving == viewer.seat and (others or phone):
            held.store.set_host(held.code, None, already if phone or already in others else others[0], phone)
        elif leaving == already and phone is None and (table.row.setting is None or table.row.host_hash is not None):
            # Of a match that runs, not whoever comes next is host, but whoever has this seat again.
            held.store.set_host(held.code, table.row.host_hash, None)


def _leaving(viewer: Viewer, seat: str | None) -> str:
    """Return the seat to be freed, where this viewer may free it."""
    must_be_seated(viewer)
    leaving = seat if seat is not None else viewer.seat
    if leaving is None:
        raise WrongFieldsError(FieldError("seat", say("Say which seat is to be freed.")))
    if leaving != viewer.seat and not viewer.host:
        raise ForbiddenError(say("Only the host can free another's seat."))
    return leaving


def _free(held: HeldTable, leaving: str) -> None:
    table, seat = held.table, held.table.seat(leaving)
    if table.row.setting is None and seat.joined:
        held.store.remove_seat(table.code, leaving)
        return
    withdraw_vote(held, leaving)
    held.store.free_seat(table.code, leaving, last_number(table))


def withdraw_vote(held: HeldTable, seat: str) -> None:
    """Take back how this seat votes now, since whoever has it next must not find a vote that is not theirs."""
    if held.table.match is None:
        return
    withdrawn = vote_withdrawn(held.table.match, seat, str(uuid4()), time.time())
    if withdrawn is not None:
        append(held, [withdrawn])
