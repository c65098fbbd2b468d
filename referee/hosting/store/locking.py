"""Holding a server's database against other daemons: each has its tables in memory, and would not hear of changes."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from sqlalchemy import Connection, create_engine, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import NullPool

from .database import read_place, shown, told_plainly

# The first of two numbers; the second is that of the schema, since a database may hold several stores.
DAEMON_LOCK = 0x72656665
HOLD = text("SELECT pg_try_advisory_lock(:lock, hashtext(current_schema()))")
RELEASE = text("SELECT pg_advisory_unlock(:lock, hashtext(current_schema()))")


class AlreadyHeld(Exception):
    """Another daemon uses the database; `place` is where it is, without a password."""

    def __init__(self, place: str) -> None:
        super().__init__(f"Another daemon uses {place}.")
        self.place = place


@contextmanager
def held(place: str | Path) -> Iterator[None]:
    """Keep other daemons off a PostgreSQL database for as long as this lasts. AlreadyHeld, StoreUnusable.

    The lock is the server's own, and belongs to a connection: nothing is left of it when the program is killed, and
    it is gone too when the server is started again.
    """
    url = read_place(place)
    with told_plainly(url):
        engine = create_engine(url, poolclass=NullPool, isolation_level="AUTOCOMMIT")
        connection = engine.connect()
    with connection:
        if not _is_ours(connection):
            raise AlreadyHeld(shown(url))
        try:
            yield
        finally:
            # Otherwise the server lets it go only some time after the connection is closed.
            with suppress(SQLAlchemyError):
                connection.execute(RELEASE, {"lock": DAEMON_LOCK})


def _is_ours(connection: Connection) -> bool:
    return bool(connection.execute(HOLD, {"lock": DAEMON_LOCK}).scalar_one())
