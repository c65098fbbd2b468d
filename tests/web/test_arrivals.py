"""When what comes over a connection had arrived, and whether all that had come was looked at."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from dataclasses import dataclass
from selectors import EVENT_READ, DefaultSelector, SelectorKey

import pytest
from referee_web.server import arrivals
from referee_web.server.arrivals import IDLE_SECONDS, Arrivals, slapped_at

WAITED = 60.0


@dataclass
class Clock:
    """The clocks that the daemon looks at: tests move them."""

    ms: float = 50_000.0
    computed: float = 0.0

    def now(self) -> float:
        return self.ms

    def process_time(self) -> float:
        return self.computed

    def wait(self, computed: float = 0.0) -> list[tuple[SelectorKey, int]]:
        """What a look finds after a wait, in which the daemon computed for so many seconds."""
        self.ms += WAITED
        self.computed += computed
        return []


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(arrivals, "time", clock)
    return clock


@pytest.fixture
def phone_and_daemon() -> Iterator[tuple[socket.socket, socket.socket, socket.socket]]:
    """Both ends of a connection, and what listens for more."""
    with (
        socket.create_server(("127.0.0.1", 0)) as listener,
        socket.create_connection(listener.getsockname()) as phone,
        listener.accept()[0] as daemon,
    ):
        yield phone, daemon, listener


Ends = tuple[socket.socket, socket.socket, socket.socket]


def test_nothing_arrives_before_it_could_be_read_whatever_was_sent_first(phone_and_daemon: Ends, clock: Clock) -> None:
    """A stamp of the system is that of the last bytes, and their sender chooses when others make them readable."""
    phone, daemon, _ = phone_and_daemon
    known = Arrivals(clock.now)
    phone.sendall(b"slap")
    clock.wait()
    _, arrival = known.receive(daemon, 100, since=None)
    assert arrival.by == clock.ms


def test_nothing_arrived_before_its_turn_came(phone_and_daemon: Ends, clock: Clock) -> None:
    phone, daemon, _ = phone_and_daemon
    known = Arrivals(clock.now)
    phone.sendall(b"slap")
    clock.wait()
    turn = clock.ms
    clock.wait()
    _, arrival = known.receive(daemon, 100, since=turn)
    assert arrival.by - arrival.lateness == turn


def test_it_may_have_waited_for_as_long_as_the_daemon_did_something_else(phone_and_daemon: Ends, clock: Clock) -> None:
    phone, daemon, listener = phone_and_daemon
    known = Arrivals(clock.now)
    look = known.watched(lambda _seconds: [], listener)
    look(0)
    phone.sendall(b"slap")
    sent = clock.ms
    clock.wait()
    look(0)
    _, arrival = known.receive(daemon, 100, since=0)
    assert arrival.by - arrival.lateness == sent


@pytest.mark.parametrize(("computed", "lateness"), [(0.0, 0.0), (IDLE_SECONDS, WAITED)])
def test_what_woke_an_idle_daemon_did_not_wait_unless_others_computed(
    computed: float, lateness: float, phone_and_daemon: Ends, clock: Clock
) -> None:
    """While others compute, the thread that reads may have waited for its turn."""
    phone, daemon, listener = phone_and_daemon
    known = Arrivals(clock.now)
    look = known.watched(lambda _seconds: clock.wait(computed), listener)
    look(0)
    before = clock.ms
    phone.sendall(b"slap")
    look(0)
    _, arrival = known.receive(daemon, 100, since=before)
    assert arrival.lateness == lateness


def test_a_slap_is_looked_at_once_it_was_read_and_answered(phone_and_daemon: Ends, clock: Clock) -> None:
    phone, daemon, listener = phone_and_daemon
    with DefaultSelector() as selector:
        selector.register(daemon, EVENT_READ)
        known = Arrivals(clock.now)
        look = known.watched(selector.select, listener)
        look(0)
        phone.sendall(b"slap")
        clock.wait()
        came = clock.ms
        assert not known.are_looked_at("OAK42", came), "it is not read"
        look(0)
        assert not known.are_looked_at("OAK42", came), "it is not read"
        _, arrival = known.receive(daemon, 100, since=0)
        known.holds(daemon, "OAK42", arrival)
        look(0)
        look(0)
        assert not known.are_looked_at("OAK42", came), "it is not answered"
        assert known.are_looked_at("OAK43", came), "it is another table's"
        known.let_go(daemon)
        assert known.are_looked_at("OAK42", came)


@pytest.mark.parametrize(
    ("address", "code"),
    [
        ("/api/v1/tables/oak42/buzz", "OAK42"),
        ("/api/v1/tables/OAK42/buzz?now", "OAK42"),
        ("/api/v1/tables/OAK42/clock", None),
        ("/OAK43/OAK44/buzz", None),
        ("/api/v1/tables/OAK43/OAK44/buzz", None),
    ],
)
def test_a_slap_is_known_by_its_address(address: str, code: str | None) -> None:
    assert slapped_at(address) == code
