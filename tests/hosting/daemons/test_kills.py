"""Daemons, their listening connections and the database are killed while phones send."""

import random
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from http.client import HTTPException
from threading import Event, Lock
from time import monotonic, sleep
from typing import Any
from urllib.error import HTTPError

import pytest
from psycopg import Error

from tests import postgres as server
from tests.commandline.running import Running, free_port
from tests.hosting.daemons.sending import everything, hands, start

KILLS = 60
PATIENCE = 60.0


class Phones:
    """Phones that send on and on, each entry until it is answered, to whichever daemon
    answers.
    """

    def __init__(self, daemons: list[Running], code: str, token: str) -> None:
        self.daemons = daemons
        self.code = code
        self.token = token
        self.answered: dict[str, int] = {}
        self.wrong: list[Any] = []
        self.lock = Lock()
        self.enough = Event()

    def send(self, phone: int) -> None:
        number = phone
        while not self.enough.is_set():
            entry = hands(number)
            while not self._is_taken(entry) and not self.enough.is_set():
                sleep(0.05)
            number += 1

    def _is_taken(self, entry: dict[str, Any]) -> bool:
        try:
            daemon = random.choice(self.daemons)
            status, answer = daemon.post(
                f"/tables/{self.code}/entries", entry, self.token
            )
        except (OSError, HTTPException, ValueError):
            return False
        if status == 201:
            with self.lock:
                self.answered[entry["id"]] = answer["seq"]
        elif status != 503:
            self.wrong.append((status, answer))
        return status == 201 or bool(self.wrong)

    def wait_for_more(self, most: int) -> None:
        until = len(self.answered) + most
        end = monotonic() + PATIENCE
        while len(self.answered) < until and not self.wrong:
            assert monotonic() < end, "nothing is answered any more"
            sleep(0.02)


def wait_until_well(daemon: Running) -> None:
    """A daemon whose database was away tries no other connection within the second."""
    end = monotonic() + PATIENCE
    while True:
        try:
            daemon.get("/healthz")
            return
        except HTTPError as refused:
            refused.close()
            assert monotonic() < end, (
                "the database is back, and the daemon does not notice"
            )
            sleep(0.05)


def drop_listeners(database: str) -> None:
    """Have the server hang up on whoever listens for notifications."""
    listening = "left(query, 6) = 'LISTEN' OR query = 'SELECT 1'"
    with suppress(Error):
        server.tell(
            database,
            f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {listening}",
        )


@pytest.mark.long
@pytest.mark.slow
def test_nothing_that_was_answered_is_lost_however_often_something_is_killed() -> None:
    with (
        server.served() as postgres,
        ExitStack() as ending,
        ThreadPoolExecutor(6) as threads,
    ):
        ports = [free_port() for _ in range(3)]
        daemons = list(threads.map(lambda port: start(postgres.url, port), ports))
        ending.callback(lambda: [daemon.end() for daemon in daemons])
        code, token = daemons[0].open_table()
        phones = Phones(daemons, code, token)
        sending = [threads.submit(phones.send, phone) for phone in range(6)]
        try:
            for kill in range(KILLS):
                if kill % 5 == 0:
                    place = kill // 5 % 3
                    daemons[place].end()
                    daemons[place] = start(postgres.url, ports[place])
                elif kill % 5 == 1:
                    postgres.kill()
                    postgres.start_again()
                else:
                    drop_listeners(postgres.url)
                phones.wait_for_more(3)
        finally:
            phones.enough.set()
        for phone in sending:
            phone.result()
        assert phones.wrong == []
        for daemon in daemons:
            wait_until_well(daemon)
        [first, *others] = [everything(daemon, code, token) for daemon in daemons]
        assert others == [first, first]
        exported = first[4]
        kept = {entry["id"]: entry["seq"] for entry in exported["entries"]}
        assert {id: kept.get(id) for id in phones.answered} == phones.answered
        assert sorted(kept.values()) == list(range(1, len(kept) + 1))
        assert len(phones.answered) >= 3 * KILLS
