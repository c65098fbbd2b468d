"""Turns at the daemon: addresses take turns, and at each address the tokens of its
seats do.

What is sent comes through a proxy that the daemon trusts, so that one machine can have
many addresses.
"""

import threading
from collections.abc import Iterator
from contextlib import ExitStack
from ipaddress import ip_network

import pytest
from flask import Flask
from referee_web.guards.protection import MOST_FIELDS
from referee_web.guards.service_set import services_of
from referee_web.server import bridge
from referee_web.server.bridge import MOST_AT_ONCE
from referee_web.server.daemon import Daemon

from referee.hosting.room import CardRoom
from tests.web.conftest import app_over
from tests.web.line import HOST, Line, answering
from tests.web.served import BASE

CLUB = "192.0.2.1"
ELSEWHERE = "198.51.100.7"


class Office:
    """A daemon at which requests can be held; the order in which they begin, and the
    connections they came over.
    """

    def __init__(self, daemon: Daemon, stack: ExitStack) -> None:
        self.daemon = daemon
        self._stack = stack
        self.order: list[str] = []
        self._changed = threading.Condition()
        self._go_on = threading.Event()

    def hold(self, name: str, code: str = "") -> str:
        with self._changed:
            self.order.append(name)
            self._changed.notify_all()
        assert self._go_on.wait(60)
        return name

    def send(self, path: str, *headers: str, address: str = CLUB) -> Line:
        line = self._stack.enter_context(Line(self.daemon))
        head = (
            f"GET {path} HTTP/1.1",
            "Host: referee.test",
            f"X-Forwarded-For: {address}",
            *headers,
        )
        line.say("\r\n".join((*head, "", "")).encode())
        return line

    def begins(
        self, name: str, *headers: str, address: str = CLUB, table: str = ""
    ) -> Line:
        """A request that has begun, and is held; it may be one at a table."""
        path = f"/t/{table}/hold/{name}" if table else f"/hold/{name}"
        line = self.send(path, *headers, address=address)
        with self._changed:
            assert self._changed.wait_for(lambda: name in self.order, 60)
        return line

    def let_go(self) -> None:
        self._go_on.set()


@pytest.fixture
def app(room: CardRoom) -> Flask:
    app = app_over(room)
    services_of(app).proxies = (ip_network(HOST),)
    return app


@pytest.fixture
def office(app: Flask) -> Iterator[Office]:
    with answering(app) as daemon, ExitStack() as stack:
        opened = Office(daemon, stack)
        app.add_url_rule("/hold/<name>", view_func=opened.hold)
        app.add_url_rule("/t/<code>/hold/<name>", view_func=opened.hold)
        yield opened
        opened.let_go()


def test_while_one_address_is_held_up_another_is_answered(office: Office) -> None:
    first = office.begins("first")
    second = office.send("/hold/second")
    third = office.begins("third", address=ELSEWHERE)
    assert office.order == ["first", "third"]
    office.let_go()
    assert [line.answer().body for line in (first, second, third)] == [
        b"first",
        b"second",
        b"third",
    ]
    assert office.order == ["first", "third", "second"]


def test_an_answer_that_comes_to_no_end_holds_up_its_line_for_some_time_only(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bridge, "LONG_SECONDS", 0.1)
    office.begins("first")
    office.begins("second")
    assert office.order == ["first", "second"]


def shown_at_a_table(room: CardRoom, header: str) -> tuple[str, str]:
    """The code of a table in memory, and the header by which its host is known there."""
    table = room.open_table("highest-card", ["Ana", "Ben"])
    room.table(table.code)
    return table.code, header.format(code=table.code, token=table.host_token)


@pytest.mark.parametrize(
    "header",
    ["Authorization: Bearer {token}", "Cookie: theme=dark; host_{code}={token}"],
)
def test_behind_one_router_a_seat_is_answered_while_others_are_held_up(
    office: Office, room: CardRoom, header: str
) -> None:
    code, shown = shown_at_a_table(room, header)
    office.begins("first")
    office.send("/hold/second")
    seat = office.begins("seat", shown, table=code)
    again = office.send(f"/t/{code}/hold/again", shown)
    office.begins("third", address=ELSEWHERE)
    assert office.order == ["first", "seat", "third"]
    office.let_go()
    assert [seat.answer().status, again.answer().status] == [200, 200]


def test_a_token_that_somebody_made_up_has_no_line_of_its_own(
    office: Office, room: CardRoom
) -> None:
    code, shown = shown_at_a_table(room, "Authorization: Bearer {token}")
    other, _ = shown_at_a_table(room, "")
    office.begins("first", "Authorization: Bearer made-up", table=code)
    for number, path in enumerate((f"/t/{code}", f"/t/{other}", "/t/BBBBB")):
        office.send(f"{path}/hold/made-up-{number}", f"Authorization: Bearer {number}")
    office.send(f"/t/{other}/hold/of-another-table", shown)
    office.begins("seat", shown, table=code)
    assert office.order == ["first", "seat"]


def test_an_address_has_few_at_once_however_many_tokens_it_has(
    office: Office, room: CardRoom
) -> None:
    tables = [
        shown_at_a_table(room, "Authorization: Bearer {token}")
        for _ in range(MOST_AT_ONCE + 1)
    ]
    for number, (code, shown) in enumerate(tables[:-1]):
        office.begins(f"{number}", shown, table=code)
    code, shown = tables[-1]
    office.send(f"/t/{code}/hold/one-too-many", shown)
    office.begins("elsewhere", address=ELSEWHERE)
    assert office.order == [*map(str, range(MOST_AT_ONCE)), "elsewhere"]


def test_what_is_too_much_for_a_line_is_sent_away_and_others_are_answered(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bridge, "MOST_WAITING", 2)
    office.begins("first")
    office.send("/hold/second")
    last = office.send("/api/v1/games")
    answer = last.answer()
    assert (answer.status, answer.headers["Retry-After"]) == (429, "5")
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert last.is_hung_up()
    office.begins("honest", address=ELSEWHERE)


def filled_in(app: Flask, path: str, fields: int, enctype: str) -> int:
    """The status of a form with so many fields."""
    form = {f"field-{number}": "x" for number in range(fields)}
    return (
        app.test_client()
        .post(path, data=form, content_type=enctype, base_url=BASE)
        .status_code
    )


@pytest.mark.parametrize(
    "enctype", ["application/x-www-form-urlencoded", "multipart/form-data"]
)
def test_a_form_with_more_fields_than_any_page_has_is_not_read(
    app: Flask, enctype: str
) -> None:
    assert filled_in(app, "/new/highest-card", MOST_FIELDS, enctype) == 303
    assert filled_in(app, "/new/highest-card", MOST_FIELDS + 1, enctype) == 413


@pytest.mark.parametrize(
    "enctype", ["application/x-www-form-urlencoded", "multipart/form-data"]
)
def test_a_form_for_what_does_not_exist_is_not_read(app: Flask, enctype: str) -> None:
    found = {
        filled_in(app, path, MOST_FIELDS + 1, enctype)
        for path in ("/nothing", "/new/nothing", "/ask/nothing/x")
    }
    assert found == {404}
    assert filled_in(app, "/t/BBBBB/enter", MOST_FIELDS + 1, enctype) == 404
    assert filled_in(app, "/healthz", MOST_FIELDS + 1, enctype) == 405
