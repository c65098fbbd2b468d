"""The daemon: threads that follow the requests, streams that are capped, connections
that end.
"""

import http.client
import socket
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from ipaddress import ip_network
from types import MappingProxyType

import pytest
from flask import Flask
from referee_web import streams
from referee_web.commands.listening import CannotListen, listen
from referee_web.guards.service_set import services_of
from referee_web.server import bridge, doors
from referee_web.server.bridge import MOST_THREADS
from referee_web.server.daemon import Daemon

from referee.hosting.room import CardRoom
from referee.hosting.tables import table_lock
from tests.web.conftest import app_over
from tests.web.line import HOST, Line, answering

GAME = "highest-card"


def eventually(true: Callable[[], bool], seconds: float = 60) -> bool:
    end = time.monotonic() + seconds
    while not true() and time.monotonic() < end:
        time.sleep(0.01)
    return true()


@pytest.fixture
def app(room: CardRoom) -> Flask:
    """One of its own, to which tests add what they wait at."""
    return app_over(room)


@pytest.fixture
def served(app: Flask) -> Iterator[Daemon]:
    app.add_url_rule("/wait", view_func=lambda: time.sleep(0.3) or "done")
    with answering(app) as daemon:
        yield daemon


@pytest.fixture
def code(room: CardRoom) -> str:
    return room.open_table(GAME, ["Ana", "Ben"]).code


HALVES = (
    b"POST /api/v1/tabl",
    b"POST /api/v1/tables HTTP/1.1\r\nHost: referee.test\r\n",
    (
        b"POST /api/v1/tables HTTP/1.1\r\nHost: referee.test\r\nContent-Length: "
        b"100\r\n\r\n{"
    ),
    (
        b"POST /api/v1/tables HTTP/1.1\r\nHost: referee.test\r\nTransfer-Encoding: "
        b"chunked\r\n\r\n64\r\n{"
    ),
)
"""Requests as they stand when their sender stops in the middle."""


def get(
    daemon: Daemon, path: str, headers: Mapping[str, str] = MappingProxyType({})
) -> http.client.HTTPResponse:
    connection = http.client.HTTPConnection(HOST, daemon.port, timeout=60)
    # The answer then owns the connection, and closes it.
    connection.request("GET", path, headers={"Connection": "close", **headers})
    return connection.getresponse()


def status_and_body(
    daemon: Daemon, path: str, headers: Mapping[str, str] = MappingProxyType({})
) -> tuple[int, bytes]:
    answer = get(daemon, path, headers)
    with answer:
        return answer.status, answer.read()


def stream(daemon: Daemon, code: str) -> http.client.HTTPResponse:
    """A phone that listens; it has heard the first words."""
    answer = get(daemon, f"/api/v1/tables/{code}/live")
    assert answer.status == 200
    assert answer.readline().startswith(b"retry:")
    return answer


def deaf_phone(daemon: Daemon, path: str, times: int = 1) -> socket.socket:
    """A phone that asks for this, and takes nothing in of the answers until it is read
    from.
    """
    phone = socket.socket()
    phone.settimeout(60)
    phone.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
    phone.connect((HOST, daemon.port))
    phone.sendall(f"GET {path} HTTP/1.1\r\nHost: referee.test\r\n\r\n".encode() * times)
    return phone


def test_phones_that_listen_take_no_thread(served: Daemon, code: str) -> None:
    before = threading.active_count()
    phones = [stream(served, code) for _ in range(40)]
    assert served.streams.open == 40
    assert threading.active_count() < before + 10
    assert status_and_body(served, "/healthz")[0] == 200
    for phone in phones:
        phone.close()


def test_a_phone_hears_only_of_its_own_table(
    served: Daemon, code: str, room: CardRoom
) -> None:
    other = room.open_table(GAME, ["Cy", "Di"]).code
    with stream(served, code) as phone:
        room.listeners.ring(other)
        room.listeners.ring(code)
        assert [phone.readline() for _ in range(8)].count(b"event: changed\n") == 2
        assert other not in room.listeners.listened_tables()
    assert eventually(
        lambda: (
            room.listeners.ring(code) or code not in room.listeners.listened_tables()
        )
    )


def test_while_nothing_changes_a_phone_hears_that_the_line_is_good(
    served: Daemon, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "HEARTBEAT_SECONDS", 0.05)
    with stream(served, code) as phone:
        heard = [phone.readline() for _ in range(10)]
        assert heard[4:] == [b"event: beat\n", b"data: {}\n", b"\n"] * 2


MUCH = b"x" * 15_000_000
"""More than the connection to a phone holds that takes nothing in."""


@pytest.fixture
def much(app: Flask) -> Iterator[Daemon]:
    app.add_url_rule("/much", view_func=lambda: MUCH)
    with answering(app) as daemon:
        yield daemon


def test_of_phones_that_take_nothing_in_those_that_wait_longest_are_hung_up_on(
    much: Daemon, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What waits for them is bounded, and no thread waits: others are answered."""
    monkeypatch.setattr(bridge, "MOST_HELD", 3 * len(MUCH))
    before = threading.active_count()
    with ExitStack() as stack:
        for _ in range(12):
            stack.enter_context(deaf_phone(much, "/much", times=5))
        for _ in range(20):
            assert status_and_body(much, "/healthz")[0] == 200
        assert eventually(lambda: much.callers.count <= 4)
        assert threading.active_count() < before + 12


def test_whoever_asks_again_and_takes_nothing_in_is_hung_up_on(
    much: Daemon, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doors, "REQUEST_SECONDS", 0.1)
    with deaf_phone(much, "/much", times=2):
        assert eventually(lambda: much.callers.count == 0)


def test_who_takes_an_answer_in_late_has_no_longer_for_half_a_request(
    much: Daemon, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doors, "REQUEST_SECONDS", 0.5)
    with Line(much) as line:
        line.say(b"GET /much HTTP/1.1\r\nHost: referee.test\r\n\r\n" + HALVES[2])
        assert len(line.answer().body) == len(MUCH)
        assert line.is_hung_up()


@pytest.mark.slow
def test_a_stream_that_nobody_reads_holds_no_more_than_the_latest_news(
    served: Daemon, code: str, room: CardRoom
) -> None:
    with (
        stream(served, code) as phone,
        deaf_phone(served, f"/api/v1/tables/{code}/live"),
    ):
        assert eventually(lambda: served.streams.open == 2)
        for _ in range(20_000):
            room.listeners.ring(code)
        while phone.readline() != b"event: changed\n":
            pass
        assert status_and_body(served, "/healthz")[0] == 200


def test_above_the_cap_a_phone_is_asked_to_come_again_and_pages_still_open(
    served: Daemon, code: str
) -> None:
    served.streams.most = 3
    phones = [stream(served, code) for _ in range(3)]
    refused = get(served, f"/api/v1/tables/{code}/live")
    assert (refused.status, refused.getheader("Retry-After")) == (503, "5")
    refused.close()
    assert status_and_body(served, "/healthz")[0] == 200
    for phone in phones:
        phone.close()


@pytest.mark.parametrize("abruptly", [True, False])
def test_a_phone_that_left_is_counted_no_more(
    abruptly: bool, served: Daemon, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "HEARTBEAT_SECONDS", 0.05)
    phone = socket.create_connection((HOST, served.port), timeout=60)
    phone.sendall(
        f"GET /api/v1/tables/{code}/live HTTP/1.1\r\nHost: referee.test\r\n\r\n".encode()
    )
    assert eventually(lambda: served.streams.open == 1)
    if abruptly:
        phone.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    phone.close()
    assert eventually(lambda: served.streams.open == 0)


def test_a_stop_sends_all_home_and_lets_requests_finish(app: Flask, code: str) -> None:
    entered = threading.Event()

    def wait() -> str:
        entered.set()
        return (
            "done"
            if eventually(lambda: daemon.streams.open == 0, 1)
            else "the streams go on"
        )

    app.add_url_rule("/wait", view_func=wait)
    with answering(app) as daemon:
        phones = [stream(daemon, code) for _ in range(20)]
        answers: list[tuple[int, bytes]] = []
        waiting = threading.Thread(
            target=lambda: answers.append(status_and_body(daemon, "/wait"))
        )
        waiting.start()
        assert entered.wait(60)
    waiting.join(10)
    assert answers == [(200, b"done")]
    assert daemon.ended.is_set()
    assert daemon.streams.open == 0
    for phone in phones:
        phone.read()
    with pytest.raises(ConnectionRefusedError):
        get(daemon, "/healthz")


def test_a_stop_waits_neither_for_halves_nor_for_answers_that_never_come(
    app: Flask, code: str
) -> None:
    hanging = threading.Semaphore(0)
    may_end = threading.Event()
    services_of(app).proxies = (ip_network(HOST),)
    app.add_url_rule(
        "/api/hang", view_func=lambda: hanging.release() or str(may_end.wait(60))
    )
    with ExitStack() as lines:
        with answering(app) as daemon:
            asking = [lines.enter_context(Line(daemon)) for _ in range(10)]
            for number, line in enumerate(asking):
                line.say(
                    (
                        "GET /api/hang HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: "
                        f"192.0.2.{number}\r\n\r\n"
                    ).encode()
                )
                assert hanging.acquire(timeout=60)
            for half in HALVES:
                asking.append(lines.enter_context(Line(daemon)))
                asking[-1].say(half)
            # Ten that hang keep nobody else waiting either.
            assert status_and_body(daemon, "/healthz")[0] == 200
            assert eventually(lambda: daemon.callers.count == len(asking))
        assert daemon.ended.is_set()
        assert daemon.callers.count == 0
        stopped = asking[0].answer()
        assert (stopped.status, stopped.headers["Content-Type"]) == (
            503,
            "application/problem+json",
        )
    may_end.set()


def raw(daemon: Daemon, request_text: bytes) -> bytes:
    with socket.create_connection((HOST, daemon.port), timeout=60) as phone:
        phone.sendall(request_text)
        return phone.recv(4096)


@pytest.mark.parametrize(
    ("line", "host", "more", "answer"),
    [
        ("GET /", "a" * 64, "", b"421"),
        ("GET /static/messages.js", f"{'a' * 300}.local", "", b"400"),
        ("GET /api/v1/games", "a..b", "", b"421"),
        ("GET /", "[", "", b"421"),
        (
            "POST /t/AAAAA/join",
            "localhost",
            "Origin: http://[\r\nContent-Length: 0\r\n",
            b"403",
        ),
        (f"GET /static/{'a' * 300}", "localhost", "", b"404"),
        (f"GET /t/AAAAA/link/{'a' * 3_000}/qr.svg", "localhost", "", b"404"),
    ],
)
def test_names_that_cannot_be_are_no_fault_of_the_daemon(
    served: Daemon, line: str, host: str, more: str, answer: bytes
) -> None:
    said = raw(
        served,
        f"{line} HTTP/1.1\r\nHost: {host}\r\n{more}Connection: close\r\n\r\n".encode(),
    )
    assert said.split()[1] == answer


def test_every_address_means_ipv4_ones_too() -> None:
    if not socket.has_dualstack_ipv6():
        with pytest.raises(CannotListen):
            listen("::", 0)
        return
    with (
        listen("::", 0) as listener,
        socket.create_connection((HOST, listener.getsockname()[1])) as phone,
    ):
        assert phone.getpeername()[1] == listener.getsockname()[1]


@pytest.mark.slow
def test_the_limit_of_open_files_is_raised_for_the_phones() -> None:
    script = (
        'ulimit -Sn 64 && exec "$0" -c \'from referee_web.commands.listening import '
        "open_files; print(open_files(500))'"
    )
    ran = subprocess.run(
        ["sh", "-c", script, sys.executable], capture_output=True, text=True, check=True
    )
    assert int(ran.stdout) > 64


def test_a_table_that_is_held_for_ever_keeps_no_thread_from_the_others(
    room: CardRoom, served: Daemon, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """More ask for it than there are threads: all see it as it was, and those that come
    later at once.
    """
    monkeypatch.setattr(table_lock, "PATIENCE", 0.2)
    other = room.open_table(GAME, ["Cy", "Dee"]).code
    with room.table(code).lock, ExitStack() as lines:
        asking = [lines.enter_context(Line(served)) for _ in range(MOST_THREADS + 1)]
        for line in asking:
            line.say(
                f"GET /api/v1/tables/{code} HTTP/1.1\r\nHost: {HOST}\r\n\r\n".encode()
            )
        assert {line.answer().status for line in asking} == {200}
        with Line(served) as line:
            line.say(
                f"GET /api/v1/tables/{other} HTTP/1.1\r\nHost: {HOST}\r\n\r\n".encode()
            )
            assert line.answer().status == 200
