"""The seats of a table: sitting down, moving to another phone, leaving, who is host,
starting, and other names.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from referee.hosting.store import LinkRow, Renaming, SeatRow, Store
from referee.hosting.tables.amending import withdraw_vote
from referee.hosting.tables.claims import Claimed, claim_seat
from referee.hosting.tables.held_table import HeldTable, retry_if_outdated
from referee.hosting.tables.loading import begin_match, load, seat_ids, setting_values
from referee.hosting.tables.permissions import (
    last_number,
    lent_seat,
    must_answer_for,
    must_be_host,
    must_be_seated,
)
from referee.hosting.tables.player_names import read_name, same_name
from referee.hosting.tables.table import READS_NOTHING, Table, result_of
from referee.hosting.tables.tokens import hashed, new_token
from referee.match.log_entry import SPECTATOR, Record, Toss, Viewer
from referee.match.match import Match
from referee.match.score_sheet import timeline_of
from referee.match.tosses import DEALER_TOSS, seating_id, toss
from referee.vocabulary.errors import (
    ConflictError,
    FieldError,
    ForbiddenError,
    NotFoundError,
    WrongFieldsError,
)
from referee.vocabulary.game import Setup
from referee.vocabulary.jsonable import jsonable
from referee.vocabulary.text import Text, say
from referee.vocabulary.values import winners_in

LINK_SECONDS = 60 * 60


@dataclass(frozen=True, slots=True)
class Seated:
    """A seat."""

    seat: str
    seat_token: str
    """Whoever bears it sits there."""


def hand(
    held: HeldTable, name: str, viewer: Viewer, reads_from: int | None = None
) -> Seated:
    """Give a seat to a new token. A host without a seat who sits down is host from that
    seat.
    """
    row = held.table.row
    hostless = row.host_hash is None or (viewer.opener and viewer.seat is None)
    if (hostless and row.host_seat is None) or held.table.lost_seat(viewer) is not None:
        held.store.set_host(held.code, row.host_hash, name)
    return hand_without_role(held, name, reads_from)


def hand_without_role(
    held: HeldTable, name: str, reads_from: int | None = None
) -> Seated:
    """Give a seat to a new token; who is host stays as it is."""
    token = new_token()
    held.store.hand_seat(held.code, name, hashed(token), reads_from)
    return Seated(name, token)


# To another phone


@retry_if_outdated
def seat_link(held: HeldTable, seat: str) -> str:
    """Return a token, good once and for an hour, that takes a seat to another phone.

    For the host, and for its owner, but not once the match is over if the others lent
    it to them: UnauthorizedError or ForbiddenError for anybody else. NotFoundError for
    no such seat.
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

    Unless `by_owner`, whoever takes it reads nothing that was sealed before. Any
    process may make one: links are looked up in the store.
    """
    token = new_token()
    store.forget_links(time.time())
    store.add(LinkRow(hashed(token), code, seat, time.time() + LINK_SECONDS, by_owner))
    return token


def linked_seat(held: HeldTable, token: str) -> str:
    """Return the seat that a link takes, without using it up; NotFoundError when it is
    used or expired.
    """
    return _good(held.store.link(hashed(token)), held).seat


@retry_if_outdated
def take_link(held: HeldTable, token: str) -> Seated:
    """Use up a seat link: the seat is the bearer's from now on. NotFoundError when it
    is used or expired.
    """
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
    """Return whether this is a link to a seat of the table with this code, and not too
    old.
    """
    return link is not None and link.table == code and link.expires_at >= time.time()


def _good(link: LinkRow | None, held: HeldTable) -> LinkRow:
    if (
        link is None
        or not is_good(link, held.code)
        or (link.by_owner and not held.table.may_pass_on(link.seat))
    ):
        template = (
            "This link was used already or is too old. Ask for a new one at the seat "
            "or from the host."
        )
        raise NotFoundError(say(template))
    return link


# Leaving, and the host's role


@retry_if_outdated
def hand_over(held: HeldTable, seat: str) -> None:
    """Make the owner of a seat the host, in the place of whoever was host;
    ConflictError where it has no owner.

    Only the host may: UnauthorizedError or ForbiddenError for anybody else.
    """
    must_be_host(held.viewer)
    if held.table.owner(seat) is None:
        template = (
            "Nobody has sat down as {seat} yet: choose a seat with somebody on it."
        )
        raise ConflictError(say(template, seat=seat))
    with held.changing_seats():
        held.store.set_host(held.code, None, seat)


@retry_if_outdated
def leave(held: HeldTable, seat: str | None = None) -> None:
    """Free a seat: one's own, or, as host, any. Before the match, a seat that came by
    joining is taken away.

    A host who leaves their own seat leaves the host's role too, to the next owner
    clockwise if there is one.
    """
    table, viewer = held.table, held.viewer
    leaving = _leaving(viewer, seat)
    with held.changing_seats():
        _free(held, leaving)
        others, already, phone = (
            table.owners_after(leaving),
            table.row.host_seat,
            table.row.host_phone,
        )
        if viewer.host and leaving == viewer.seat and (others or phone):
            held.store.set_host(
                held.code,
                None,
                already if phone or already in others else others[0],
                phone,
            )
        elif (
            leaving == already
            and phone is None
            and (table.row.setting is None or table.row.host_hash is not None)
        ):
            # Of a match that runs, not whoever comes next is host, but whoever has this
            # seat again.
            held.store.set_host(held.code, table.row.host_hash, None)


def _leaving(viewer: Viewer, seat: str | None) -> str:
    """Return the seat to be freed, where this viewer may free it."""
    must_be_seated(viewer)
    leaving = seat if seat is not None else viewer.seat
    if leaving is None:
        raise WrongFieldsError(
            FieldError("seat", say("Say which seat is to be freed."))
        )
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


@retry_if_outdated
def join(held: HeldTable, name: object, address: str | None = None) -> Seated | Claimed:
    """Sit down under this name, or ask for the seat of this name where somebody has it.

    `address` is where the request comes from (None: unknown), since one address may ask
    for a seat only so often. An opener without a seat who sits down is host from that
    seat too.
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
        # Finished matches are listed for everybody: anybody passing by may have a free
        # seat's name, but none of its rights, nor what is sealed for it.
        return hand_without_role(held, wanted, READS_NOTHING)
    # What was sealed for a seat before it had this owner is not theirs to read.
    return hand(held, wanted, viewer, None if taken else last_number(table))


def _take_back(held: HeldTable, name: str) -> Seated:
    """Return the host's seat for the phone that had it: what was sealed for it since is
    nobody's to read.
    """
    withdraw_vote(held, name)
    held.store.lend_seat(held.code, name, None)
    return hand(held, name, held.viewer, last_number(held.table))


def _add_seat(held: HeldTable, name: str) -> None:
    """One more seat, that nobody has yet. ConflictError where there is no room, or the
    match has begun.
    """
    table = held.table
    if table.row.setting is not None:
        raise ConflictError(_started_message(table))
    if not table.has_room:
        template = (
            "All {n} seats are taken. Ask for somebody's seat by its name, or watch."
        )
        raise ConflictError(say(template, n=len(table.seats)))
    place = max((seat.position for seat in table.seats), default=-1) + 1
    held.store.add_seat(SeatRow(table.code, place, name, None, True))


def _started_message(table: Table) -> Text:
    free = tuple(seat.name for seat in table.seats if seat.token_hash is None)
    if free:
        return say(
            "The match has begun. Take one of the free seats ({free}), or watch.",
            free=free,
        )
    return say(
        "The match has begun and all seats have owners. Ask for a seat by its name, or "
        "watch."
    )


@retry_if_outdated
def start(
    held: HeldTable,
    order: Sequence[str] | None = None,
    dealer: str | None = None,
    toss_dealer: bool = False,
) -> None:
    """Begin the match: who sits where (clockwise; None: as they came), and who deals
    first. Only the host may.

    WrongFieldsError for what cannot be; ConflictError where it has begun;
    GameFaultError where its game fails.
    """
    must_be_host(held.viewer)
    table = held.table
    if table.row.setting is not None:
        raise ConflictError(say("The match has begun already."))
    seats = _in_order(table, order)
    if toss_dealer and dealer is not None:
        raise WrongFieldsError(
            FieldError("dealer", say("Name a dealer or have one tossed, not both."))
        )
    tossed = _toss_for_dealer(table, seats) if toss_dealer and seats else None
    # Whether the match begins never depends on the toss: else another order could be
    # tried after a failure.
    settings = [
        table.rulebook.setting(seats, name, table.row.options)
        for name in (seats if tossed else [dealer])
    ]
    matches = {setting.dealer: _begun(table, setting, tossed) for setting in settings}
    stored, match = matches[tossed.outcome] if tossed else next(iter(matches.values()))
    with held.changing_seats():
        held.store.start(
            table.code, seat_ids(table.seats).stored_setting(stored), time.time()
        )
    table.match = match


@retry_if_outdated
def have_cards_ready(held: HeldTable) -> None:
    """Note that the cards are set up, for all who sit at the table. UnauthorizedError
    for whoever only watches.
    """
    must_be_seated(held.viewer)
    if not held.table.row.cards_ready:
        with held.changing_seats():
            held.store.note(held.code, cards_ready=True)


def _begun(
    table: Table, setting: Setup, tossed: Toss | None
) -> tuple[dict[str, Any], Match]:
    """Return how the match is set up, as it is stored, and the match begun so;
    GameFaultError if it cannot be shown.
    """
    stored = setting_values(setting)
    if tossed is not None:
        stored["toss"] = jsonable(tossed)
    match = begin_match(table.rulebook, stored, setting.version)
    match.history.scene_in(match.history.position)
    return stored, match


def _in_order(table: Table, order: Sequence[str] | None) -> list[str]:
    seated = [seat.name for seat in table.seats]
    seats = list(order) if order is not None else seated
    if sorted(seats) != sorted(seated):
        raise WrongFieldsError(
            FieldError(
                "order", say("Name every seat once: {seats}.", seats=tuple(seated))
            )
        )
    return seats


def _toss_for_dealer(table: Table, seats: Sequence[str]) -> Toss:
    places = {seat.name: seat.position for seat in table.seats}
    return toss(
        table.row.toss_key,
        DEALER_TOSS,
        "dealer",
        seats,
        seating_id([places[seat] for seat in seats]),
    )


@retry_if_outdated
def rename_seat(held: HeldTable, seat: str, name: object) -> str:
    """Give a seat another name; return the name as people will see it.

    Its owner and the host may, but not an owner to whom the others lent it:
    UnauthorizedError or ForbiddenError. WrongFieldsError where nobody can be called
    that here, ConflictError where the match would not stand as it does.
    """
    old = held.table.seat(seat).name
    must_answer_for(held.table, held.viewer, old)
    new = read_name(name, [other for other in held.table.names if other != old])
    if new != old:
        held.store.rename_seat(
            plan_renaming(held.store, held.table, old, new), held.table.stamp
        )
        held.races.forget_table(held.code)
        held.table.become(load(held.store, held.code))
    return new


def plan_renaming(
    store: Store,
    table: Table,
    old: str,
    new: str,
    lines: Sequence[Record] = (),
    forgets: bool = False,
) -> Renaming:
    """Return what to write so that a seat has this name. ConflictError if the match
    would not stand as it does.

    `lines` of the log are changed with it. `forgets`: the old name goes for good, and
    the new one is no player's.
    """
    seats = [
        replace(seat, name=new, nameless=forgets) if seat.name == old else seat
        for seat in table.seats
    ]
    result = None
    if table.match is not None:
        after = _match_renamed(store, table, seats)
        if after is None or _standing(after) != _standing(table.match):
            template = (
                "The match at table {code} would not stand as it does if {seat} had "
                "another name."
            )
            raise ConflictError(say(template, code=table.code, seat=old))
        nameless = frozenset(seat.name for seat in seats if seat.nameless)
        result = table.result and result_of(table.row, after.history, nameless=nameless)
    return Renaming(table.code, old, new, forgets, tuple(lines), result)


def _match_renamed(
    store: Store, table: Table, seats: Sequence[SeatRow]
) -> Match | None:
    """Return the match under the seats' new names, or None where its game fails on it."""
    ids = seat_ids(seats)
    setting = ids.named(seat_ids(table.seats).stored_setting(table.row.setting or {}))
    try:
        match = begin_match(table.rulebook, setting, table.row.game_version)
        match.fold(map(ids.named_record, store.log(table.code)))
        timeline_of(match.history)  # what is kept can be shown, all along
    except Exception:  # a game may fail in any way on a name that it did not expect
        return None
    return match


def _standing(match: Match) -> tuple[object, ...]:
    """Return how a match stands, whatever its seats are called."""
    history = match.history
    scene, seats = history.scene_in(history.position), history.setting.seats
    places = seats.index
    standings = {
        places(standing.seat): (standing.score, standing.place)
        for standing in scene.standings
    }
    winners = sorted(map(places, scene.winners))
    rulings = [ruling.verdict for step in history.steps for ruling in step.rulings]
    decided = [
        (*verdict, sorted(map(places, winners_in(verdict, seats))))
        for verdict in rulings
    ]
    return (
        standings,
        winners,
        scene.phase,
        scene.round,
        decided,
        len(match.unfit),
        frozenset(history.open_to_all),
    )
