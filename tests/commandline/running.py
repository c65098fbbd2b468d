"""A daemon in a process of its own, as people start it, and what a phone says to it."""

import json
import os
import re
import socket
import ssl
import subprocess
import sys
import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

REFEREE = Path(sys.executable).with_name("referee")


def quiet() -> dict[str, str]:
    """The environment without a screen to open a browser on, and without settings of
    the referee.
    """
    left_out = ("REFEREE_", "DISPLAY", "WAYLAND_DISPLAY")
    return {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(left_out)
    }


_KEPT: list[socket.socket] = []
"""Sockets that do not listen: as long as there are any at a port, nobody else is given
it unasked.
"""


def free_port() -> int:
    """A port to listen on, kept for this process and those that it starts, at each of
    this machine's addresses.
    """
    keeper = socket.socket()
    keeper.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    # At one address only, a test's phone at another could be given the port, and
    # whatever listens at all be refused.
    keeper.bind(("", 0))
    _KEPT.append(keeper)
    return int(keeper.getsockname()[1])


def bearing(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"} if token else {}


class Running:
    """A daemon that has said all it says at its start; `greeting` holds that."""

    def __init__(
        self,
        *options: str | Path,
        program: Sequence[str | Path] = (REFEREE,),
        **settings: str,
    ) -> None:
        command = [*map(str, program), "serve", *map(str, options)]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(
            command,
            stdout=pipe,
            stderr=pipe,
            text=True,
            encoding="utf-8",
            env=quiet() | settings,
        )
        self.greeting = self._greeting()
        found = re.search(
            r"On this device itself:\s+(https?)://[\d.]+:(\d+)/", self.greeting
        )
        assert found is not None, (
            f"{self.greeting}\n{self.process.communicate(timeout=60)}"
        )
        self.port = int(found[2])
        self.url = f"{found[1]}://127.0.0.1:{self.port}"
        # Its certificate may be its own: what it says is looked at, not who it is.
        self._trusting = ssl._create_unverified_context()

    def _greeting(self) -> str:
        assert self.process.stdout is not None
        said = ""
        for line in self.process.stdout:
            said += line
            if line.startswith("Ctrl-C"):
                break
        return said

    def get(self, path: str, token: str = "") -> bytes:
        request = Request(f"{self.url}{path}", headers=bearing(token))
        with urlopen(request, timeout=60, context=self._trusting) as answer:
            return bytes(answer.read())

    def post(self, path: str, body: object, token: str = "") -> tuple[int, Any]:
        headers = {"Content-Type": "application/json"} | bearing(token)
        request = Request(
            f"{self.url}/api/v1{path}", json.dumps(body).encode(), headers
        )
        try:
            with urlopen(request, timeout=60, context=self._trusting) as answer:
                return answer.status, json.load(answer)
        except HTTPError as refused:
            with refused:
                return refused.code, json.load(refused)

    def look(self, code: str, token: str = "") -> Any:
        """The table as the bearer of this token sees it."""
        return json.loads(self.get(f"/api/v1/tables/{code}", token))

    def open_table(self) -> tuple[str, str]:
        """A table where a match has begun that goes on for as long as anybody likes;
        its code, the host's token.
        """
        table = {
            "game": "four-aces",
            "seats": ["Ana", "Ben", "Cy"],
            "options": {"target": 1000},
        }
        _, opened = self.post("/tables", table)
        status, _ = self.post(
            f"/tables/{opened['code']}/start", {}, opened["host_token"]
        )
        assert status == 200
        return opened["code"], opened["host_token"]

    def enter(self, code: str, token: str, number: int) -> tuple[int, str]:
        """Enter two hands without cards for the seat whose turn this number is; the
        status and the entry's id.
        """
        entry: dict[str, Any] = {
            "id": str(uuid.uuid4()),
            "kind": "round",
            "seat": ("Ana", "Ben", "Cy")[number % 3],
            "data": {"hidden": [], "exposed": []},
        }
        status, _ = self.post(f"/tables/{code}/entries", entry, token)
        return status, entry["id"]

    def listen(self, code: str) -> socket.socket:
        """A phone that listens to the table; it has heard the first words."""
        phone = socket.create_connection(("127.0.0.1", self.port), timeout=60)
        phone.sendall(
            f"GET /api/v1/tables/{code}/live HTTP/1.1\r\nHost: referee.test\r\n\r\n".encode()
        )
        heard = b""
        while b"event: changed" not in heard:
            more = phone.recv(4096)
            assert more, heard
            heard += more
        return phone

    def end(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate(timeout=60)


@contextmanager
def running(
    *options: str | Path, program: Sequence[str | Path] = (REFEREE,), **settings: str
) -> Iterator[Running]:
    """A daemon for as long as it is looked at; it opens no browser."""
    daemon = Running("--no-browser", *options, program=program, **settings)
    try:
        yield daemon
    finally:
        daemon.end()


def run(*words: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(REFEREE), *map(str, words)],
        capture_output=True,
        text=True,
        timeout=60,
        env=quiet(),
        check=False,
    )
