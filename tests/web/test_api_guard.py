"""What every call is guarded against: other sites, bodies that are no JSON or too
large, too many calls.
"""

from typing import NoReturn

import pytest
from flask import Flask
from referee_web import public_url
from referee_web.api import openapi
from referee_web.api.call import CALLS
from referee_web.guards import received
from referee_web.guards.received import LONGEST_BODY
from referee_web.guards.service_set import services_of
from referee_web.public_url import PublicUrl
from werkzeug.test import TestResponse

from referee.hosting.room import CardRoom
from tests.web.conftest import Open, Opened
from tests.web.phone import Answer, Phone
from tests.web.served import served

POSTS = [openapi.path(call) for call in CALLS.values() if call.method == "post"]


def filled(path: str, table: Opened) -> str:
    places = {
        "game": "highest-card",
        "question": "trick",
        "code": table.code,
        "seat": "Ana",
    }
    if "{claim}" in path:
        joined = (
            Phone(table.host.app).post(table.path("join"), {"name": "Ana"}).said(202)
        )
        places["claim"] = joined["claim"]
    if "{correction}" in path:
        table.host.enter(table.code, "gather").said(201)
        change = {"changes": [{"seq": 1, "strike": True}]}
        places["correction"] = table.host.post(table.path("corrections"), change).said(
            201
        )["id"]
    if "{dispute}" in path:
        for seat, card in (("Ana", "9S"), ("Ben", "8S")):
            table.host.enter(table.code, "lay", seat, card=card).said(201)
        places["dispute"] = table.host.post(table.path("disputes"), {"seq": 2}).said(
            201
        )["id"]
    return path.format(**places)


def at_event(path: str, app: Flask) -> tuple[Phone, str]:
    """The director of an event, and this path there."""
    wanted = {"name": "Club", "game": "score-pad", "movement": "swiss", "rounds": 2}
    opened = Phone(app).post("/events", wanted).said(201)
    director = Phone(app, opened["director_token"])
    return director, path.format(code=opened["code"], entrant="1", call="1")


@pytest.mark.parametrize("path", POSTS)
def test_every_call_takes_a_json_object_of_fields_it_knows(
    started: Opened, path: str
) -> None:
    """The same reader stands before all calls: what else it refuses is tried at one of
    them, below.
    """
    caller = started.host
    if path.startswith("/events/"):
        caller, filled_in = at_event(path, caller.app)
    else:
        filled_in = filled(path, started)

    def sent(body: bytes) -> Answer:
        return caller.ask("post", filled_in, data=body, content_type="application/json")

    assert "JSON" in sent(b"{").said(400)["detail"]
    assert set(sent(b"[]").fields()) == {""}
    assert "unheard-of" in sent(b'{"unheard-of": 1}').fields()
    assert sent(b'{"a": "' + b"x" * LONGEST_BODY + b'"}').status == 413


def sent_to_start(
    table: Opened, body: bytes, content_type: str = "application/json"
) -> Answer:
    return table.host.ask(
        "post", table.path("start"), data=body, content_type=content_type
    )


@pytest.mark.parametrize(
    "body",
    [
        b"\xff\xfe\x00",
        b"not json",
        b'{"a": NaN}',
        b"[" * 100_000,
        b"1" * 5000,
        b'{"a": "\\uD800"}',
        b'{"\xed\xa0\x80": 1}',
    ],
    ids=["no text", "words", "no number", "deep", "a long number", "half", "raw half"],
)
def test_what_is_not_json(started: Opened, body: bytes) -> None:
    assert "JSON" in sent_to_start(started, body).said(400)["detail"]


@pytest.mark.parametrize(
    "content_type", ["text/plain", "application/x-www-form-urlencoded"]
)
def test_what_does_not_say_that_it_is_json(started: Opened, content_type: str) -> None:
    assert (
        "Content-Type"
        in sent_to_start(started, b"{}", content_type).said(400)["detail"]
    )


@pytest.mark.parametrize("body", [b'"text"', b"7", b"null", b"true"])
def test_what_is_no_object(started: Opened, body: bytes) -> None:
    assert set(sent_to_start(started, body).fields()) == {""}


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://elsewhere.test"},
        {"Origin": "null"},
        {"Origin": "//localhost"},
        {"Origin": "localhost"},
        {"Origin": "ftp://localhost"},
        {"Origin": "chrome-extension://localhost"},
        {"Origin": "javascript://localhost"},
        {"Origin": "http://localhost/"},
        {"Origin": "http://ana@localhost"},
        {"Origin": ""},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_another_sites_page_writes_nothing(
    spectator: Phone, headers: dict[str, str]
) -> None:
    assert (
        spectator.post("/tables", {"game": "highest-card"}, headers=headers).status
        == 403
    )


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://localhost"},
        {"Origin": "https://localhost"},
        {"Sec-Fetch-Site": "same-origin"},
    ],
)
def test_our_own_pages_write(spectator: Phone, headers: dict[str, str]) -> None:
    assert (
        spectator.post("/tables", {"game": "highest-card"}, headers=headers).status
        == 201
    )


# Names


def asked_as(
    room: CardRoom, host: str, public_url: PublicUrl, path: str = "/api/v1/games"
) -> TestResponse:
    return served(room, public_url).test_client().get(path, headers={"Host": host})


@pytest.mark.parametrize(
    "host",
    [
        "192.168.1.5:8642",
        "127.0.0.1",
        "[::1]:8642",
        "localhost:8642",
        "LocalHost.",
        "cards.localhost",
        "livingroom:8642",
        "pi.local",
        "pi.lan",
        "pi.home",
        "pi.home.arpa:8642",
        "pi.internal",
        "referee.test",
    ],
)
def test_names_that_are_found_only_near_are_answered(room: CardRoom, host: str) -> None:
    assert asked_as(room, host, PublicUrl(8642, None, list)).status_code == 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.example:8642",
        "192.168.1.5.evil.example",
        "local.example",
        "home.arpa.example",
    ],
)
def test_names_that_anybody_can_own_are_not_answered(room: CardRoom, host: str) -> None:
    for path in ("/api/v1/games", "/", "/static/messages.js", "/healthz"):
        answer = asked_as(room, host, PublicUrl(8642, None, list), path)
        assert answer.status_code == 421
        assert "--advertise" in answer.get_data(as_text=True)


def test_the_problem_with_a_name_is_described(spectator: Phone) -> None:
    problem = spectator.get("/games", headers={"Host": "evil.example"}).said(421)
    assert "evil.example" in problem["detail"]


@pytest.mark.parametrize(
    "path", ["/api/v1/games", "/", "/static/messages.js", "/nothing"]
)
def test_a_name_over_255_bytes_is_refused_before_anything_looks_at_it(
    spectator: Phone, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def must_not_look(host: str) -> NoReturn:
        raise AssertionError(host)

    monkeypatch.setattr(received, "is_host", must_not_look)
    client = spectator.app.test_client()
    answer = client.get(path, headers={"Host": "é" * 256})
    assert answer.status_code == 400
    assert "Host over 255 bytes" in answer.get_data(as_text=True)
    assert "é" not in answer.get_data(as_text=True)


def test_a_name_of_255_bytes_is_looked_at(spectator: Phone) -> None:
    longest = ".".join(["a" * 63] * 4)
    assert len(longest) == 255
    assert (
        longest
        in spectator.get("/games", headers={"Host": longest}).said(421)["detail"]
    )


def test_what_the_operator_names_is_answered(
    room: CardRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    advertised = PublicUrl(8642, "https://Cards.example:444/", list)
    assert asked_as(room, "cards.example:444", advertised).status_code == 200
    assert asked_as(room, "b.example", advertised).status_code == 421
    monkeypatch.setenv("REFEREE_HOSTS", "a.example, B.example")
    for host in ("a.example", "b.example:80"):
        assert asked_as(room, host, PublicUrl(8642, None, list)).status_code == 200


def test_the_machines_own_name_is_answered(
    room: CardRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        public_url, "_machines_own", lambda: frozenset({"desk.club.example"})
    )
    assert (
        asked_as(room, "desk.club.example", PublicUrl(8642, None, list)).status_code
        == 200
    )
    assert (
        asked_as(room, "club.example", PublicUrl(8642, None, list)).status_code == 421
    )


def test_what_cannot_be_done_at_an_address(spectator: Phone) -> None:
    answer = spectator.ask("delete", "/games")
    assert answer.status == 405
    assert "GET" in answer.response.headers["Allow"]


def test_an_address_that_is_none(spectator: Phone) -> None:
    assert spectator.get("/nothing").status == 404


def test_every_answer_is_kept_by_nobody_and_run_by_nobody(spectator: Phone) -> None:
    for path in ("/games", "/nothing"):
        headers = spectator.get(path).response.headers
        assert headers["Cache-Control"] == "no-store"
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert "default-src 'none'" in headers["Content-Security-Policy"]


def test_an_error_nobody_foresaw_says_nothing_of_its_inside(
    spectator: Phone, room: CardRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("the secret inside")

    monkeypatch.setattr(room, "open_table", broken)
    answer = spectator.post("/tables", {"game": "highest-card"})
    assert answer.status == 500
    assert "secret" not in answer.text


# Too often


@pytest.fixture
def limited(room: CardRoom) -> Phone:
    return Phone(served(room, limits=True))


def until_too_often(phone: Phone, path: str, body: object = None) -> int:
    """How many calls went through before one was too many; that one must say when to
    try again.
    """
    for went_through in range(200):
        answer = phone.post(path, body)
        if answer.status == 429:
            assert 0 < int(answer.response.headers["Retry-After"]) <= 60
            return went_through
    raise AssertionError("nothing was too often")


def test_opening_is_limited(limited: Phone) -> None:
    assert until_too_often(limited, "/tables", {"game": "highest-card"}) == 20


def test_asking_is_limited(limited: Phone) -> None:
    assert (
        until_too_often(
            limited, "/games/highest-card/ask/trick", {"plays": {"Ana": "9S"}}
        )
        == 120
    )


def test_one_address_cannot_take_all_streams(limited: Phone, open_table: Open) -> None:
    path = open_table().path("live")
    greedy, modest, proxy = (
        {"REMOTE_ADDR": address} for address in ("10.0.0.7", "10.0.0.8", "127.0.0.1")
    )
    streams = [limited.get(path, environ_overrides=greedy) for _ in range(40)]
    refused = limited.get(path, environ_overrides=greedy)
    assert {stream.status for stream in streams} == {200}
    assert "Close those" in refused.said(429)["detail"]
    assert refused.response.headers["Retry-After"] == "5"
    streams += [
        limited.get(path, environ_overrides=other) for other in (modest, *[proxy] * 41)
    ]
    assert {stream.status for stream in streams} == {200}
    for stream in streams:
        stream.response.close()
    assert services_of(limited.app).streams.open == 0
    again = limited.get(path, environ_overrides=greedy)
    assert again.status == 200
    again.response.close()


def test_a_device_cannot_take_all_streams_by_its_many_ipv6_addresses(
    limited: Phone, open_table: Open
) -> None:
    path = open_table().path("live")

    def stream(address: str) -> Answer:
        return limited.get(path, environ_overrides={"REMOTE_ADDR": address})

    streams = [stream(f"2001:db8::{number:x}") for number in range(1, 41)]
    stream("2001:db8::ffff").said(429)
    streams.append(stream("2001:db8:0:1::1"))
    assert {answer.status for answer in streams} == {200}
    for answer in streams:
        answer.response.close()


def test_a_full_house_is_no_error_of_the_daemon(
    spectator: Phone, open_table: Open, caplog: pytest.LogCaptureFixture
) -> None:
    path = open_table().path("live")
    services_of(spectator.app).streams.most = 0
    spectator.get(path).said(503)
    assert not caplog.records


def test_joining_is_limited_and_looking_is_not(
    limited: Phone, open_table: Open, app: Flask
) -> None:
    table = open_table("highest-card", "Ana", "Ben", "Cy", "Dee")
    assert until_too_often(limited, table.path("join"), {"name": "Eve"}) == 60
    for _ in range(30):
        limited.get(f"/tables/{table.code}").said(200)
