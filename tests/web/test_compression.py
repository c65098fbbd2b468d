"""Answers are packed where that is safe and saves something, and pages are not sent to
whoever shows them already.
"""

import gzip
import re

import pytest
from flask import Flask
from flask.testing import FlaskClient
from referee_web import compression

from tests.web.plain_pages import open_table, sit

pytestmark = pytest.mark.slow

PACKED = {"Accept-Encoding": "gzip"}


@pytest.fixture
def host(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def code(app: Flask, host: FlaskClient) -> str:
    """A table at which a match has begun."""
    found = open_table(host)
    sit(host, found, "Ana")
    sit(app.test_client(), found, "Ben")
    assert host.post(f"/t/{found}/start", data={"dealer": "Ana"}).status_code == 303
    return found


def tag_of(page: str) -> str:
    [found] = re.findall(r'data-tag="(\w+)"', page)
    return found


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/t/{code}",
        "/t/{code}/log",
        "/games/faj",
        "/api/v1/games",
        "/t/{code}/qr.svg",
        "/words/pages/de.js",
    ],
)
def test_what_is_read_comes_packed(host: FlaskClient, code: str, path: str) -> None:
    path = path.format(code=code)
    plain = host.get(path)
    packed = host.get(path, headers=PACKED)
    assert "Content-Encoding" not in plain.headers
    assert packed.headers["Content-Encoding"] == "gzip"
    assert packed.content_length == len(packed.data) < len(plain.data) / 2
    assert len(gzip.decompress(packed.data)) == len(plain.data)
    for answer in (plain, packed):
        assert "Accept-Encoding" in answer.headers["Vary"]


def test_no_answer_in_which_a_token_can_stand_is_packed(
    host: FlaskClient, code: str
) -> None:
    """Tokens are answered to POST, and to whoever asks how a claim stands; nothing is
    packed that another site's page asked for.
    """
    link = host.post(f"/t/{code}/seat/link", data={"seat": "Ana"}, headers=PACKED)
    assert link.status_code == 200
    assert "Content-Encoding" not in link.headers
    elsewhere = host.get(
        f"/t/{code}", headers=PACKED | {"Sec-Fetch-Site": "cross-site"}
    )
    assert elsewhere.status_code == 200
    assert "Content-Encoding" not in elsewhere.headers


def test_how_a_claim_stands_is_not_packed(
    app: Flask, host: FlaskClient, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compression, "LEAST", 1)
    claim = (
        app.test_client()
        .post(f"/api/v1/tables/{code}/join", json={"name": "Ana"})
        .json["claim"]
    )
    answer = host.get(f"/api/v1/tables/{code}/claims/{claim}", headers=PACKED)
    assert answer.json == {"seat": "Ana", "state": "waiting"}
    assert "Content-Encoding" not in answer.headers
    assert (
        host.get("/api/v1/games", headers=PACKED).headers["Content-Encoding"] == "gzip"
    )


def test_the_stream_is_never_packed(host: FlaskClient, code: str) -> None:
    with host.get(f"/api/v1/tables/{code}/live", headers=PACKED) as stream:
        assert "Content-Encoding" not in stream.headers
        assert next(stream.iter_encoded()).startswith(b"retry:")


@pytest.mark.parametrize("path", ["/t/{code}", "/t/{code}/board"])
def test_a_page_is_not_sent_to_who_shows_it_already(
    host: FlaskClient, code: str, path: str
) -> None:
    path = path.format(code=code)
    tag = tag_of(host.get(path).get_data(as_text=True))
    again = host.get(path, headers={"If-None-Match": f'"{tag}"'})
    assert (again.status_code, again.data) == (304, b"")
    assert again.headers["Cache-Control"] == "no-store"


def test_a_page_is_sent_again_when_it_shows_anything_else(
    app: Flask, host: FlaskClient, code: str
) -> None:
    tag = tag_of(host.get(f"/t/{code}").get_data(as_text=True))
    spectator = app.test_client().get(
        f"/t/{code}", headers={"If-None-Match": f'"{tag}"'}
    )
    assert spectator.status_code == 200
    app.test_client().post(f"/t/{code}/join", data={"name": "Ana"})
    asked = host.get(f"/t/{code}", headers={"If-None-Match": f'"{tag}"'})
    assert asked.status_code == 200
    assert tag_of(asked.get_data(as_text=True)) != tag


def test_what_did_not_work_is_sent_again_without_its_message(
    host: FlaskClient, code: str
) -> None:
    """A page with a message has no tag: fetched again it comes whole."""
    refused = host.post(
        f"/t/{code}/enter", data={"kind": "board", "pick=cards": "nothing"}
    )
    assert refused.status_code == 422
    assert 'data-tag=""' in refused.get_data(as_text=True)
