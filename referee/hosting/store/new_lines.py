"""New lines of a log, handed to the driver without a detour: they are what the store is asked for most."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Dialect, insert
from sqlalchemy.exc import DBAPIError

from referee.match.record import Record

from .database import compact
from .schema import log


class NewLines:
    """Adds lines to logs, in the words of one database.

    Through SQLAlchemy a line takes the processor twice as long. The transaction is SQLAlchemy's, as any other.
    """

    def __init__(self, dialect: Dialect) -> None:
        compiled = insert(log).compile(dialect=dialect)
        self._statement = str(compiled)
        self._order = tuple(compiled.positiontup or ())
        self._error = dialect.loaded_dbapi.Error

    def add(self, connection: Connection, code: str, records: Sequence[Record]) -> None:
        """Adds these lines to a table's log; DBAPIError, as for what SQLAlchemy executes."""
        cursor = connection.connection.cursor()
        lines = [self._parameters(code, record) for record in records]
        try:
            cursor.executemany(self._statement, lines)
        except self._error as problem:
            raise DBAPIError.instance(None, None, problem, self._error) from problem
        finally:
            cursor.close()

    def _parameters(self, code: str, record: Record) -> Any:
        """The values of a line, by the names of its columns, or in the order in which the database wants them."""
        values = {name: getattr(record, name) for name in record.__slots__}
        values |= {"table": code, "body": compact(record.body)}
        return tuple(values[name] for name in self._order) if self._order else values
