"""Names that no browser can have sent: all are refused as such, before anything is done
under them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from random import Random
from string import ascii_lowercase, digits, printable
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest
from flask import Flask
from referee_web.app import create_app
from referee_web.guards.received import HEADERS
from referee_web.guards.service_set import Services
from referee_web.public_url import PublicUrl
from referee_web.server.daemon import Daemon
from werkzeug.test import EnvironBuilder

from referee.hosting.room import CardRoom
from tests.web.line import Answer, Line, answering

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

NAMES = (
    *(
        "xn--a",
        "xn--",
        "xn--0",
        "xn--99999999",
        "a.xn--b",
        "xn--a.local",
        "xn--a:8642",
        "XN--A",
    ),
    *(
        "xn--a-ecp.local",
        "xn--zz--zz",
        "xn--8g7k-",
        "xn--qdb1s411e.local",
        "a..b",
        ".",
        ".local",
        "a" * 64,
    ),
    *(
        "é.local",
        "ａ",
        "１２７.0.0.1",
        "a\u3002local",
        "localhost:８０",
        "a:99999999",
        "a:b",
        "a:-1",
        "a: 80",
        ":80",
        "",
    ),
    *(
        "[",
        "[]",
        "[:41]",
        "[::1",
        "::1",
        "[v1.a]",
        "[::1]a",
        "[127.0.0.1]",
        "ana@localhost",
        "localhost/",
        "localhost?",
    ),
    *("a b", "a\\b", "%6c%6fcalhost", "a,b", "<b>"),
)
OPENING = json.dumps({"game": "highest-card"}).encode()


@pytest.fixture
def served(room: CardRoom) -> Iterator[Daemon]:
    with answering(showing_its_host(room)) as daemon:
        yield daemon


def showing_its_host(room: CardRoom) -> Flask:
    """An app that shows phones the address by which it is asked, having no other."""
    return create_app(Services.over(room, PublicUrl(8642, None, list), limits=False))


def asked(
    served: Daemon, host: str, line: str, body: bytes = b"", token: str = ""
) -> Answer:
    head = [
        line,
        f"Host: {host}",
        f"Content-Length: {len(body)}",
        "Content-Type: application/json",
    ]
    head += [f"Authorization: Bearer {token}"] if token else []
    with Line(served) as phone:
        phone.say(
            "\r\n".join([f"{head[0]} HTTP/1.1", *head[1:], "", ""]).encode() + body
        )
        return phone.answer()


def check_page_refused(answer: Answer, host: str) -> None:
    assert answer.status == 421, host
    for name, value in HEADERS.items():
        assert answer.headers[name] == value, host


def check_refused(answer: Answer, host: str) -> None:
    check_page_refused(answer, host)
    assert answer.headers["Content-Type"] == "application/problem+json", host
    assert json.loads(answer.body)["status"] == 421, host


def test_under_a_name_that_cannot_be_nothing_is_done(
    served: Daemon, room: CardRoom
) -> None:
    opened = room.open_table("highest-card", ["Ana", "Ben"])
    watch = f"POST /api/v1/tables/{opened.code}/watch"
    for host in NAMES:
        check_refused(asked(served, host, "POST /api/v1/tables", OPENING), host)
        check_refused(asked(served, host, watch, b"{}", opened.host_token), host)
        check_page_refused(asked(served, host, "GET /"), host)
        check_page_refused(asked(served, host, "GET /static/messages.js"), host)
    assert tables(room) == 1
    row = room.store.table(opened.code)
    assert row is not None
    assert row.watch_hash is None


def tables(room: CardRoom) -> int:
    return int(room.store.read("SELECT count(*) FROM tables")[0][0])


LETTERS = ascii_lowercase + digits + "-"


def drawn_host(rng: Random) -> str:
    """A name like those that failed: encoded badly, or one of them with a letter put in
    or taken out.
    """
    if rng.random() < 0.5:
        label = "".join(rng.choices(LETTERS, k=rng.randint(0, 12)))
        return f"xn--{label}{rng.choice(('', '.local', ':80', '.xn--a'))}"
    name = [*rng.choice(NAMES)]
    for _ in range(rng.randint(1, 3)):
        at = rng.randint(0, len(name))
        name[at : at + rng.randint(0, 1)] = rng.choice(printable[:95] + "éß８。")
    return "".join(name)


@pytest.mark.parametrize("seed", range(4))
def test_whatever_the_name_it_is_refused_or_has_an_address(
    seed: int, room: CardRoom
) -> None:
    """An exception that leaves the app is an answer without our headers, so none is
    caught here.
    """
    rng = Random(seed)
    app = showing_its_host(room)
    statuses = set()
    for _ in range(250):
        environ = EnvironBuilder(
            "/api/v1/tables", method="POST", json={"game": "highest-card"}
        ).get_environ()
        environ["HTTP_HOST"] = drawn_host(rng).encode().decode("latin-1")
        before = tables(room)
        status, headers, body = answer_of(app, environ)
        assert status in (201, 400, 421), environ["HTTP_HOST"]
        assert headers["X-Frame-Options"] == "DENY"
        assert tables(room) - before == (status == 201)
        if status == 201:
            assert urlsplit(json.loads(body)["join_url"]).hostname
        statuses.add(status)
    assert statuses >= {201, 421}


def answer_of(
    app: Flask, environ: WSGIEnvironment
) -> tuple[int, dict[str, str], bytes]:
    heads: list[tuple[str, list[tuple[str, str]]]] = []

    def start(
        status: str, headers: list[tuple[str, str]], _error: object = None
    ) -> Callable[[bytes], object]:
        heads.append((status, headers))
        return lambda _: None

    answer = app(environ, start)
    body = b"".join(answer)
    return int(heads[0][0][:3]), dict(heads[0][1]), body
