"""When what comes over a connection had arrived, and whether all that had come was looked at."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from selectors import EVENT_READ, DefaultSelector
from time import perf_counter, sleep, thread_time

import pytest
from referee_web.server.arrivals import Arrivals

WAITED = 60.0
CLOCKS_DIFFER = 2.0


def now() -> float:
    return perf_counter() * 1_000


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


def test_nothing_arrives_before_it_could_be_read_whatever_was_sent_first(phone_and_daemon: Ends) -> None:
    """A stamp of the system is that of the last bytes, and their sender chooses when others make them readable."""
    phone, daemon, _ = phone_and_daemon
    known = Arrivals(now)
    phone.sendall(b"slap")
    sleep(WAITED / 1_000)
    before = now()
    _, arrival = known.receive(daemon, 100, since=None)
    assert arrival.by >= before


def test_nothing_arrived_before_its_turn_came(phone_and_daemon: Ends) -> None:
    phone, daemon, _ = phone_and_daemon
    known = Arrivals(now)
    phone.sendall(b"slap")
    sleep(WAITED / 1_000)
    turn = now()
    _, arrival = known.receive(daemon, 100, since=turn)
    assert arrival.by - arrival.lateness >= turn


def test_it_may_have_waited_for_as_long_as_the_daemon_computed(phone_and_daemon: Ends) -> None:
    phone, daemon, listener = phone_and_daemon
    with DefaultSelector() as selector:
        selector.register(daemon, EVENT_READ)
        known = Arrivals(now)
        look = known.watched(selector.select, listener)
        look(0)
        phone.sendall(b"slap")
        sent, computed = now(), thread_time()
        while thread_time() - computed < WAITED / 1_000:
            pass
        look(0)
        _, arrival = known.receive(daemon, 100, since=0)
    assert arrival.by - arrival.lateness <= sent + CLOCKS_DIFFER
    assert arrival.lateness >= WAITED


def test_what_woke_an_idle_daemon_did_not_wait(phone_and_daemon: Ends) -> None:
    phone, daemon, listener = phone_and_daemon
    with DefaultSelector() as selector:
        selector.register(daemon, EVENT_READ)
        known = Arrivals(now)
        look = known.watched(selector.select, listener)
        begun = now()
        look(WAITED / 1_000)
        phone.sendall(b"slap")
        look(WAITED / 1_000)
        _, arrival = known.receive(daemon, 100, since=0)
    assert arrival.lateness < arrival.by - begun - WAITED / 2


def test_a_slap_is_looked_at_once_it_was_read_and_answered(phone_and_daemon: Ends) -> None:
    phone, daemon, listener = phone_and_daemon
    with DefaultSelector() as selector:
        selector.register(daemon, EVENT_READ)
        known = Arrivals(now)
        look = known.watched(selector.select, listener)
        look(0)
        phone.sendall(b"slap")
        came = now()
        assert not known.are_looked_at("OAK42", came), "it is not read"
        look(0)
        assert not known.are_looked_at("OAK42", came), "it is not read"
        _, arrival = known.receive(daemon, 100, since=0)
        known.holds(daemon, "/api/v1/tables/oak42/buzz", arrival)
        look(0)
        look(0)
        assert not known.are_looked_at("OAK42", came), "it is not answered"
        assert known.are_looked_at("OAK43", came), "it is another table's"
        known.holds(listener, "/OAK43/OAK44/buzz", arrival)
        known.holds(listener, "/api/v1/tables/OAK43-OAK44/buzz", arrival)
        assert known.are_looked_at("OAK43", came), "it is no table's"
        known.let_go(daemon)
        assert known.are_looked_at("OAK42", came)
