"""Requests as they come over sockets: in pieces and halves, too long, one behind
another, and past all reading.
"""

import gc
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from socket import IPPROTO_TCP, SHUT_RDWR, TCP_NODELAY
from threading import Event

import pytest
from flask import Flask, request
from referee_web.callers import household, is_this_machine
from referee_web.commands.listening import listen
from referee_web.guards.received import ARRIVAL, HEADERS, LONGEST_BODY
from referee_web.guards.service_set import services_of
from referee_web.server import bridge, daemon, doors
from referee_web.server.bridge import FREE, LONGEST_READ
from referee_web.server.daemon import LONGEST_HEAD, Daemon
from referee_web.server.doors import PIECE, ClientConnection

from referee.hosting.room import CardRoom
from referee.hosting.store import Store
from tests.web.conftest import app_over
from tests.web.line import HOST, Answer, Line, answering
from tests.web.test_daemon import HALVES, eventually

OPENING = json.dumps({"game": "highest-card", "seats": ["Ana", "Ben"]}).encode()
ASKING = b"GET /healthz HTTP/1.1\r\nHost: referee.test\r\n\r\n"


class Turnstile:
    """An address at which a request waits until it may go on."""

    def __init__(self) -> None:
        self.entered = Event()
        self.may_go = Event()

    def wait(self) -> str:
        self.entered.set()
        return "on you go" if self.may_go.wait(60) else "nobody came"


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    room = CardRoom(Store.open(tmp_path_factory.mktemp("reading") / "tables.db"))
    app = app_over(room, limits=True)
    services_of(app).limits.on = False
    app.extensions["turnstile"] = Turnstile()
    app.add_url_rule(
        "/turnstile", "turnstile", view_func=lambda: app.extensions["turnstile"].wait()
    )
    app.add_url_rule(
        "/arrived",
        "arrived",
        view_func=lambda: str(request.environ[ARRIVAL]),
        methods=["POST"],
    )
    app.add_url_rule("/seen", "seen", view_func=lambda: dict(request.headers))
    yield app
    room.close()


@pytest.fixture(scope="module")
def served(app: Flask) -> Iterator[Daemon]:
    with answering(app) as daemon:
        yield daemon


@pytest.fixture
def now(app: Flask) -> Callable[[], float]:
    """What the clock of the races shows."""
    room: CardRoom = services_of(app).room
    return room.races.now


@pytest.fixture
def turnstile(app: Flask) -> Turnstile:
    app.extensions["turnstile"] = Turnstile()
    return app.extensions["turnstile"]


def answered(served: Daemon, sent: bytes) -> Answer:
    with Line(served) as line:
        line.say(sent)
        return line.answer()


def posting(*headers: str, path: str = "/api/v1/tables", body: bytes = b"") -> bytes:
    lines = [
        f"POST {path} HTTP/1.1",
        "Host: referee.test",
        "Content-Type: application/json",
        *headers,
    ]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


def chunked(body: bytes, size: int) -> bytes:
    pieces = [body[at : at + size] for at in range(0, len(body), size)]
    return (
        b"".join(b"%x\r\n%s\r\n" % (len(piece), piece) for piece in pieces)
        + b"0\r\n\r\n"
    )


def refused_as_problem(answer: Answer, status: int) -> str:
    """What a problem says, which has come with this status and with all that every
    answer carries.
    """
    assert answer.status == status
    assert answer.headers["Content-Type"] == "application/problem+json"
    for name, value in HEADERS.items():
        assert answer.headers[name] == value
    problem = json.loads(answer.body)
    assert problem["status"] == status
    return str(problem["detail"])


# What nobody can read


@pytest.mark.parametrize(
    "headers",
    [
        ("Content-Length: -1",),
        ("Content-Length: 5", "Content-Length: 6"),
        ("Content-Length: 5", "Transfer-Encoding: chunked"),
        ("Transfer-Encoding: gzip, chunked",),
        ("Content-Length : 5",),
        ("Transfer-Encoding: chunked", "Transfer-Encoding: chunked"),
        ("Host: another.test",),
    ],
)
def test_what_two_servers_might_read_in_two_ways_is_refused_and_the_line_hung_up(
    headers: tuple[str, ...], served: Daemon
) -> None:
    with Line(served) as line:
        line.say(posting(*headers, body=b"5\r\n{}   \r\n0\r\n\r\n" + ASKING))
        assert line.heard_until(b"\r\n").split()[1] in (b"400", b"501")
        assert b"HTTP/1.1" not in line.rest()
    assert (
        answered(
            served,
            b"GET http://referee.test/healthz HTTP/1.1\r\nHost: referee.test\r\n\r\n",
        ).status
        == 400
    )


# How long it may be


def test_a_head_that_is_too_long_is_refused(served: Daemon) -> None:
    long = ASKING[:-2] + b"X-Long: " + b"a" * (LONGEST_HEAD + 2 * PIECE)
    for sent in (long, long + b"\r\n\r\n"):
        with Line(served) as line:
            line.say(sent)
            assert line.heard_until(b"\r\n").split()[1] == b"400"


def test_no_answer_waits_for_more_to_be_sent(served: Daemon) -> None:
    with Line(served) as line:
        line.say(ASKING)
        assert line.answer().status == 200
        kept = [each for each in gc.get_objects() if isinstance(each, ClientConnection)]
        sockets = [each for each in kept if each.fileno() != -1]
        assert sockets
        assert all(each.getsockopt(IPPROTO_TCP, TCP_NODELAY) for each in sockets)


@pytest.mark.parametrize("length", [LONGEST_BODY + 1, LONGEST_READ])
def test_a_body_that_is_too_long_is_refused_when_it_was_read(
    length: int, served: Daemon
) -> None:
    refused_as_problem(
        answered(served, posting(f"Content-Length: {length}", body=b" " * length)), 413
    )
    sent = posting(
        "Transfer-Encoding: chunked", body=chunked(b" " * (LONGEST_BODY + 1), PIECE)
    )
    refused_as_problem(answered(served, sent), 413)


def test_a_body_that_is_much_too_long_is_refused_before_it_comes(
    served: Daemon,
) -> None:
    refused_as_problem(
        answered(served, posting(f"Content-Length: {LONGEST_READ + 1}")), 413
    )


def test_a_body_of_the_longest_length_is_read(served: Daemon) -> None:
    body = OPENING + b" " * (LONGEST_BODY - len(OPENING))
    assert (
        answered(served, posting(f"Content-Length: {len(body)}", body=body)).status
        == 201
    )


# In pieces, and one behind another


def test_requests_one_behind_another_are_answered_one_after_the_other(
    served: Daemon,
) -> None:
    post = posting(f"Content-Length: {len(OPENING)}", body=OPENING)
    with Line(served) as line:
        line.say(post + ASKING + post + ASKING[:-1])
        statuses = [line.answer().status for _ in range(3)]
        line.say(ASKING[-1:])
        assert [*statuses, line.answer().status] == [201, 200, 201, 200]


def test_a_name_with_an_underscore_is_not_taken_for_that_of_another_header(
    served: Daemon,
) -> None:
    sent = (
        ASKING.replace(b"/healthz", b"/seen")[:-2]
        + b"X_Forwarded_For: 10.0.0.1\r\nAccept: a\r\nAccept: b\r\n\r\n"
    )
    seen = json.loads(answered(served, sent).body)
    assert "X-Forwarded-For" not in seen
    assert seen["Accept"] == "a, b"


def test_who_would_rather_speak_something_else_is_answered_in_http(
    served: Daemon,
) -> None:
    upgrade = ASKING[:-2] + b"Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n"
    assert answered(served, upgrade).status == 200


def test_what_comes_behind_a_body_is_no_header(served: Daemon) -> None:
    trailing = chunked(b"{}", 2)[:-2] + b"X-Forwarded-For: 10.0.0.1\r\n\r\n"
    asked = ASKING.replace(b"/healthz", b"/seen")[:-2]
    sent = asked + b"Transfer-Encoding: chunked\r\n\r\n" + trailing
    seen = json.loads(answered(served, sent).body)
    assert "X-Forwarded-For" not in seen


def test_a_body_behind_an_upgrade_is_read_or_refused(served: Daemon) -> None:
    upgrade = "Connection: Upgrade", "Upgrade: h2c"
    length = f"Content-Length: {len(OPENING)}"
    with Line(served) as line:
        line.say(posting(*upgrade, length, body=OPENING))
        assert line.heard_until(b"\r\n").split()[1] in (b"201", b"400")


def test_of_many_requests_one_behind_another_all_are_answered_in_turn(
    served: Daemon, turnstile: Turnstile
) -> None:
    with Line(served) as line:
        line.say(ASKING.replace(b"/healthz", b"/turnstile") + ASKING * 500)
        assert turnstile.entered.wait(60)
        turnstile.may_go.set()
        assert line.answer().body == b"on you go"
        assert [line.answer().status for _ in range(500)] == [200] * 500


@pytest.mark.parametrize("sent_as", ["as they are", "in chunks"])
def test_a_head_and_a_body_of_many_lines_are_read(sent_as: str, served: Daemon) -> None:
    body = OPENING + b"\r\n" * 4_000
    lines = ["a: b"] * 95
    if sent_as == "in chunks":
        sent = posting(*lines, "Transfer-Encoding: chunked", body=chunked(body, 20))
    else:
        sent = posting(*lines, f"Content-Length: {len(body)}", body=body)
    assert answered(served, sent).status == 201


# When it has come


def test_a_request_has_come_with_its_last_byte(
    served: Daemon, now: Callable[[], float]
) -> None:
    """Long after its head, which is there for certain once the daemon asks for the
    rest.
    """
    for early in (b"", b"{", b"{ "):
        with Line(served) as line:
            line.say(
                posting("Content-Length: 3", "Expect: 100-continue", path="/arrived")
            )
            assert line.answer().status == 100
            line.say(early)
            touched = now()
            line.say(b"{ }"[len(early) :])
            assert touched <= float(line.answer().body) <= now()


def test_a_request_in_chunks_has_come_with_the_end_of_the_last(
    served: Daemon, now: Callable[[], float]
) -> None:
    sent = posting(
        "Transfer-Encoding: chunked", path="/arrived", body=chunked(b"{}", 1)
    )
    with Line(served) as line:
        line.say(sent[:-1])
        touched = now()
        line.say(sent[-1:])
        assert float(line.answer().body) >= touched


@pytest.mark.parametrize("early", [0, 40])
def test_a_request_behind_another_has_not_come_before_its_turn(
    early: int, served: Daemon, now: Callable[[], float], turnstile: Turnstile
) -> None:
    """Sent long before, all of it or all but its end, behind one that takes as long as
    its sender likes.
    """
    waiting = ASKING.replace(b"/healthz", b"/turnstile")
    behind = posting("Content-Length: 2", path="/arrived", body=b"{}")
    with Line(served) as line:
        line.say(waiting + behind[: len(behind) - early])
        assert turnstile.entered.wait(60)
        touched = now()
        line.say(behind[len(behind) - early :])
        turnstile.may_go.set()
        line.answer()
        assert float(line.answer().body) >= touched


# Those who say nothing, and those who stop in the middle


@pytest.mark.parametrize("half", HALVES)
def test_however_slowly_a_request_trickles_in_its_time_runs_out(
    half: bytes, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doors, "REQUEST_SECONDS", 0.2)
    served = Daemon(app, listen(HOST, 0))
    served.start()
    with Line(served) as line:
        line.say(half)
        line.socket.settimeout(0.02)
        for _ in range(1_000):
            try:
                line.say(b"a")
                if not line.socket.recv(1):
                    break
            except TimeoutError:
                continue
            except OSError:
                break
        else:
            pytest.fail("it went on and on")
    served.stop()


def test_requests_that_are_not_whole_take_no_thread(served: Daemon) -> None:
    before = threading.active_count()
    with ExitStack() as stack:
        for number in range(60):
            stack.enter_context(Line(served)).say(HALVES[number % len(HALVES)])
        assert answered(served, ASKING).status == 200
        assert threading.active_count() < before + 10


def test_however_many_long_bodies_stop_in_the_middle_what_is_held_is_bounded_and_phones_are_served(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    half = LONGEST_BODY - 1
    monkeypatch.setattr(bridge, "MOST_HELD", 2 * (LONGEST_BODY - FREE))
    long = OPENING + b" " * (LONGEST_BODY - len(OPENING))
    announced = posting(f"Content-Length: {LONGEST_BODY}")
    with (
        answering(app) as served,
        Line(served) as first,
        Line(served) as second,
        ExitStack() as stack,
    ):
        for line in (first, second):
            line.say(announced + long[:half])
        assert eventually(lambda: sum(served.bridge.held.values()) == 2 * (half - FREE))
        for _ in range(30):
            line = stack.enter_context(Line(served))
            line.say(announced + long[: FREE + 3])
            refused = line.answer()
            assert "The referee is busy" in refused_as_problem(refused, 503)
            assert refused.headers["Retry-After"] == "5"
            assert line.is_hung_up()
        for _ in range(30):
            stack.enter_context(Line(served)).say(announced + long[:FREE])
        assert (
            answered(
                served, posting(f"Content-Length: {len(OPENING)}", body=OPENING)
            ).status
            == 201
        )
        first.say(long[half:])
        assert first.answer().status == 201
        assert eventually(lambda: sum(served.bridge.held.values()) == half - FREE)
        assert answered(served, announced + long).status == 201
        second.socket.shutdown(SHUT_RDWR)
        assert eventually(lambda: sum(served.bridge.held.values()) == 0)


def test_whoever_opens_too_many_lines_closes_their_own_and_everybody_is_served(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even those behind the same router: it is the lines that wait the longest which
    go.
    """
    monkeypatch.setattr(daemon, "MOST_OF_ONE", 20)
    monkeypatch.setattr(doors, "is_this_machine", lambda _: False)
    served = Daemon(app, listen(HOST, 0))
    served.start()
    with ExitStack() as stack:
        for number in range(200):
            stack.enter_context(Line(served)).say(HALVES[number % len(HALVES)])
            if number % 20 == 0:
                assert answered(served, ASKING).status == 200
        assert answered(served, ASKING).status == 200
        assert eventually(lambda: served.callers.count <= 20)
    served.stop()


def test_a_line_over_which_something_is_answered_is_never_the_one_that_goes(
    app: Flask, turnstile: Turnstile, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(daemon, "MOST_OF_ONE", 5)
    monkeypatch.setattr(doors, "is_this_machine", lambda _: False)
    served = Daemon(app, listen(HOST, 0))
    served.start()
    with Line(served) as asking, ExitStack() as stack:
        asking.say(ASKING.replace(b"/healthz", b"/turnstile"))
        assert turnstile.entered.wait(60)
        for _ in range(20):
            stack.enter_context(Line(served)).say(HALVES[0])
        assert eventually(lambda: served.callers.count <= 5)
        turnstile.may_go.set()
        assert asking.answer().body == b"on you go"
    served.stop()


def test_this_machine_is_spared_since_a_proxy_may_run_on_it(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(daemon, "MOST_OF_ONE", 5)
    served = Daemon(app, listen(HOST, 0))
    served.start()
    with ExitStack() as stack:
        lines = [stack.enter_context(Line(served)) for _ in range(20)]
        assert eventually(lambda: served.callers.count == len(lines))
        for line in lines:
            line.say(ASKING)
        assert [line.answer().status for line in lines] == [200] * len(lines)
    served.stop()


def test_of_ipv6_a_whole_network_is_one_caller() -> None:
    assert (
        household("2001:db8:1:2:aaaa::1")
        == household("2001:db8:1:2:bbbb::9")
        != household("2001:db8:1:3::1")
    )
    assert (
        household("::ffff:192.168.1.5")
        == household("192.168.1.5")
        != household("192.168.1.6")
    )
    assert household("fe80::1%eth0") == household("fe80::2")
    assert is_this_machine("::1")


def test_the_map_of_the_server_names_each_file() -> None:
    folder = Path(doors.__file__).parent
    drawn = (folder / "README.md").read_text("utf-8")
    for file in folder.glob("[a-z]*.py"):
        assert f"`{file.name}`" in drawn
