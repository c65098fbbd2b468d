"""Many phones send to one table by way of several daemons."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from threading import Event
from typing import Any

import pytest

from tests.commandline.running import Running, free_port
from tests.hosting.daemons.sending import everything, hands, start


@pytest.fixture
def daemons(database: str) -> Iterator[list[Running]]:
    with ExitStack() as ending, ThreadPoolExecutor(3) as threads:
        started = list(threads.map(lambda _: start(database, free_port()), range(3)))
        for daemon in started:
            ending.callback(daemon.end)
        yield started


@pytest.mark.slow
def test_three_daemons_take_what_24_phones_send_to_one_table(daemons: list[Running]) -> None:
    code, token = daemons[0].open_table()
    sent = [[hands(8 * phone + number) for number in range(4)] for phone in range(24)]
    begin = Event()

    def send(phone: int) -> list[tuple[int, Any]]:
        begin.wait()
        return [daemons[phone % 3].post(f"/tables/{code}/entries", entry, token) for entry in sent[phone]]

    with ThreadPoolExecutor(24) as threads:
        waiting = [threads.submit(send, phone) for phone in range(24)]
        begin.set()
        answers = [answer for phone in waiting for answer in phone.result()]
    assert {status for status, _ in answers} == {201}
    assert sorted(answer["seq"] for _, answer in answers) == list(range(1, 97))
    [first, *others] = [everything(daemon, code, token) for daemon in daemons]
    assert others == [first, first]
    assert {entry["id"] for entry in first[2]["entries"]} == {entry["id"] for phone in sent for entry in phone}
