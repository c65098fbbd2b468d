"""What was answered 201 is in the log, whenever the daemon is killed."""

import json
import os
import threading
import time
from http.client import HTTPException
from pathlib import Path
from random import Random, randrange

import pytest

from tests.commandline.running import Running, free_port, running


def play_until_killed(
    daemon: Running, code: str, token: str, number: int, rng: Random
) -> list[str]:
    """The ids of the entries that were answered 201 before the daemon was killed in the
    middle of it all.
    """
    acknowledged: list[str] = []

    def play() -> None:
        place = number
        try:
            while True:
                status, entry = daemon.enter(code, token, place)
                if status == 201:
                    acknowledged.append(entry)
                place += 1
        except (OSError, HTTPException):
            return

    playing = threading.Thread(target=play)
    playing.start()
    while len(acknowledged) < 5:
        time.sleep(0.005)
    time.sleep(rng.uniform(0.01, 0.2))
    daemon.process.kill()
    playing.join(60)
    assert not playing.is_alive()
    return acknowledged


@pytest.mark.parametrize("kills", [1, pytest.param(5, marks=pytest.mark.slow)])
def test_nothing_that_was_answered_is_lost(tmp_path: Path, kills: int) -> None:
    seed = int(os.environ.get("REFEREE_CRASH_SEED", randrange(1_000_000)))
    print(f"To kill at the same moments again, set REFEREE_CRASH_SEED={seed}.")
    rng = Random(seed)
    options = ("--data", tmp_path, "--port", str(free_port()))
    with running(*options) as daemon:
        code, token = daemon.open_table()
        acknowledged = play_until_killed(daemon, code, token, 0, rng)
    for kill in range(1, kills + 1):
        with running(*options) as daemon:
            logged = [
                entry["id"]
                for entry in json.loads(daemon.get(f"/api/v1/tables/{code}/export"))[
                    "entries"
                ]
            ]
            assert len(set(logged)) == len(logged)
            assert set(acknowledged) <= set(logged)
            if kill < kills:
                played = len(logged)
                acknowledged += play_until_killed(daemon, code, token, played, rng)
