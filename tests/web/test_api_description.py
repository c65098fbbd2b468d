"""The description: every call stands in it, and what it says of bodies is what is taken."""

from __future__ import annotations

import json
import re
from dataclasses import fields
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from marshmallow import fields as shapes
from openapi_spec_validator import OpenAPIV31SpecValidator
from referee_web.api import schemas
from referee_web.api.openapi import CALLS, DOCUMENT, PROBLEM_TYPES, SCHEMAS

from referee.hosting.history.statistics import Against, MatchOfPlayer, OfGame, PlayerRecord
from referee.hosting.races.races import Buzzed, Measured
from referee.hosting.room import CardRoom
from referee.hosting.store import PastMatch, Placing, PlayerRow
from referee.hosting.tables.entering import Entered
from referee.match.disputes import Refusal
from referee.match.highlights import Highlight
from referee.match.score_sheet import SheetLine
from referee.match.tosses import Toss
from referee.match.visibility import CorrectionLine, DisputeLine, LogLine
from referee.vocabulary.errors import FieldError
from referee.vocabulary.game import HouseRule, Question, Section
from referee.vocabulary.photo_finish import PhotoFinish, Slap
from referee.vocabulary.prompt import Field, Prompt
from referee.vocabulary.ruling import Reason, Ruling
from referee.vocabulary.view import Standing, View, Zone
from tests.web.phone import Phone, fits

READERS_PAGE = Path(__file__).parents[2] / "docs" / "http.md"


def test_it_is_served_and_valid(spectator: Phone) -> None:
    served = spectator.get("/openapi.json").said(200)
    assert served == DOCUMENT
    assert served["openapi"].startswith("3.1")
    assert not list(OpenAPIV31SpecValidator(served).iter_errors())


def test_every_call_stands_in_it_and_nothing_else(app: Flask) -> None:
    served = {
        (method.lower(), re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule.removeprefix("/api/v1")))
        for rule in app.url_map.iter_rules()
        if rule.rule.startswith("/api/v1/") and rule.rule != "/api/v1/"
        for method in rule.methods or ()
        if method not in ("HEAD", "OPTIONS")
    }
    described = {(method, path) for path, operations in DOCUMENT["paths"].items() for method in operations}
    assert described == served


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("View", View),
        ("Zone", Zone),
        ("Standing", Standing),
        ("Prompt", Prompt),
        ("Field", Field),
        ("Ruling", Ruling),
        ("Reason", Reason),
        ("Question", Question),
        ("HouseRule", HouseRule),
        ("Section", Section),
        ("LogLine", LogLine),
        ("SheetLine", SheetLine),
        ("Highlight", Highlight),
        ("Toss", Toss),
        ("DisputeLine", DisputeLine),
        ("Refusal", Refusal),
        ("CorrectionLine", CorrectionLine),
        ("Entered", Entered),
        ("FieldError", FieldError),
        ("Slap", Slap),
        ("Finish", PhotoFinish),
        ("Measured", Measured),
        ("Buzzed", Buzzed),
        ("Placing", Placing),
        ("PastMatch", PastMatch),
        ("PlayerRow", PlayerRow),
        ("PlayerRecord", PlayerRecord),
        ("OfGame", OfGame),
        ("Against", Against),
        ("Played", MatchOfPlayer),
    ],
)
def test_every_member_of_an_answer_is_described(name: str, kind: Any) -> None:
    assert set(SCHEMAS[name]["properties"]) == {
        field.name for field in fields(kind) if field.metadata.get("json", True)
    }
    assert set(SCHEMAS[name]["required"]) == set(SCHEMAS[name]["properties"])


@pytest.mark.parametrize(
    ("name", "shape"),
    [
        ("Opening", schemas.OPENING),
        ("Joining", schemas.JOINING),
        ("Admitting", schemas.ADMITTING),
        ("LinkTaking", schemas.LINK_TAKING),
        ("NamingSeat", schemas.NAMING_SEAT),
        ("Leaving", schemas.LEAVING),
        ("Starting", schemas.STARTING),
        ("Entry", schemas.ONE_ENTRY),
        ("Entries", schemas.SEVERAL_ENTRIES),
        ("Change", schemas.OneChange()),
        ("Correcting", schemas.CORRECTING),
        ("Probing", schemas.PROBING),
        ("Buzzing", schemas.BUZZING),
        ("Questioning", schemas.QUESTIONING),
        ("Voting", schemas.VOTING),
        ("Undoing", schemas.UNDOING),
    ],
)
def test_the_bodies_are_those_that_are_read(name: str, shape: schemas.Shape) -> None:
    described = SCHEMAS[name]
    assert set(described["properties"]) == set(shape.fields)
    assert set(described.get("required", ())) == {name for name, field in shape.fields.items() if field.required}
    for field_name, field in shape.fields.items():
        schema = described["properties"][field_name]
        assert ("null" in schema.get("type", ())) == field.allow_none, field_name
        assert isinstance(field, shapes.List) == ("array" in schema.get("type", ())), field_name


def test_every_schema_is_used(spectator: Phone) -> None:
    text = spectator.get("/openapi.json").text
    assert not [name for name in SCHEMAS if f'"#/components/schemas/{name}"' not in text]


class Anchors(HTMLParser):
    """The ids in a page, and the links to places within it."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.targets: set[str] = set()
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        if found.get("id"):
            self.ids.append(str(found["id"]))
        if (target := str(found.get("href", ""))).startswith("#"):
            self.targets.add(target[1:])


def test_the_page_shows_every_call_schema_and_problem(app: Flask) -> None:
    answer = app.test_client().get("/api")
    assert answer.status_code == 200
    assert answer.mimetype == "text/html"
    page = Anchors(answer.get_data(as_text=True))
    wanted = {f"call-{call.name}" for call in CALLS} | {f"schema-{name}" for name in SCHEMAS}
    wanted |= {problem.anchor for problem in PROBLEM_TYPES}
    assert wanted <= set(page.ids)
    assert len(page.ids) == len(set(page.ids))
    assert page.targets <= set(page.ids)
    there = app.test_client().get("/api/v1/").get_data()
    assert there.replace(b"?back=/api/v1/", b"?back=/api") == answer.get_data()


def test_the_readers_page_names_every_call_and_status_and_its_examples_are_taken() -> None:
    text = READERS_PAGE.read_text("utf-8")
    places = {call.path.rpartition("}")[2].rpartition("/")[2] for call in CALLS}
    assert [place for place in places if place not in text] == []
    assert [problem.status for problem in PROBLEM_TYPES if f"| {problem.status} |" not in text] == []
    entry, correction = (json.loads(block) for block in re.findall(r"```json\n(.*?)```", text, re.DOTALL))
    fits({"$ref": "#/components/schemas/Entry"}, entry)
    fits({"$ref": "#/components/schemas/Correcting"}, correction)


def test_health(app: Flask, room: CardRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    well = app.test_client().get("/healthz")
    assert (well.status_code, well.get_json()) == (200, {"status": "ok"})

    def broken(code: str) -> None:
        raise OSError(f"no disk for {code}")

    monkeypatch.setattr(room.store, "table", broken)
    assert app.test_client().get("/healthz").status_code == 503
