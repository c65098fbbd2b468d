"""A rescue keeps all that the schema has room for, or says what it could not keep."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from referee.commandline import main
from referee.commandline.data_dir import STORE
from referee.hosting.store import Store, rescue
from tests.spoiling import root_page, spoil_page

ROWS = {
    "ledgers": ["'OAK', 3, 1", "'ELM', 1, 0", "'CLUB', 2, 0"],
    "tables": [
        "'OAK', 'whist', '1', 1.5, '{\"a\":1}', '[\"b\"]', 'h', 'Ana', '{\"c\":[2]}', "
        "2.5, 'k', 'p', 1, 1, 'w', '{\"d\":null}', 1",
        "'ELM', 'whist', '1', 1, '{}', '[]', NULL, NULL, NULL, NULL, 'k', NULL, 0, 0, "
        "NULL, NULL, 0",
    ],
    "seats": [
        "'OAK', 0, 'Ana', 't', 1, 7, 0, 'OAK'",
        "'OAK', 2, 'Ben', NULL, 0, 0, 1, NULL",
    ],
    "log": [
        "'OAK', 1, 'entry', 'id', '0', 1.5, '{\"e\":[1,\"x\"]}'",
        "'CLUB', 1, 'entrant', NULL, NULL, 1.5, '{\"names\":[\"Ana\"]}'",
    ],
    "results": ["'OAK', 'whist', 3.5, '[\"won\"]', 1"],
    "placings": ["'OAK', 0, 'Ana', 'ana', 2.5, 1, 1, 'whist', 3.5"],
    "events": ["'CLUB', '{\"name\":\"Club\"}', 'director', 'board'"],
    "event_tables": ["'OAK', 'CLUB'"],
    "keyring": ["'keys of table codes', 'secret'"],
    "newcomers": ["'OAK', 'Eve', 't3', 6.5"],
    "links": ["'t1', 'OAK', 'Ben', 9.5, 1"],
    "claims": ["'c1', 's', 'OAK', 'Ana', 4.5, 'waiting', NULL, 'a'"],
    "admissions": ["'c1', 'Ben', 't2', 1"],
    "rematches": ["'OAK', 'ELM'"],
    "refusals": ["'OAK', 'r', '0', '{\"f\":1}', 5.5"],
    "leases": ["'OAK', 7, 'http://127.0.0.1'"],
    "finishes": ["'OAK', 2, '{\"heats\":[]}'"],
}
"""Rows for each of the schema's tables."""


@pytest.fixture
def full(tmp_path: Path) -> Path:
    """A store in which every table of the schema has rows."""
    place = tmp_path / STORE
    Store.open(place).close()
    with closing(sqlite3.connect(place)) as file, file:
        file.execute("DELETE FROM keyring")
        for name, rows in ROWS.items():
            for row in rows:
                file.execute(f"INSERT INTO {name} VALUES ({row})")
    return place


def read_all(place: Path) -> dict[str, list[tuple[object, ...]]]:
    tables = "SELECT name FROM sqlite_master WHERE type = 'table'"
    with closing(sqlite3.connect(place)) as file:
        names = [name for (name,) in file.execute(tables)]
        # How much is erased from the disk is another file's.
        names.remove("referee_store")
        rows = {}
        for name in names:
            rows[name] = sorted(file.execute(f"SELECT * FROM {name}"), key=str)
        return rows


def test_every_row_of_every_table_is_kept(full: Path, tmp_path: Path) -> None:
    before = read_all(full)
    assert {name: len(rows) for name, rows in before.items()} == {
        name: len(rows) for name, rows in ROWS.items()
    }
    saved = tmp_path / "saved.sqlite"
    rescued = rescue(full, saved)
    assert {*rescued.codes} == {"OAK", "ELM", "CLUB"}
    assert rescued.lost == ()
    assert read_all(saved) == before


@pytest.mark.parametrize(
    ("page", "lost"),
    [
        ("links", "links to seats"),
        ("claims", "claims to seats, answers to claims"),
        ("event_tables", "which tables are an event’s"),
        ("keyring", "the keys of codes"),
        ("finishes", "photo finishes"),
        ("events", "which tables are an event’s"),
        ("placings", "OAK"),
    ],
)
def test_what_could_not_be_kept_is_said(
    full: Path, tmp_path: Path, page: str, lost: str
) -> None:
    spoil_page(full, root_page(full, page))
    new = tmp_path / "new"
    words = ["doctor", "--rescue", str(new), "--data", str(tmp_path)]
    told = CliRunner().invoke(main, words)
    assert " saved in " in told.stdout
    assert told.stderr.startswith("Not saved, or not all of it: ")
    assert lost in told.stderr
    kept = read_all(new / STORE)["tables"]
    assert ("OAK" in str(kept)) == ("OAK" not in lost)
