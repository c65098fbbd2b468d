"""Finding damage in a store, and rescuing whole tables from it."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from .database import VERSION, insertion
from .failures import DamagedError, NoSuchTable, WriteRefused
from .rows import Rows
from .sqlite_file import SqliteFile
from .store import Store
from .transactions import column_values

MOST_LOOKED_AT = 500_000_000
"""The largest file checked at a start; a larger one takes more than a second."""

KNOWN_BY = (
    "code, game FROM tables",
    "code FROM tables",
    "code FROM seats",
    "code FROM log WHERE code NOT IN (SELECT code FROM events)",
)
"""The columns that hold tables' codes: damage may hide a code in some of them."""

OF_A_TABLE: Sequence[str] = ("ledgers", "tables", "seats", "log", "results", "placings")
"""The tables with everything permanent about a table."""

EVENTS = "SELECT code FROM events"
OF_AN_EVENT: Sequence[str] = ("ledgers", "events", "log")
"""The tables with everything about an event, but which tables are its."""

OTHERS: Mapping[str, str] = {
    "keyring": "the keys of codes",
    "event_tables": "which tables are an event’s",
    "links": "links to seats",
    "claims": "claims to seats",
    "admissions": "answers to claims",
    "newcomers": "those who play in the next match",
    "rematches": "which match followed which",
    "refusals": "refused entries",
    "leases": "which daemon has a table’s races",
    "finishes": "photo finishes",
}
"""The other tables, each after those that its rows name, and what people call them."""


@dataclass(frozen=True, slots=True)
class Health:
    """A store's state; `size` in bytes, `tables` their number."""

    location: str
    version: int
    size: int
    tables: int
    writable: bool


@dataclass(frozen=True, slots=True)
class Damage:
    """A database's report about its file, and the codes of affected tables."""

    flaws: tuple[str, ...]
    tables: tuple[str, ...]

    def __bool__(self) -> bool:
        return bool(self.flaws or self.tables)


@dataclass(frozen=True, slots=True)
class Rescued:
    """The codes of what was saved whole; and codes and parts that were not."""

    codes: tuple[str, ...]
    lost: tuple[str, ...]


def health_of(store: Store) -> Health:
    """Return a store's health; it tests writing by a write that it rolls back."""
    writable = False
    with suppress(Exception), store.writing() as connection:
        connection.execute("UPDATE referee_store SET version = version")
        writable = True
        raise WriteRefused
    database = store.database
    tables = len(_codes(store))
    return Health(str(database), VERSION, database.size(), tables, writable)


def quick_look(store: Store) -> tuple[str, ...]:
    """Return SQLite's complaints about its file, if checking takes under a second."""
    file = store.database
    if isinstance(file, SqliteFile) and file.size() <= MOST_LOOKED_AT:
        return file.flaws("quick_check")
    return ()


def thorough_look(store: Store) -> Damage:
    """Return all damage: pages, indexes, and tables with missing or unreadable rows."""
    file = store.database
    flaws: tuple[str, ...] = ()
    if isinstance(file, SqliteFile):
        flaws = file.flaws("integrity_check")
    damaged = []
    for code, names in _list_ledgers(store).items():
        try:
            _read_rows(store, code, names)
        except DamagedError:
            damaged.append(code)
    return Damage(flaws, tuple(damaged))


def _read_rows(store: Store, code: str, names: Sequence[str]) -> dict[str, Rows]:
    """Return the rows of a ledger in these tables.

    Raise DamagedError if any is missing or unreadable.
    """
    rows = {}
    for name in names:
        sql = f"SELECT * FROM {name} WHERE code = ?"  # noqa: S608  # our own
        rows[name] = store.read(sql, [code])
    seqs = sorted(seq for _, seq, *_ in rows["log"])
    is_gapless = seqs == list(range(1, len(seqs) + 1))
    if not rows["ledgers"] or not rows[names[1]] or not is_gapless:
        raise DamagedError
    return rows


def _copy(rows: Mapping[str, Rows], target: Store) -> None:
    with target.writing() as connection:
        for name, several in rows.items():
            for row in several:
                sql = insertion(name, len(row))
                connection.execute(sql, column_values(row))


def _list_ledgers(store: Store) -> dict[str, Sequence[str]]:
    """Return all codes, each with the names of the tables that hold its rows."""
    ledgers = dict.fromkeys(_codes(store), OF_A_TABLE)
    with suppress(DamagedError):
        ledgers |= {code: OF_AN_EVENT for (code,) in store.read(EVENTS)}
    return ledgers


def _codes(store: Store) -> list[str]:
    codes: set[str] = set()
    for sql in KNOWN_BY:
        with suppress(DamagedError):
            codes.update(row[0] for row in store.read(f"SELECT DISTINCT {sql}"))
    return sorted(codes)


def rescue(damaged: str | Path, location: Path) -> Rescued:
    """Copy a damaged store's readable tables and events to `location`.

    Of each, all or nothing. Raise FileExistsError if `location` exists, StoreUnusable
    if the damaged store cannot be opened at all.
    """
    if location.exists():
        raise FileExistsError(location)
    saved = []
    lost = []
    with Store.open(damaged) as source, Store.open(location) as target:
        for code, names in _list_ledgers(source).items():
            try:
                _copy(_read_rows(source, code, names), target)
                saved.append(code)
            except DamagedError:
                lost.append(code)
        for name, what in OTHERS.items():
            if not _copy_whole(source, name, target):
                lost.append(what)
    if not saved:
        for file in location.parent.glob(f"{location.name}*"):
            file.unlink()
    return Rescued(tuple(saved), tuple(lost))


def _copy_whole(source: Store, name: str, target: Store) -> bool:
    """Copy a table's rows; return whether none was unreadable, or of something lost."""
    is_whole = True
    with suppress(DamagedError):
        for row in source.read(f"SELECT * FROM {name}"):  # noqa: S608  # our own
            try:
                _copy({name: [row]}, target)
            except (WriteRefused, NoSuchTable):
                is_whole = False
        return is_whole
    return False
