"""The description: every call stands in it, and what it says of bodies is what is
taken.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from typing import Literal

import pytest
from flask import Flask
from openapi_spec_validator import OpenAPIV31SpecValidator
from referee_web.api.call import CALLS
from referee_web.api.openapi import Schemas, document, problem_types

from referee.hosting.room import CardRoom
from referee.vocabulary.fields import FIELD_TYPES
from referee.vocabulary.jsonable import IF_ANY, jsonable
from referee.vocabulary.text import Text, say
from referee.vocabulary.values import Ordinal
from tests.web.phone import Phone, require_described

READERS_PAGE = Path(__file__).parents[2] / "docs" / "http.md"


def test_it_is_served_and_valid(spectator: Phone) -> None:
    served = spectator.get("/openapi.json").said(200)
    assert served == document()
    assert served["openapi"].startswith("3.1")
    assert not list(OpenAPIV31SpecValidator(served).iter_errors())


def test_every_call_stands_in_it_and_nothing_else(app: Flask) -> None:
    served = {
        (
            method.lower(),
            re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule.removeprefix("/api/v1")),
        )
        for rule in app.url_map.iter_rules()
        if rule.rule.startswith("/api/v1/") and rule.rule != "/api/v1/"
        for method in rule.methods or ()
        if method not in ("HEAD", "OPTIONS")
    }
    described = {
        (method, path)
        for path, operations in document()["paths"].items()
        for method in operations
    }
    assert described == served


SCHEMAS = document()["components"]["schemas"]


@dataclass(frozen=True)
class Thing:
    """A thing.

    For readers of Python alone.
    """

    name: str
    """Its name; None is never one."""
    worth: Ordinal | None
    parts: tuple[Thing, ...]
    owner: Literal["Ana", "Ben"] | None = None
    near: tuple[str, ...] | Literal["everybody"] = ()
    votes: Mapping[str, bool] = field(default_factory=dict)
    note: Text | None = field(default=None, metadata=IF_ANY)


def test_a_type_is_described_as_its_values_are_written() -> None:
    schemas = Schemas()
    assert schemas.of(Thing) == {"$ref": "#/components/schemas/Thing"}
    assert schemas.named["Thing"] == {
        "type": "object",
        "description": "A thing.",
        "properties": {
            "name": {"type": "string", "description": "Its name; null is never one."},
            "worth": {"type": ["integer", "null"], "minimum": 1},
            "parts": {"type": "array", "items": {"$ref": "#/components/schemas/Thing"}},
            "owner": {"type": ["string", "null"], "enum": ["Ana", "Ben", None]},
            "near": {
                "oneOf": [
                    {"type": "array", "items": {"type": "string"}},
                    {"const": "everybody"},
                ]
            },
            "votes": {"type": "object", "additionalProperties": {"type": "boolean"}},
            "note": {"type": "string"},
        },
        "required": ["name", "worth", "parts", "owner", "near", "votes"],
    }
    assert set(jsonable(Thing("a", None, ()))) == set(
        schemas.named["Thing"]["required"]
    )
    assert jsonable(Thing("a", None, (), note=say("Hello")))["note"] == "Hello"


def test_every_member_that_needs_words_has_them() -> None:
    """What a name and a type leave open: null means something, and a number counts
    something.
    """
    bare = {
        f"{name}.{member}"
        for name, schema in SCHEMAS.items()
        for member, inner in schema["properties"].items()
        if "description" not in inner
        and ("null" in str(inner.get("type")) or "null" in str(inner.get("oneOf")))
    }
    assert bare == set()


def test_every_type_of_field_says_what_it_takes() -> None:
    told = SCHEMAS["Field"]["properties"]["type"]
    assert told["enum"] == [*told["x-values"]] == [*FIELD_TYPES]
    assert (
        told["x-values"]["card_by_seat"]["additionalProperties"]
        == told["x-values"]["card"]
    )


def test_bodies_name_what_goes_together() -> None:
    assert SCHEMAS["Probing"]["dependentRequired"] == {"nonce": ["t"], "t": ["nonce"]}
    assert SCHEMAS["Starting"]["additionalProperties"] is False
    assert SCHEMAS["OneEntry"]["required"] == ["id", "kind"]
    assert SCHEMAS["OneEntry"]["properties"]["id"]["format"] == "uuid"
    assert SCHEMAS["Resolving"]["properties"]["as"]["enum"] == [
        "upheld",
        "corrected",
        "overruled",
    ]


def test_every_schema_is_used(spectator: Phone) -> None:
    text = spectator.get("/openapi.json").text
    assert not [
        name for name in SCHEMAS if f'"#/components/schemas/{name}"' not in text
    ]


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
    wanted = {f"call-{name}" for name in CALLS} | {f"schema-{name}" for name in SCHEMAS}
    wanted |= {problem.anchor for problem in problem_types()}
    assert wanted <= set(page.ids)
    assert len(page.ids) == len(set(page.ids))
    assert page.targets <= set(page.ids)
    there = app.test_client().get("/api/v1/").get_data()
    assert there.replace(b"?back=/api/v1/", b"?back=/api") == answer.get_data()


def test_the_readers_page_names_every_call_and_status_and_its_examples_are_taken() -> (
    None
):
    text = READERS_PAGE.read_text("utf-8")
    places = {
        call.rule.rpartition(">")[2].rpartition("/")[2] for call in CALLS.values()
    }
    assert [place for place in places if place not in text] == []
    assert [
        problem.status
        for problem in problem_types()
        if f"| {problem.status} |" not in text
    ] == []
    entry, correction = (
        json.loads(block) for block in re.findall(r"```json\n(.*?)```", text, re.DOTALL)
    )
    require_described({"$ref": "#/components/schemas/OneEntry"}, entry)
    require_described({"$ref": "#/components/schemas/Correcting"}, correction)


def test_health_is_that_of_the_store(
    app: Flask, room: CardRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    well = app.test_client().get("/healthz")
    assert (well.status_code, well.get_json()) == (200, {"status": "ok"})

    def broken(code: str) -> None:
        raise OSError(f"no disk for {code}")

    monkeypatch.setattr(room.store, "table", broken)
    assert app.test_client().get("/healthz").status_code == 503


@pytest.mark.slow
def test_the_description_and_its_libraries_are_imported_when_somebody_asks() -> None:
    code = "import sys, referee_web.app; print(*sys.modules)"
    started = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True
    )
    late = (
        "apispec",
        "marshmallow",
        "referee_web.api.schemas",
        "referee_web.api.openapi",
    )
    assert not set(late) & set(started.stdout.split())
