"""A door by HTTPS beside a running daemon: a phone lends its camera there, and nothing
else changes.
"""

import html
import http.client
import json
import re
import ssl
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from referee_web.commands import https
from referee_web.commands.https import https_door
from referee_web.commands.listening import listen
from referee_web.guards.service_set import Services, services_of
from referee_web.public_url import PublicUrl
from referee_web.server.daemon import Daemon

from referee.hosting.network.addresses import Address
from referee.hosting.room import CardRoom
from tests.web.conftest import app_over
from tests.web.line import HOST
from tests.web.test_guessing import MOST, wrong_codes


@pytest.fixture(autouse=True)
def on_no_container(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(https, "enclosure", lambda: None)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "tables"


@pytest.fixture
def app(room: CardRoom) -> Flask:
    return app_over(room)


@pytest.fixture
def served(app: Flask, room: CardRoom, folder: Path) -> Iterator[Daemon]:
    """A daemon served by HTTP, with a door that may be opened."""
    daemon = Daemon(app, listen(HOST, 0))
    services = Services.over(room, PublicUrl(daemon.port, None, list))
    services.open_https = https_door(daemon, HOST, folder)
    app.extensions["referee"] = services
    daemon.start()
    yield daemon
    daemon.stop()


class Table:
    """A table at this daemon, and what its host asks, by HTTP or by the door."""

    def __init__(self, daemon: Daemon) -> None:
        self.daemon = daemon
        seats = {"game": "faj", "seats": ["Ana", "Ben"]}
        opened = json.loads(self.ask("POST", "/api/v1/tables", seats)[1])
        self.code = opened["code"]
        self.token = opened["host_token"]

    def ask(
        self,
        method: str,
        path: str,
        body: Any = None,
        token: str = "",
        port: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> tuple[http.client.HTTPResponse, str]:
        connection: http.client.HTTPConnection
        if port is None:
            connection = http.client.HTTPConnection(HOST, self.daemon.port, timeout=60)
        else:
            trusting = ssl._create_unverified_context()
            connection = http.client.HTTPSConnection(
                HOST, port, timeout=60, context=trusting
            )
        headers = {"Content-Type": "application/json", **(headers or {})}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        connection.request(method, path, json.dumps(body) if body else None, headers)
        answer = connection.getresponse()
        text = answer.read().decode()
        connection.close()
        return answer, text

    def invite(self) -> str:
        """The page on which the host taps “Show its QR code”."""
        path = f"/t/{self.code}/watch"
        return html.unescape(self.ask("POST", path, token=self.token)[1])


@pytest.fixture
def table(served: Daemon) -> Table:
    return Table(served)


def address_on(page: str) -> str:
    [address] = re.findall(r'<p class="address"><a href="([^"]+)"', page)
    return str(address)


def test_the_host_opens_it_and_the_phone_watches_there_with_the_tables_kept(
    table: Table, folder: Path
) -> None:
    assert not folder.exists(), "no certificate is made before somebody asks for it"
    address = address_on(table.invite())
    found = re.fullmatch(rf"https://{HOST}:(\d+)(/t/.+/watch)#(\S+)", address)
    assert found
    port = int(found[1])
    path = found[2]
    token = found[3]
    assert port == table.daemon.https_port > table.daemon.port
    answer, page = table.ask("GET", path, port=port)
    assert answer.headers["Permissions-Policy"].startswith("camera=(self)")
    assert "data-begin" in page
    call = f"/api/v1/tables/{table.code}/watch/stop"
    assert table.ask("POST", call, token=token, port=port)[0].status == 200
    assert table.ask("GET", f"/t/{table.code}")[0].status == 200


def test_it_is_opened_once(table: Table) -> None:
    first = address_on(table.invite()).partition("/t/")[0]
    assert address_on(table.invite()).partition("/t/")[0] == first
    given = json.loads(
        table.ask("POST", f"/api/v1/tables/{table.code}/watch", token=table.token)[1]
    )
    assert given["url"].startswith(first)


def test_no_browser_keeps_to_https_because_of_it(table: Table) -> None:
    """A cookie for HTTPS alone would be kept from the pages that come by HTTP."""
    port = int(address_on(table.invite()).split(":")[2].split("/")[0])
    keyed = json.loads(
        table.ask("GET", f"/api/v1/tables/{table.code}", token=table.token)[1]
    )["code"]
    answer, _ = table.ask("GET", f"/t/{keyed}", token=table.token, port=port)
    cookies = answer.headers.get_all("Set-Cookie")
    assert cookies
    assert not [cookie for cookie in cookies if "secure" in cookie.lower()]
    assert "Strict-Transport-Security" not in answer.headers


def test_its_pages_show_others_the_way_by_http(table: Table) -> None:
    port = int(address_on(table.invite()).split(":")[2].split("/")[0])
    _, page = table.ask("GET", f"/t/{table.code}", token=table.token, port=port)
    assert f"http://{HOST}:{table.daemon.port}/t/" in page


def test_connections_by_both_are_counted_together(table: Table) -> None:
    port = int(address_on(table.invite()).split(":")[2].split("/")[0])
    callers = table.daemon.callers
    trusting = ssl._create_unverified_context()
    plain = http.client.HTTPConnection(HOST, table.daemon.port, timeout=60)
    encrypted = http.client.HTTPSConnection(HOST, port, timeout=60, context=trusting)
    for connection in (plain, encrypted):
        connection.request("GET", "/healthz")
        assert connection.getresponse().read()
    assert callers.count >= 2
    for connection in (plain, encrypted):
        connection.close()


def test_who_listens_by_it_hears_of_changes(table: Table, room: CardRoom) -> None:
    """News to them are encrypted by the loop, after a phone without it is sent to."""
    port = int(address_on(table.invite()).split(":")[2].split("/")[0])
    trusting = ssl._create_unverified_context()
    listening: list[http.client.HTTPConnection] = [
        http.client.HTTPSConnection(HOST, port, timeout=60, context=trusting),
        http.client.HTTPConnection(HOST, table.daemon.port, timeout=60),
    ]
    streams = []
    for connection in listening:
        connection.request("GET", f"/api/v1/tables/{table.code}/live")
        streams.append(connection.getresponse())
    for stream in streams:
        assert [stream.readline() for _ in range(5)][1] == b"event: changed\n"
    for _ in range(3):
        room.listeners.ring(table.code)
        for stream in streams:
            assert stream.readline() == b"event: changed\n"
            assert [stream.readline() for _ in range(3)][-1] == b"\n"
    for connection in listening:
        connection.close()


def test_only_the_host_opens_it(table: Table) -> None:
    answer, _ = table.ask("POST", f"/t/{table.code}/watch")
    assert answer.status in (401, 403)
    assert table.daemon.https_port is None


def test_in_a_container_it_says_what_to_do(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(https, "enclosure", lambda: "container")
    assert "Start it with --https" in table.invite()
    assert table.daemon.https_port is None


def test_where_nothing_makes_a_certificate_it_says_what_to_install(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(https, "find_spec", lambda _: None)
        patch.setattr(https, "which", lambda _: None)
        assert "pkg install openssl-tool" in table.invite()
    assert address_on(table.invite()), "and it opens once that is there"


def test_behind_a_proxy_each_daemon_shows_its_own(
    served: Daemon, app: Flask, room: CardRoom, folder: Path
) -> None:
    own = Address("192.168.1.23", "wlan0", "wi-fi")
    url = PublicUrl(served.port, "http://cards.example", lambda: [own])
    services_of(app).public_url = url
    shown = address_on(Table(served).invite())
    assert shown.startswith(f"https://192.168.1.23:{served.https_port}/t/")


def test_guesses_by_either_are_counted_together(room: CardRoom, folder: Path) -> None:
    app = app_over(room, limits=True)
    daemon = Daemon(app, listen(HOST, 0))
    services_of(app).open_https = https_door(daemon, HOST, folder)
    daemon.start()
    try:
        table = Table(daemon)
        ports = [None, int(address_on(table.invite()).split(":")[2].split("/")[0])]
        for number, code in enumerate(islice(wrong_codes(), MOST)):
            path = f"/api/v1/tables/{code}"
            answer, _ = table.ask("GET", path, port=ports[number % 2])
            assert answer.status == 404
        path = f"/api/v1/tables/{table.code}"
        for port in ports:
            assert table.ask("GET", path, port=port)[0].status == 429
            assert table.ask("GET", path, token=table.token, port=port)[0].status == 200
    finally:
        daemon.stop()


@pytest.mark.parametrize("site", ["https://elsewhere.test", "the page by HTTP"])
def test_other_sites_write_nothing_there(site: str, table: Table) -> None:
    port = int(address_on(table.invite()).split(":")[2].split("/")[0])
    if site == "the page by HTTP":
        site = f"http://{HOST}:{table.daemon.port}"
    path = f"/t/{table.code}/join"
    headers = {"Origin": site}
    answer, _ = table.ask("POST", path, {"name": "Eve"}, port=port, headers=headers)
    assert answer.status == 403
