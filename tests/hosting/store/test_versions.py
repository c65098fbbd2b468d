"""A store of any version is opened safely: made, upgraded, or refused."""

import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, inspect, text

from referee.hosting.store import (
    SeatRow,
    Store,
    StoreUnusable,
    TableRow,
    database,
    schema,
)
from referee.match.record import Record

WriteNext = Callable[..., Path]
FIRST_VERSION = Path(__file__).parent / "first_version"
MIGRATIONS = schema.MIGRATIONS
LAST, AFTER_LAST = schema.VERSIONS[-1], f"{len(schema.VERSIONS) + 1:04}"
NEXT = """
import os, signal
import sqlalchemy as sa
from alembic import op

revision = "{revision}"
down_revision = "{down}"


def upgrade():
    op.add_column("tables", sa.Column("stake", sa.Text))
    op.execute("UPDATE tables SET stake = 'matches'")
    {then}
"""
REBUILD = """
    with op.batch_alter_table("tables", recreate="always") as table:
        table.alter_column("game_version", new_column_name="edition")
"""


def ask(place: str, words: str) -> list[Any]:
    """Asks the database itself, past the store."""
    engine = create_engine(database.read_place(place))
    with engine.begin() as connection:
        result = connection.execute(text(words))
        rows = [tuple(row) for row in result] if result.returns_rows else []
    engine.dispose()
    return rows


def lay_a_table(place: str) -> None:
    with Store.open(place) as store:
        store.create_table(TableRow("oak", "whist", "1", 1.0), [SeatRow("oak", 0, "Ana")])
        store.append("oak", [Record(1, "entry", "id-1", None, 1.0, {})])


def lay_first_version(place: str) -> None:
    """An empty store as the first version made it."""
    url = database.read_place(place)
    if url.get_backend_name() == "sqlite":
        database.guard_file(Path(url.database or ""))
    engine = database.make_engine(url)
    words = (FIRST_VERSION / f"{url.get_backend_name()}.sql").read_text(encoding="utf-8")
    with database.alone(engine) as connection:
        for statement in filter(str.strip, words.split(";")):
            connection.exec_driver_sql(statement)
    engine.dispose()


@pytest.fixture
def write_next(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> WriteNext:
    """Makes this program one that has one migration more, which ends with the words given."""

    def write(then: str = "") -> Path:
        folder = tmp_path / f"next 100% {len(list(tmp_path.glob('next*')))}"
        shutil.copytree(MIGRATIONS, folder)
        (folder / "versions" / f"{AFTER_LAST}_stake.py").write_text(
            NEXT.format(revision=AFTER_LAST, down=LAST, then=then), encoding="utf-8"
        )
        monkeypatch.setattr(schema, "MIGRATIONS", folder)
        monkeypatch.setattr(schema, "VERSIONS", (*schema.VERSIONS, AFTER_LAST))
        return folder

    return write


def test_the_last_version_is_the_last_migration() -> None:
    config = Config()
    config.set_main_option("script_location", str(schema.MIGRATIONS))
    scripts = ScriptDirectory.from_config(config)
    assert tuple(script.revision for script in reversed(list(scripts.walk_revisions()))) == schema.VERSIONS


def test_a_store_of_the_first_version_comes_to_what_a_new_store_has(place: str) -> None:
    lay_first_version(place)
    Store.open(place).close()
    engine = create_engine(database.read_place(place))
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"version_table": schema.version.name})
        assert compare_metadata(context, schema.metadata) == []
        assert set(inspect(connection).get_table_names()) == {*schema.metadata.tables, schema.version.name}
    engine.dispose()
    assert ask(place, "SELECT version_num FROM referee_version") == [(schema.VERSIONS[-1],)]


def test_an_sqlite_file_of_the_first_version_comes_to_the_same_words(tmp_path: Path) -> None:
    """Checks and row ids too, which no comparison of metadata sees."""
    made, upgraded = str(tmp_path / "made.sqlite"), str(tmp_path / "upgraded.sqlite")
    Store.open(made).close()
    lay_first_version(upgraded)
    Store.open(upgraded).close()

    def words(place: str) -> list[tuple[str, set[str]]]:
        rows = ask(place, "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name")
        # The order of a table's constraints means nothing, nor does whether a name stands in quotes, nor whether a
        # column that came later begins a line.
        return [
            (name, set(filter(None, (part.strip(" ,\t") for part in re.split(r"\n|, ", sql.replace('"', ""))))))
            for name, sql in rows
        ]

    assert words(made) == words(upgraded)


def test_a_store_of_the_first_version_keeps_tables(place: str) -> None:
    lay_first_version(place)
    lay_a_table(place)
    with Store.open(place) as store:
        assert len(store.log("oak")) == 1


def test_an_older_store_is_upgraded_with_all_that_it_holds(place: str, write_next: WriteNext) -> None:
    lay_a_table(place)
    write_next()
    with Store.open(place) as store:
        assert len(store.log("oak")) == 1
    assert ask(place, "SELECT code, stake FROM tables") == [("oak", "matches")]
    assert ask(place, "SELECT version_num FROM referee_version") == [(AFTER_LAST,)]


def test_a_file_is_copied_before_it_is_upgraded(tmp_path: Path, write_next: WriteNext) -> None:
    place = tmp_path / "tables.sqlite"
    lay_a_table(str(place))
    write_next()
    with Store.open(place) as open_store:
        copy = tmp_path / f"tables.sqlite.version-{LAST}"
        assert copy.stat().st_mode & 0o777 == 0o600
        assert len(open_store.log("oak")) == 1
    assert ask(str(copy), "SELECT version_num FROM referee_version") == [(LAST,)]
    assert ask(str(copy), "SELECT code FROM tables") == [("oak",)]


def test_a_migration_may_rebuild_a_table_without_losing_what_hangs_on_it(tmp_path: Path, write_next: WriteNext) -> None:
    """SQLite changes many a column only by dropping the old table, which would take seats and logs along."""
    place = str(tmp_path / "tables.sqlite")
    lay_a_table(place)
    write_next(REBUILD)
    Store.open(place).close()
    assert ask(place, "SELECT edition FROM tables") == [("1",)]
    assert ask(place, "SELECT count(*) FROM log") == [(1,)]
    assert ask(place, "SELECT count(*) FROM seats") == [(1,)]


def test_a_migration_that_leaves_orphans_is_taken_back(tmp_path: Path, write_next: WriteNext) -> None:
    place = str(tmp_path / "tables.sqlite")
    lay_a_table(place)
    write_next('op.execute("DELETE FROM tables")')
    with pytest.raises(StoreUnusable, match="rows of no table"):
        Store.open(place)
    assert ask(place, "SELECT code FROM tables") == [("oak",)]
    assert ask(place, "SELECT version_num FROM referee_version") == [(LAST,)]


def test_a_migration_that_fails_changes_nothing_and_can_run_again(place: str, write_next: WriteNext) -> None:
    lay_a_table(place)
    write_next("raise RuntimeError('the lights went out')")
    with pytest.raises(RuntimeError, match="the lights went out"):
        Store.open(place)
    assert ask(place, "SELECT version_num FROM referee_version") == [(LAST,)]
    write_next()
    with Store.open(place) as store:
        assert len(store.log("oak")) == 1
    assert ask(place, "SELECT stake FROM tables") == [("matches",)]


@pytest.mark.slow
def test_a_program_killed_while_it_upgrades_changes_nothing(place: str, write_next: WriteNext) -> None:
    lay_a_table(place)
    folder = write_next("os.kill(os.getpid(), signal.SIGKILL)")
    script = (
        "import pathlib, sys; from referee.hosting.store import Store, schema;"
        "schema.MIGRATIONS = pathlib.Path(sys.argv[1]); schema.VERSIONS += (sys.argv[3],);"
        "Store.open(sys.argv[2])"
    )
    done = subprocess.run([sys.executable, "-c", script, str(folder), place, AFTER_LAST], check=False)
    assert done.returncode == -9
    assert ask(place, "SELECT version_num FROM referee_version") == [(LAST,)]
    write_next()
    with Store.open(place) as store:
        assert len(store.log("oak")) == 1
    assert ask(place, "SELECT stake FROM tables") == [("matches",)]


def test_a_store_of_a_newer_program_is_refused_and_left_alone(place: str) -> None:
    lay_a_table(place)
    ask(place, "UPDATE referee_version SET version_num = '9999'")
    with pytest.raises(database.StoreTooNew, match=rf"has version 9999.*up to {LAST}.*Upgrade the program"):
        Store.open(place)
    assert ask(place, "SELECT version_num FROM referee_version") == [("9999",)]
    assert ask(place, "SELECT code FROM tables") == [("oak",)]


def test_a_database_that_another_program_uses_is_left_alone(place: str) -> None:
    opening_place = database.read_place(place)
    if opening_place.database and opening_place.drivername == "sqlite":
        Path(opening_place.database).parent.mkdir()
    ask(place, "CREATE TABLE seats (row_number INTEGER, price INTEGER)")
    with pytest.raises(StoreUnusable, match=r"seats.* already exists.*a database of this program"):
        Store.open(place)
    assert ask(place, "SELECT price FROM seats") == []
    engine = create_engine(opening_place)
    assert inspect(engine).get_table_names() == ["seats"]
    engine.dispose()


def whether_opening_imports_alembic(place: str, times: int) -> list[bool]:
    """What a new program says each time that it has opened the store there."""
    script = (
        "import pathlib, sys; from referee.hosting.store import Store, schema;"
        "_, place, times, folder, *schema.VERSIONS = sys.argv; schema.MIGRATIONS = pathlib.Path(folder)\n"
        "for _ in range(int(times)): Store.open(place).close(); print('alembic' in sys.modules)"
    )
    given = [place, str(times), str(schema.MIGRATIONS), *schema.VERSIONS]
    done = subprocess.run([sys.executable, "-c", script, *given], check=True, capture_output=True, text=True)
    return [said == "True" for said in done.stdout.split()]


def check_that_only_a_migration_imports_alembic(place: str, write_next: WriteNext) -> None:
    assert whether_opening_imports_alembic(place, times=2) == [False, False], "a new store, and one of this version"
    write_next()
    assert whether_opening_imports_alembic(place, times=1) == [True], "an older store"


@pytest.mark.slow
def test_alembic_is_imported_only_for_a_migration(tmp_path: Path, write_next: WriteNext) -> None:
    check_that_only_a_migration_imports_alembic(str(tmp_path / "tables.sqlite"), write_next)


@pytest.mark.slow
def test_so_it_is_in_every_store(place: str, write_next: WriteNext) -> None:
    check_that_only_a_migration_imports_alembic(place, write_next)


@pytest.mark.slow
def test_programs_that_start_together_make_one_store(place: str) -> None:
    script = (
        "import sys; from referee.hosting.store import Store; print('ready', flush=True);"
        "sys.stdin.readline(); Store.open(sys.argv[1]).close()"
    )
    command = [sys.executable, "-c", script, place]
    programs = [subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in range(3)]
    for program in programs:
        assert program.stdout is not None
        program.stdout.readline()
    for program in programs:
        program.communicate("go\n", timeout=60)
    assert [program.returncode for program in programs] == [0] * 3
    assert ask(place, "SELECT version_num FROM referee_version") == [(schema.VERSIONS[-1],)]


def test_an_older_file_with_words_not_yet_in_it_is_copied_whole(tmp_path: Path, write_next: WriteNext) -> None:
    """What stands only in the write-ahead log, since the last program was killed, is in the copy too."""
    place = tmp_path / "tables.sqlite"
    lay_a_table(str(place))
    with closing(sqlite3.connect(place)) as left_open:
        left_open.execute("UPDATE tables SET game = 'skat'")
        left_open.commit()
        assert place.with_name("tables.sqlite-wal").stat().st_size > 0
        write_next()
        Store.open(place).close()
    assert ask(f"{place}.version-{LAST}", "SELECT game FROM tables") == [("skat",)]
