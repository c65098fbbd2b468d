"""A copy of the tables is made while the referee runs, and played on, with the tokens
that phones have, there and on another machine.
"""

import json
import shutil
from pathlib import Path

import pytest

from tests.commandline.running import Running, running

from .documented import command, run

pytestmark = pytest.mark.slow


def entries(daemon: Running, code: str) -> int:
    return len(json.loads(daemon.get(f"/api/v1/tables/{code}/log"))["entries"])


def test_what_the_document_says(tmp_path: Path) -> None:
    at = ("--port", "0", "--host", "127.0.0.1")
    with running(*at, "--data", tmp_path) as daemon:
        code, token = daemon.open_table()
        daemon.enter(code, token, 0)
        run(command("sqlite3"), tmp_path)
        daemon.enter(code, token, 1)
        assert entries(daemon, code) == 2

    another_machine = tmp_path / "another machine"
    another_machine.mkdir()
    shutil.copy(tmp_path / "copy.sqlite", another_machine / "tables.sqlite")
    with running(*at, "--data", another_machine) as elsewhere:
        assert elsewhere.enter(code, token, 1)[0] == 201
        assert entries(elsewhere, code) == 2

    aside = tmp_path / "aside"
    aside.mkdir()
    for name in ("tables.sqlite", "tables.sqlite-wal", "tables.sqlite-shm"):
        if (tmp_path / name).exists():
            (tmp_path / name).rename(aside / name)
    (tmp_path / "copy.sqlite").rename(tmp_path / "tables.sqlite")
    with running(*at, "--data", tmp_path) as restored:
        assert entries(restored, code) == 1
        assert restored.enter(code, token, 1)[0] == 201
        assert entries(restored, code) == 2
