"""What `tools/deploy/` starts: two referees over one PostgreSQL behind a load balancer,
of which either may fail.
"""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from tests.commandline.running import free_port

ROOT = Path(__file__).parent.parent.parent

pytestmark = pytest.mark.slow


class Deployed:
    """All that the script started; it is asked through the load balancer."""

    def __init__(self, folder: Path, port: int | None = None) -> None:
        self.port = port or free_port()
        self.folder = folder
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        self.script = subprocess.Popen(
            ["sh", ROOT / "tools/deploy/run-here", folder, str(self.port)],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=os.environ | {"PATH": path},
        )
        assert self.script.stdout is not None
        said = self.script.stdout.readline()
        assert said.startswith("Open "), said + self.script.communicate()[0]

    def ask(
        self,
        path: str,
        body: object = None,
        token: str = "",
        comes_from: str = "127.0.0.2",
        **headers: str,
    ) -> tuple[int, Any]:
        headers = {"Content-Type": "application/json"} | headers
        if token:
            headers["Authorization"] = f"Bearer {token}"
        sent = None if body is None else json.dumps(body).encode()
        # Unless said, not from the address of the load balancer, whose word is taken.
        connection = HTTPConnection(
            "127.0.0.1", self.port, timeout=60, source_address=(comes_from, 0)
        )
        with closing(connection):
            connection.request("GET" if body is None else "POST", path, sent, headers)
            answer = connection.getresponse()
            told = answer.read()
            # What the load balancer says itself is no JSON.
            return answer.status, json.loads(told) if "json" in answer.headers[
                "Content-Type"
            ] else told

    def enter(self, code: str, token: str, seat: str) -> str:
        """Enter two hands without cards, sent again as a phone does where no daemon
        took them; the entry's id.
        """
        entry = {
            "id": str(uuid4()),
            "kind": "round",
            "seat": seat,
            "data": {"hidden": [], "exposed": []},
        }
        for _ in range(20):
            status, said = self.ask(f"/api/v1/tables/{code}/entries", entry, token)
            if status not in (502, 503):
                assert status == 201, said
                return str(entry["id"])
        raise AssertionError("no daemon takes anything")

    def referees(self) -> list[int]:
        """The processes of the two daemons."""
        found = subprocess.run(
            ["pgrep", "--parent", str(self.script.pid), "--full", "referee serve"],
            capture_output=True,
            text=True,
        )
        return [int(line) for line in found.stdout.split()]

    def end(self) -> None:
        self.script.send_signal(signal.SIGTERM)
        self.script.communicate(timeout=60)


@pytest.fixture
def folder() -> Iterator[Path]:
    # Not pytest's own: the database's server runs as somebody else, who must get to its
    # files.
    with tempfile.TemporaryDirectory() as found:
        Path(found).chmod(0o755)
        yield Path(found)


@pytest.fixture
def deployed(folder: Path) -> Iterator[Deployed]:
    found = Deployed(folder)
    try:
        yield found
    finally:
        found.end()


def open_table(deployed: Deployed) -> tuple[str, str]:
    table = {
        "game": "four-aces",
        "seats": ["Ana", "Ben", "Cy"],
        "options": {"target": 1000},
    }
    status, opened = deployed.ask("/api/v1/tables", table)
    assert status == 201
    assert opened["join_url"].startswith(f"http://127.0.0.1:{deployed.port}/")
    assert (
        deployed.ask(
            f"/api/v1/tables/{opened['code']}/start", {}, opened["host_token"]
        )[0]
        == 200
    )
    return opened["code"], opened["host_token"]


def test_a_match_is_played_by_whichever_daemon_answers_and_goes_on_when_one_is_killed(
    deployed: Deployed,
) -> None:
    code, token = open_table(deployed)
    seats = ("Ana", "Ben", "Cy") * 4
    taken = [deployed.enter(code, token, seat) for seat in seats]
    os.kill(deployed.referees()[0], signal.SIGKILL)
    taken += [deployed.enter(code, token, seat) for seat in seats]
    assert len(deployed.referees()) == 1

    _, log = deployed.ask(f"/api/v1/tables/{code}/log", token=token)
    assert [line["id"] for line in log["entries"]] == taken


def test_what_is_kept_is_there_when_everything_starts_again(deployed: Deployed) -> None:
    code, token = open_table(deployed)
    entry = deployed.enter(code, token, "Ana")
    deployed.end()
    again = Deployed(deployed.folder)
    try:
        _, log = again.ask(f"/api/v1/tables/{code}/log", token=token)
        assert [line["id"] for line in log["entries"]] == [entry]
    finally:
        again.end()


@pytest.mark.parametrize("comes_from", ["127.0.0.2", "127.0.0.1"])
def test_phones_are_told_apart_behind_the_balancer_whatever_they_write_themselves(
    deployed: Deployed, comes_from: str
) -> None:
    """All guesses come from one address here, which may be one of those whose word is
    taken; each daemon has 20.
    """
    codes = (f"{first}{second}BBB" for first in "BCDFGHJK" for second in "BCDFGHJK")
    statuses = [
        deployed.ask(
            f"/api/v1/tables/{code}",
            comes_from=comes_from,
            **{"X-Forwarded-For": f"192.0.2.{number}"},
        )[0]
        for number, code in enumerate(codes)
    ]
    assert set(statuses[:20]) == {404}
    assert 429 in statuses


def test_it_ends_and_says_what_the_balancer_said_where_the_port_is_taken(
    folder: Path,
) -> None:
    with (
        socket.create_server(("127.0.0.2", 0)) as taken,
        pytest.raises(
            AssertionError, match=r"HAProxy does not start:\n(.*\n)*.*\bbind\b"
        ),
    ):
        Deployed(folder, taken.getsockname()[1])


def test_the_programs_that_it_needs_are_named_when_they_are_missing(
    tmp_path: Path,
) -> None:
    path = tmp_path / "programs"
    path.mkdir()
    for program in (
        "sh",
        "dirname",
        "mkdir",
        "mktemp",
        "id",
        "chown",
        "rm",
        "tr",
        "cat",
    ):
        found = shutil.which(program)
        assert found is not None
        (path / program).symlink_to(found)
    ran = subprocess.run(
        ["sh", ROOT / "tools/deploy/run-here", tmp_path / "kept"],
        env={"PATH": str(path)},
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 1
    assert "is missing: install PostgreSQL's server, HAProxy and Referee." in ran.stderr
