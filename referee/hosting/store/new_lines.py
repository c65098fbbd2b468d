"""New lines of a log, handed to the driver without a detour: they are what the store is asked for most."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Dialect, bindparam, insert, or_, select
from sqlalchemy.exc import DBAPIError

from referee.match.record import Record

from .database import compact
from .failures import NoSuchTable, Outdated
from .schema import log, tables
from .statements import stamp_of

_NAMES = tuple(column.name for column in log.columns)
_VERSION = bindparam("version", type_=tables.c.version.type)
# A table that is being changed is waited for, and nobody changes it before the lines are in its log.
_ADD = insert(log).from_select(
    _NAMES,
    select(*(bindparam(name, type_=log.c[name].type) for name in _NAMES))
    .select_from(tables)
    .where(tables.c.code == bindparam("table"), or_(_VERSION.is_(None), tables.c.version == _VERSION))
    .with_for_update(read=True),
)


class NewLines:
    """Adds lines to logs, in the words of one database.

    Through SQLAlchemy a line takes the processor twice as long. The transaction is SQLAlchemy's, as any other.
    """

    def __init__(self, dialect: Dialect) -> None:
        compiled = _ADD.compile(dialect=dialect)
        self._statement = str(compiled)
        self._order = tuple(compiled.positiontup or ())
        self._error = dialect.loaded_dbapi.Error

    def add(self, connection: Connection, code: str, version: int | None, records: Sequence[Record]) -> None:
        """Adds these lines to the log of a table of this version (None: whichever it has).

        Outdated where it has another version, NoSuchTable, and DBAPIError as for what SQLAlchemy executes.
        """
        cursor = connection.connection.cursor()
        lines = [self._parameters(code, version, record) for record in records]
        try:
            if len(lines) == 1:
                cursor.execute(self._statement, lines[0])
            else:
                cursor.executemany(self._statement, lines)
            added = cursor.rowcount
        except self._error as problem:
            raise DBAPIError.instance(None, None, problem, self._error) from problem
        finally:
            cursor.close()
        if added < len(lines):
            raise Outdated if stamp_of(connection, code) is not None else NoSuchTable

    def _parameters(self, code: str, version: int | None, record: Record) -> Any:
        """The values of a line, by the names of its columns, or in the order in which the database wants them."""
        known = {"table": code, "version": version, "seq": record.seq, "type": record.type, "id": record.id}
        values = {**known, "by": record.by, "at": record.at, "body": compact(record.body)}
        return tuple(values[name] for name in self._order) if self._order else values
