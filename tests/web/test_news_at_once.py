"""News go to all phones that listen, without anybody waiting for the slow ones."""

import http.client
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from flask import Flask
from referee_web import streams
from referee_web.server import doors
from referee_web.server.daemon import Daemon
from referee_web.server.live import A_FEW

from referee.hosting.room import CardRoom
from tests.web.conftest import app_over
from tests.web.line import answering, take_turns
from tests.web.test_daemon import deaf_phone, eventually, status_and_body, stream

GAME = "highest-card"
LONG = 30_000
"""Longer than what the connection to a deaf phone has room for at once, in bytes."""


@pytest.fixture
def app(room: CardRoom) -> Flask:
    return app_over(room)


@pytest.fixture
def served(app: Flask) -> Iterator[Daemon]:
    with answering(app) as daemon:
        yield daemon


@pytest.fixture
def code(room: CardRoom) -> str:
    return room.open_table(GAME, ["Ana", "Ben"]).code


@pytest.fixture
def long_news(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Each news has its number many times; the list has all numbers made."""
    numbers: list[int] = []

    def news(_seq: int) -> bytes:
        numbers.append(len(numbers) + 1)
        word = f"{numbers[-1]},".encode()
        return b"data: %b\n\n" % (word * (LONG // len(word)))

    monkeypatch.setattr(streams, "news", news)
    return numbers


def first_event(phone: http.client.HTTPResponse) -> None:
    """Read the rest of the first words."""
    for _ in range(4):
        phone.readline()


@contextmanager
def crowd_at(daemon: Daemon, code: str) -> Iterator[list[http.client.HTTPResponse]]:
    """Many phones, after their first words."""
    phones = [stream(daemon, code) for _ in range(3 * A_FEW)]
    for phone in phones:
        first_event(phone)
    yield phones
    for phone in phones:
        phone.close()


def numbers_until(phone: http.client.HTTPResponse, latest: int) -> list[int]:
    """Return the numbers of the news up to the latest."""
    numbers: list[int] = []
    while latest not in numbers:
        line = phone.readline()
        assert line, "the stream has ended"
        word, _, number = line.partition(b":")
        if word == b"id":
            numbers.append(int(number))
    return numbers


def number_in_memory(
    monkeypatch: pytest.MonkeyPatch, room: CardRoom, number: int
) -> None:
    """A table's log ends with this number."""
    monkeypatch.setattr(room, "seq_in_memory", lambda _code: number)


@contextmanager
def loop_held_up(daemon: Daemon) -> Iterator[None]:
    """Keep the loop from doing anything meanwhile."""
    is_held_up = threading.Event()
    go_on = threading.Event()

    def hold_up() -> None:
        is_held_up.set()
        go_on.wait(60)

    daemon._loop.call_soon_threadsafe(hold_up)
    assert is_held_up.wait(60)
    try:
        yield
    finally:
        go_on.set()


def test_the_loop_tells_phones_and_never_asks_the_store(
    served: Daemon, code: str, room: CardRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    asking: set[str] = set()

    def seq(_code: str) -> int:
        asking.add(threading.current_thread().name)
        return 7

    with crowd_at(served, code) as phones:
        # As for an event, which is no table in memory.
        monkeypatch.setattr(room, "seq_in_memory", lambda _code: None)
        monkeypatch.setattr(room, "seq", seq)
        room.listeners.ring(code)
        for phone in phones:
            assert numbers_until(phone, 7) == [7]
    assert "serves" not in asking


def test_many_phones_hear_once_of_what_changed_while_the_loop_was_held_up(
    served: Daemon, code: str, room: CardRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    with crowd_at(served, code) as phones:
        with loop_held_up(served):
            for number in (5, 7, 8):
                number_in_memory(monkeypatch, room, number)
                room.listeners.ring(code)
        for phone in phones:
            assert numbers_until(phone, 8) == [8]


def test_phones_are_told_again_after_a_number_that_could_not_be_read(
    served: Daemon, code: str, room: CardRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_asked = threading.Event()

    def fail(_code: str) -> int:
        is_asked.set()
        raise OSError("the disk is gone")

    with crowd_at(served, code) as phones:
        monkeypatch.setattr(room, "seq_in_memory", lambda _code: None)
        monkeypatch.setattr(room, "seq", fail)
        room.listeners.ring(code)
        assert is_asked.wait(60)
        monkeypatch.setattr(room, "seq", lambda _code: 9)
        room.listeners.ring(code)
        for phone in phones:
            assert numbers_until(phone, 9) == [9]


def test_many_phones_hear_of_several_changes_together(
    served: Daemon, code: str, room: CardRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    with crowd_at(served, code) as phones:
        for number in range(1, 101):
            number_in_memory(monkeypatch, room, number)
            room.listeners.ring(code)
        for phone in phones:
            assert len(numbers_until(phone, 100)) < 10


def test_a_phone_that_left_takes_no_news_from_the_others(
    served: Daemon, code: str, room: CardRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    with crowd_at(served, code) as phones:
        phones.pop(0).close()
        number_in_memory(monkeypatch, room, 7)
        room.listeners.ring(code)
        for phone in phones:
            assert numbers_until(phone, 7) == [7]


def numbers_heard(phone: socket.socket, until: int) -> list[int]:
    """Return the numbers of the news that come, each read to its end."""
    answer = http.client.HTTPResponse(phone)
    answer.begin()
    heard = [0]
    while heard[-1] != until:
        line = answer.readline()
        if line.startswith(b"data: ") and line != b"data: {}\n":
            words = line[len("data: ") :].strip(b",\n").split(b",")
            # It came whole, and with nothing between its parts.
            assert len(line) > LONG * 0.9
            assert len(set(words)) == 1
            heard.append(int(words[0]))
    return heard


def is_heard(daemon: Daemon, room: CardRoom, code: str, made: list[int]) -> bool:
    """Ring, and return whether news were made for the phone that listens."""
    before = len(made)
    room.listeners.ring(code)
    take_turns(daemon)
    return len(made) > before


def test_a_slow_reader_gets_whole_news_and_of_those_missed_the_latest_alone(
    served: Daemon, code: str, room: CardRoom, long_news: list[int]
) -> None:
    with deaf_phone(served, f"/api/v1/tables/{code}/live") as phone:
        assert eventually(lambda: len(long_news) == 1)
        assert eventually(lambda: not is_heard(served, room, code, long_news))
        sent = len(long_news)
        for _ in range(5):
            assert not is_heard(served, room, code, long_news)
        heard = numbers_heard(phone, sent + 1)
    assert heard == [*range(sent + 2)]


def test_who_takes_no_news_in_is_hung_up_on(
    served: Daemon,
    code: str,
    room: CardRoom,
    long_news: list[int],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(doors, "REQUEST_SECONDS", 0.2)
    with deaf_phone(served, f"/api/v1/tables/{code}/live"):
        assert eventually(lambda: served.streams.open == 1)
        assert eventually(
            lambda: bool(room.listeners.ring(code)) or served.streams.open == 0
        )
    assert len(long_news) > 1
    assert status_and_body(served, "/healthz")[0] == 200
