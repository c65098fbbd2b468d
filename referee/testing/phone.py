"""A phone that speaks HTTP: somebody at a table of a running referee, known by their
token and by nothing else.
"""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import field
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

from referee.lazy_dataclass import frozen

V1 = "/api/v1"
SERVE = (sys.executable, "-c", "from referee.commandline import main; main()", "serve")
HERE = ("--host=127.0.0.1", "--port=0", "--no-browser", "--qr=never", "--limits=off")


@frozen
class Answer:
    """What came back: the status of HTTP (201, 422), and the text."""

    status: int
    text: str

    @property
    def json(self) -> Any:
        """What was answered, or the problem."""
        return json.loads(self.text)

    def said(self, status: int) -> Any:
        """Return the JSON in it; AssertionError where it came with another status."""
        if self.status != status:
            raise AssertionError(
                f"the answer is {self.status}, not {status}: {self.text}"
            )
        return self.json

    def fields(self) -> dict[str, str]:
        """Return the wrong fields of a 422, each with its message."""
        return {error["field"]: error["message"] for error in self.said(422)["errors"]}


@frozen
class Phone:
    """A client of the referee at this address, with at most one token."""

    address: str
    token: str | None = None

    def get(self, path: str) -> Answer:
        """Return what is answered to this call of `/api/v1`."""
        return self.ask("GET", path)

    def post(self, path: str, body: object = None) -> Answer:
        """Return what is answered to this body."""
        return self.ask("POST", path, {} if body is None else body)

    def ask(self, method: str, path: str, body: object = None) -> Answer:
        """Return what is answered to a request of this method."""
        headers = {}
        sent = None
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        if body is not None:
            headers["Content-Type"] = "application/json"
            sent = json.dumps(body).encode()
        with closing(HTTPConnection(urlsplit(self.address).netloc)) as connection:
            connection.request(method, f"{V1}{path}", sent, headers)
            answer = connection.getresponse()
            return Answer(answer.status, answer.read().decode())

    def enter(
        self,
        code: str,
        kind: str,
        seat: str | None = None,
        /,
        id: str | None = None,
        **data: Any,
    ) -> Answer:
        """Make one entry for this seat, with an id of its own unless one is given."""
        entry = {"id": id or str(uuid4()), "kind": kind, "seat": seat, "data": data}
        return self.post(f"/tables/{code}/entries", entry)

    def look(self, code: str) -> Any:
        """Return the table, as this phone may see it."""
        return self.get(f"/tables/{code}").said(200)

    def log(self, code: str) -> Any:
        """Return every entry ever made and what was ruled on it, as this phone may see
        it.
        """
        entries = []
        after = 0
        while after is not None:
            page = self.get(f"/tables/{code}/log?after={after}").said(200)
            entries += page["entries"]
            after = page["next"]
        return entries


@frozen
class Phones:
    """A table at which a match has begun: its code, the phone of its host, who has no
    seat, and those of the seats.
    """

    code: str
    host: Phone
    seats: dict[str, Phone] = field(default_factory=dict)

    def __getitem__(self, seat: str) -> Phone:
        """Return the phone of this seat."""
        return self.seats[seat]

    def enter(self, seat: str | None, kind: str, /, **data: Any) -> Answer:
        """Make one entry from the phone of this seat; None: from the host's."""
        phone = self.host
        if seat is not None:
            phone = self.seats[seat]
        return phone.enter(self.code, kind, **data)

    def look(self, seat: str | None = None) -> Any:
        """Return the table as this seat sees it; None: as somebody who only watches."""
        return self._phone_of(seat).look(self.code)

    def log(self, seat: str | None = None) -> Any:
        """Return every entry ever made and what was ruled on it, as this seat, or who
        only watches, may see it.
        """
        return self._phone_of(seat).log(self.code)

    def _phone_of(self, seat: str | None) -> Phone:
        if seat is None:
            return Phone(self.host.address)
        return self.seats[seat]


@contextmanager
def serve_in(folder: Path, *options: str) -> Iterator[str]:
    """Start `referee serve` with its tables in this folder, and yield its address; it
    ends with the block.

    RuntimeError where it does not start, with what it said.
    """
    settings = {}
    for name, value in os.environ.items():
        if not name.startswith("REFEREE_"):
            settings[name] = value
    daemon = subprocess.Popen(  # our own command  # noqa: S603
        [*SERVE, *HERE, f"--data={folder}", *options],
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env=settings,
    )
    try:
        yield _read_address(daemon)
    finally:
        daemon.terminate()
        daemon.communicate()


def _read_address(daemon: "subprocess.Popen[str]") -> str:
    greeting = ""
    for line in daemon.stdout or ():
        greeting += line
        address = re.search(r"http://127\.0\.0\.1:\d+", line)
        if address is not None:
            return address[0]
    raise RuntimeError(f"the referee did not start:\n{greeting}")


def seat_phones(
    address: str,
    game: str,
    names: str | Sequence[str],
    dealer: str | None = None,
    house_rules: Sequence[str] = (),
    options: Mapping[str, object] | None = None,
) -> Phones:
    """Open a table for an installed game, seat a phone at it for each of these names,
    and begin the match.
    """
    newcomer = Phone(address)
    opening = {"game": game, "options": options or {}, "house_rules": list(house_rules)}
    opened = newcomer.post("/tables", opening).said(201)
    table = Phones(opened["code"], Phone(address, opened["host_token"]))
    path = f"/tables/{table.code}"
    if isinstance(names, str):
        names = names.split()
    for name in names:
        seated = newcomer.post(f"{path}/join", {"name": name}).said(201)
        table.seats[seated["seat"]] = Phone(address, seated["seat_token"])
    table.host.post(f"{path}/start", {"dealer": dealer}).said(200)
    return table
