"""A phone that speaks HTTP: somebody at a table of a real referee, known by their token and by nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import uuid4

if TYPE_CHECKING:
    from flask import Flask
    from werkzeug.test import TestResponse

V1 = "/api/v1"
BASE = "http://referee.test:8642"


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back."""

    response: TestResponse

    @property
    def status(self) -> int:
        """The status of HTTP: 201, 422."""
        return self.response.status_code

    @property
    def json(self) -> Any:
        """What was answered, or the problem."""
        return self.response.get_json(force=True)

    @property
    def text(self) -> str:
        """The same, as it came."""
        return self.response.get_data(as_text=True)

    def said(self, status: int) -> Any:
        """The JSON in it; AssertionError where it came with another status."""
        if self.status != status:
            raise AssertionError(f"the answer is {self.status}, not {status}: {self.text}")
        return self.json

    def fields(self) -> dict[str, str]:
        """The wrong fields of a 422, each with its message."""
        return {error["field"]: error["message"] for error in self.said(422)["errors"]}


@dataclass(slots=True)
class Phone:
    """A client of the API with at most one token."""

    app: Flask
    token: str | None = None

    def get(self, path: str, **more: Any) -> Answer:
        """What is answered to this call of `/api/v1`; `more` is what werkzeug's test client takes."""
        return self.ask("get", path, **more)

    def post(self, path: str, body: object = None, **more: Any) -> Answer:
        """What is answered to this body."""
        return self.ask("post", path, json={} if body is None else body, **more)

    def ask(self, method: str, path: str, headers: Mapping[str, str] | None = None, **more: Any) -> Answer:
        """What is answered to a request of this method."""
        bears = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        # A client of its own for each request: what it keeps between requests is the token, no cookie.
        client = self.app.test_client(use_cookies=False)
        return Answer(client.open(f"{V1}{path}", method=method.upper(), headers={**bears, **(headers or {})}, **more))

    def enter(self, code: str, kind: str, seat: str | None = None, id: str | None = None, **data: Any) -> Answer:
        """One entry, with an id of its own unless one is given."""
        entry = {"id": id or str(uuid4()), "kind": kind, "seat": seat, "data": data}
        return self.post(f"/tables/{code}/entries", entry)

    def look(self, code: str) -> Any:
        """The table, as this phone may see it."""
        return self.get(f"/tables/{code}").said(200)

    def log(self, code: str) -> Any:
        """Every entry ever made and what was ruled on it, as this phone may see it."""
        page = self.get(f"/tables/{code}/log").said(200)
        entries = page["entries"]
        while page["next"] is not None:
            page = self.get(f"/tables/{code}/log?after={page['next']}").said(200)
            entries += page["entries"]
        return entries


@dataclass(slots=True)
class Phones:
    """A table at which a match has begun: its code, the phone of its host, who has no seat, and those of the seats."""

    code: str
    host: Phone
    seats: dict[str, Phone] = field(default_factory=dict)

    def __getitem__(self, seat: str) -> Phone:
        """The phone of this seat."""
        return self.seats[seat]

    def enter(self, seat: str | None, kind: str, /, **data: Any) -> Answer:
        """One entry from the phone of this seat; None: from the host's."""
        return (self.host if seat is None else self.seats[seat]).enter(self.code, kind, **data)

    def look(self, seat: str | None = None) -> Any:
        """The table as this seat may see it; None: as somebody who only watches."""
        return self._of(seat).look(self.code)

    def log(self, seat: str | None = None) -> Any:
        """Every entry ever made and what was ruled on it, as this seat, or who only watches, may see it."""
        return self._of(seat).log(self.code)

    def _of(self, seat: str | None) -> Phone:
        return Phone(self.host.app) if seat is None else self.seats[seat]


@contextmanager
def referee_at(place: Path) -> Iterator[Flask]:
    """A referee whose tables are kept in this folder, as an app that answers HTTP, until the end."""
    # Server and store are loaded where a test has phones: most tests of a game have none.
    from referee_web.app import open_to
    from referee_web.public_url import PublicUrl

    from referee.hosting.room import CardRoom
    from referee.hosting.store import Store

    room = CardRoom(Store.open(place / "tables.db"))
    app = _app()
    open_to(app, room, PublicUrl(8642, BASE, list), limits=False)
    try:
        yield app
    finally:
        room.close()


def seated_phones(
    app: Flask,
    game: str,
    names: str | Sequence[str],
    dealer: str | None = None,
    house_rules: Sequence[str] = (),
    options: Mapping[str, object] | None = None,
) -> Phones:
    """A table for a match of an installed game that has begun, with a phone for each of these seats."""
    opening = {"game": game, "options": options or {}, "house_rules": list(house_rules)}
    made = Phone(app).post("/tables", opening).said(201)
    table = Phones(made["code"], Phone(app, made["host_token"]))
    for name in names.split() if isinstance(names, str) else names:
        seated = Phone(app).post(f"/tables/{table.code}/join", {"name": name}).said(201)
        table.seats[seated["seat"]] = Phone(app, seated["seat_token"])
    table.host.post(f"/tables/{table.code}/start", {"dealer": dealer}).said(200)
    return table


@cache
def _app() -> Flask:
    """One app for all, since making it takes longer than most tests of it."""
    from referee_web.app import assembled

    return assembled()
