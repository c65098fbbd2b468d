"""Rematches: a finished match played once more, at a table of its own."""

import time
from collections.abc import Sequence

from referee.hosting.room import CardRoom
from referee.hosting.store import SeatRow, TableRow, WriteRefused
from referee.hosting.tables.held_table import HeldTable, retry_if_outdated
from referee.hosting.tables.loading import seat_ids, setting_values
from referee.hosting.tables.permissions import must_be_seated
from referee.hosting.tables.table import Table
from referee.hosting.tables.tokens import new_codes
from referee.match.log_entry import SPECTATOR, Viewer
from referee.vocabulary.errors import ConflictError
from referee.vocabulary.text import say

WATCHERS_FOLLOW_SECONDS = 10 * 60


def rematch_for(room: CardRoom, code: str, viewer: Viewer) -> str | None:
    """Return the code of this table's rematch; None if there is none, or this viewer may not hear of it.

    Those who sit at this table may, and for a while whoever watches it: everybody finds a finished match, but only
    those at its table one that goes on.
    """
    there = room.store.past.rematch(code)
    if there is None or room.current_table(code).current_viewer(viewer) != SPECTATOR:
        return there
    row = room.store.table(there)
    begun = row.started_at if row is not None else None
    return there if begun is not None and time.time() - begun < WATCHERS_FOLLOW_SECONDS else None


@retry_if_outdated
def begin_rematch(held: HeldTable) -> str:
    """Begin the match of a finished table once more; return the code of the new table.

    Game, options, house rules, seats, host and tokens are those of the old one, and the next seat deals. Anybody
    with a seat may; whoever comes second is given the table that there is. ConflictError while the match goes on.
    """
    table, store = held.table, held.store
    must_be_seated(held.viewer)
    if not table.over:
        raise ConflictError(say("The match is not over yet: there can be a rematch once it is."))
    codes = new_codes()
    while (there := store.past.rematch(table.code)) is None:
        code = next(codes)
        seats = [_seat_again(table, code, place, name) for place, name in enumerate(table.names)]
        try:
            with held.changing_seats():
                store.create_rematch(table.code, _table_again(table, code, seats), seats)
        except WriteRefused:
            continue
        return code
    return there


def _seat_again(table: Table, code: str, place: int, name: str) -> SeatRow:
    lent_at = table.seat(name).lent_at
    return SeatRow(code, place, name, table.owner(name), nameless=name in table.nameless, lent_at=lent_at)


def _table_again(table: Table, code: str, copies: Sequence[SeatRow]) -> TableRow:
    """Return a new table that begins the match of this one once more, the next seat dealing."""
    seats, was, now = table.names, table.row, time.time()
    dealer = was.setting["dealer"] if was.setting else None
    following = seats[(seats.index(dealer) + 1) % len(seats)] if dealer in seats else None
    stored = setting_values(table.rulebook.setting(seats, following, was.options))
    return TableRow(
        code,
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
    )
