"""No page and no answer says anything that no translation reaches."""

import calendar
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from flask import Flask
from flask.testing import FlaskClient
from referee_web import wording

from referee.hosting.room import CardRoom
from referee.hosting.store import Store
from referee.plugin.discovery import installed, rulebook
from tests.every_playthrough import PLAYTHROUGHS
from tests.web.served import served
from tests.words.marks import MARKED, unmarked, unmarked_in

pytestmark = pytest.mark.slow

NAMES = ("Ana", "Ben", "Cy", "Di", "Dee", "Eve", "Fay", "Gil", "Hal", "Ida", "Jo")
NOT_WORDS = (
    *NAMES,
    "JSON",
    "CSV",
    "QR",
    "HTML",
    "ms",
    "http",
    "https",
    "referee.test",
    "localhost",
    # Days of months are written as each language does by itself.
    *calendar.month_abbr[1:],
)


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Flask]:
    monkeypatch.setattr(wording, "spoken", lambda code, game="": MARKED)
    room = CardRoom(Store.open(tmp_path / "tables.db"))
    yield served(room)
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
        if answer.mimetype in ("text/html", "image/svg+xml"):
            self.left |= {f"{address}: {text}" for text in unmarked(html, self.allowed)}
        return html

    def call(self, path: str, body: object = None, token: str = "") -> Any:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        if body is None:
            answer = self.client.get(f"/api/v1{path}", headers=headers)
        else:
            answer = self.client.post(f"/api/v1{path}", json=body, headers=headers)
        told = answer.get_json(force=True)
        self.left |= set(unmarked_in(told, f"{path} ", self.allowed))
        return told


@pytest.mark.parametrize(
    "path", PLAYTHROUGHS, ids=lambda path: f"{path.parent.name}/{path.stem}"
)
def test_every_text_of_a_match_can_be_translated(app: Flask, path: Path) -> None:
    written = tomllib.loads(path.read_text("utf-8"))
    reader = Reader(app)
    made = {
        name: written[name]
        for name in ("seats", "options", "house_rules")
        if name in written
    }
    opened = reader.call("/tables", {"game": path.parent.name, **made})
    code = opened["code"]
    host = opened["host_token"]
    reader.allowed += (code, *written["seats"])
    reader.client.set_cookie(f"host_{code}", host)
    joined = {
        seat: reader.call(f"/tables/{code}/join", {"name": seat})["seat_token"]
        for seat in written["seats"]
    }
    reader.page(f"/t/{code}")
    dealer = {"dealer": written["dealer"]} if "dealer" in written else {}
    reader.call(f"/tables/{code}/start", dealer, host)
    for entry in written["entries"]:
        sent = {
            "id": str(uuid4()),
            "kind": entry["kind"],
            "data": entry.get("data", {}),
            "seat": entry.get("seat"),
        }
        by = entry.get("by") or entry.get("seat") or "host"
        reader.call(f"/tables/{code}/entries", sent, joined.get(by, host))
    for page in ("", "/log", "/board", "/scores", "/scores.svg", "/seat"):
        reader.page(f"/t/{code}{page}")
    for page in ("/matches", "/players"):
        reader.page(page)
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


PICTURES = {
    "pages.qr_of_referee",
    "pages.qr_of_table",
    "pages.qr_of_link",
    "pages.qr_of_event",
    "pages.qr_of_board",
}


def evening(reader: Reader) -> dict[str, str]:
    """An event in its first round, opened by the reader, who directs it: where its
    pages are, by endpoint.
    """
    event = reader.call(
        "/events",
        {"name": "JSON", "game": "score-pad", "movement": "swiss", "rounds": 2},
    )
    code = event["code"]
    director = event["director_token"]
    reader.allowed += (code,)
    phones = {}
    for name in ("Ana", "Ben", "Cy"):
        entered = reader.call(f"/events/{code}/entrants", {"names": [name]})
        phones[entered["entrant"]] = entered["token"]
    view = reader.call(f"/events/{code}/rounds", {}, director)
    [table] = view["rounds"][-1]["tables"]
    reader.allowed += (table["code"],)
    phone = phones[table["seats"][0]]
    reader.call(f"/events/{code}/calls", {"why": "JSON"}, phone)
    reader.page(f"/events/{code}/as/{director}")
    return {
        "pages.take_event token": director,
        "pages.event_table table": table["code"],
        "pages.event_standing entrant": table["seats"][0],
        "pages.event_lists round": "1",
        "pages.open_board typed": f"{code}-AAAA",
        **{
            f"pages.{page} code": code
            for page in (
                "event",
                "event_board",
                "event_lists",
                "event_standing",
                "picture_of_event",
                "call_director",
                "event_standings",
                "event_table",
                "take_event",
            )
        },
    }


def played(reader: Reader) -> dict[str, str]:
    """A match that has seen everything: where its pages are, by endpoint, and what else
    stands in addresses.
    """
    opened = reader.call("/tables", {"game": "faj", "seats": ["Ana", "Ben"]})
    code = opened["code"]
    host = opened["host_token"]
    at = f"/tables/{code}"
    reader.allowed += (code,)
    reader.client.set_cookie(f"host_{code}", host)
    ana = reader.call(f"{at}/join", {"name": "Ana"})["seat_token"]
    claim = reader.call(f"{at}/join", {"name": "Ana"})["claim"]
    reader.client.set_cookie(f"claim_{code}", claim)
    link = reader.call(f"{at}/seats/Ana/link", {}, ana)["url"].rpartition("/")[2]
    reader.page(f"/t/{code}")
    reader.call(f"{at}/start", {}, host)
    for kind, data in (
        ("board", {"cards": "3c"}),
        ("play", {"plays": {"Ana": "JC", "Ben": "XB"}}),
    ):
        reader.call(
            f"{at}/entries", {"id": str(uuid4()), "kind": kind, "data": data}, host
        )
    correction = reader.call(
        f"{at}/corrections",
        {"changes": [{"seq": 2, "data": {"plays": {"Ana": "KC", "Ben": "XB"}}}]},
        host,
    )["id"]
    refused = str(uuid4())
    reader.call(
        f"{at}/entries",
        {"id": refused, "kind": "board", "data": {"cards": "3c 4c"}},
        host,
    )
    dispute = reader.call(f"{at}/disputes", {"seq": 2, "why": "?"}, host)["id"]
    return {
        "code": code,
        "game": "faj",
        "question": "trick",
        "name": "Ana",
        "token": link,
        "seq": "2",
        "pages.correction correction": correction,
        "pages.object_to correction": correction,
        "pages.dispute_refusal entry": refused,
        "pages.dispute dispute": dispute,
        **evening(reader),
    }


def addresses(app: Flask, known: dict[str, str]) -> Iterator[str]:
    """Where every page of the app is."""
    for rule in app.url_map.iter_rules():
        if (
            "GET" in (rule.methods or ())
            and rule.endpoint.startswith("pages.")
            and rule.endpoint not in PICTURES
        ):
            address = rule.rule
            for name in rule.arguments:
                value = known.get(f"{rule.endpoint} {name}") or known[name]
                address = re.sub(rf"<(\w+:)?{name}>", value, address)
            yield address


def test_every_page_can_be_translated(app: Flask) -> None:
    reader = Reader(app)
    known = played(reader)
    at = f"/tables/{known['code']}"
    for address in addresses(app, known):
        reader.page(address)
    dispute = known["pages.dispute dispute"]
    token = reader.client.get_cookie(f"host_{known['code']}")
    assert token is not None
    settled = {"as": "overruled", "verdict": {"winner": "Ana"}, "why": "!"}
    reader.call(f"{at}/disputes/{dispute}/resolve", settled, token.value)
    for page in ("", "/log", "/board", f"/disputes/{dispute}"):
        reader.page(f"/t/{known['code']}{page}")
    spectator = Reader(app)
    spectator.allowed = reader.allowed
    for address in addresses(app, known):
        spectator.page(address)
    spectator.page("/nowhere")
    spectator.page("/t/XXXXX")
    spectator.page("/go?code=XXXXX")
    assert not reader.left | spectator.left
