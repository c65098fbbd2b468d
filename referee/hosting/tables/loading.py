"""A table from what the store keeps of it, and a table in memory brought up to what
other daemons changed.
"""

import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Any

from referee.hosting.races.races import Races
from referee.hosting.store import ResultRow, SeatRow, Store, TableRow
from referee.hosting.tables.permissions import open_races
from referee.hosting.tables.table import Table, TableFacts
from referee.match.log_entry import Record, Toss
from referee.match.match import Match
from referee.match.seat_ids import SeatIds
from referee.plugin.discovery import UnknownGameError, UnknownHouseRuleError, rulebook
from referee.plugin.game_faults import GameFaultError
from referee.plugin.rulebook import Rulebook
from referee.vocabulary.errors import NotFoundError, RefereeError
from referee.vocabulary.game import Setup
from referee.vocabulary.jsonable import from_json
from referee.vocabulary.photo_finish import PhotoFinish
from referee.vocabulary.text import Text, say

log = logging.getLogger("referee.tables")


@dataclass(frozen=True, slots=True)
class Stranded(TableFacts):
    """A table at which nobody can play: its game is not installed any more, or fails on
    its log.

    `log` is what was kept of the match, `match` as far as it could be folded: None
    where not even its beginning could.
    """

    row: TableRow
    seats: tuple[SeatRow, ...]
    log: tuple[Record, ...] = ()
    match: Match | None = None
    result: ResultRow | None = None


class StrandedError(RefereeError):
    """Nobody can play at `table`; `message` says why."""

    def __init__(self, message: Text, table: Stranded) -> None:
        super().__init__(message, game=table.row.game)
        self.table = table


class GameGoneError(StrandedError):
    """The table's game, or one of its house rules, is not installed any more."""

    status = 404
    title = say("The game is not installed")


class GameFailsError(StrandedError):
    """The table's game fails on the log of its match."""

    status = 500
    title = say("The game has a fault")


def load(store: Store, code: str) -> Table:
    """Return the table with this code, folded from the store.

    NotFoundError when there is none, StrandedError where its game cannot go on with it.
    """
    row, seats = seated(store, code)
    stranded = Stranded(row, seats, records(store, row, seats))
    table = None
    try:
        table = Table(row, seats, rulebook(row.game, row.house_rules))
        _fold(table, stranded.log)
    except (UnknownGameError, UnknownHouseRuleError) as unknown:
        template = (
            "This table needs “{plugin}”, which is not installed any more. Install it "
            "again to go on."
        )
        raise GameGoneError(say(template, plugin=unknown.id), stranded) from None
    except GameFaultError as fault:
        raise _fails(
            replace(stranded, match=table.match if table is not None else None), fault
        ) from fault
    return table


def fails_to_show(store: Store, table: Table, fault: GameFaultError) -> GameFailsError:
    """Return the error for a held table whose game cannot show the match, because the
    game has changed since.
    """
    log = records(store, table.row, table.seats)
    return _fails(Stranded(table.row, table.seats, log, table.match), fault)


def _fails(table: Stranded, fault: GameFaultError) -> GameFailsError:
    log.error(
        "a game failed on the log of a match", exc_info=fault, extra=fault.log_fields
    )
    return GameFailsError(say(_FAILS, game=fault.game), table)


def seated(store: Store, code: str) -> tuple[TableRow, tuple[SeatRow, ...]]:
    """Return a table's row, in which seats have their names, and its seats.
    NotFoundError when there is none.
    """
    row = store.table(code)
    if row is None:
        raise no_such_table(code)
    seats = tuple(store.seats(code))
    return replace(row, setting=seat_ids(seats).named(row.setting)), seats


def seat_ids(seats: Iterable[SeatRow]) -> SeatIds:
    """Return the ids of a table's seats: each has the place at which it came."""
    return SeatIds({seat.position: seat.name for seat in seats})


def records(
    store: Store, row: TableRow, seats: Sequence[SeatRow], after: int = 0
) -> tuple[Record, ...]:
    """Return the lines of a table's log after this number, in which seats have their
    names.
    """
    ids = seat_ids(seats)
    return (
        tuple(map(ids.named_record, store.log(row.code, after)))
        if row.setting is not None
        else ()
    )


_FAILS = (
    "{game} has a fault and cannot go on with this match. Nothing of it is lost; it "
    "goes on once that is put right. "
    "Tell whoever runs this referee, since its log has what the game's author needs to "
    "know."
)


def _fold(table: Table, records: Sequence[Record]) -> None:
    if table.row.setting is None:
        return
    table.match = begin_match(table.rulebook, table.row.setting, table.row.game_version)
    table.match.fold(records)
    table.result = table.result_after(table.match.history)


def no_such_table(code: str) -> NotFoundError:
    """Return the error for a table that is not there (any more)."""
    return NotFoundError(
        say(
            "There is no table with the code {code} (any more). Check the code on the "
            "screen.",
            code=code,
        )
    )


def setting_values(setting: Setup) -> dict[str, Any]:
    """Return how a match is set up, as a table's row has it; `begin_match` reads it."""
    return {
        "order": list(setting.seats),
        "dealer": setting.dealer,
        "options": dict(setting.options),
        "version": setting.version,
    }


def begin_match(
    rulebook: Rulebook, setting: Mapping[str, Any], opened_under: str
) -> Match:
    """Return a match without entries, set up as a table's row says.

    `opened_under` is the game's version when the table was opened: that of the match,
    where it was set up before settings said it.
    """
    version = setting.get("version", opened_under)
    setup = Setup(
        tuple(setting["order"]), setting["dealer"], setting["options"], version
    )
    return Match.begin(
        rulebook, setup, from_json(Toss, setting["toss"]) if "toss" in setting else None
    )


def catch_up(store: Store, races: Races, table: Table) -> None:
    """Bring this held table up to what the store has. NotFoundError if it was deleted,
    else raises as `load` does.

    Of a log that only grew, only the new lines are read. Phones of seats with new
    owners have to be measured again as buzzers.
    """
    before, stored = table.stamp, store.stamp(table.code)
    if stored is None:
        raise no_such_table(table.code)
    if stored == before and not _misses_finishes(races, table):
        return
    if stored.version != before.version:
        _take_in_seats(store, races, table)
    _fold_new_lines(store, table)
    know_races(store, races, table, before.seq, stored.version != before.version)


def _take_in_seats(store: Store, races: Races, table: Table) -> None:
    row, seats = seated(store, table.code)
    same_names = seat_ids(seats) == seat_ids(table.seats)
    if same_names and (row.rewritten, row.setting) == (
        table.row.rewritten,
        table.row.setting,
    ):
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


def know_races(
    store: Store, races: Races, table: Table, after: int = 0, finish_too: bool = True
) -> None:
    """Tell `races` which races are open at this table, and with `finish_too` how the
    latest of them ended.

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
    if open_now and (finish_too or not races.knows_others(table.code)):
        races.note_reading(table.code)
        _know_finish(store, races, table, match)


def _misses_finishes(races: Races, table: Table) -> bool:
    """Return whether a race is open of which this daemon has to read how it ended,
    wherever it was run.
    """
    is_racing = table.match is not None and bool(open_races(table.match))
    return is_racing and not races.knows_others(table.code)


def _know_finish(store: Store, races: Races, table: Table, match: Match) -> None:
    kept = store.leases.finish(table.code) if store.leases is not None else None
    if kept is None:
        return
    finishes = [from_json(PhotoFinish, heat) for heat in kept.body.get("heats", ())]
    used = {
        (entry.finish.race, entry.finish.heat)
        for entry in match.entries
        if entry.finish is not None
    }
    if (
        finishes
        and finishes[-1].race in open_races(match)
        and not any((finish.race, finish.heat) in used for finish in finishes)
    ):
        races.import_finish(table.code, finishes, kept.entries)
