"""News go from the thread that has them straight to phones: whole, and in order."""

import http.client
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from flask import Flask
from referee_web import streams
from referee_web.server.bridge import A_FEW
from referee_web.server.daemon import Daemon
from referee_web.server.protocols import Connection

from referee.hosting.room import CardRoom
from tests.web.conftest import app_over
from tests.web.line import answering
from tests.web.test_daemon import deaf_phone, eventually, status_and_body, stream

pytestmark = pytest.mark.usefixtures("reader")

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
    """Each news has its number many times; the list has all numbers sent."""
    numbers: list[int] = []

    def news(_seq: int) -> bytes:
        numbers.append(len(numbers) + 1)
        word = f"{numbers[-1]},".encode()
        return b"data: %b\n\n" % (word * (LONG // len(word)))

    monkeypatch.setattr(streams, "news", news)
    return numbers


def connection_at(daemon: Daemon, code: str) -> Connection:
    """Return the only stream of a table, once its first words are sent."""

    def has_begun() -> bool:
        return any(each._is_streaming for each in list(daemon._live._at.get(code, ())))

    assert eventually(has_begun)
    [connection] = daemon._live._at[code]
    return connection


def first_event(phone: http.client.HTTPResponse) -> None:
    """Read the rest of the first words."""
    for _ in range(4):
        phone.readline()


@contextmanager
def crowd_at(daemon: Daemon, code: str) -> Iterator[list[http.client.HTTPResponse]]:
    """More phones than a thread with news sends it to, after their first words."""
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


def test_phones_hear_before_the_thread_goes_on_though_the_loop_is_held_up(
    served: Daemon, code: str, room: CardRoom
) -> None:
    phones = [stream(served, code) for _ in range(3)]
    for phone in phones:
        first_event(phone)
    with loop_held_up(served):
        room.notices.ring(code)
        assert [phone.readline() for phone in phones] == [b"event: changed\n"] * 3
    for phone in phones:
        phone.close()


def test_the_loop_tells_many_phones_and_never_asks_the_store(
    served: Daemon, code: str, room: CardRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    asking: list[str] = []
    sending: list[str] = []
    send_news = Connection.send_news

    def seq(_code: str) -> int:
        asking.append(threading.current_thread().name)
        return 7

    def send(connection: Connection, payload: bytes) -> None:
        sending.append(threading.current_thread().name)
        send_news(connection, payload)

    with crowd_at(served, code) as phones:
        # As for an event, which is no table in memory.
        monkeypatch.setattr(room, "seq_in_memory", lambda _code: None)
        monkeypatch.setattr(room, "seq", seq)
        monkeypatch.setattr(Connection, "send_news", send)
        room.notices.ring(code)
        for phone in phones:
            assert numbers_until(phone, 7) == [7]
    [asked_by] = asking
    assert asked_by not in ("serves", threading.current_thread().name)
    assert sending == ["serves"] * len(phones)


def test_many_phones_hear_once_of_what_changed_while_the_loop_was_held_up(
    served: Daemon, code: str, room: CardRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    with crowd_at(served, code) as phones:
        with loop_held_up(served):
            for number in (5, 7, 8):
                number_in_memory(monkeypatch, room, number)
                room.notices.ring(code)
        for phone in phones:
            assert numbers_until(phone, 8) == [8]


def test_many_phones_are_told_again_after_a_number_that_could_not_be_read(
    served: Daemon, code: str, room: CardRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_asked = threading.Event()

    def fail(_code: str) -> int:
        is_asked.set()
        raise OSError("the disk is gone")

    with crowd_at(served, code) as phones:
        monkeypatch.setattr(room, "seq_in_memory", lambda _code: None)
        monkeypatch.setattr(room, "seq", fail)
        room.notices.ring(code)
        assert is_asked.wait(60)
        monkeypatch.setattr(room, "seq", lambda _code: 9)
        room.notices.ring(code)
        for phone in phones:
            assert numbers_until(phone, 9) == [9]


def test_many_phones_hear_of_several_changes_together(
    served: Daemon, code: str, room: CardRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    with crowd_at(served, code) as phones:
        for number in range(1, 101):
            number_in_memory(monkeypatch, room, number)
            room.notices.ring(code)
        for phone in phones:
            assert len(numbers_until(phone, 100)) < 10


def test_a_phone_that_left_a_crowd_takes_no_news_from_the_others(
    served: Daemon, code: str, room: CardRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    with crowd_at(served, code) as phones:
        phones.pop(0).close()
        number_in_memory(monkeypatch, room, 7)
        room.notices.ring(code)
        for phone in phones:
            assert numbers_until(phone, 7) == [7]


def test_news_overtake_nothing_that_waits_to_be_written(
    served: Daemon, code: str, room: CardRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    with stream(served, code) as phone:
        first_event(phone)
        connection = connection_at(served, code)
        with loop_held_up(served):
            waiting = connection.transport
            monkeypatch.setattr(waiting, "get_write_buffer_size", lambda: 1)
            room.notices.ring(code)
            assert connection._unsent
        assert phone.readline() == b"event: changed\n"


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


def fill(connection: Connection, room: CardRoom, code: str) -> None:
    """Ring until no more goes to this phone that takes nothing in, and then once."""

    def is_full() -> bool:
        if not connection.flow.write_paused:
            room.notices.ring(code)
        return bool(connection.flow.write_paused)

    assert eventually(is_full)
    room.notices.ring(code)


def test_what_is_sent_in_part_is_finished_before_anything_else(
    served: Daemon, code: str, room: CardRoom, long_news: list[int]
) -> None:
    with deaf_phone(served, f"/api/v1/tables/{code}/live") as phone:
        connection = connection_at(served, code)
        fill(connection, room, code)
        for _ in range(5):
            room.notices.ring(code)
        heard = numbers_heard(phone, long_news[-1])
    assert heard == sorted(heard)
    # Of what came while nothing more went out, a slow reader gets the latest alone.
    assert len(heard) < len(long_news)


def test_several_threads_with_news_send_whole_news(
    served: Daemon, code: str, room: CardRoom, long_news: list[int]
) -> None:
    with deaf_phone(served, f"/api/v1/tables/{code}/live") as phone:
        connection = connection_at(served, code)

        heard: list[int] = []

        def ring_often() -> None:
            for _ in range(50):
                connection.send_news(streams.changed(room, code))

        def listen() -> None:
            heard.extend(numbers_heard(phone, 1_000))

        listening = threading.Thread(target=listen)
        ringing = [threading.Thread(target=ring_often) for _ in range(4)]
        for thread in (listening, *ringing):
            thread.start()
        for thread in ringing:
            thread.join()
        long_news += range(len(long_news) + 1, 1_000)
        room.notices.ring(code)
        listening.join(60)
    assert heard[-1] == 1_000


def test_a_sign_of_life_takes_no_news_away(
    served: Daemon, code: str, room: CardRoom, long_news: list[int]
) -> None:
    with deaf_phone(served, f"/api/v1/tables/{code}/live") as phone:
        connection = connection_at(served, code)
        fill(connection, room, code)
        latest = long_news[-1]
        connection.send_beat(streams.BEAT)
        assert numbers_heard(phone, latest)[-1] == latest


def test_who_finds_news_sent_by_another_thread_sends_nothing(
    served: Daemon, code: str, room: CardRoom
) -> None:
    with stream(served, code) as phone:
        first_event(phone)
        connection = connection_at(served, code)
        connection._send_unsent()
        room.notices.ring(code)
        assert phone.readline() == b"event: changed\n"


def test_a_phone_that_left_is_sent_nothing_more(
    served: Daemon, code: str, room: CardRoom
) -> None:
    phone = stream(served, code)
    connection = connection_at(served, code)
    phone.close()
    assert eventually(lambda: connection.is_lost)
    connection.send_news(b"event: changed\n\n")
    assert status_and_body(served, "/healthz")[0] == 200
