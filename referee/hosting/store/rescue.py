"""Saving what can be read of a damaged store into a new one: table by table, each whole or not at all."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Table

from .database import open_engine
from .health import codes_of, past_damage, thorough_look
from .schema import keyring, links, log, placings, results, seats, tables
from .tallies import count_all

OF_A_TABLE: Mapping[Table, str] = {
    tables: "code",
    seats: "table",
    log: "table",
    links: "table",
    results: "table",
    placings: "table",
}
"""What belongs to one table, in the order in which it can be written, with the columns that hold its code."""

Rows = list[tuple[Any, ...]]


def rescue(damaged: Connection, place: Path) -> tuple[str, ...]:
    """Writes the tables that can be read whole into a new store at `place`; their codes.

    Who waits for a seat has to ask again, and no match knows of its rematch; all else is as it was. Raises
    FileExistsError where something lies at `place`, and StoreUnusable where nothing can.
    """
    if place.exists():
        raise FileExistsError(place)
    engine = open_engine(place)
    try:
        with engine.begin() as saved:
            codes = tuple(_save(damaged, saved))
            # What is counted of players follows from what was saved.
            count_all(saved)
    finally:
        engine.dispose()
    return codes


def _save(damaged: Connection, saved: Connection) -> Iterator[str]:
    with past_damage():
        _write(saved, keyring, _rows(damaged, keyring))
    lost = thorough_look(damaged).tables
    for code in codes_of(damaged):
        if code not in lost:
            for table, column in OF_A_TABLE.items():
                _write(saved, table, _rows(damaged, table, f'WHERE "{column}" = ?', (code,)))
            yield code


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
