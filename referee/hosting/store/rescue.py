"""Saving what can be read of a damaged store into a new one: table by table, each whole or not at all."""

from collections import defaultdict
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Table

from .database import StoreUnusable, make_engine, open_engine, read_place, told_plainly
from .health import codes_of, past_damage, unsound_tables
from .schema import keyring, links, log, placings, results, seats, tables
from .tallies import count_all

OF_A_TABLE = {
    tables: "code",
    seats: "table",
    log: "table",
    links: "table",
    results: "table",
    placings: "table",
}
"""What belongs to one table, in the order in which it can be written, with the columns that hold its code."""

Rows = list[tuple[Any, ...]]


def rescue(damaged: str | Path, place: Path) -> tuple[str, ...]:
    """Write the tables of a damaged file that can be read whole into a new store at `place`; their codes.

    Who waits for a seat has to ask again, and no match knows of its rematch; all else is as it was. Raises
    FileExistsError where something lies at `place`, and StoreUnusable where not even the list of tables can be read.
    Where no table can be read, no store is left at `place`.
    """
    if place.exists():
        raise FileExistsError(place)
    # Brings an older one up to date. One that cannot tell its version is taken for one of the present.
    with suppress(StoreUnusable):
        open_engine(damaged).dispose()
    url = read_place(damaged)
    source, target = make_engine(url), open_engine(place)
    saved: tuple[str, ...] = ()
    try:
        with told_plainly(url), source.connect() as reader, target.begin() as writer:
            _save(reader, writer)
            codes = codes_of(writer)
        saved = codes
    finally:
        source.dispose()
        target.dispose()
        if not saved:
            place.unlink()
    return saved


def _save(damaged: Connection, saved: Connection) -> None:
    codes = codes_of(damaged)
    with past_damage():
        _write(saved, keyring, _rows(damaged, keyring))
    read = {table: _reader(damaged, table, column) for table, column in OF_A_TABLE.items()}
    for code in codes:
        with past_damage():
            for table, rows in [(table, rows_of(code)) for table, rows_of in read.items()]:
                _write(saved, table, rows)
    # Nothing that is looked at here is damaged: what is not whole now was not whole there.
    for code in unsound_tables(saved):
        for table, column in reversed(OF_A_TABLE.items()):
            saved.exec_driver_sql(f'DELETE FROM "{table.name}" WHERE "{column}" = ?', (code,))  # noqa: S608
    # What is counted of players follows from what was saved.
    count_all(saved)


def _reader(connection: Connection, table: Table, column: str) -> Callable[[str], Rows]:
    """What reads the rows of one code. It needs no index, unless a page of the table itself is damaged."""
    if table is not log:
        with past_damage():
            place = list(table.columns.keys()).index(column)
            by_code: defaultdict[str, Rows] = defaultdict(list)
            for row in _rows(connection, table, "NOT INDEXED"):
                by_code[row[place]].append(row)
            return lambda code: by_code[code]
    return lambda code: _rows(connection, table, f'WHERE "{column}" = ?', (code,))


def _rows(connection: Connection, table: Table, where: str = "", given: tuple[str, ...] = ()) -> Rows:
    """The rows as they lie there: JSON is not read."""
    words = f'SELECT {_columns(table)} FROM "{table.name}" {where}'  # noqa: S608  # the names are the schema's own
    return [tuple(row) for row in connection.exec_driver_sql(words, given)]


def _write(connection: Connection, table: Table, rows: Rows) -> None:
    if rows:
        places = ", ".join("?" * len(table.columns))
        words = f'INSERT INTO "{table.name}" ({_columns(table)}) VALUES ({places})'  # noqa: S608
        connection.exec_driver_sql(words, rows)


def _columns(table: Table) -> str:
    return ", ".join(f'"{column.name}"' for column in table.columns)
