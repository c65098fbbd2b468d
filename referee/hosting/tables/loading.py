"""Loading a table from the store, and updating one after other daemons' changes."""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from referee.hosting.races.races import Races
from referee.hosting.store import (
    DatabaseAwayError,
    ResultRow,
    SeatRow,
    Store,
    TableRow,
)
from referee.hosting.store.event_log import TableInEvent, find_table_in_event
from referee.hosting.tables.permissions import open_races
from referee.hosting.tables.seat_ids import seat_ids
from referee.hosting.tables.table import Table, TableFacts
from referee.match.log_entry import Record, Toss
from referee.match.match import Match
from referee.plugin.discovery import UnknownGameError, UnknownHouseRuleError, rulebook
from referee.plugin.game_faults import GameFaultError
from referee.plugin.rulebook import Rulebook
from referee.vocabulary.errors import NotFoundError, RefereeError
from referee.vocabulary.game import Setting
from referee.vocabulary.jsonable import from_json
from referee.vocabulary.photo_finish import PhotoFinish
from referee.vocabulary.text import Text, say

log = logging.getLogger("referee.tables")


@dataclass(frozen=True, slots=True)
class Stranded(TableFacts):
    """A table that cannot go on: its game is gone, or fails on its log.

    `log` has the match's records, `match` their fold so far; None if it could not
    begin.
    """

    row: TableRow
    seats: tuple[SeatRow, ...]
    log: tuple[Record, ...] = ()
    match: Match | None = None
    result: ResultRow | None = None
    event: TableInEvent | None = None


class StrandedError(RefereeError):
    """A table at which nobody can play; `message` says why."""

    def __init__(self, message: Text, table: Stranded) -> None:
        super().__init__(message, game=table.row.game)
        self.table = table


class GameGoneError(StrandedError):
    """The table's game, or a house rule of it, is not installed any more."""

    status = 404
    title = say("The game is not installed")


class GameFailsError(StrandedError):
    """The table's game fails on the match's log."""

    status = 500
    title = say("The game has a fault")


def load(store: Store, code: str) -> Table:
    """Load and fold the table with this code.

    Raise NotFoundError if there is none, StrandedError if its game cannot go on with
    it.
    """
    row, seats = seated(store, code)
    event = find_table_in_event(store, code)
    stranded = Stranded(row, seats, records(store, row, seats), event=event)
    table = None
    try:
        table = Table(row, seats, rulebook(row.game, row.house_rules), event=event)
        _fold(table, stranded.log)
    except (UnknownGameError, UnknownHouseRuleError) as unknown:
        raise GameGoneError(
            say(
                "This table needs “{plugin}”, which is no longer installed. Install "
                "it again to go on.",
                plugin=unknown.id,
            ),
            stranded,
        ) from None
    except GameFaultError as fault:
        if table is not None:
            stranded = replace(stranded, match=table.match)
        raise _fails(stranded, fault) from fault
    return table


def fails_to_show(store: Store, table: Table, fault: GameFaultError) -> GameFailsError:
    """Return the error for a held table whose upgraded game cannot show its match."""
    log = records(store, table.row, table.seats)
    seen = Stranded(table.row, table.seats, log, table.match, event=table.event)
    return _fails(seen, fault)


def _fails(table: Stranded, fault: GameFaultError) -> GameFailsError:
    log.error(
        "a game failed on the log of a match", exc_info=fault, extra=fault.log_fields
    )
    return GameFailsError(say(_FAILS, game=fault.game), table)


def seated(store: Store, code: str) -> tuple[TableRow, tuple[SeatRow, ...]]:
    """Return a table's row and seats, ids replaced by names.

    Raise NotFoundError if there is none.
    """
    row = store.table(code)
    if row is None:
        raise no_such_table(code)
    seats = tuple(store.seats(code))
    return replace(row, setting=seat_ids(seats).with_names(row.setting)), seats


def records(
    store: Store, row: TableRow, seats: Sequence[SeatRow], after: int = 0
) -> tuple[Record, ...]:
    """Return a table's log lines after this number, ids replaced by names."""
    if row.setting is None:
        return ()
    ids = seat_ids(seats)
    return tuple(map(ids.record_with_names, store.log(row.code, after)))


_FAILS = (
    "{game} has a fault and can’t go on with this match. Nothing is lost; it goes on "
    "once that’s fixed. Tell whoever runs this referee: its log has what the game’s "
    "author needs to know."
)


def _fold(table: Table, records: Sequence[Record]) -> None:
    if table.row.setting is None:
        return
    table.match = begin_match(table.rulebook, table.row.setting)
    table.match.fold(records)
    table.result = table.result_after(table.match.history)


def no_such_table(code: str) -> NotFoundError:
    """Return the error for a table that does not exist (any more)."""
    return NotFoundError(
        say(
            "There’s no table with the code {code} (any more). Check the code on the "
            "screen.",
            code=code,
        )
    )


def setting_values(setting: Setting) -> dict[str, Any]:
    """Return a match's set-up from a table's row, for `begin_match`."""
    values = {
        "order": list(setting.seats),
        "dealer": setting.dealer,
        "options": dict(setting.options),
        "version": setting.version,
    }
    if setting.late:
        values["late"] = list(setting.late)
    return values


def begin_match(rulebook: Rulebook, setting: Mapping[str, Any]) -> Match:
    """Return a match without entries, from a table's set-up."""
    toss = from_json(Toss, setting["toss"]) if "toss" in setting else None
    seats = tuple(setting["order"])
    # A match from before a game had an option goes on with its default.
    options = dict(setting["options"])
    for option in rulebook.game.options:
        if option.default is not None:
            options.setdefault(option.name, option.default)
    late = tuple(setting.get("late", ()))
    setup = Setting(seats, setting["dealer"], options, setting["version"], late)
    return Match.begin(rulebook, setup, toss)


def catch_up(store: Store, races: Races, table: Table) -> None:
    """Update this held table to the store's state.

    Raise NotFoundError if it was deleted. Otherwise raise as `load` does. If the log
    only grew, read only the new lines. Phones of new owners have to be measured again.
    """
    try:
        _catch_up(store, races, table)
    except DatabaseAwayError:
        # Half of it may be read: whoever comes next reads it again.
        table.row = replace(table.row, version=-1)
        raise


def _catch_up(store: Store, races: Races, table: Table) -> None:
    before = table.stamp
    stored = store.stamp(table.code)
    if stored is None:
        raise no_such_table(table.code)
    if stored == before and not _misses_finishes(races, table):
        return
    has_changed = stored.version != before.version
    if has_changed:
        _take_in_seats(store, races, table)
    match = table.match
    if match is not None:
        lines = records(store, table.row, table.seats, match.seq)
        if lines:
            table.match = match.after(lines)
            table.result = table.result_after(table.match.history)
    know_races(store, races, table, before.seq, has_changed)


def _take_in_seats(store: Store, races: Races, table: Table) -> None:
    code = table.code
    known = table.row
    row, seats = seated(store, code)
    has_same_names = seat_ids(seats) == seat_ids(table.seats)
    is_same_log = row.rewritten == known.rewritten and row.setting == known.setting
    if has_same_names and is_same_log:
        changed = table.change_seats(row, seats)
    else:
        changed = table.become(load(store, code))
    if not has_same_names:
        # Clocks and slaps are stored under the seats' former names.
        races.forget_table(code)
    for seat in changed:
        races.forget_phone(code, seat)


def know_races(
    store: Store, races: Races, table: Table, after: int = 0, finish_too: bool = True
) -> None:
    """Tell `races` which races are open here, with `finish_too` also the latest finish.

    Entries up to the number `after` were known before.
    """
    match = table.match
    if match is None:
        return
    code = table.code
    for entry in reversed(match.entries):
        if entry.seq <= after:
            break
        if entry.finish is not None:
            races.forget_race(code, entry.finish.race)
    open_now = open_races(match)
    races.set_open_races(code, open_now)
    if open_now and (finish_too or not races.knows_others(code)):
        races.note_reading(code)
        _import_finishes(store, races, code, match)


def _misses_finishes(races: Races, table: Table) -> bool:
    """Return whether this daemon has to read an open race's finish, wherever it ran."""
    if table.match is None or not open_races(table.match):
        return False
    return not races.knows_others(table.code)


def _import_finishes(store: Store, races: Races, code: str, match: Match) -> None:
    if store.leases is None:
        return
    row = store.leases.finish(code)
    if row is None or not row.body.get("heats"):
        return
    finishes = [from_json(PhotoFinish, heat) for heat in row.body["heats"]]
    race = finishes[0].race
    if race not in open_races(match):
        return
    heats = {finish.heat for finish in finishes}
    for entry in match.entries:
        finish = entry.finish
        if finish is not None and finish.race == race and finish.heat in heats:
            # This race's entry was made.
            return
    races.import_finish(code, finishes, row.entry_count)
