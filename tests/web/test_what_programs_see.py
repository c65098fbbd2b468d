"""What phones, browsers and messengers take from the pages: icons, a description, and a
preview of a link.
"""

import io
import re

import pytest
from flask import Flask
from flask.testing import FlaskClient
from PIL import Image

from tests.web.conftest import Open


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A browser."""
    return app.test_client()


def meta(client: FlaskClient, path: str) -> dict[str, str]:
    """What the head of this page says of it, by name."""
    page = client.get(path).get_data(as_text=True)
    return dict(
        re.findall(r'<meta (?:name|property)="([^"]+)" content="([^"]*)"', page)
    )


def size(client: FlaskClient, path: str) -> tuple[int, int]:
    """How large the picture at this address is."""
    answer = client.get(path)
    assert answer.status_code == 200, path
    assert answer.mimetype.startswith("image/")
    return Image.open(io.BytesIO(answer.data)).size


def test_the_icons_that_programs_ask_for_by_name_are_there(client: FlaskClient) -> None:
    assert size(client, "/favicon.ico") == (48, 48)
    for name in ("apple-touch-icon", "apple-touch-icon-precomposed"):
        assert size(client, f"/{name}.png") == (180, 180)


def test_the_manifest_has_icons_for_every_phone_and_says_what_this_is(
    client: FlaskClient,
) -> None:
    address = re.findall(
        r'<link rel="manifest" href="([^"]+)"', client.get("/").get_data(as_text=True)
    )[0]
    manifest = client.get(address).get_json(force=True)
    pngs = {
        (icon["sizes"], icon.get("purpose", "any")): icon["src"]
        for icon in manifest["icons"]
    }
    assert {
        ("192x192", "any"),
        ("512x512", "any"),
        ("512x512", "maskable"),
    } <= pngs.keys()
    for (sizes, _), src in pngs.items():
        if src.endswith(".png"):
            width, height = size(client, address.rpartition("/")[0] + "/" + src)
            assert f"{width}x{height}" == sizes
    assert "real cards" in manifest["description"]


def test_a_link_to_a_table_says_who_invites_to_what(
    client: FlaskClient, open_table: Open
) -> None:
    table = open_table("four-aces", "Ben")
    client.set_cookie(f"host_{table.code}", table.host.token or "")
    client.post(f"/t/{table.code}/join", data={"name": "Ana"})
    seen = meta(table.host.app.test_client(), f"/t/{table.code}")
    assert seen["og:title"] == "Ana invites you to Four Aces"
    assert "real cards" in seen["og:description"]
    assert table.code in seen["og:description"]
    assert size(client, seen["og:image"].removeprefix("http://referee.test:8642")) == (
        512,
        512,
    )


@pytest.mark.parametrize(
    "path", ["/", "/games/faj", "/ask/faj/trick", "/new/faj", "/matches"]
)
def test_every_page_says_what_this_is(client: FlaskClient, path: str) -> None:
    seen = meta(client, path)
    assert "real cards" in seen["description"]
    assert seen["og:description"] == seen["description"]
    assert seen["og:title"]
