"""A table from what the store keeps of it."""

import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from referee.hosting.store import ResultRow, SeatRow, Store, TableRow
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
from referee.vocabulary.text import Text, say

log = logging.getLogger("referee.tables")


@dataclass(frozen=True, slots=True)
class Stranded(TableFacts):
    """A table at which nobody can play: its game is not installed any more, or fails on its log.

    `log` is what was kept of the match, `match` as far as it could be folded: None where not even its beginning could.
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
    """The table with this code, folded from the store; NotFoundError when there is none, StrandedError where its game
    cannot go on with it.
    """
    row, seats = seated(store, code)
    stranded = Stranded(row, seats, records(store, row, seats))
    table = None
    try:
        table = Table(row, seats, rulebook(row.game, row.house_rules))
        _fold(table, stranded.log)
    except (UnknownGameError, UnknownHouseRuleError) as unknown:
        template = "This table needs “{plugin}”, which is not installed any more. Install it again to go on."
        raise GameGoneError(say(template, plugin=unknown.id), stranded) from None
    except GameFaultError as fault:
        raise _fails(replace(stranded, match=table.match if table is not None else None), fault) from fault
    return table


def fails_to_show(store: Store, table: Table, fault: GameFaultError) -> GameFailsError:
    """The error for a held table whose game cannot show the match, because the game has changed since."""
    log = records(store, table.row, table.seats)
    return _fails(Stranded(table.row, table.seats, log, table.match), fault)


def _fails(table: Stranded, fault: GameFaultError) -> GameFailsError:
    log.error("a game failed on the log of a match", exc_info=fault, extra=fault.told)
    return GameFailsError(say(_FAILS, game=fault.game), table)


def seated(store: Store, code: str) -> tuple[TableRow, tuple[SeatRow, ...]]:
    """A table's row, in which seats have their names, and its seats; NotFoundError when there is none."""
    row = store.table(code)
    if row is None:
        raise no_such_table(code)
    seats = tuple(store.seats(code))
    return replace(row, setting=seat_ids(seats).named(row.setting)), seats


def seat_ids(seats: Iterable[SeatRow]) -> SeatIds:
    """Return the ids of a table's seats: each has the place at which it came."""
    return SeatIds({seat.position: seat.name for seat in seats})


def records(store: Store, row: TableRow, seats: Sequence[SeatRow], after: int = 0) -> tuple[Record, ...]:
    """The lines of a table's log behind this number, in which seats have their names; none before the match begins."""
    ids = seat_ids(seats)
    return tuple(map(ids.named_record, store.log(row.code, after))) if row.setting is not None else ()


_FAILS = (
    "{game} has a fault and cannot go on with this match. Nothing of it is lost; it goes on once that is put right. "
    "Tell whoever runs this referee, since its log has what the game's author needs to know."
)


def _fold(table: Table, records: Sequence[Record]) -> None:
    if table.row.setting is None:
        return
    table.match = begin_match(table.rulebook, table.row.setting)
    table.match.fold(records)
    table.result = table.result_after(table.match.history)


def no_such_table(code: str) -> NotFoundError:
    """What is said of a table that is not there (any more)."""
    return NotFoundError(
        say("There is no table with the code {code} (any more). Check the code on the screen.", code=code)
    )


def setting_values(setting: Setup) -> dict[str, Any]:
    """Return how a match is set up, as a table's row has it; `begin_match` reads it."""
    return {"order": list(setting.seats), "dealer": setting.dealer, "options": dict(setting.options)}


def begin_match(rulebook: Rulebook, setting: Mapping[str, Any]) -> Match:
    """Return a match without entries, set up as a table's row says."""
    setup = Setup(tuple(setting["order"]), setting["dealer"], setting["options"])
    return Match.begin(rulebook, setup, from_json(Toss, setting["toss"]) if "toss" in setting else None)
