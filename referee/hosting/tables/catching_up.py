"""A table in memory takes in what other daemons over the same store have changed."""

from itertools import takewhile

from referee.hosting.races.races import Races
from referee.hosting.store import Store
from referee.hosting.tables.loading import load, no_such_table, records, seat_ids, seated
from referee.hosting.tables.permissions import open_races
from referee.hosting.tables.table import Table
from referee.match.match import Match
from referee.vocabulary.jsonable import from_json
from referee.vocabulary.photo_finish import PhotoFinish


def catch_up(store: Store, races: Races, table: Table) -> None:
    """Bring this held table up to what the store has. NotFoundError if it was deleted, else raises as `load` does.

    Of a log that only grew, only the new lines are read. Phones of seats with new owners have to be measured again as
    buzzers.
    """
    before, stored = table.stamp, store.stamp(table.code)
    if stored is None:
        raise no_such_table(table.code)
    if stored == before:
        return
    if stored.version != before.version:
        _take_in_seats(store, races, table)
    _fold_new_lines(store, table)
    know_races(store, races, table, before.seq, stored.version != before.version)


def _take_in_seats(store: Store, races: Races, table: Table) -> None:
    row, seats = seated(store, table.code)
    same_names = seat_ids(seats) == seat_ids(table.seats)
    if same_names and (row.rewritten, row.setting) == (table.row.rewritten, table.row.setting):
        moved = table.change_seats(row, seats)
    else:
        moved = table.become(load(store, table.code))
    if not same_names:
        # Measurements and slaps are kept under the names that the seats had.
        races.forget_table(table.code)
    for seat in moved:
        races.forget_phone(table.code, seat)


def _fold_new_lines(store: Store, table: Table) -> None:
    match = table.match
    if match is not None and (new := records(store, table.row, table.seats, match.seq)):
        match.fold(new)
        table.result = table.result_after(match.history)


def know_races(store: Store, races: Races, table: Table, after: int = 0, finish_too: bool = True) -> None:
    """Tell `races` which races are open at this table, and with `finish_too` how the latest of them ended.

    Entries up to the number `after` were known here before.
    """
    match = table.match
    if match is None:
        return
    new = takewhile(lambda entry: entry.seq > after, reversed(match.entries))
    for finish in [entry.finish for entry in new if entry.finish is not None]:
        races.forget_race(table.code, finish.race)
    open_now = open_races(match)
    races.set_open_races(table.code, open_now)
    if open_now and finish_too:
        _know_finish(store, races, table, match)


def _know_finish(store: Store, races: Races, table: Table, match: Match) -> None:
    kept = store.leases.finish(table.code) if store.leases is not None else None
    if kept is None:
        return
    finishes = [from_json(PhotoFinish, heat) for heat in kept.body.get("heats", ())]
    used = {(entry.finish.race, entry.finish.heat) for entry in match.entries if entry.finish is not None}
    if (
        finishes
        and finishes[-1].race in open_races(match)
        and not any((finish.race, finish.heat) in used for finish in finishes)
    ):
        races.import_finish(table.code, finishes, kept.entries)
