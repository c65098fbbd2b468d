"""Seats: joining, links to phones, leaving, the host's role, starting."""

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee.hosting.store import LinkRow, SeatRow, Store
from referee.hosting.tables.claims import Claimed, claim_seat
from referee.hosting.tables.disputing import withdraw_vote
from referee.hosting.tables.held_table import HeldTable, retry_if_outdated
from referee.hosting.tables.loading import begin_match, load, setting_values
from referee.hosting.tables.permissions import lent_seat, require_host, require_seated
from referee.hosting.tables.player_names import read_name, same_name
from referee.hosting.tables.seat_ids import seat_ids
from referee.hosting.tables.table import READS_NOTHING, Table
from referee.hosting.tables.tokens import hashed, new_token
from referee.match.log_entry import Toss
from referee.match.match import Match
from referee.match.showing.score_sheet import timeline_of
from referee.match.tosses import DEALER_TOSS, seating_id, toss
from referee.match.viewer import SPECTATOR, Viewer
from referee.vocabulary.errors import (
    ConflictError,
    ForbiddenError,
    NotFoundError,
    wrong_field,
)
from referee.vocabulary.game import Setting
from referee.vocabulary.jsonable import jsonable
from referee.vocabulary.text import Text, say
from referee.vocabulary.view import totals_of

LINK_SECONDS = 60 * 60


@dataclass(frozen=True, slots=True)
class Seated:
    """A seat taken."""

    seat: str
    seat_token: str
    """The token of its owner."""


def give_seat(
    held: HeldTable, name: str, viewer: Viewer, reads_from: int | None = None
) -> Seated:
    """Give a seat to a new token; a host without a seat becomes host from that seat.

    At an event the director stays the host, whoever has which seat.
    """
    row = held.table.row
    becomes_host = False
    if row.host_seat is None and held.table.event is None:
        is_seatless_opener = viewer.opener and viewer.seat is None
        becomes_host = is_seatless_opener or row.host_hash is None
    if becomes_host or held.table.lost_seat(viewer) is not None:
        held.store.set_host(held.code, row.host_hash, name)
    return give_seat_without_role(held, name, reads_from)


def give_seat_without_role(
    held: HeldTable,
    name: str,
    reads_from: int | None = None,
    token: str | None = None,
) -> Seated:
    """Give a seat to a token (None: a new one), without changing who is host."""
    token = token or new_token()
    held.store.give_seat(held.code, name, hashed(token), reads_from)
    return Seated(name, token)


# To another phone


@retry_if_outdated
def hand_over_seat(
    held: HeldTable, position: int, owner: str, may_have_it: Callable[[], bool]
) -> None:
    """Give a seat to a token's hash, as the host decided, if it still `may_have_it`.

    The new owner reads nothing that was sealed before.
    """
    name = held.table.seats[position].name
    with held.transaction():
        if not may_have_it():
            return
        withdraw_vote(held, name)
        held.store.own_seat(held.code, name)
        held.store.give_seat(held.code, name, owner, held.table.seq)


@retry_if_outdated
def seat_link(held: HeldTable, seat: str) -> str:
    """Return a token, valid once and for an hour, that moves a seat to a phone.

    For the host and the seat's owner, unless the others lent them the seat and the
    match is over. Raise UnauthorizedError or ForbiddenError for anybody else,
    NotFoundError if there is no such seat.
    """
    viewer = held.viewer
    held.table.seat(seat)
    require_seated(viewer)
    is_own = viewer.seat == seat
    if not viewer.host:
        if not is_own:
            raise ForbiddenError(
                say(
                    "Only {seat} or the host can take this seat to another phone.",
                    seat=seat,
                )
            )
        if not held.table.may_pass_on(seat):
            raise ForbiddenError(lent_seat())
    with held.transaction():
        return new_link(held.store, held.code, seat, by_owner=is_own)


def new_link(store: Store, code: str, seat: str, by_owner: bool) -> str:
    """Return a token, valid once and for an hour, that moves this seat to a phone.

    Unless `by_owner`, its user reads nothing that was sealed before. Any process may
    make one, since links are in the store.
    """
    token = new_token()
    now = time.time()
    store.forget_links(now)
    store.add(LinkRow(hashed(token), code, seat, now + LINK_SECONDS, by_owner))
    return token


def linked_seat(held: HeldTable, token: str) -> str:
    """Return a link's seat without using the link.

    Raise NotFoundError if used or expired.
    """
    return _require_valid_link(held.store.link(hashed(token)), held).seat


@retry_if_outdated
def take_link(held: HeldTable, token: str) -> Seated:
    """Use a link to own its seat. Raise NotFoundError if used or expired."""
    # A link shown at another table stays valid at its own.
    linked_seat(held, token)
    row = held.table.row
    with held.transaction():
        link = _require_valid_link(held.store.take_link(hashed(token)), held)
        seat = link.seat
        if link.by_owner:
            return give_seat(held, seat, SPECTATOR)
        withdraw_vote(held, seat)
        held.store.own_seat(held.code, seat)
        if seat == row.host_seat and row.host_phone is not None:
            held.store.set_host(held.code, row.host_hash, seat)
        return give_seat(held, seat, SPECTATOR, held.table.seq)


def is_valid_link(link: LinkRow | None, code: str) -> bool:
    """Return whether this is a valid link to a seat of the table with this code."""
    if link is None or link.table != code:
        return False
    return link.expires_at >= time.time()


def _require_valid_link(link: LinkRow | None, held: HeldTable) -> LinkRow:
    template = (
        "This link was already used or is too old. Ask the seat’s owner or the host "
        "for a new one."
    )
    if link is None or not is_valid_link(link, held.code):
        raise NotFoundError(say(template))
    if link.by_owner and not held.table.may_pass_on(link.seat):
        raise NotFoundError(say(template))
    return link


# Leaving, and the host's role


@retry_if_outdated
def hand_over(held: HeldTable, seat: str) -> None:
    """Make a seat's owner the host; raise ConflictError if it has none.

    Raise UnauthorizedError or ForbiddenError for anybody but the host, and
    ConflictError at an event.
    """
    require_host(held.viewer)
    if held.table.event is not None:
        raise ConflictError(say("At an event the director is the host of every table."))
    if held.table.owner(seat) is None:
        raise ConflictError(
            say(
                "Nobody has sat down as {seat} yet: choose a seat with somebody on it.",
                seat=seat,
            )
        )
    with held.transaction():
        held.store.set_host(held.code, None, seat)


@retry_if_outdated
def leave(held: HeldTable, seat: str | None = None) -> None:
    """Free the viewer's seat; a host may free any.

    A seat that came by joining goes with it, if the match has yet to begin or can do
    without a latecomer who has done nothing. A host who leaves passes the role to the
    next owner clockwise, if any. Raise ConflictError at an event, whose door gives no
    seat back.
    """
    viewer = held.viewer
    require_seated(viewer)
    if seat is None:
        seat = viewer.seat
    if seat is None:
        raise wrong_field("seat", say("Say which seat to free."))
    if seat != viewer.seat and not viewer.host:
        raise ForbiddenError(say("Only the host can free another’s seat."))
    if held.table.event is not None:
        message = say(
            "At an event you leave on the event’s page: then you aren’t seated from "
            "the next round on."
        )
        raise ConflictError(message)
    setting = held.table.row.setting
    with held.transaction():
        _free(held, seat)
        _pass_role_on(held, seat)
    _reload_if_set_up_changed(held, setting)


def _free(held: HeldTable, seat: str) -> None:
    table = held.table
    joined = table.seat(seat).joined
    if joined and table.row.setting is None:
        held.store.remove_seat(table.code, seat)
        return
    withdraw_vote(held, seat)
    setting = _setting_without_latecomer(table, held.store, seat)
    if setting is not None:
        held.store.remove_late_seat(table.code, seat, setting)
        return
    held.store.free_seat(table.code, seat, table.seq)


def _setting_without_latecomer(
    table: Table, store: Store, seat: str
) -> Mapping[str, Any] | None:
    """Return the match's set-up, as stored, without this latecomer's seat.

    Return None if the seat is no latecomer's, or if the match would change without it.
    """
    setting = table.row.setting or {}
    late = [name for name in setting.get("late", ()) if name != seat]
    order = [name for name in setting.get("order", ()) if name != seat]
    if len(late) == len(setting.get("late", ())):
        return None
    others = [each for each in table.seats if each.name != seat]
    setting = {**setting, "order": order, "late": late}
    after = fold_again(store, table, others, setting)
    if after is None or _course(after, order) != _course(table.begun_match, order):
        return None
    return seat_ids(others).setting_with_ids(setting)


def _pass_role_on(held: HeldTable, left: str) -> None:
    """Pass on the host's role if this freed seat had it.

    It stays with its phone (`host_phone`), or goes to the next owner clockwise. Without
    one, the next to sit down gets it; during a match, only with this seat.
    """
    row = held.table.row
    host_seat = row.host_seat
    host_phone = row.host_phone
    others = held.table.owners_after(left)
    is_host_leaving = held.viewer.host and held.viewer.seat == left
    if is_host_leaving and (others or host_phone):
        if not host_phone and host_seat not in others:
            host_seat = others[0]
        held.store.set_host(held.code, None, host_seat, host_phone)
        return
    goes_to_next = row.setting is None or row.host_hash is not None
    if left == host_seat and host_phone is None and goes_to_next:
        held.store.set_host(held.code, row.host_hash, None)


@retry_if_outdated
def join(
    held: HeldTable,
    name: object,
    address: str | None = None,
    left_of: str | None = None,
) -> Seated | Claimed:
    """Sit down under this name, or claim the seat of this name if it has an owner.

    `address` is the request's (None: unknown), for the limit on claims. An opener
    without a seat becomes host from the seat too. A latecomer to the match sits
    `left_of` this seat (None: of the last).
    """
    setting = held.table.row.setting
    with held.transaction():
        joined = _join(held, read_name(name), address, left_of)
    _reload_if_set_up_changed(held, setting)
    return joined


def _reload_if_set_up_changed(
    held: HeldTable, setting: Mapping[str, Any] | None
) -> None:
    """Load the match again if its set-up is no longer this one."""
    if held.table.row.setting != setting:
        held.table.become(load(held.store, held.code))


def _join(
    held: HeldTable, name: str, address: str | None, left_of: str | None
) -> Seated | Claimed:
    table = held.table
    viewer = held.viewer
    wanted = same_name(name, [seat.name for seat in table.seats])
    if wanted is None:
        if table.event:
            raise _belongs_to_event()
        _add_seat(held, name, left_of)
        return give_seat(held, name, viewer)

    is_taken = table.seat(wanted).token_hash is not None
    if table.event and viewer.seat != wanted:
        _require_free_for_host(viewer, is_taken)
    if is_taken and viewer.seat != wanted:
        if wanted == table.lost_seat(viewer):
            return _take_back(held, wanted)
        return claim_seat(held, wanted, address)
    if table.finished and viewer == SPECTATOR:
        # Everybody can list finished matches: a passer-by may take a free seat, but
        # without its rights and sealed entries.
        return give_seat_without_role(held, wanted, READS_NOTHING)
    if is_taken:
        return give_seat(held, wanted, viewer)
    # A new owner may not read what was sealed before.
    return give_seat(held, wanted, viewer, table.seq)


def _require_free_for_host(viewer: Viewer, is_taken: bool) -> None:
    """Raise ConflictError or ForbiddenError unless the host takes a free seat.

    Anybody else could sit down on the other side too, and confirm their own result.
    """
    if is_taken and viewer != SPECTATOR:
        message = say(
            "At an event only the director gives a seat to another phone, on the "
            "event’s page."
        )
        raise ConflictError(message)
    if is_taken or not viewer.host:
        raise _belongs_to_event()


def _belongs_to_event() -> ForbiddenError:
    return ForbiddenError(
        say(
            "This table belongs to an event. Enter the event first: it gives you your "
            "seat."
        )
    )


def _take_back(held: HeldTable, name: str) -> Seated:
    """Give the host's seat back to its phone, without what was sealed since."""
    withdraw_vote(held, name)
    held.store.own_seat(held.code, name)
    return give_seat(held, name, held.viewer, held.table.seq)


def _add_seat(held: HeldTable, name: str, left_of: str | None) -> None:
    """Add a seat without an owner.

    Raise ConflictError if there is no room, or the match has begun and takes no
    latecomers.
    """
    table = held.table
    has_begun = table.row.setting is not None
    if has_begun and (table.over or not table.rulebook.game.latecomers):
        raise ConflictError(_started_message(table))
    if not table.has_room:
        raise ConflictError(
            say(
                "All {n} seats are taken. Ask for somebody’s seat by its name, or "
                "watch.",
                n=len(table.seats),
            )
        )
    last_position = max((seat.position for seat in table.seats), default=-1)
    seat = SeatRow(table.code, last_position + 1, name, joined=True)
    if not has_begun:
        held.store.add_seat(seat)
        return
    setting = _setting_with_latecomer(held, seat, left_of or table.names[-1])
    ids = seat_ids((*table.seats, seat))
    held.store.add_late_seat(seat, ids.setting_with_ids(setting))


def _setting_with_latecomer(
    held: HeldTable, seat: SeatRow, left_of: str
) -> Mapping[str, Any]:
    """Return the match's set-up with another seat, to the left of this one.

    Raise ConflictError if the match would change.
    """
    table = held.table
    setting = table.row.setting or {}
    index = table.names.index(table.seat(left_of).name) + 1
    order = [*table.names]
    order.insert(index, seat.name)
    late = [*setting.get("late", ()), seat.name]
    setting = {**setting, "order": order, "late": late}
    match = table.begun_match
    after = fold_again(held.store, table, (*table.seats, seat), setting)
    if after is None or _course(after, table.names) != _course(match, table.names):
        template = "The match at table {code} can’t take another player."
        raise ConflictError(say(template, code=table.code))
    return setting


def _course(match: Match, seats: Iterable[str]) -> tuple[object, ...]:
    """Return the course that no latecomer changes: these scores, and what is next."""
    history = match.history
    scene = history.scene_in(history.position)
    scores = totals_of(scene)
    others = {seat: scores[seat] for seat in seats}
    return others, scene.phase, scene.round, scene.to_act, len(match.unfit)


def _started_message(table: Table) -> Text:
    free = tuple(seat.name for seat in table.seats if seat.token_hash is None)
    if free:
        return say(
            "The match has started. Take one of the free seats ({free}), or watch.",
            free=free,
        )
    return say(
        "The match has started and every seat has an owner. Ask for a seat by its "
        "name, or watch."
    )


@retry_if_outdated
def start(
    held: HeldTable,
    order: Sequence[str] | None = None,
    dealer: str | None = None,
    toss_dealer: bool = False,
) -> None:
    """Begin the match, as host; `order` is clockwise (None: as they came).

    Raise WrongFieldsError for impossible wishes, ConflictError if it has begun,
    GameFaultError if its game fails.
    """
    require_host(held.viewer)
    table = held.table
    if table.row.setting is not None:
        raise ConflictError(say("The match has already started."))
    seats = _read_order(table, order)
    if toss_dealer and dealer is not None:
        raise wrong_field("dealer", say("Name a dealer or toss for one, not both."))
    dealers = [dealer]
    tossed = None
    if toss_dealer and seats:
        dealers = [*seats]
        tossed = _toss_for_dealer(table, seats)

    # The toss never decides whether the match begins: else a failure would allow
    # another try with a different order.
    begun = {}
    for name in dealers:
        options = table.row.options
        setting = table.rulebook.check_new_setting(seats, name, options)
        begun[name] = _begin(table, setting, tossed)
    setting_row, match = begun[tossed.outcome if tossed else dealer]
    with held.transaction():
        stored = seat_ids(table.seats).setting_with_ids(setting_row)
        held.store.start(table.code, stored, time.time())
    table.match = match


@retry_if_outdated
def have_cards_ready(held: HeldTable) -> None:
    """Record for all that the cards are set up.

    Raise UnauthorizedError for spectators.
    """
    require_seated(held.viewer)
    if not held.table.row.cards_ready:
        with held.transaction():
            held.store.note(held.code, cards_ready=True)


def _begin(
    table: Table, setting: Setting, tossed: Toss | None
) -> tuple[dict[str, Any], Match]:
    """Return the stored set-up, and the new match.

    Raise GameFaultError if it cannot begin.
    """
    stored = setting_values(setting)
    if tossed is not None:
        stored["toss"] = jsonable(tossed)
    match = begin_match(table.rulebook, stored)
    match.history.scene_in(match.history.position)
    return stored, match


def _read_order(table: Table, order: Sequence[str] | None) -> list[str]:
    seated = [seat.name for seat in table.seats]
    if order is None:
        return seated
    if sorted(order) != sorted(seated):
        raise wrong_field(
            "order", say("Name every seat once: {seats}.", seats=tuple(seated))
        )
    return list(order)


def _toss_for_dealer(table: Table, seats: Sequence[str]) -> Toss:
    seating = seating_id([table.seat(name).position for name in seats])
    return toss(table.row.toss_key, DEALER_TOSS, "dealer", seats, seating)


def fold_again(
    store: Store, table: Table, seats: Sequence[SeatRow], setting: Mapping[str, Any]
) -> Match | None:
    """Return the match with these seats and this set-up, or None if its game fails."""
    ids = seat_ids(seats)
    try:
        match = begin_match(table.rulebook, setting)
        match.fold(map(ids.record_with_names, store.log(table.code)))
        timeline_of(match.history)  # every stored position can be shown
    except Exception:  # a game may fail in any way on unexpected seats
        return None
    return match
