"""One set of tests for every store: an SQLite file, and PostgreSQL where there is one
(see `tests.postgres`).
"""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from referee.hosting.store import SeatRow, Store, TableRow
from tests import postgres as server

POSTGRESQL = pytest.param("postgresql", marks=pytest.mark.slow)
KINDS = ["sqlite", POSTGRESQL] if server.THERE else ["sqlite"]
collect_ignore = [] if server.THERE else ["test_postgresql.py"]


def pytest_report_collectionfinish() -> str:
    if server.GIVEN:
        return "store: SQLite, and PostgreSQL from REFEREE_TEST_POSTGRES"
    if server.PROGRAMS:
        return f"store: SQLite, and PostgreSQL from {server.PROGRAMS}"
    return (
        "store: SQLite only; for PostgreSQL install Debian's postgresql or set "
        "REFEREE_TEST_POSTGRES"
    )


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "kind" in metafunc.fixturenames:
        metafunc.parametrize("kind", getattr(metafunc.module, "KINDS", KINDS))


@pytest.fixture
def place(kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Where an empty store of this kind may be made."""
    if kind == "sqlite":
        yield str(tmp_path / "data" / "tables.sqlite")
        return
    with server.schema(request.getfixturevalue("postgres")) as own:
        yield own


@pytest.fixture
def store(place: str) -> Iterator[Store]:
    with Store.open(place) as store:
        yield store


@pytest.fixture
def lay(store: Store) -> Callable[..., TableRow]:
    """Makes a table with seats of these names."""

    def lay(code: str = "oak", *names: str, created_at: float = 100.0) -> TableRow:
        row = TableRow(code, "whist", "1.0", created_at)
        store.create_table(
            row, [SeatRow(code, place, name) for place, name in enumerate(names)]
        )
        return row

    return lay
