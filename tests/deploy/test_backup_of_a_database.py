"""A dump of PostgreSQL's tables is made while the referee runs, and played on."""

import json
import os
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.commandline.running import Running, running
from tests.postgres import PROGRAMS, served

from .documented import command, run

pytestmark = pytest.mark.slow


@pytest.fixture
def database() -> Iterator[str]:
    with served() as server:
        yield server.url


def entries(daemon: Running, code: str) -> int:
    return len(json.loads(daemon.get(f"/api/v1/tables/{code}/log"))["entries"])


def run_over(database: str, program: str, folder: Path) -> None:
    """Run the document's command of this program, over this database."""
    line = command(program).replace("URL", shlex.quote(database))
    run(line, folder, PATH=f"{PROGRAMS}:{os.environ['PATH']}")


def test_what_the_document_says(database: str, tmp_path: Path) -> None:
    at = ("--port", "0", "--host", "127.0.0.1", "--data", database)
    with running(*at) as daemon:
        code, token = daemon.open_table()
        daemon.enter(code, token, 0)
        run_over(database, "pg_dump", tmp_path)
        daemon.enter(code, token, 1)
        daemon.process.terminate()
        daemon.process.communicate(timeout=60)

    run_over(database, "pg_restore", tmp_path)
    with running(*at) as restored:
        assert entries(restored, code) == 1
        assert restored.enter(code, token, 1)[0] == 201
        assert entries(restored, code) == 2
