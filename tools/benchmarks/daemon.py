"""A daemon of its own for measuring, on this machine's loopback alone and in a folder
that goes with it.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from math import nan
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from typing import Any

from benchmarks.deals import GAME, OPTIONS, SEATS, entries

HERE = "127.0.0.1"
PATIENCE_SECONDS = 20.0


class NoAnswer(Exception):
    """The daemon did not answer as it should; the message holds what it said."""


@dataclass(frozen=True, slots=True)
class Daemon:
    """A running daemon."""

    port: int
    process: subprocess.Popen[bytes]

    def resident_mb(self) -> float:
        """Its resident memory, in millions of bytes."""
        return resident_mb(self.process.pid)

    def cpu_seconds(self) -> float:
        """Return the processor time it took so far; not a number where the system does
        not tell.
        """
        return cpu_seconds(self.process.pid)


@contextmanager
def opened() -> Iterator[Daemon]:
    """Yield a daemon that answers, with rates unlimited; it ends with the block."""
    with TemporaryDirectory() as folder:
        daemon = launched(Path(folder))
        try:
            wait_for(daemon, "/api/v1/games")
            yield daemon
        finally:
            ended(daemon)


def launched(place: Path | str) -> Daemon:
    """Return a daemon just started, which may not answer yet."""
    port = free_port()
    command = [
        str(Path(sys.executable).with_name("referee")),
        "serve",
        "--no-browser",
        "--host",
        HERE,
    ]
    command += ["--port", str(port), "--data", str(place)]
    quiet = subprocess.DEVNULL
    started = subprocess.Popen(
        command,
        stdin=quiet,
        stdout=quiet,
        stderr=quiet,
        env=as_installed(REFEREE_LIMITS="off"),
    )
    return Daemon(port, started)


def as_installed(**more: str) -> dict[str, str]:
    """Return the environment of a program that is to start as an installed one does,
    and more: its modules are compiled once, at an earlier start, as those of its
    libraries are when they are installed.
    """
    return {
        name: value
        for name, value in os.environ.items()
        if name != "PYTHONDONTWRITEBYTECODE"
    } | more


def ended(daemon: Daemon) -> None:
    """Stop a daemon, gently and then for good."""
    daemon.process.terminate()
    try:
        daemon.process.wait(5)
    except subprocess.TimeoutExpired:
        daemon.process.kill()
        daemon.process.wait()


def wait_for(daemon: Daemon, path: str) -> None:
    """Return as soon as this path answers 200; NoAnswer when that takes too long."""
    end = monotonic() + PATIENCE_SECONDS
    while monotonic() < end and daemon.process.poll() is None:
        try:
            with Caller(daemon.port) as caller:
                status, _ = caller.call("GET", path)
                if status == 200:
                    return
                raise NoAnswer(f"{path} answered {status}")
        except OSError:
            sleep(0.005)
    raise NoAnswer(
        f"no answer at {path}; the daemon "
        f"{'runs' if daemon.process.poll() is None else 'has ended'}"
    )


def free_port() -> int:
    """Return a port that nothing listens on just now."""
    with socket.socket() as probe:
        probe.bind((HERE, 0))
        port: int = probe.getsockname()[1]
        return port


def cpu_seconds(pid: int) -> float:
    """Return the processor time that a process took so far; not a number where the
    system does not tell.
    """
    stat = Path(f"/proc/{pid}/stat")
    if not stat.exists():
        return nan
    told = stat.read_text().rpartition(")")[2].split()
    return (int(told[11]) + int(told[12])) / os.sysconf("SC_CLK_TCK")


def resident_mb(pid: int) -> float:
    """Return a process's resident memory, in millions of bytes."""
    status = Path(f"/proc/{pid}/status")
    if status.exists():
        line = next(
            line
            for line in status.read_text().splitlines()
            if line.startswith("VmRSS:")
        )
        return int(line.split()[1]) * 1024 / 1e6
    told = subprocess.run(
        ["ps", "-o", "rss=", "-p", str(pid)], capture_output=True, check=True
    )
    return int(told.stdout) * 1024 / 1e6


def request_bytes(
    method: str, path: str, body: object = None, token: str = ""
) -> bytes:
    """Return a request as it goes over the wire, in one piece."""
    sent = b"" if body is None else json.dumps(body).encode()
    lines = [
        f"{method} {path} HTTP/1.1",
        f"Host: {HERE}",
        f"Content-Length: {len(sent)}",
    ]
    lines += ["Content-Type: application/json"] if sent else []
    lines += [f"Authorization: Bearer {token}"] if token else []
    return "\r\n".join([*lines, "", ""]).encode() + sent


class Caller:
    """A connection kept alive, of an address if one is named: as little between measure
    and wire as can be.
    """

    def __init__(self, port: int, address: str = "") -> None:
        source = (address, 0) if address else None
        self.socket = socket.create_connection((HERE, port), PATIENCE_SECONDS, source)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._received = b""

    def __enter__(self) -> Caller:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Hang up."""
        self.socket.close()

    def call(
        self, method: str, path: str, body: object = None, token: str = ""
    ) -> tuple[int, Any]:
        """Return the status and the JSON of an answer."""
        status, answer = self.send(request_bytes(method, path, body, token))
        return status, json.loads(answer)

    def send(self, request: bytes) -> tuple[int, bytes]:
        """Return the status and the body of the answer to these bytes."""
        self.start(request)
        while (answer := self.more()) is None:
            pass
        return answer

    def start(self, request: bytes) -> None:
        """Send these bytes; `more` then gives the answer."""
        self._received = b""
        self.socket.sendall(request)

    def more(self) -> tuple[int, bytes] | None:
        """Return the status and the body of the answer, once all of it has come; None
        before.
        """
        more = self.socket.recv(65_536)
        if not more:
            raise NoAnswer("the daemon hung up")
        self._received += more
        head, ended, body = self._received.partition(b"\r\n\r\n")
        if not ended:
            return None
        length = next(
            line
            for line in head.split(b"\r\n")
            if line.lower().startswith(b"content-length:")
        )
        return (
            (int(head[9:12]), body) if len(body) >= int(length.split(b":")[1]) else None
        )


@dataclass(frozen=True, slots=True)
class Played:
    """A table that is being played at: its code, and posts of entries ready for the
    wire.
    """

    code: str
    posts: list[bytes]


def played_tables(port: int, count: int, posts: int, query: str = "") -> list[Played]:
    """So many tables with a match begun, and so many entries to post at each."""
    with Caller(port) as caller:
        return [_played(caller, number, posts, query) for number in range(count)]


def _played(caller: Caller, number: int, posts: int, query: str) -> Played:
    opening = {"game": GAME, "seats": list(SEATS), "options": OPTIONS}
    status, table = caller.call("POST", "/api/v1/tables", opening)
    if status != 201:
        raise NoAnswer(f"no table was opened: {table}")
    path = f"/api/v1/tables/{table['code']}"
    status, view = caller.call("POST", f"{path}/start", {}, table["host_token"])
    if status != 200:
        raise NoAnswer(f"the match did not begin: {view}")
    made = entries(Random(number))
    bodies = (next(made) for _ in range(posts))
    return Played(
        table["code"],
        [
            request_bytes("POST", f"{path}/entries{query}", body, table["host_token"])
            for body in bodies
        ],
    )
