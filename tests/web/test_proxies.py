"""Behind load balancers that the operator named, phones are told apart; nobody else is
believed about an address.
"""

import json
from collections.abc import Iterator
from contextlib import ExitStack
from ipaddress import ip_network

import pytest
from flask import Flask
from referee_web.app import create_app
from referee_web.guards.limits import MOST_A_MINUTE
from referee_web.guards.proxies import Proxies
from referee_web.guards.service_set import Services
from referee_web.public_url import PublicUrl
from referee_web.server import daemon
from referee_web.server.daemon import Daemon

from referee.hosting.room import CardRoom
from tests.web.line import Answer, Line, answering

MOST = MOST_A_MINUTE["guess"]
BEHIND = (
    ip_network("127.0.0.1"),
    ip_network("10.1.0.0/16"),
    ip_network("2001:db8:1::/48"),
)


def app_behind(room: CardRoom, proxies: Proxies) -> Flask:
    return create_app(
        Services.over(room, PublicUrl(8642, None, list), limits=True, proxies=proxies)
    )


@pytest.fixture
def behind(room: CardRoom) -> Iterator[Daemon]:
    """A daemon that takes the word of whoever comes from this machine."""
    with answering(app_behind(room, BEHIND)) as served:
        yield served


@pytest.fixture
def in_the_open(room: CardRoom) -> Iterator[Daemon]:
    """A daemon for which no proxy was named."""
    with answering(app_behind(room, ())) as served:
        yield served


def ask(
    served: Daemon, path: str, *headers: str, method: str = "GET", body: str = ""
) -> Answer:
    """The answer to one request over a connection of its own, with these headers as
    they are.
    """
    named = (
        "Host: referee.test",
        "Connection: close",
        *([f"Content-Length: {len(body)}"] if body else []),
    )
    head = "\r\n".join((f"{method} {path} HTTP/1.1", *named, *headers))
    with Line(served) as line:
        line.say(f"{head}\r\n\r\n{body}".encode())
        return line.answer()


def guess(served: Daemon, *headers: str, number: int = 0) -> int:
    """The status of a guess at a table's code; each number is another code."""
    return ask(served, f"/t/{'BCDFGHJKLMNPQRSTVWXZ'[number]}BBB", *headers).status


def guess_all(served: Daemon, *headers: str) -> None:
    assert {guess(served, *headers, number=number) for number in range(MOST)} == {404}


def test_each_phone_behind_the_proxy_is_counted_by_itself(behind: Daemon) -> None:
    guess_all(behind, "X-Forwarded-For: 192.0.2.1")
    assert guess(behind, "X-Forwarded-For: 192.0.2.1") == 429
    assert guess(behind, "X-Forwarded-For: 192.0.2.2") == 404


def test_what_a_phone_says_before_the_proxy_adds_its_address_counts_for_nothing(
    behind: Daemon,
) -> None:
    for number in range(MOST):
        forged = f"X-Forwarded-For: 198.51.100.{number}, 127.0.0.1, 192.0.2.1"
        assert guess(behind, forged, number=number) == 404
    assert guess(behind, "X-Forwarded-For: 203.0.113.9, 192.0.2.1") == 429
    assert (
        guess(behind, "X-Forwarded-For: 203.0.113.9", "X-Forwarded-For: 192.0.2.1")
        == 429
    )
    assert guess(behind, "X-Forwarded-For: 192.0.2.1, 203.0.113.9") == 404


def test_a_chain_of_proxies_leads_back_to_the_phone(behind: Daemon) -> None:
    guess_all(behind, "X-Forwarded-For: 192.0.2.1, 10.1.2.3")
    assert guess(behind, "X-Forwarded-For: 192.0.2.1") == 429
    assert guess(behind, "X-Forwarded-For: 192.0.2.1, 10.2.0.1, 10.1.2.3") == 404


def test_an_ipv6_phone_is_its_network_and_a_port_is_no_part_of_an_address(
    behind: Daemon,
) -> None:
    for number in range(MOST):
        assert (
            guess(behind, f"X-Forwarded-For: 2001:db8:2::{number + 1:x}", number=number)
            == 404
        )
    assert guess(behind, "X-Forwarded-For: [2001:db8:2::ffff]:4711") == 429
    assert guess(behind, "X-Forwarded-For: 2001:db8:2:1::1") == 404
    guess_all(behind, "X-Forwarded-For: 192.0.2.7:1234")
    assert guess(behind, "X-Forwarded-For: ::ffff:192.0.2.7") == 429


def test_nobody_but_a_proxy_is_believed(in_the_open: Daemon) -> None:
    for number in range(MOST):
        assert (
            guess(in_the_open, f"X-Forwarded-For: 192.0.2.{number}", number=number)
            == 404
        )
    assert guess(in_the_open, "X-Forwarded-For: 192.0.2.200") == 429


OPENING = '{"game": "four-aces"}'
AS_JSON = "Content-Type: application/json"


@pytest.mark.parametrize(
    ("told", "scheme"),
    [
        ("X-Forwarded-Proto: https", "https"),
        ("X-Forwarded-Proto: javascript", "http"),
        ("X-Forwarded-Protocol: https", "http"),
    ],
)
def test_the_proxy_says_whether_phones_come_by_https(
    behind: Daemon, told: str, scheme: str
) -> None:
    opened = json.loads(
        ask(behind, "/api/v1/tables", told, AS_JSON, method="POST", body=OPENING).body
    )
    assert opened["join_url"].startswith(f"{scheme}://referee.test/")
    cookie = ask(behind, f"/t/{opened['code']}", told).headers["Set-Cookie"]
    assert ("Secure" in cookie) == (scheme == "https")


def test_nobody_else_says_so(in_the_open: Daemon) -> None:
    told = "X-Forwarded-Proto: https"
    opened = ask(
        in_the_open, "/api/v1/tables", told, AS_JSON, method="POST", body=OPENING
    )
    assert json.loads(opened.body)["join_url"].startswith("http://referee.test/")


def test_the_phones_behind_a_proxy_have_more_connections_than_one_address(
    room: CardRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(daemon, "MOST_OF_ONE", 5)
    monkeypatch.setattr("referee_web.server.doors.is_this_machine", lambda _: False)
    with answering(app_behind(room, BEHIND)) as served, ExitStack() as stack:
        lines = [stack.enter_context(Line(served)) for _ in range(20)]
        for line in lines:
            line.say(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert [line.answer().status for line in lines] == [200] * len(lines)
