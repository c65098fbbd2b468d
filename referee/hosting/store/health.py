"""The state of the store, and what of it is damaged: a disk fails, a file is copied while it is written, somebody
edits it by hand.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection, Executable, func, select, text
from sqlalchemy.exc import DatabaseError

from .database import shown
from .failures import is_damage
from .schema import log, tables, version

MOST_FOUND = 5
MOST_LOOKED_AT = 500_000_000

NOT_JSON = text(
    "SELECT code FROM tables WHERE NOT json_valid(options) OR NOT json_valid(house_rules) "
    "OR (setting IS NOT NULL AND NOT json_valid(setting)) "
    'UNION SELECT DISTINCT "table" FROM log WHERE NOT json_valid(body)'
)
GAPS = select(log.c.table).group_by(log.c.table).having(func.count() != func.max(log.c.seq))
OF_NO_TABLE = select(log.c.table).distinct().where(log.c.table.not_in(select(tables.c.code)))


@dataclass(frozen=True, slots=True)
class Health:
    """The state of the store.

    `path` is the file, or the address without its password; `schema` the version of the schema; `size` is in bytes,
    the write-ahead log included; `tables` is how many there are.
    """

    path: str
    schema: str
    size: int
    tables: int
    writable: bool


@dataclass(frozen=True, slots=True)
class Damage:
    """What is damaged in a store: what the database says of its file, and the codes of the tables concerned."""

    found: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.found or self.tables)


def health_of(connection: Connection, writable: bool) -> Health:
    """How the database behind this connection is; whether it can be written was found out before."""
    return Health(
        path=shown(connection.engine.url),
        schema=connection.execute(select(version.c.version_num)).scalar_one(),
        size=_size(connection),
        tables=len(codes_of(connection)),
        writable=writable,
    )


def quick_look(connection: Connection) -> tuple[str, ...]:
    """What SQLite finds wrong in its file, if that is so small that looking takes no second; else nothing."""
    if connection.dialect.name != "sqlite" or _size(connection) > MOST_LOOKED_AT:
        return ()
    return _said(connection, "quick_check")


def thorough_look(connection: Connection) -> Damage:
    """All that is wrong: pages, indexes, lines that are missing or no JSON, and the tables that cannot be read."""
    if connection.dialect.name != "sqlite":
        return Damage((), tuple(_codes(connection, [GAPS])))
    found = _said(connection, "integrity_check")
    damaged = unsound_tables(connection) | (set(_unreadable(connection)) if found else set())
    return Damage(found, tuple(sorted(damaged)))


def unsound_tables(connection: Connection) -> set[str]:
    """The tables of which something is missing in a file, or is no JSON, as far as that can be read."""
    return set(_codes(connection, [NOT_JSON, GAPS, OF_NO_TABLE]))


def _size(connection: Connection) -> int:
    if connection.dialect.name != "sqlite":
        return int(connection.execute(text("SELECT pg_database_size(current_database())")).scalar_one())
    path = Path(connection.engine.url.database or "")
    files = (path, path.with_name(f"{path.name}-wal"))
    return sum(file.stat().st_size for file in files if file.exists())


def _said(connection: Connection, check: str) -> tuple[str, ...]:
    try:
        rows = connection.exec_driver_sql(f"PRAGMA {check}({MOST_FOUND})").scalars().all()
    except DatabaseError as problem:
        if not is_damage(problem):
            raise
        return (str(problem.orig),)
    return tuple(row for row in rows if row != "ok")


def _codes(connection: Connection, questions: Iterable[Executable]) -> Iterator[str]:
    for question in questions:
        with past_damage():
            yield from connection.execute(question).scalars()


def _unreadable(connection: Connection) -> Iterator[str]:
    """The tables of which something cannot be read."""
    for code in codes_of(connection):
        readable = False
        with past_damage():
            for name, column in (("tables", "code"), ("seats", "table"), ("log", "table")):
                connection.exec_driver_sql(f'SELECT * FROM "{name}" WHERE "{column}" = ?', (code,)).all()  # noqa: S608
            readable = True
        if not readable:
            yield code


def codes_of(connection: Connection) -> tuple[str, ...]:
    """The codes of all tables, as far as they can be read: from the rows themselves, or from their index."""
    questions: list[Executable] = [select(tables.c.code)]
    if connection.dialect.name == "sqlite":
        questions.append(text("SELECT code FROM tables NOT INDEXED"))
    return tuple(sorted(set(_codes(connection, questions))))


@contextmanager
def past_damage() -> Iterator[None]:
    """Go on where something cannot be read."""
    try:
        yield
    except DatabaseError as problem:
        if not is_damage(problem):
            raise
