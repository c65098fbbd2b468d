"""A table in memory takes in what other daemons over the same store have changed."""

from __future__ import annotations

from referee.hosting.races.races import Races
from referee.hosting.store import Store
from referee.hosting.tables.loading import load, records, seat_ids, seated
from referee.hosting.tables.permissions import open_races
from referee.hosting.tables.table import Table


def catch_up(store: Store, races: Races, table: Table) -> None:
    """Have in memory what the store keeps of this table, which is held. Raises as `load` does.

    Of a log that only grew, only the new lines are read. The phones of seats with other owners are not known yet as
    buzzers.
    """
    row, seats = seated(store, table.code)
    if row.rewritten != table.row.rewritten or row.setting != table.row.setting or seat_ids(seats) != _ids(table):
        moved = table.become(load(store, table.code))
    else:
        moved = table.change_seats(row, seats)
        _fold_new_lines(store, table)
    for seat in moved:
        races.forget_phone(table.code, seat)
    if table.match is not None:
        races.opened(table.code, open_races(table.match))


def _ids(table: Table) -> object:
    return seat_ids(table.seats)


def _fold_new_lines(store: Store, table: Table) -> None:
    match = table.match
    if match is None:
        return
    if new := records(store, table.row, table.seats, match.seq):
        match.fold(new)
        table.result = table.result_after(match.history)
