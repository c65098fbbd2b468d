"""One set of tests for every store: an SQLite file, and PostgreSQL where there is one.

PostgreSQL is the server of REFEREE_TEST_POSTGRES (a URL; each test makes a schema of its own in it), or one
that is started here from the system's `initdb`. Without either its tests are not collected, and the line
after the count of collected tests says so.
"""

import itertools
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import create_engine, make_url, text

from referee.hosting.store import SeatRow, Store, TableRow
from referee.hosting.store.database import read_place

GIVEN = os.environ.get("REFEREE_TEST_POSTGRES")
NUMBERS = itertools.count(1)


def find_programs() -> Path | None:
    """The folder with initdb and pg_ctl; Debian and Homebrew keep them off the path."""
    on_path = shutil.which("initdb")
    if on_path:
        return Path(on_path).parent
    folders = [*Path("/usr/lib/postgresql").glob("*/bin")]
    folders += [
        folder for opt in ("/opt/homebrew/opt", "/usr/local/opt") for folder in Path(opt).glob("postgresql*/bin")
    ]
    return next((folder for folder in sorted(folders, reverse=True) if (folder / "initdb").exists()), None)


PROGRAMS = find_programs()
KINDS = ["sqlite", "postgresql"] if GIVEN or PROGRAMS else ["sqlite"]
collect_ignore = [] if "postgresql" in KINDS else ["test_postgresql.py"]


def pytest_report_collectionfinish() -> str:
    if GIVEN:
        return "store: SQLite, and PostgreSQL from REFEREE_TEST_POSTGRES"
    if PROGRAMS:
        return f"store: SQLite, and PostgreSQL from {PROGRAMS}"
    return "store: SQLite only; for PostgreSQL install Debian's postgresql or set REFEREE_TEST_POSTGRES"


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "kind" in metafunc.fixturenames:
        metafunc.parametrize("kind", getattr(metafunc.module, "KINDS", KINDS))


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The URL of a database in which tests may make schemas."""
    if GIVEN:
        yield read_place(GIVEN).render_as_string(hide_password=False)
        return
    assert PROGRAMS is not None
    # Not pytest's folder: a socket's path may have 107 bytes only.
    folder = Path(tempfile.mkdtemp(prefix="referee-pg-"))
    # The server refuses to run as root.
    user = "nobody" if os.geteuid() == 0 else None
    if user:
        shutil.chown(folder, user)

    def run(program: str, *words: str) -> None:
        command = [str(PROGRAMS / program), "-D", str(folder / "data"), *words]
        subprocess.run(command, check=True, user=user, stdout=subprocess.DEVNULL, cwd=folder)

    run("initdb", "--username=referee", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync")
    words = f"-c listen_addresses='' -c unix_socket_directories='{folder}' -c fsync=off"
    run("pg_ctl", "--wait", "-l", str(folder / "log"), "-o", words, "start")
    try:
        yield f"postgresql+psycopg://referee@/postgres?host={folder}"
    finally:
        run("pg_ctl", "--wait", "-m", "immediate", "stop")
        shutil.rmtree(folder)


@pytest.fixture
def place(kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Where an empty store of this kind may be made."""
    if kind == "sqlite":
        yield str(tmp_path / "data" / "tables.sqlite")
        return
    url = make_url(request.getfixturevalue("postgres"))
    own = f"referee_test_{os.getpid()}_{next(NUMBERS)}"
    engine = create_engine(url)
    with engine.begin() as connection:
        connection.execute(text(f"CREATE SCHEMA {own}"))
    own_url = url.update_query_dict({"options": f"-csearch_path={own}"})
    yield own_url.render_as_string(hide_password=False)
    with engine.begin() as connection:
        connection.execute(text(f"DROP SCHEMA {own} CASCADE"))
    engine.dispose()


@pytest.fixture
def store(place: str) -> Iterator[Store]:
    with Store.open(place) as store:
        yield store


@pytest.fixture
def lay(store: Store) -> Callable[..., TableRow]:
    """Makes a table with seats of these names."""

    def lay(code: str = "oak", *names: str, created_at: float = 100.0) -> TableRow:
        row = TableRow(code, "whist", "1.0", created_at)
        store.create_table(row, [SeatRow(code, place, name) for place, name in enumerate(names)])
        return row

    return lay
