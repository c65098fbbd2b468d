"""Events in the store: their rows, their logs, and their tables' results."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from referee.events.event import (
    Call,
    Event,
    Line,
    Plan,
    fold,
    list_tables_by_round,
    read_calls,
)
from referee.events.standings import SeatResult
from referee.vocabulary.errors import WriteConflictError
from referee.vocabulary.jsonable import from_json
from referee.vocabulary.values import Ordinal, Seats, whole

from .database import Connection, compact, insertion
from .erasing import note_deletion
from .failures import WriteRefused
from .rows import EventRow, Rows, SeatRow, TableRow
from .seat_store import free_seat
from .store import Store
from .transactions import add_rows, column_values, raise_version

RESULTS = """
    SELECT code, score, place FROM placings
    WHERE code IN ({marks}) ORDER BY code, position
"""
UNCONFIRMED = """
    SELECT tables.code FROM event_tables JOIN tables ON tables.code = event_tables.code
    WHERE event = ? AND confirm AND NOT EXISTS (
        SELECT 1 FROM log WHERE log.code = tables.code AND type = 'confirm' AND seq = (
            SELECT max(seq) FROM log WHERE log.code = tables.code
        )
    )
"""
CONFIRMED = """
    SELECT code, body FROM log
    WHERE code IN ({marks}) AND type = 'confirm' ORDER BY code, seq
"""
TAKE_TURN = """
    UPDATE events SET version = version + 1, rewritten = rewritten + ?
    WHERE code = ? AND version = ?
"""
NAME_OF_SEAT = """
    SELECT name, (SELECT coalesce(max(seq), 0) FROM log WHERE log.code = seats.code)
    FROM seats WHERE code = ? AND position = ?
"""
CHANGE_LINE = "UPDATE event_log SET body = ? WHERE code = ? AND seq = ?"
ROUNDS = """
    SELECT seq, type, at, body FROM event_log
    WHERE code = ? AND type IN ('round', 'tables', 'end') ORDER BY seq
"""
CALLS = """
    SELECT seq, type, at, body FROM event_log
    WHERE code = ? AND type IN ('call', 'answer') ORDER BY seq
"""

SCORES = "SELECT body FROM event_log WHERE code = ? AND type = 'score' ORDER BY seq"

DISPUTES = """
    SELECT code, type, id, body FROM log
    WHERE code IN ({marks}) AND type IN ('dispute', 'resolution') ORDER BY code, seq
"""
STOPPED = """
    SELECT results.code FROM results
    JOIN event_tables ON event_tables.code = results.code WHERE event = ?
    AND NOT EXISTS (SELECT 1 FROM placings WHERE placings.code = results.code)
"""
TABLE_STATES = """
    SELECT tables.code, version, (SELECT max(seq) FROM log WHERE log.code = tables.code)
    FROM event_tables JOIN tables ON tables.code = event_tables.code WHERE event = ?
"""
SEAT_NAMES = """
    SELECT code, name FROM seats WHERE code IN ({marks}) ORDER BY code, position
"""
LATEST_AUTHORS = """
    SELECT code, seq, author FROM log WHERE (code, seq) IN (
        SELECT code, max(seq) FROM log WHERE code IN ({marks})
        AND type IN ('entry', 'correction', 'undo', 'redo') GROUP BY code
    )
"""
RESOLUTIONS = """
    SELECT code, seq, author, body FROM log
    WHERE code IN ({marks}) AND type = 'resolution' ORDER BY seq
"""


@dataclass(frozen=True, slots=True)
class SeatInEvent:
    """A seat at a table of an event."""

    table: str
    """The table's code."""
    position: int


@dataclass(frozen=True, slots=True)
class Addition:
    """Lines for an event's log, and what they bring."""

    lines: Sequence[Line]
    tables: Sequence[tuple[TableRow, Sequence[SeatRow]]] = ()
    """The tables that they open."""
    freed: Sequence[SeatInEvent] = ()
    """The seats that have no owner from then on."""
    changed: Sequence[Line] = ()
    """Instead of those of their numbers, only to remove a name for good."""


@dataclass(frozen=True, slots=True)
class TableInEvent:
    """A table in its event, by round and number."""

    event: str
    """The event's code."""
    round: Ordinal
    number: Ordinal
    """The number of the real table in its round."""


def add_event(store: Store, row: EventRow, lines: Sequence[Line]) -> None:
    """Add an event and its first lines. Raise WriteRefused if the code is taken."""
    values = column_values([getattr(row, name) for name in row.__match_args__])
    with store.writing() as connection:
        connection.execute(insertion("events", len(values)), values)
        _add_lines(connection, row.code, lines)


def read_event_row(store: Store, code: str) -> EventRow | None:
    """Return an event's row; None without one.

    While its version is the same, so is all that the event shows.
    """
    rows = store.read("SELECT * FROM events WHERE code = ?", [code])
    return EventRow(*rows[0]) if rows else None


def read_rounds(store: Store, code: str) -> Event:
    """Return an event with its first plan, its rounds and nothing else.

    Each page of a table that is over asks who sat together: 1 ms where the whole event
    takes 6 ms, with 200 entrants in round 6.
    """
    [[plan]] = store.read("SELECT plan FROM events WHERE code = ?", [code])
    return fold(from_json(Plan, plan), _read_round_lines(store, code))


def read_log(store: Store, code: str, after: int = 0) -> list[Line]:
    """Return the lines of an event's log after this number."""
    lines = store.read(
        "SELECT seq, type, at, body FROM event_log "
        "WHERE code = ? AND seq > ? ORDER BY seq",
        [code, after],
    )
    return [Line(*line) for line in lines]


def find_events(store: Store, codes: Sequence[str]) -> tuple[str, ...]:
    """Return those of these codes that are an event's."""
    if not codes:
        return ()
    marks = ", ".join("?" * len(codes))
    sql = f"SELECT code FROM events WHERE code IN ({marks})"  # noqa: S608  # only question marks
    return tuple(code for (code,) in store.read(sql, codes))


def append_lines(store: Store, event: EventRow, new: Addition) -> None:
    """Append lines to an event's log with what they bring, all or nothing.

    Raise WriteConflictError if the event has another version than this one.
    """
    code = event.code
    try:
        with store.writing() as connection:
            turn = [int(bool(new.changed)), code, event.version]
            if not connection.execute(TAKE_TURN, turn).rowcount:
                raise WriteConflictError
            _add_lines(connection, code, new.lines)
            for table, seats in new.tables:
                add_rows(connection, table, *seats)
                pair = [table.code, code]
                connection.execute(insertion("event_tables", 2), pair)
            for line in new.changed:
                row = [compact(line.body), code, line.seq]
                connection.execute(CHANGE_LINE, row)
            for seat in new.freed:
                _free_seat(connection, seat)
            if new.changed:
                note_deletion(connection)
    except WriteRefused:
        raise WriteConflictError from None
    if new.changed:
        store.eraser.ask()


def _add_lines(connection: Connection, code: str, lines: Sequence[Line]) -> None:
    for line in lines:
        row = [code, line.seq, line.type, line.at, compact(line.body)]
        connection.execute(insertion("event_log", 5), row)


def _free_seat(connection: Connection, seat: SeatInEvent) -> None:
    # Else somebody might still change the table with the former owner's rights.
    raise_version(connection, seat.table)
    given = [seat.table, seat.position]
    for name, seq in connection.execute(NAME_OF_SEAT, given).fetchall():
        free_seat(connection, seat.table, name, seq)


def read_table_states(store: Store, event: str) -> dict[str, tuple[int, int | None]]:
    """Return numbers of each table of which one rises with each change of it."""
    rows = store.read(TABLE_STATES, [event])
    return {code: (version, seq) for code, version, seq in rows}


def read_results(
    store: Store, tables: Sequence[str]
) -> Mapping[str, Sequence[SeatResult]]:
    """Return the results of these tables as they are there, seats clockwise."""
    results = defaultdict(list)
    for code, score, place in _read_of(store, RESULTS, tables):
        results[code].append(SeatResult(whole(score), place))
    return results


def find_unconfirmed_tables(store: Store, event: str) -> frozenset[str]:
    """Return the event's tables whose latest state nobody confirmed."""
    return frozenset(code for (code,) in store.read(UNCONFIRMED, [event]))


def find_stopped(store: Store, event: str) -> frozenset[str]:
    """Return the tables of an event whose match is over without a result."""
    return frozenset(code for (code,) in store.read(STOPPED, [event]))


def read_confirmed(
    store: Store, tables: Sequence[str]
) -> Mapping[str, Sequence[SeatResult]]:
    """Return the results of these tables as they were confirmed last."""
    confirmed = {}
    for code, body in _read_of(store, CONFIRMED, tables):
        confirmed[code] = [from_json(SeatResult, each) for each in body["result"]]
    return confirmed


def find_table_in_event(store: Store, table: str) -> TableInEvent | None:
    """Return a table's round and number in its event; None without one."""
    rows = store.read("SELECT event FROM event_tables WHERE code = ?", [table])
    if not rows:
        return None
    event = str(rows[0][0])
    for round, codes in enumerate(
        list_tables_by_round(_read_round_lines(store, event)), 1
    ):
        if table in codes:
            return TableInEvent(event, round, 1 + codes.index(table))
    return None


def _read_round_lines(store: Store, event: str) -> list[Line]:
    return [Line(*line) for line in store.read(ROUNDS, [event])]


def find_disputed(store: Store, tables: Sequence[str]) -> frozenset[str]:
    """Return those of these tables whose log has an open dispute; it asks no game."""
    unresolved: set[tuple[str, str]] = set()
    for code, type, id, body in _read_of(store, DISPUTES, tables):
        if type == "dispute":
            unresolved.add((code, id))
        else:
            unresolved.discard((code, body["dispute"]))
    return frozenset(code for code, _ in unresolved)


def find_latest_authors(
    store: Store, tables: Sequence[str]
) -> Mapping[str, int | None]:
    """Return who changed the result last, by table: the seat's position.

    None is a host without a seat. It asks no game.
    """
    latest = {code: line for code, *line in _read_of(store, LATEST_AUTHORS, tables)}
    for code, seq, author, body in _read_of(store, RESOLUTIONS, tables):
        if body["as"] == "overruled" and seq > latest[code][0]:
            latest[code] = [seq, author]
    authors = {}
    for code, (_, author) in latest.items():
        authors[code] = None if author is None else int(author)
    return authors


def read_seat_names(store: Store, tables: Sequence[str]) -> Mapping[str, Seats]:
    """Return the names at these tables by code, seats clockwise."""
    names: dict[str, Seats] = defaultdict(tuple)
    for code, name in _read_of(store, SEAT_NAMES, tables):
        names[code] += (name,)
    return names


def read_latest_lines(store: Store, event: str) -> Mapping[str, int]:
    """Return the number of the last line of each table's log; 0 where nothing is."""
    states = read_table_states(store, event)
    return {code: seq or 0 for code, (_, seq) in states.items()}


def _read_of(store: Store, sql: str, tables: Sequence[str]) -> Rows:
    """Return the rows that this query has of these tables."""
    if not tables:
        return []
    marks = ", ".join("?" * len(tables))
    return store.read(sql.format(marks=marks), tables)


def find_round_after(
    store: Store, table: str, in_event: TableInEvent
) -> Ordinal | None:
    """Return the latest round, if the event has gone on from a table; else None.

    It goes on by a round, or from a table without a result by its end.
    """
    lines = _read_round_lines(store, in_event.event)
    latest = len(list_tables_by_round(lines))
    given_up = [line.body["without"] for line in lines if line.type == "end"]
    if in_event.round < latest or any(table in each for each in given_up):
        return latest
    return None


def has_entered_scores(store: Store, event: str, table: str) -> bool:
    """Return whether scores that the director entered for a table stand."""
    latest: Mapping[str, object] = {}
    for (body,) in store.read(SCORES, [event]):
        if body["table"] == table:
            latest = body["scores"]
    return bool(latest)


def read_table_calls(store: Store, event: str, table: str) -> tuple[Call, ...]:
    """Return the calls for an event's director from one table."""
    lines = store.read(CALLS, [event])
    calls = read_calls([Line(*line) for line in lines])
    return tuple(call for call in calls if call.table == table)
