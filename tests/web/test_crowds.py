"""One address that opens all the connections that it can: it shuts out nobody else, and
costs little.
"""

import resource
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from select import select
from threading import Event, Thread

import pytest
from benchmarks.crowds import HALF_A_HEAD, HALF_A_HELLO, Crowd, Device
from flask import Flask
from referee_web.commands.https import Certificate, own_certificate
from referee_web.server import daemon, doors
from referee_web.server.daemon import Daemon

from referee.hosting.room import CardRoom
from tests.commandline.running import REFEREE, Running
from tests.web.conftest import app_over
from tests.web.line import HOST, Line, answering
from tests.web.test_daemon import eventually, status_and_body

CROWDED = "127.0.0.9"
ASKING = b"GET /healthz HTTP/1.1\r\nHost: referee.test\r\n\r\n"


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Certificate:
    return own_certificate(tmp_path_factory.mktemp("https"))


@pytest.fixture
def app(room: CardRoom) -> Flask:
    return app_over(room, limits=True)


@contextmanager
def crowding(port: int, crowd: Crowd) -> Iterator[None]:
    """A device at another address, which opens these connections until the block ends."""
    is_over = Event()
    is_there = Event()

    def crowd_in() -> None:
        device = Device(port, CROWDED, crowd)
        while not is_over.is_set():
            device.open_some()
            device.look(0.01)
            if not device.missing or crowd.again:
                is_there.set()
        device.close()

    thread = Thread(target=crowd_in)
    thread.start()
    assert is_there.wait(60)
    try:
        yield
    finally:
        is_over.set()
        thread.join()


@pytest.mark.parametrize(
    ("scheme", "speaks"),
    [
        ("http", False),
        pytest.param("https", True, marks=pytest.mark.slow),
        pytest.param("http", True, marks=pytest.mark.slow),
        pytest.param("https", False, marks=pytest.mark.slow),
    ],
)
def test_whoever_opens_connections_again_and_again_shuts_out_nobody(
    scheme: str, speaks: bool, tmp_path: Path
) -> None:
    """The daemon has few descriptors, and the crowd several times as many connections."""
    few = ("sh", "-c", 'ulimit -n 400 && exec "$@"', "sh", str(REFEREE))
    options = ["--no-browser", "--host", HOST, "--port", "0", "--data", str(tmp_path)]
    options += ["--https"] if scheme == "https" else []
    half = HALF_A_HELLO if scheme == "https" else HALF_A_HEAD
    crowd = Crowd(800, half.decode("latin-1") if speaks else "", again=True)
    served = Running(*options, program=few)
    try:
        with crowding(served.port, crowd):
            for _ in range(20):
                assert served.get("/healthz")
        served.process.terminate()
        _, logged = served.process.communicate(timeout=60)
    finally:
        served.end()
    assert logged == ""


def test_all_that_come_at_once_are_counted_and_one_address_keeps_its_share(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(daemon, "MOST_OF_ONE", 20)
    with answering(app) as served, ExitStack() as stack:
        may_go_on = Event()
        served._loop.call_soon_threadsafe(may_go_on.wait, 60)
        crowd = [stack.enter_context(Line(served, CROWDED)) for _ in range(300)]
        may_go_on.set()
        assert status_and_body(served, "/healthz")[0] == 200
        assert eventually(lambda: sum(map(is_open, crowd)) == 20)
        assert served.callers.count <= 21


def is_open(line: Line) -> bool:
    """True unless the daemon hung up."""
    something_came, _, _ = select([line.socket], [], [], 0)
    if not something_came:
        return True
    try:
        return bool(line.socket.recv(1, socket.MSG_PEEK))
    except ConnectionResetError:
        return False


def silent(served: Daemon, words: bytes) -> Line:
    """A connection by HTTPS over which this is said instead of a handshake."""
    line = Line(served, CROWDED)
    line.say(words)
    return line


@pytest.mark.parametrize("words", [b"", HALF_A_HELLO])
def test_by_https_connections_count_before_their_handshake(
    words: bytes, app: Flask, certificate: Certificate, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(daemon, "MOST_OF_ONE", 20)
    with answering(app, certificate) as served, ExitStack() as stack:
        crowd = [stack.enter_context(silent(served, words)) for _ in range(100)]
        assert eventually(lambda: sum(map(is_open, crowd)) == 20)
        assert eventually(lambda: served.callers.count == 20)
        with Line(served, encrypted=True) as line:
            line.say(ASKING)
            assert line.answer().status == 200


@pytest.mark.parametrize("words", [b"", HALF_A_HELLO])
def test_a_handshake_has_the_time_that_a_head_has(
    words: bytes, app: Flask, certificate: Certificate, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doors, "REQUEST_SECONDS", 0.2)
    with answering(app, certificate) as served, silent(served, words) as line:
        assert line.is_hung_up()
        assert eventually(lambda: served.callers.count == 0)


def test_what_is_no_handshake_is_hung_up_on_and_counted_no_more(
    app: Flask, certificate: Certificate
) -> None:
    with answering(app, certificate) as served, silent(served, ASKING) as line:
        assert line.is_hung_up()
        assert eventually(lambda: served.callers.count == 0)


def test_where_no_descriptor_is_free_it_is_logged_and_goes_on_when_there_is(
    tmp_path: Path,
) -> None:
    served = Running("--no-browser", "--host", HOST, "--port", "0", "--data", tmp_path)
    limit = partial(resource.prlimit, served.process.pid, resource.RLIMIT_NOFILE)
    before = limit()
    try:
        assert served.get("/healthz")
        with crowding(served.port, Crowd(50, "", again=True)):
            limit((10, before[1]))
            with socket.create_connection((HOST, served.port), timeout=60) as phone:
                phone.sendall(ASKING)
                assert served.process.stderr is not None
                logged = served.process.stderr.readline()
                limit(before)
                assert phone.recv(4_096).startswith(b"HTTP/1.1 200")
        assert "out of system resource" in logged
    finally:
        served.end()
