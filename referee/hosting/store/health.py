"""How the store is, found out by asking it."""

from pathlib import Path

from sqlalchemy import Connection, func, select, text

from . import schema
from .database import shown
from .rows import Health


def health_of(connection: Connection, writable: bool) -> Health:
    """How the database behind this connection is; whether it can be written was found out before."""
    return Health(
        path=shown(connection.engine.url),
        schema=connection.execute(select(schema.version.c.version_num)).scalar_one(),
        size=_size(connection),
        journal=_journal(connection),
        tables=connection.execute(select(func.count()).select_from(schema.tables)).scalar_one(),
        writable=writable,
    )


def _size(connection: Connection) -> int:
    if connection.dialect.name != "sqlite":
        return int(connection.execute(text("SELECT pg_database_size(current_database())")).scalar_one())
    path = Path(connection.engine.url.database or "")
    files = (path, path.with_name(f"{path.name}-wal"))
    return sum(file.stat().st_size for file in files if file.exists())


def _journal(connection: Connection) -> str | None:
    if connection.dialect.name != "sqlite":
        return None
    return str(connection.exec_driver_sql("PRAGMA journal_mode").scalar_one())
