"""What several transactions write alike, and rows as the database takes them."""

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import Connection

from referee.match.record import Record

from .finished_matches import put_result
from .rows import AdmissionRow, ClaimRow, Collision, DatabaseRow, LinkRow, Renaming, SeatRow, TableRow, WriteRefused
from .statements import (
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


def values(row: TableRow | SeatRow | LinkRow | ClaimRow | AdmissionRow) -> dict[str, Any]:
    """A row's fields by their names, which are the columns' names."""
    return {name: getattr(row, name) for name in row.__slots__}


def line(code: str, record: Record) -> dict[str, Any]:
    """A line of a table's log by the names of its columns."""
    made = {"table": code, "seq": record.seq, "type": record.type, "id": record.id, "by": record.by}
    return made | {"at": record.at, "body": record.body}


def table_row(row: DatabaseRow) -> TableRow:
    """A table as it was put in: JSON knows no tuples."""
    found = dict(row._mapping)
    return TableRow(**found | {"house_rules": tuple(found["house_rules"])})


def of_one_table(code: str, rows: Iterable[SeatRow]) -> None:
    """Raises ValueError where a row is another table's."""
    for row in rows:
        if row.table != code:
            raise ValueError(f"This row is of table {row.table!r}, not of {code!r}: {row}")


def refuse_repeated(what: Collision, given: Sequence[object]) -> None:
    """Raises WriteRefused for the first of the values that is given twice."""
    for place, value in enumerate(given):
        if value in given[:place]:
            raise WriteRefused(what, value) from None
