"""Who is host and who sits where holds at every daemon once it was answered, whatever
that daemon has heard.
"""

from collections.abc import Iterator
from itertools import cycle, islice, pairwise

import pytest
from flask import Flask

from referee.hosting.room import CardRoom
from referee.hosting.store import Store
from tests.web.conftest import app_over
from tests.web.phone import Phone

HAND_OVERS = 12


@pytest.fixture
def told(room: CardRoom) -> Flask:
    """The app of a daemon at which people change things."""
    return app_over(room)


@pytest.fixture
def deaf(database: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Flask]:
    """The app of another daemon, which hears nothing of that."""
    monkeypatch.setattr(Store, "notifications", lambda *_: None)
    room = CardRoom(Store.open(database))
    yield app_over(room)
    room.close()


@pytest.fixture
def code(room: CardRoom) -> str:
    return room.open_table("highest-card", ["Ana", "Ben"]).code


@pytest.fixture
def tokens(room: CardRoom, told: Flask, code: str) -> dict[str, str]:
    """The tokens of Ana, who is host, and Ben."""
    room.store.set_host(code, None, "Ana")
    joined = [
        Phone(told).post(f"/tables/{code}/join", {"name": name}).said(201)
        for name in ("Ana", "Ben")
    ]
    return {one["seat"]: one["seat_token"] for one in joined}


def page(app: Flask, path: str, code: str, token: str) -> str:
    """A page as the phone with this seat's token sees it."""
    client = app.test_client(use_cookies=False)
    return client.get(path, headers={"Cookie": f"seat_{code}={token}"}).text


def test_whoever_was_made_host_is_host_at_every_daemon_at_once(
    told: Flask, deaf: Flask, code: str, tokens: dict[str, str]
) -> None:
    phones = {seat: Phone(deaf, token) for seat, token in tokens.items()}
    for old, new in pairwise(islice(cycle(tokens), HAND_OVERS + 1)):
        assert phones[old].look(code)["you"] == {"seat": old, "host": True}
        Phone(told, tokens[old]).post(f"/tables/{code}/host", {"seat": new}).said(200)
        assert phones[old].look(code)["you"] == {"seat": old, "host": False}
        assert phones[new].look(code)["you"] == {"seat": new, "host": True}
        for seat in (old, new):
            for place, of_hosts in (
                (f"/t/{code}", "/start"),
                (f"/t/{code}/seat", "/delete"),
            ):
                assert (of_hosts in page(deaf, place, code, tokens[seat])) == (
                    seat == new
                ), (place, seat)
