"""What was deleted is gone from the disk too: from the free pages of a file, its write-ahead log, its old copies."""

from glob import escape
from pathlib import Path

from sqlalchemy import Connection, Engine

from .schema import metadata


def erase_file(writer: Connection, path: Path) -> None:
    """Writes an SQLite file anew without what was deleted in it, and removes the copies made before upgrades.

    Deleted rows stay in free pages, in the gaps of others, and in the write-ahead log.
    """
    writer.exec_driver_sql("VACUUM")
    writer.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").all()
    writer.rollback()
    for copy in path.parent.glob(f"{escape(path.name)}.version-*"):
        copy.unlink(missing_ok=True)


def erase_server(engine: Engine) -> None:
    """Has a PostgreSQL server write our tables anew without what was deleted in them."""
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        for table in metadata.sorted_tables:
            connection.exec_driver_sql(f'VACUUM (FULL) "{table.name}"')
