"""No page and no answer says anything that no translation reaches."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from flask import Flask
from flask.testing import FlaskClient
from referee_web import wording
from referee_web.app import create_app
from referee_web.reach import Reach

from referee.hosting.room import CardRoom
from referee.hosting.store import Store
from referee.plugin.installed import installed, rulebook
from tests.words.marks import MARKED, unmarked, unmarked_in

PLAYTHROUGHS = sorted((Path(__file__).parents[1] / "playthroughs").glob("*/*.toml"))
NAMES = ("Ana", "Ben", "Cy", "Di", "Eve", "Fay", "Gil", "Hal", "Ida", "Jo")
NOT_WORDS = (*NAMES, "JSON", "CSV", "QR", "HTML", "ms", "http", "https", "referee.test", "localhost")

TOLD_TO_PROGRAMS = {"description.page"}
"""Pages for people who write programs: they stay English."""


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Flask]:
    monkeypatch.setattr(wording, "spoken", lambda code: MARKED)
    room = CardRoom(Store.open(tmp_path / "tables.db"))
    yield create_app(room, Reach(8642, "http://referee.test:8642", list), False)
    room.close()


class Reader:
    """A client that reads every answer for texts outside of all marks."""

    def __init__(self, app: Flask) -> None:
        self.client: FlaskClient = app.test_client()
        self.left: set[str] = set()
        self.allowed = NOT_WORDS

    def page(self, address: str, **more: Any) -> str:
        answer = self.client.open(address, **{"method": "GET", **more})
        if answer.status_code in (301, 302, 303):
            return self.page(answer.headers["Location"])
        html = answer.get_data(as_text=True)
        if answer.mimetype == "text/html":
            self.left |= {f"{address}: {text}" for text in unmarked(html, self.allowed)}
        return html

    def call(self, path: str, body: object = None, token: str = "") -> Any:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        if body is None:
            answer = self.client.get(f"/api/v1{path}", headers=headers)
        else:
            answer = self.client.post(f"/api/v1{path}", json=body, headers=headers)
        told = answer.get_json(force=True)
        self.left |= set(unmarked_in(told, f"{path} "))
        return told


@pytest.mark.parametrize("path", PLAYTHROUGHS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_every_text_of_a_match_can_be_translated(app: Flask, path: Path) -> None:
    written = tomllib.loads(path.read_text("utf-8"))
    reader = Reader(app)
    made = {name: written[name] for name in ("seats", "options", "house_rules") if name in written}
    opened = reader.call("/tables", {"game": path.parent.name, **made})
    code, host = opened["code"], opened["host_token"]
    reader.allowed += (code,)
    reader.client.set_cookie(f"host_{code}", host)
    joined = {seat: reader.call(f"/tables/{code}/join", {"name": seat})["seat_token"] for seat in written["seats"]}
    reader.page(f"/t/{code}")
    dealer = {"dealer": written["dealer"]} if "dealer" in written else {}
    reader.call(f"/tables/{code}/start", dealer, host)
    for entry in written["entries"]:
        sent = {"id": str(uuid4()), "kind": entry["kind"], "data": entry.get("data", {}), "seat": entry.get("seat")}
        by = entry.get("by") or entry.get("seat") or "host"
        reader.call(f"/tables/{code}/entries", sent, joined.get(by, host))
    reader.page(f"/t/{code}")
    reader.page(f"/t/{code}/log")
    assert not reader.left


@pytest.mark.parametrize("game", sorted(installed().games))
def test_every_text_about_a_game_can_be_translated(app: Flask, game: str) -> None:
    reader = Reader(app)
    reader.call(f"/games/{game}")
    reader.page(f"/games/{game}")
    reader.page(f"/new/{game}")
    for question in rulebook(game).questions:
        reader.page(f"/ask/{game}/{question}")
        reader.page(f"/ask/{game}/{question}", method="POST")
    assert not reader.left
