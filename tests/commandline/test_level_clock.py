"""The clock of a level outlives a daemon that is killed, running or stopped."""

from pathlib import Path
from time import sleep, time
from uuid import uuid4

import pytest

from tests.commandline.running import Running, free_port, running


def start_table(daemon: Running) -> tuple[str, str]:
    """A match with levels of ten minutes: its code, the host's token."""
    options = {"rise": "minutes", "level_minutes": 10}
    body = {"game": "holdem", "seats": ["Ana", "Ben", "Cy"], "options": options}
    _, opened = daemon.post("/tables", body)
    code = opened["code"]
    token = opened["host_token"]
    status, _ = daemon.post(f"/tables/{code}/start", {}, token)
    assert status == 200
    return code, token


def press_clock(daemon: Running, code: str, token: str) -> None:
    entry = {"id": str(uuid4()), "kind": "clock", "data": {}}
    status, _ = daemon.post(f"/tables/{code}/entries", entry, token)
    assert status == 201


def wait_for_next_second(second: float) -> None:
    """The clock tells whole seconds: in the one in which it began all are left."""
    while time() < second + 1:
        sleep(0.05)


@pytest.mark.slow
def test_the_clock_goes_on_after_a_kill(tmp_path: Path) -> None:
    options = ("--data", tmp_path, "--port", str(free_port()))
    with running(*options) as daemon:
        code, token = start_table(daemon)
        press_clock(daemon, code, token)
        runs = daemon.look(code)["clock"]
        assert runs["since"] is not None
        daemon.process.kill()
    with running(*options) as daemon:
        assert daemon.look(code)["clock"] == runs
        wait_for_next_second(runs["since"])
        press_clock(daemon, code, token)
        stands = daemon.look(code)["clock"]
        assert stands["since"] is None
        assert 0 < stands["left"] < runs["left"]
        daemon.process.kill()
    with running(*options) as daemon:
        assert daemon.look(code)["clock"] == stands
