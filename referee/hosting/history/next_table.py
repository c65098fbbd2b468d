"""Playing on at a new table with the same seats: a rematch or another game."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from referee.hosting.room import CardRoom, plan_table
from referee.hosting.store import NewcomerRow, SeatRow, Store, TableRow, WriteRefused
from referee.hosting.tables.held_table import HeldTable, retry_if_outdated
from referee.hosting.tables.loading import begin_match, load, setting_values
from referee.hosting.tables.permissions import (
    require_host,
    require_seated,
    require_seats_for,
)
from referee.hosting.tables.player_names import read_name
from referee.hosting.tables.seat_ids import seat_ids
from referee.hosting.tables.seats import Seated
from referee.hosting.tables.table import Table, TableFacts
from referee.hosting.tables.tokens import hashed, new_codes, new_token
from referee.match.viewer import SPECTATOR, Viewer
from referee.plugin.rulebook import Rulebook
from referee.vocabulary.errors import ConflictError
from referee.vocabulary.text import say

SPECTATORS_FOLLOW_SECONDS = 10 * 60
MOST_NEWCOMERS = 8


def next_table_for(room: CardRoom, code: str, viewer: Viewer) -> str | None:
    """Return the code of the table where these people play on.

    Return None if there is none, or if the viewer may not see it. Those with a seat may
    see it, and spectators for a while: everybody finds a finished match, but only its
    table may find one that goes on.
    """
    following = room.store.past.next_table(code)
    if following is None:
        return None
    if room.current_table(code).current_viewer(viewer) != SPECTATOR:
        return following
    row = room.store.table(following)
    if row is None or time.time() - row.created_at >= SPECTATORS_FOLLOW_SECONDS:
        return None
    return following


@retry_if_outdated
def ask_for_next(held: HeldTable, name: object) -> Seated:
    """Have somebody play in the next match, with this token there.

    Raise ConflictError before the match and once the next one has begun, at an event,
    and while many have asked.
    """
    table = held.table
    store = held.store
    may_sit_down = table.event is not None or table.match is None
    if may_sit_down or held.viewer.seat is not None:
        raise ConflictError(say("You have a seat here, or can sit down now."))
    asked = [row.name for row in store.newcomers(table.code)]
    clean = read_name(name, [*table.names, *asked])
    has_gone_on = store.past.next_table(table.code) is not None
    if has_gone_on or len(asked) >= MOST_NEWCOMERS:
        raise ConflictError(say("Ask those at the table to let you play."))
    token = new_token()
    with held.transaction():
        store.add(NewcomerRow(table.code, clean, hashed(token), time.time()))
    return Seated(clean, token)


def list_joining(
    store: Store, table: TableFacts, players: Sequence[int]
) -> list[NewcomerRow]:
    """Return the newcomers with whom a game for so many people has seats for all."""
    asked = store.newcomers(table.row.code)
    for n in range(len(asked), 0, -1):
        if len(table.names) + n in players:
            return asked[:n]
    return []


@retry_if_outdated
def begin_rematch(held: HeldTable, alone: bool = False) -> str:
    """Begin a rematch of a finished table; return the new table's code.

    It keeps game, options, house rules, seats, host, tokens and camera; the next seat
    deals. Newcomers sit down too, as far as the game takes them, unless `alone`.
    Anybody with a seat may begin it; a second call returns the same table. A match
    without entries begins anew with the newcomers, by its host. Raise ConflictError
    while the match goes on.
    """
    joining = []
    if not alone:
        joining = list_joining(held.store, held.table, held.table.rulebook.game.players)
    if joining and held.table.may_begin_anew:
        return _begin_anew(held, joining)
    return _play_on(held, _begin_again, joining, left=_list_left(held.table))


def _list_left(table: Table) -> list[str]:
    """Return who left their seats during the match, if the others can play on."""
    left = []
    for seat in table.seats:
        # Seats that nobody took are played from the host's phone.
        if seat.token_hash is None and seat.reads_from:
            left.append(seat.name)
    stay = len(table.seats) - len(left)
    return left if stay in table.rulebook.game.players else []


def _begin_anew(held: HeldTable, joining: Sequence[NewcomerRow]) -> str:
    """Begin the match again with these newcomers too; the same seat deals."""
    require_host(held.viewer)
    table = held.table
    names = [*table.names, *(newcomer.name for newcomer in joining)]
    dealer = table.row.setting["dealer"] if table.row.setting else None
    rulebook = table.rulebook
    setting = rulebook.check_new_setting(names, dealer, table.row.options)
    values = setting_values(setting)
    match = begin_match(rulebook, values)
    match.history.scene_in(match.history.position)
    seats = [*table.seats]
    for new in joining:
        position = seats[-1].position + 1
        seats.append(SeatRow(table.code, position, new.name, new.token_hash, True))
    stored = seat_ids(seats).setting_with_ids(values)
    with held.transaction():
        for seat in seats[len(table.seats) :]:
            held.store.add_late_seat(seat, stored)
        for new in joining:
            held.store.remove_newcomer(new)
    table.become(load(held.store, held.code))
    return table.code


@retry_if_outdated
def open_next_table(
    held: HeldTable,
    game: str,
    options: Mapping[str, object] | None = None,
    house_rules: Sequence[str] = (),
    begins: bool = False,
) -> str:
    """Open a table of any game for those at a finished one; return its code.

    It keeps seats, newcomers, host and tokens; its match `begins` at once or not at
    all. Otherwise as `begin_rematch`; raise WrongFieldsError if the game cannot be
    played by all seats.
    """
    rulebook, row = plan_table(game, options, house_rules)
    joining = list_joining(held.store, held.table, rulebook.game.players)
    names = [*held.table.names, *(newcomer.name for newcomer in joining)]
    require_seats_for(rulebook, names, "game")
    if not begins:
        return _play_on(held, lambda *_: row, joining, joined=True)
    rulebook.check_new_setting(names, None, row.options)

    def begun(table: Table, seats: Sequence[SeatRow]) -> TableRow:
        return _begin_match(row, rulebook, table, seats)

    return _play_on(held, begun, joining)


def _play_on(
    held: HeldTable,
    new_table: Callable[[Table, Sequence[SeatRow]], TableRow],
    joining: Sequence[NewcomerRow],
    joined: bool = False,
    left: Sequence[str] = (),
) -> str:
    """Open the next table for a finished one, with its roles and seats.

    Those who have `left` have none there. `joined`: a seat disappears when
    its owner leaves before that match begins.
    """
    table = held.table
    store = held.store
    require_seated(held.viewer)
    if table.event is not None:
        raise ConflictError(say("The event seats the next round. Go back to it."))
    if not table.over:
        raise ConflictError(
            say("The match isn’t over yet. You can have a rematch once it is.")
        )

    codes = new_codes()
    while True:
        following = store.past.next_table(table.code)
        if following is not None:
            return following
        code = next(codes)
        seats = _copy_seats(table, code, joined, left)
        for index, new in enumerate(joining, len(seats)):
            seats.append(SeatRow(code, index, new.name, new.token_hash, joined))
        row = replace(
            new_table(table, seats),
            code=code,
            host_hash=table.row.host_hash,
            host_seat=table.row.host_seat,
            host_phone=table.row.host_phone,
            watch_hash=table.row.watch_hash,
        )
        try:
            with held.transaction():
                store.create_next_table(table.code, row, seats)
        except WriteRefused:
            continue
        return code


def _copy_seats(
    table: Table, code: str, joined: bool, left: Sequence[str]
) -> list[SeatRow]:
    seats = []
    for index, name in enumerate(table.names):
        if name in left:
            continue
        nameless = name in table.nameless
        lent_at = table.seat(name).lent_at
        owner = table.owner(name)
        seats.append(
            SeatRow(
                code, index, name, owner, joined, nameless=nameless, lent_at=lent_at
            )
        )
    return seats


def _begin_again(table: Table, seats: Sequence[SeatRow]) -> TableRow:
    """Return a new table with the rematch begun."""
    before = table.row
    rulebook = table.rulebook
    now = time.time()
    version = rulebook.game.version
    row = TableRow("", before.game, version, now, before.options, before.house_rules)
    return _begin_match(row, rulebook, table, seats)


def _begin_match(
    row: TableRow, rulebook: Rulebook, table: Table, seats: Sequence[SeatRow]
) -> TableRow:
    """Return a new table whose match has begun; the seat after the old dealer deals.

    Raise GameFaultError if the match cannot be shown.
    """
    names = tuple(seat.name for seat in seats)
    before = table.row.setting
    dealer = None
    if row.game == table.row.game and table.match:
        history = table.match.history
        dealer = history.scene_in(history.position).deals_next
    if dealer not in names:
        dealer = None
    if dealer is None and before and before["dealer"] in names:
        index = names.index(before["dealer"]) + 1
        dealer = names[index % len(names)]
    setting = setting_values(rulebook.read_setting(names, dealer, row.options))
    match = begin_match(rulebook, setting)
    match.history.scene_in(match.history.position)
    stored = seat_ids(seats).setting_with_ids(setting)
    return replace(row, setting=stored, started_at=row.created_at)
