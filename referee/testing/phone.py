"""A phone over HTTP: somebody at a running referee's table, known only by a token."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from html import unescape
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

V1 = "/api/v1"
SERVE = (sys.executable, "-c", "from referee.commandline import main; main()", "serve")
UNSEEN = r"(?s)<(script|style|template).*?</\1>|<[^>]*>"
"""What of a page's source nobody reads."""

HERE = ("--host=127.0.0.1", "--port=0", "--no-browser", "--qr=never", "--limits=off")


@dataclass(frozen=True, slots=True)
class Answer:
    """An HTTP answer: status (201, 422) and text."""

    status: int
    text: str

    @property
    def json(self) -> Any:
        """Return the answer or the problem."""
        return json.loads(self.text)

    def said(self, status: int) -> Any:
        """Return the answer's JSON; raise AssertionError for another status."""
        if self.status != status:
            raise AssertionError(
                f"the answer is {self.status}, not {status}: {self.text}"
            )
        return self.json

    def fields(self) -> dict[str, str]:
        """Return the wrong fields of a 422, with messages."""
        return {error["field"]: error["message"] for error in self.said(422)["errors"]}


@dataclass(frozen=True, slots=True)
class Phone:
    """A client of the referee at this address, with at most one token."""

    address: str
    token: str | None = None
    language: str = "en"

    def get(self, path: str) -> Answer:
        """Send a GET to `/api/v1`; return the answer."""
        return self.ask("GET", path)

    def post(self, path: str, body: object = None) -> Answer:
        """Send a POST with this body; return the answer."""
        return self.ask("POST", path, {} if body is None else body)

    def page(self, code: str) -> str:
        """Return the words of the table's page on this phone."""
        html = self.ask("GET", f"/t/{code}", under="").text
        return " ".join(unescape(re.sub(UNSEEN, " ", html)).split())

    def ask(
        self, method: str, path: str, body: object = None, under: str = V1
    ) -> Answer:
        """Send a request; return the answer."""
        headers = {"Accept-Language": self.language}
        sent = None
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        if body is not None:
            headers["Content-Type"] = "application/json"
            sent = json.dumps(body).encode()
        with closing(HTTPConnection(urlsplit(self.address).netloc)) as connection:
            connection.request(method, f"{under}{path}", sent, headers)
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
        """Make an entry for this seat, with a new id unless given."""
        entry = {"id": id or str(uuid4()), "kind": kind, "seat": seat, "data": data}
        return self.post(f"/tables/{code}/entries", entry)

    def look(self, code: str) -> Any:
        """Return the table as this phone may see it."""
        return self.get(f"/tables/{code}").said(200)

    def log(self, code: str) -> Any:
        """Return all entries and their rulings, as this phone may see them."""
        entries = []
        after = 0
        while after is not None:
            page = self.get(f"/tables/{code}/log?after={after}").said(200)
            entries += page["entries"]
            after = page["next"]
        return entries


@dataclass(frozen=True, slots=True)
class Phones:
    """A running match's code, its host's phone without a seat, and seats' phones."""

    code: str
    host: Phone
    seats: dict[str, Phone] = field(default_factory=dict)

    def __getitem__(self, seat: str) -> Phone:
        """Return this seat's phone."""
        return self.seats[seat]

    def enter(self, seat: str | None, kind: str, /, **data: Any) -> Answer:
        """Make an entry from this seat's phone; None: the host's."""
        phone = self.seats[seat] if seat is not None else self.host
        return phone.enter(self.code, kind, **data)

    def look(self, seat: str | None = None) -> Any:
        """Return the table as this seat sees it; None: a spectator."""
        return self._phone_of(seat).look(self.code)

    def page(self, seat: str | None = None, language: str = "en") -> str:
        """Return the words of the page on a seat's phone; None: a spectator's."""
        return replace(self._phone_of(seat), language=language).page(self.code)

    def log(self, seat: str | None = None) -> Any:
        """Return the log as this seat, or a spectator (None), may see it."""
        return self._phone_of(seat).log(self.code)

    def _phone_of(self, seat: str | None) -> Phone:
        if seat is None:
            return Phone(self.host.address)
        return self.seats[seat]


@contextmanager
def serve_in(folder: Path, *options: str) -> Iterator[str]:
    """Run `referee serve` with its tables in this folder; yield its address.

    Raise RuntimeError with its output if it does not start.
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
    **chosen: object,
) -> Phones:
    """Open a table of an installed game with a phone a name, and begin the match.

    `chosen` are options of the game too, each by name.
    """
    newcomer = Phone(address)
    opening = {
        "game": game,
        "options": {**(options or {}), **chosen},
        "house_rules": list(house_rules),
    }
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
