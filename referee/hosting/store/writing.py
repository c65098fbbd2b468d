"""What several transactions write alike, and rows as the database takes them."""

from collections.abc import Iterable
from typing import Any

from sqlalchemy import Connection

from referee.match.record import Record

from .finished_matches import put_result
from .rows import AdmissionRow, ClaimRow, DatabaseRow, LinkRow, Renaming, SeatRow, TableRow
from .statements import (
    ADD,
    CHANGE_LINE,
    NO_CLAIMS_TO_SEAT,
    NO_LINKS_TO_SEAT,
    NOBODY_WAITS_FOR_SEAT,
    RENAME_ADMISSIONS,
    RENAME_HOST,
    RENAME_SEAT,
    SET_SEAT,
)


def hand(connection: Connection, code: str, seat: str, token_hash: str | None, reads_from: int | None) -> bool:
    """Gives a seat to a token, or to nobody, and closes all other ways to it. False where there is no such seat."""
    where = {"at_table": code, "at_seat": seat}
    connection.execute(NO_LINKS_TO_SEAT, where)
    connection.execute(NOBODY_WAITS_FOR_SEAT, where)
    changed = {"token_hash": token_hash} | ({} if reads_from is None else {"reads_from": reads_from})
    return connection.execute(SET_SEAT, where | changed).rowcount == 1


def rename(connection: Connection, renaming: Renaming) -> None:
    """Gives a seat another name. Its links and claims follow, unless the old name is forgotten."""
    where = {"at_table": renaming.code, "at_seat": renaming.old}
    if renaming.forgets:
        connection.execute(NO_LINKS_TO_SEAT, where)
        connection.execute(NO_CLAIMS_TO_SEAT, where)
    for statement in (RENAME_SEAT, RENAME_HOST, RENAME_ADMISSIONS):
        connection.execute(statement, where | {"new_name": renaming.new})
    connection.execute(SET_SEAT, {"at_table": renaming.code, "at_seat": renaming.new, "nameless": renaming.forgets})
    change_lines(connection, renaming.code, renaming.lines)
    if renaming.result is not None:
        put_result(connection, renaming.code, renaming.result)


def change_lines(connection: Connection, code: str, records: Iterable[Record]) -> None:
    """Puts these in the place of the lines of the same number. Only a name is ever taken out of a log."""
    for record in records:
        where = {"at_table": code, "at_seq": record.seq}
        connection.execute(CHANGE_LINE, where | {"body": record.body})


def add(connection: Connection, *rows: TableRow | SeatRow | LinkRow | ClaimRow | AdmissionRow) -> None:
    """Adds these rows, in this order."""
    for row in rows:
        connection.execute(ADD[type(row)], values(row))


def values(row: TableRow | SeatRow | LinkRow | ClaimRow | AdmissionRow | Record) -> dict[str, Any]:
    """A row's fields by their names, which are the columns' names."""
    return {name: getattr(row, name) for name in row.__slots__}


def table_row(row: DatabaseRow) -> TableRow:
    """A table as it was put in: JSON knows no tuples."""
    found = dict(row._mapping)
    return TableRow(**found | {"house_rules": tuple(found["house_rules"])})
