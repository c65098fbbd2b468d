"""A long match is exported in pieces: of one moment, whole or not at all, packed or not."""

import csv
import gzip
import json
from collections.abc import Callable, Iterator
from uuid import uuid4

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.web.conftest import Open, Opened

ENTRIES = 150


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def long(started: Opened) -> Opened:
    """A match in which Ana chose another card again and again."""
    cards = ("9S", "8S") * (ENTRIES // 2)
    entries = [{"id": str(uuid4()), "kind": "lay", "seat": "Ana", "data": {"card": card}} for card in cards]
    started.phones["Ana"].post(started.path("entries"), {"entries": entries}).said(201)
    return started


def asked(client: FlaskClient, table: Opened, form: str, **more: str) -> TestResponse:
    return client.get(f"/api/v1/tables/{table.code}/export?as={form}", headers=more)


def numbers_in_json(text: str) -> list[int]:
    return [line["seq"] for line in json.loads(text)["entries"]]


def numbers_in_csv(text: str) -> list[int]:
    return [int(row["seq"]) for row in csv.DictReader(text.splitlines())]


@pytest.mark.parametrize(("form", "numbers"), [("json", numbers_in_json), ("csv", numbers_in_csv)])
def test_what_is_entered_meanwhile_is_not_in_it(
    form: str, numbers: Callable[[str], list[int]], client: FlaskClient, long: Opened
) -> None:
    pieces: Iterator[bytes] = asked(client, long, form).iter_encoded()
    first = next(pieces)
    long.phones["Ben"].enter(long.code, "lay", card="7S").said(201)
    rest = [*pieces]
    assert rest
    assert numbers((first + b"".join(rest)).decode()) == [*range(1, ENTRIES + 1)]
    assert numbers(asked(client, long, form).text) == [*range(1, ENTRIES + 2)]


@pytest.mark.parametrize("form", ["json", "csv"])
def test_it_comes_packed_under_its_name_and_its_head_alone_too(form: str, client: FlaskClient, long: Opened) -> None:
    plain, packed = asked(client, long, form), asked(client, long, form, **{"Accept-Encoding": "gzip"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.data) == plain.data
    assert len(packed.data) < len(plain.data) / 2
    head = client.head(f"/api/v1/tables/{long.code}/export?as={form}")
    assert (head.status_code, head.data) == (200, b"")
    for answer in (plain, packed, head):
        assert answer.headers["Content-Disposition"] == f'attachment; filename="match-{long.code}.{form}"'


@pytest.mark.parametrize(("form", "status"), [("json", 409), ("csv", 409), ("nothing", 422)])
def test_what_is_wrong_is_said_before_anything_is_sent(
    form: str, status: int, client: FlaskClient, open_table: Open
) -> None:
    answer = asked(client, open_table(), form)
    assert (answer.status_code, answer.mimetype) == (status, "application/problem+json")
