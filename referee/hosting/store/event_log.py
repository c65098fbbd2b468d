"""Events in the store: their rows, their logs, and their tables' results."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Generic, TypeVar
from weakref import WeakKeyDictionary

from referee.events.event import Event, EventRecord, Plan, fold, fold_on
from referee.events.standings import SeatResult
from referee.vocabulary.errors import WriteConflictError
from referee.vocabulary.jsonable import from_json
from referee.vocabulary.values import Ordinal, Seats, as_score

from .database import Connection, compact, insertion
from .erasing import note_deletion
from .failures import WriteRefused
from .kept import Kept
from .rows import EventRow, Rows, SeatRow, TableRow
from .seat_store import free_seat
from .store import Store
from .transactions import add_rows, change_lines, raise_version

V = TypeVar("V")

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
COUNTED_BEFORE = """
    SELECT code FROM log
    WHERE code IN ({marks}) AND type = 'confirm' GROUP BY code
    HAVING min(seq) < coalesce((
        SELECT max(seq) FROM log AS changes
        WHERE changes.code = log.code AND type = 'change'
    ), max(seq) + 1)
"""
NAME_OF_SEAT = """
    SELECT name, (SELECT coalesce(max(seq), 0) FROM log WHERE log.code = seats.code)
    FROM seats WHERE code = ? AND position = ?
"""

DISPUTES = """
    SELECT code, type, id, author, body FROM log
    WHERE code IN ({marks}) AND type IN ('dispute', 'resolution', 'change')
    ORDER BY code, seq
"""
STOPPED = """
    SELECT results.code FROM results
    JOIN event_tables ON event_tables.code = results.code WHERE event = ?
    AND NOT EXISTS (SELECT 1 FROM placings WHERE placings.code = results.code)
"""
HASHES = "SELECT director_hash, board_hash FROM events WHERE code = ?"
ENTERED = """
    SELECT seq FROM events JOIN log USING (code)
    WHERE code = ? AND type = 'entrant' AND CAST(body AS TEXT) LIKE ?
"""
LATEST_LINES = """
    SELECT code, (SELECT coalesce(max(seq), 0) FROM log WHERE log.code = t.code)
    FROM event_tables AS t WHERE event = ?
"""
SEAT_NAMES = """
    SELECT code, name FROM seats WHERE code IN ({marks}) ORDER BY code, position
"""
LATEST_AUTHORS = """
    SELECT code, type, author FROM log WHERE (code, seq) IN (
        SELECT code, max(seq) FROM log WHERE code IN ({marks})
        AND type IN ('entry', 'change') GROUP BY code
    )
"""


MOST_EVENTS_KEPT = 50
"""How many events of a store are kept as they were read last."""


class KeptEvents(Generic[V]):
    """Keeps what is made of a store's events, each while its version is the same."""

    def __init__(self) -> None:
        self._by_store = WeakKeyDictionary[Store, Kept[V]]()

    def find(self, store: Store, event: EventRow, make: Callable[[V | None], V]) -> V:
        """Return the value of an event, as `Kept.find` does.

        Within a transaction for a table make it anew: what that reads may be undone.
        """
        if store.is_changing:
            return make(None)
        kept = self._by_store.setdefault(store, Kept(MOST_EVENTS_KEPT))
        return kept.find(event.code, event.version, make)


# Three rounds of 50 tables: without it 16.3 s of the processor, with it 9.5.
_FOLDED = KeptEvents[tuple[EventRow, Event]]()


@dataclass(frozen=True, slots=True)
class SeatInEvent:
    """A seat at a table of an event."""

    table: str
    """The table's code."""
    position: int


@dataclass(frozen=True, slots=True)
class Addition:
    """Lines for an event's log, and what they bring."""

    records: Sequence[EventRecord]
    tables: Sequence[tuple[TableRow, Sequence[SeatRow]]] = ()
    """The tables that they open."""
    freed: Sequence[SeatInEvent] = ()
    """The seats that have no owner from then on."""
    changed: Sequence[EventRecord] = ()
    """Records that replace those with the same numbers, to remove a name for good."""
    plan: Mapping[str, object] | None = None
    """A plan that replaces the first one, to remove a name; None: the plan stays."""


@dataclass(frozen=True, slots=True)
class TableInEvent:
    """A table in its event, by round and number."""

    event: str
    """The event's code."""
    round: Ordinal
    number: Ordinal
    """The number of the real table in its round."""


def add_event(store: Store, row: EventRow, records: Sequence[EventRecord]) -> None:
    """Add an event and its first records. Raise WriteRefused if the code is taken."""
    with store.writing() as connection:
        add_rows(connection, row)
        _add_records(connection, row.code, records)


def read_event(store: Store, code: str) -> tuple[EventRow, Event] | None:
    """Return an event's row, and the event after its log; None without one.

    While the row's version is the same, so is all that the event shows.
    """
    sql = "SELECT * FROM events JOIN ledgers USING (code) WHERE code = ?"
    rows = store.read(sql, [code])
    if not rows:
        return None
    row = EventRow(*rows[0])
    # What is read after the row may be newer: then the next one to read goes on.
    return _FOLDED.find(store, row, partial(_read_on, store, row))


def _read_on(
    store: Store, row: EventRow, before: tuple[EventRow, Event] | None
) -> tuple[EventRow, Event]:
    """Return an event; fold only new records unless one `before` was rewritten."""
    if before is not None and before[0].rewritten == row.rewritten:
        event = before[1]
        return row, fold_on(event, read_log(store, row.code, event.seq))
    return row, fold(from_json(Plan, row.plan), read_log(store, row.code))


def read_log(store: Store, code: str, after: int = 0) -> list[EventRecord]:
    """Return the records of an event's log after this number."""
    records = store.read(
        "SELECT seq, type, at, body FROM log WHERE code = ? AND seq > ? ORDER BY seq",
        [code, after],
    )
    return [EventRecord(*record) for record in records]


def find_events(store: Store, codes: Sequence[str]) -> tuple[str, ...]:
    """Return which of these codes are an event's."""
    if not codes:
        return ()
    marks = ", ".join("?" * len(codes))
    sql = f"SELECT code FROM events WHERE code IN ({marks})"  # noqa: S608  # only question marks
    return tuple(code for (code,) in store.read(sql, codes))


def find_event_of(store: Store, code: str) -> str:
    """Return the code of this table's event; for any other code itself."""
    rows = store.read("SELECT event FROM event_tables WHERE code = ?", [code])
    return str(rows[0][0]) if rows else code


def append_records(store: Store, code: str, new: Addition) -> None:
    """Append records to an event's log with what they bring, all or nothing.

    Raise WriteConflictError if somebody else appended one with such a number. Results
    that come meanwhile hold up nobody.
    """
    try:
        with store.writing() as connection:
            raise_version(connection, code)
            _add_records(connection, code, new.records)
            for table, seats in new.tables:
                add_rows(connection, table, *seats)
                pair = [table.code, code]
                connection.execute(insertion("event_tables", 2), pair)
            bodies = {record.seq: record.body for record in new.changed}
            change_lines(connection, code, bodies)
            for seat in new.freed:
                _free_seat(connection, seat)
            if new.plan is not None:
                sql = "UPDATE events SET plan = ? WHERE code = ?"
                connection.execute(sql, [compact(new.plan), code])
                note_deletion(connection)
    except WriteRefused:
        raise WriteConflictError from None
    if new.plan is not None:
        store.eraser.ask()


def _add_records(
    connection: Connection, code: str, records: Sequence[EventRecord]
) -> None:
    for record in records:
        body = compact(record.body)
        row = [code, record.seq, record.type, None, None, record.at, body]
        connection.execute(insertion("log", 7), row)


def _free_seat(connection: Connection, seat: SeatInEvent) -> None:
    # Else somebody might still change the table with the former owner's rights.
    raise_version(connection, seat.table)
    given = [seat.table, seat.position]
    for name, seq in connection.execute(NAME_OF_SEAT, given).fetchall():
        free_seat(connection, seat.table, name, seq)


def read_results(
    store: Store, tables: Sequence[str]
) -> Mapping[str, Sequence[SeatResult]]:
    """Return the results of these tables as they are there, seats clockwise."""
    results = defaultdict(list)
    for code, score, place in _read_of(store, RESULTS, tables):
        results[code].append(SeatResult(as_score(score), place))
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
    """Return the results of these tables as they were confirmed last.

    A match that was stopped before anything was scored has none.
    """
    confirmed = {}
    for code, body in _read_of(store, CONFIRMED, tables):
        confirmed[code] = [from_json(SeatResult, each) for each in body["result"]]
    return {code: result for code, result in confirmed.items() if result}


def find_counted_before(store: Store, tables: Sequence[str]) -> frozenset[str]:
    """Return those of these tables with a confirmed result before their latest change.

    Without a change any confirmed result is one.
    """
    return frozenset(code for (code,) in _read_of(store, COUNTED_BEFORE, tables))


def find_table_in_event(store: Store, table: str) -> TableInEvent | None:
    """Return a table's round and number in its event; None without one."""
    found = read_event(store, find_event_of(store, table))
    if found is None:
        return None
    row, event = found
    return TableInEvent(row.code, *event.locate_table(table))


def find_current_tables(store: Store, event: str, table: str) -> tuple[str, ...]:
    """Return the tables at which those of an earlier table sit in this round."""
    found = read_event(store, event)
    if found is None:
        return ()
    _, event_now = found
    codes = []
    for entrant in event_now.tables[table].seats:
        own = event_now.table_of(entrant)
        if own is not None and own.code != table:
            codes.append(own.code)
    return tuple(dict.fromkeys(codes))


def find_disputed(
    store: Store, tables: Sequence[str]
) -> Mapping[str, tuple[int | None, str]]:
    """Return the author's seat and the reason of open disputes, by table.

    The seat is its position; None for a host without one. The logs alone tell.
    """
    unresolved: dict[tuple[str, str], tuple[int | None, str]] = {}
    for code, type, id, author, body in _read_of(store, DISPUTES, tables):
        if type == "dispute":
            by = None if author is None else int(author)
            unresolved[code, id] = by, body["why"]
        else:
            unresolved.pop((code, body.get("dispute")), None)
    return {code: disputed for (code, _), disputed in unresolved.items()}


def find_latest_authors(
    store: Store, tables: Sequence[str], types: Sequence[str] = ("entry", "change")
) -> Mapping[str, int | None]:
    """Return the position of the seat that changed each result last, by table.

    None stands for a host without a seat. Only those by records of these types count.
    The logs alone tell; no game is asked.
    """
    authors = {}
    for code, type, author in _read_of(store, LATEST_AUTHORS, tables):
        if type in types:
            authors[code] = None if author is None else int(author)
    return authors


def read_seat_names(store: Store, tables: Sequence[str]) -> Mapping[str, Seats]:
    """Return the names at these tables by code, seats clockwise."""
    names: dict[str, Seats] = defaultdict(tuple)
    for code, name in _read_of(store, SEAT_NAMES, tables):
        names[code] += (name,)
    return names


def read_latest_lines(store: Store, event: str) -> Mapping[str, int]:
    """Return the number of the last record of each table's log; 0 where nothing is."""
    return dict(store.read(LATEST_LINES, [event]))


def _read_of(store: Store, sql: str, tables: Sequence[str]) -> Rows:
    """Return the rows of a query about these tables, whose `{marks}` are filled in."""
    if not tables:
        return []
    marks = ", ".join("?" * len(tables))
    return store.read(sql.format(marks=marks), tables)
