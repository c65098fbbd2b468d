"""boardgame.io beside the referee: its own server, in memory, and clients that speak
its protocol (see `peers`).
"""

import json
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from math import nan
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from benchmarks.daemon import (
    PATIENCE_SECONDS,
    Caller,
    Daemon,
    NoAnswer,
    ended,
    free_port,
)
from benchmarks.durable import Busy

FOLDER = Path(__file__).parent / "peers" / "boardgame_io"
HOW_TO_HAVE_IT = f"npm ci --prefix {FOLDER.relative_to(Path(__file__).parents[2])}"


def is_there() -> bool:
    """Return whether there is Node.js, and the peer is installed."""
    return (
        shutil.which("node") is not None
        and (FOLDER / "node_modules" / "boardgame.io").exists()
    )


@contextmanager
def opened() -> Iterator[Daemon]:
    """Its server, answering; it ends with the block."""
    port = free_port()
    quiet = subprocess.DEVNULL
    process = subprocess.Popen(
        ["node", FOLDER / "server.cjs", str(port)],
        stdin=quiet,
        stdout=quiet,
        stderr=quiet,
    )
    server = Daemon(port, process)
    try:
        _wait_for(server)
        yield server
    finally:
        ended(server)


def _wait_for(server: Daemon) -> None:
    end = monotonic() + PATIENCE_SECONDS
    while monotonic() < end and server.process.poll() is None:
        with suppress(OSError), Caller(server.port):
            return
        sleep(0.02)
    raise NoAnswer("boardgame.io does not answer")


def waits(moves: int) -> list[float]:
    """Return the milliseconds from each of so many moves to the second client of its
    match.
    """
    with opened() as server:
        told: list[float] = _clients(server, "alone", moves)["waits"]
    return told


def busy(seconds: int) -> Busy:
    """Moves over many matches, by clients that wait for each one's answer."""
    with opened() as server:
        before = server.cpu_seconds()
        told = _clients(server, "busy", seconds)
        after = server.cpu_seconds()
    return Busy(
        told["count"] / told["seconds"],
        nan,
        (after - before) * 1e3 / told["count"],
        nan,
    )


def _clients(server: Daemon, mode: str, amount: int) -> Any:
    command = ["node", FOLDER / "clients.cjs", str(server.port), mode, str(amount)]
    told = subprocess.run(
        command, capture_output=True, timeout=20 * PATIENCE_SECONDS, check=True
    )
    return json.loads(told.stdout)
