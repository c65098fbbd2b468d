"""`referee forget`: matches and names that are gone for good, asked about first."""

import os
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from referee.commandline import main
from referee.commandline.data_dir import STORE
from referee.hosting.history.archive import Archive
from referee.hosting.room import CardRoom
from referee.hosting.store import Store
from referee.hosting.tables.entering import SentEntry, enter
from referee.hosting.tables.seats import start
from tests.at_table import change
from tests.commandline.running import REFEREE, quiet, running
from tests.only_games import only_games
from tests.toy_games import highest_card

NAME = "Wilhelmine"


def call(*words: str, stdin: str | None = None) -> Result:
    return CliRunner().invoke(main, list(words), input=stdin)


@pytest.fixture(autouse=True)
def a_small_game() -> Iterator[None]:
    with only_games(highest_card):
        yield


@pytest.fixture
def code(tmp_path: Path) -> str:
    """A finished match of Wilhelmine and Ben."""
    room = CardRoom(Store.open(tmp_path / STORE))
    opened = room.open_table("highest-card", [NAME, "Ben"], {"target": 1})
    host = room.viewer(opened.code, [opened.host_token])
    change(room, opened.code, host, start)
    for number, (seat, card) in enumerate(((NAME, "KC"), ("Ben", "QC"))):
        draft = SentEntry(
            f"7d9f2c54-0b1e-4a36-9c8d-{number:012}", "lay", seat, {"card": card}
        )
        change(room, opened.code, host, enter, [draft])
    room.close()
    return opened.code


def written(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.iterdir())


def test_a_table_is_gone_once_that_is_confirmed(code: str, tmp_path: Path) -> None:
    asked = call("forget", code.lower(), "--data", str(tmp_path), stdin="n\n")
    assert asked.exit_code == 1
    assert "The match goes, with its log" in asked.stdout
    assert f"{code} (highest-card: {NAME}, Ben)" in asked.stdout
    assert asked.stderr == "Error: Nothing was forgotten.\n"
    assert code.encode() in written(tmp_path)
    told = call("forget", code, "--data", str(tmp_path), stdin="y\n")
    assert told.stdout.endswith(f"The table {code} is gone.\n")
    assert code.encode() not in written(tmp_path)
    assert call("forget", code, "--data", str(tmp_path), "--yes").exit_code == 1


@pytest.mark.slow
def test_what_another_program_keeps_on_the_disk_is_told(
    code: str, tmp_path: Path
) -> None:
    with closing(sqlite3.connect(tmp_path / STORE)) as other:
        other.execute("BEGIN")
        other.execute("SELECT * FROM seats").fetchall()
        told = call("forget", code, "--data", str(tmp_path), "--yes")
        assert (told.exit_code, told.stdout) == (1, f"The table {code} is gone.\n")
        assert "Close that program" in told.stderr
        other.execute("COMMIT")
    with Store.open(tmp_path / STORE) as store:
        assert store.eraser.erase()
    assert code.encode() not in written(tmp_path)


def test_a_name_is_gone_and_the_match_is_there(code: str, tmp_path: Path) -> None:
    told = call("forget", "--data", str(tmp_path), "--player", NAME.upper(), "--yes")
    assert told.exit_code == 0
    assert told.stdout == f"{code}\nThe name is gone from 1 table.\n"
    assert NAME.encode() not in written(tmp_path)
    room = CardRoom(Store.open(tmp_path / STORE))
    assert [row.name for row in Archive(room).players().players] == ["Ben"]
    assert len(Archive(room).matches().matches) == 1
    room.close()
    assert (
        "No table has a player"
        in call("forget", "--player", NAME, "--data", str(tmp_path)).stderr
    )


def test_of_many_matches_progress_is_shown_and_codes_stand_in_columns(
    tmp_path: Path,
) -> None:
    with closing(CardRoom(Store.open(tmp_path / STORE))) as room:
        codes = {room.open_table("highest-card", [NAME]).code for _ in range(30)}
    terminal, inside = os.openpty()
    forgot = subprocess.run(
        [REFEREE, "forget", "--player", NAME, "--yes", "--data", tmp_path],
        stdout=subprocess.PIPE,
        stderr=inside,
        text=True,
        env=quiet(),
        check=False,
    )
    os.close(inside)
    shown = os.read(terminal, 65_536).decode()
    os.close(terminal)
    assert "100%" in shown
    # A program of its own does not know the tests' game, and so leaves its tables.
    assert "It is still at 30 tables" in shown
    lines = forgot.stdout.splitlines()
    assert {code for line in lines for code in line.split()} == codes
    assert [len(line) for line in lines] == [11 * 6 - 1, 11 * 6 - 1, 8 * 6 - 1]


@pytest.mark.parametrize("words", [[], ["AB3CD", "--player", "Ana"]])
def test_either_a_table_or_a_player(words: list[str], tmp_path: Path) -> None:
    told = call("forget", *words, "--data", str(tmp_path))
    assert told.exit_code == 2
    assert told.stderr.count("\n") == 1


@pytest.mark.slow
def test_nothing_is_forgotten_under_a_running_daemon(code: str, tmp_path: Path) -> None:
    """It has the table in memory, and would write the name once more."""
    with running("--data", tmp_path, "--port", "0", "--host", "127.0.0.1"):
        told = call("forget", code, "--yes", "--data", str(tmp_path))
    assert told.exit_code == 1
    assert "Stop that one first" in told.stderr
    assert call("forget", code, "--yes", "--data", str(tmp_path)).exit_code == 0
