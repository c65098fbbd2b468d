"""Which daemons may use a server's database at the same time: all that speak one protocol, and nobody else."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from sqlalchemy import URL, Connection, text
from sqlalchemy.exc import SQLAlchemyError

from .database import lone_engine, read_place, shown, told_plainly
from .schema import VERSIONS

MESSAGES = 1
"""The number of what daemons tell each other besides the tables of the schema: notifications, what stands in lines of
logs and other JSON that several of them read, and requests that they pass on. It is one more after each change of them.
"""

PROTOCOL = 100 * int(VERSIONS[-1]) + MESSAGES
"""How daemons over one database write its tables and tell each other of it: two of different protocols would
misunderstand each other.
"""

# The first of two numbers; the second is that of the schema, since a database may hold several stores. Daemons from
# before there was a protocol hold this lock alone.
DAEMON_LOCK = 0x72656665
SHARE = text("SELECT pg_try_advisory_lock_shared(:lock, hashtext(current_schema()))")
SPEAK = text("SELECT pg_advisory_lock_shared(hashtext(current_schema() || ' referee'), :protocol)")
OTHERS = text("""
    SELECT min(objid::bigint) FROM pg_locks
    WHERE locktype = 'advisory' AND objsubid = 2 AND objid::bigint <> :protocol
    AND classid::bigint = hashtext(current_schema() || ' referee')::bigint & 4294967295
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
""")
DAEMONS = text("""
    SELECT count(*) FROM pg_locks
    WHERE locktype = 'advisory' AND objsubid = 2 AND objid::bigint = :protocol
    AND classid::bigint = hashtext(current_schema() || ' referee')::bigint & 4294967295
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
""")
RELEASE = text("SELECT pg_advisory_unlock_all()")


class OtherProtocol(Exception):
    """Daemons of another version use the database; the message names both protocols and says what to do."""

    def __init__(self, url: URL, found: int | None) -> None:
        theirs = "knows no other daemons" if found is None else f"speaks protocol {found}"
        super().__init__(
            f"A referee of another version, which {theirs}, uses {shown(url)}; this one speaks protocol {PROTOCOL}. "
            f"Stop all of the other version first, or start this one in theirs."
        )


@contextmanager
def joined(place: str | Path) -> Iterator[None]:
    """Be one of the daemons that use a PostgreSQL database, for as long as this lasts. OtherProtocol, StoreUnusable.

    Nothing is left of it when the program is killed.
    """
    url = read_place(place)
    with told_plainly(url):
        engine = lone_engine(url)
        connection = engine.connect()
    with connection:
        join(connection)
        try:
            yield
        finally:
            # Otherwise the server lets it go only some time after the connection is closed.
            with suppress(SQLAlchemyError):
                connection.execute(RELEASE)


def join(connection: Connection) -> None:
    """Have this connection count as a daemon's for as long as it lasts. OtherProtocol."""
    url = connection.engine.url
    if not connection.execute(SHARE, {"lock": DAEMON_LOCK}).scalar_one():
        raise OtherProtocol(url, None)
    # Taken before looking: of two that come at once, at least one sees the other.
    connection.execute(SPEAK, {"protocol": PROTOCOL})
    found = connection.execute(OTHERS, {"protocol": PROTOCOL}).scalar_one()
    if found is not None:
        raise OtherProtocol(url, found)


def daemons_of(connection: Connection) -> int:
    """How many daemons of this protocol use a database. Each holds its lock twice: see `joined` and `Notifications`."""
    held: int = connection.execute(DAEMONS, {"protocol": PROTOCOL}).scalar_one()
    return max(1, held // 2)
