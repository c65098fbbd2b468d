"""Playing on after a match: once more, or another game, at a new table where all keep
their seats.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from referee.hosting.room import CardRoom
from referee.hosting.store import SeatRow, TableRow, WriteRefused
from referee.hosting.tables.held_table import HeldTable, retry_if_outdated
from referee.hosting.tables.loading import seat_ids, setting_values
from referee.hosting.tables.permissions import must_be_seated
from referee.hosting.tables.table import Table
from referee.hosting.tables.tokens import new_codes
from referee.match.log_entry import SPECTATOR, Viewer
from referee.plugin.discovery import rulebook
from referee.vocabulary.errors import ConflictError, FieldError, WrongFieldsError
from referee.vocabulary.text import say

WATCHERS_FOLLOW_SECONDS = 10 * 60


def next_table_for(room: CardRoom, code: str, viewer: Viewer) -> str | None:
    """Return the code of the table where those of this one play on; None if there is
    none, or this viewer may not hear of it.

    Those who sit at this table may, and for a while whoever watches it: everybody finds
    a finished match, but only those at its table one that goes on.
    """
    there = room.store.past.next_table(code)
    if there is None or room.current_table(code).current_viewer(viewer) != SPECTATOR:
        return there
    row = room.store.table(there)
    return (
        there
        if row is not None and time.time() - row.created_at < WATCHERS_FOLLOW_SECONDS
        else None
    )


@retry_if_outdated
def begin_rematch(held: HeldTable) -> str:
    """Begin the match of a finished table once more; return the code of the new table.

    Game, options, house rules, seats, host, tokens and camera are those of the old one,
    and the next seat deals. Anybody with a seat may; whoever comes second is given the
    table that there is. ConflictError while the match goes on.
    """
    return _play_on(held, _begin_again)


@retry_if_outdated
def open_next_table(
    held: HeldTable,
    game: str,
    options: Mapping[str, object] | None = None,
    house_rules: Sequence[str] = (),
) -> str:
    """Open a table of any game for those at a finished one; return its code.

    Seats, host and tokens are those of the old one, and the match is yet to begin.
    Otherwise as `begin_rematch`; WrongFieldsError where the game has no room for all
    seats.
    """
    rules, seats = rulebook(game, tuple(dict.fromkeys(house_rules))), held.table.names
    settled, most = rules.choose_options(options or {}), max(rules.game.players)
    if len(seats) > most:
        template = "{title} has room for {n} at most."
        raise WrongFieldsError(
            FieldError("game", say(template, title=rules.game.title, n=most))
        )
    in_force = tuple(rule.id for rule in rules.house_rules)

    def opened(table: Table, copies: Sequence[SeatRow]) -> TableRow:
        was, version = table.row, rules.game.version
        row = TableRow(
            copies[0].table,
            game,
            version,
            time.time(),
            settled,
            in_force,
            was.host_hash,
            was.host_seat,
        )
        return replace(row, host_phone=was.host_phone, watch_hash=was.watch_hash)

    return _play_on(held, opened, joined=True)


def _play_on(
    held: HeldTable,
    opened: Callable[[Table, Sequence[SeatRow]], TableRow],
    joined: bool = False,
) -> str:
    """Have those at a finished table play on at the one that is `opened` for their
    seats; return its code.

    `joined`: until that match begins, whoever leaves takes the seat away.
    """
    table, store = held.table, held.store
    must_be_seated(held.viewer)
    if not table.over:
        raise ConflictError(
            say("The match is not over yet: there can be a rematch once it is.")
        )
    codes = new_codes()
    while (there := store.past.next_table(table.code)) is None:
        code = next(codes)
        seats = [
            _seat_again(table, code, place, name, joined)
            for place, name in enumerate(table.names)
        ]
        try:
            with held.changing_seats():
                store.create_next_table(table.code, opened(table, seats), seats)
        except WriteRefused:
            continue
        return code
    return there


def _seat_again(
    table: Table, code: str, place: int, name: str, joined: bool
) -> SeatRow:
    lent_at = table.seat(name).lent_at
    return SeatRow(
        code,
        place,
        name,
        table.owner(name),
        joined,
        nameless=name in table.nameless,
        lent_at=lent_at,
    )


def _begin_again(table: Table, copies: Sequence[SeatRow]) -> TableRow:
    """Return a new table that begins the match of this one once more, the next seat
    dealing.
    """
    seats, was, now = table.names, table.row, time.time()
    dealer = was.setting["dealer"] if was.setting else None
    following = (
        seats[(seats.index(dealer) + 1) % len(seats)] if dealer in seats else None
    )
    stored = setting_values(table.rulebook.setting(seats, following, was.options))
    return TableRow(
        copies[0].table,
        was.game,
        table.rulebook.game.version,
        now,
        was.options,
        was.house_rules,
        was.host_hash,
        was.host_seat,
        seat_ids(copies).stored_setting(stored),
        now,
        host_phone=was.host_phone,
        watch_hash=was.watch_hash,
    )
