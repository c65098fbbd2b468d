"""Races of a table whose phones come to several daemons: one of these has them, the
others pass on what phones say.
"""

import json
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from math import inf
from time import monotonic, perf_counter, sleep
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

import pytest

from referee.hosting.races import homes, races
from referee.hosting.races.buzzers import Press
from referee.hosting.races.homes import RaceHomes
from referee.hosting.room import CardRoom
from referee.hosting.store import FinishRow, SeatRow, Store, TableRow
from referee.hosting.tables.held_table import HeldTable
from referee.hosting.tables.seats import start
from referee.match.viewer import SPECTATOR
from referee.vocabulary.jsonable import jsonable
from referee.vocabulary.photo_finish import PhotoFinish, Slap
from referee.vocabulary.prompt import Prompt
from tests import postgres as server
from tests.at_table import change, look
from tests.commandline.running import Running, free_port, running
from tests.hosting.conftest import Sit
from tests.only_games import only_games
from tests.toy_games import first_slap

PATIENCE = 20.0
FINISH = PhotoFinish("slap-1", 1, 0, (("Ana",),), (Slap("Ana", 0.0, 5.0),), None, None)


class Buzzer:
    """A seat's phone, which comes to any daemon."""

    def __init__(self, code: str, token: str) -> None:
        self.path = f"/tables/{code}"
        self.token = token
        self.nonce = ""

    def arm(self, *daemons: Running) -> None:
        """Have the phone measured, each time by way of another daemon."""
        _, answer = daemons[0].post(f"{self.path}/clock", {}, self.token)
        for turn in range(5):
            probe = {"nonce": answer["nonce"], "t": perf_counter() * 1_000}
            status, answer = daemons[turn % len(daemons)].post(
                f"{self.path}/clock", probe, self.token
            )
            assert status == 200, answer
        assert answer["armed"]
        self.nonce = answer["nonce"]

    def slap(self, daemon: Running, race: str) -> tuple[int, Any]:
        slap = {"race": race, "t": perf_counter() * 1_000, "nonce": self.nonce}
        return daemon.post(f"{self.path}/buzz", slap, self.token)


class Racing:
    """A match of Slapjack that has begun, and its phones."""

    def __init__(self, daemon: Running) -> None:
        _, opened = daemon.post("/tables", {"game": "slapjack"})
        self.code = opened["code"]
        self.host = opened["host_token"]
        joined = [
            daemon.post(f"/tables/{self.code}/join", {"name": name})[1]
            for name in ("Ana", "Ben")
        ]
        daemon.post(f"/tables/{self.code}/start", {}, self.host)
        self.enter(daemon, "play", "Ben", card="JH")
        self.ana, self.ben = (Buzzer(self.code, one["seat_token"]) for one in joined)

    def enter(
        self, daemon: Running, kind: str, seat: str | None = None, **data: object
    ) -> None:
        entry = {"id": str(uuid4()), "kind": kind, "seat": seat, "data": data}
        status, answer = daemon.post(f"/tables/{self.code}/entries", entry, self.host)
        assert status == 201, answer

    def look(self, daemon: Running) -> Any:
        return daemon.look(self.code, self.host)

    def race(self, daemon: Running) -> str:
        return next(
            str(prompt["race"])
            for prompt in self.look(daemon)["prompts"]
            if prompt["race"]
        )

    def finish(self, daemon: Running) -> Any:
        end = monotonic() + PATIENCE
        while (finish := self.look(daemon)["finish"]) is None:
            assert monotonic() < end
            sleep(0.02)
        return finish


@contextmanager
def daemon(database: str) -> Iterator[Running]:
    with running(
        "--data",
        database,
        "--host",
        "127.0.0.1",
        "--port",
        str(free_port()),
        REFEREE_LIMITS="off",
    ) as one:
        yield one


@pytest.fixture
def daemons(database: str) -> Iterator[tuple[Running, Running]]:
    with daemon(database) as one, daemon(database) as other:
        yield one, other


@pytest.mark.slow
def test_a_race_has_one_finish_wherever_its_phones_come_to(
    daemons: tuple[Running, Running],
) -> None:
    one, other = daemons
    racing = Racing(one)
    racing.ana.arm(one, other)
    racing.ben.arm(other, one)
    race = racing.race(other)
    # However its code was typed.
    spaced = f"/tables/{racing.code[:2]}%20{racing.code[2:].lower()}/clock"
    assert other.post(spaced, {}, racing.ana.token)[0] == 200
    with ThreadPoolExecutor(2) as threads:
        slapped = {
            "Ben": threads.submit(racing.ben.slap, other, race),
            "Ana": threads.submit(racing.ana.slap, one, race),
        }
    # On a busy machine one of them may come after the race is over.
    counted = {
        seat for seat, answer in slapped.items() if answer.result()[1]["counted"]
    }
    finish = racing.finish(one)
    assert counted
    assert {slap["seat"] for slap in finish["slaps"]} == counted
    assert racing.finish(other) == finish
    racing.enter(other, "slap", order=["Ben", "Ana"], takes=["JH"])
    assert (
        json.loads(one.get(f"/api/v1/tables/{racing.code}/log"))["entries"][-1][
            "finish"
        ]
        == finish
    )
    assert racing.look(one) == racing.look(other)


@pytest.mark.slow
def test_a_race_is_closed_everywhere_once_the_host_ends_the_match(
    daemons: tuple[Running, Running],
) -> None:
    one, other = daemons
    racing = Racing(one)
    racing.ana.arm(one)
    racing.ben.arm(one)
    race = racing.race(one)
    assert racing.ben.slap(one, race)[0] == 202
    racing.enter(other, "stop")
    for daemon in (one, other):
        status, refused = racing.ana.slap(daemon, race)
        assert (status, "nothing to slap" in refused["detail"]) == (409, True)
        view = racing.look(daemon)
        assert (view["ended_early"], view["finish"], view["prompts"]) == (
            True,
            None,
            [],
        )


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSTOP])
def test_when_the_daemon_with_the_races_is_killed_or_stands_still_another_has_them_soon(
    daemons: tuple[Running, Running], number: signal.Signals
) -> None:
    one, other = daemons
    racing = Racing(one)
    racing.ana.arm(one)
    racing.ben.arm(one)
    race = racing.race(other)
    listens = other.listen(racing.code)
    assert racing.ben.slap(one, race)[0] == 202
    one.process.send_signal(number)
    killed = monotonic()
    while racing.ana.slap(other, race)[0] == 503:
        sleep(0.05)
    racing.ana.arm(other)
    assert monotonic() - killed < PATIENCE
    racing.ben.arm(other)
    assert racing.look(other)["finish"] is None, (
        "what was slapped at the other daemon counts no more"
    )
    assert racing.ana.slap(other, race)[0] == 202
    assert [slap["seat"] for slap in racing.finish(other)["slaps"]] == ["Ana"]
    listens.close()
    if number == signal.SIGSTOP:
        one.process.send_signal(signal.SIGCONT)
        while (slapped := racing.ben.slap(one, race))[0] == 503:
            sleep(0.05)
        status, answer = slapped
        assert status == 202, answer
        # Ben did not slap in the heat before: this one runs the race again, at the
        # daemon that has it.
        end = monotonic() + PATIENCE
        while answer["heat"] not in [
            finish["heat"] for finish in racing.look(other)["finishes"]
        ]:
            assert monotonic() < end
            sleep(0.02)
        assert racing.look(one) == racing.look(other)


# The leases themselves


@pytest.fixture
def store(database: str) -> Iterator[Store]:
    with Store.open(database) as opened:
        opened.create_table(
            TableRow("OAK42", "slapjack", "1", 1.0), [SeatRow("OAK42", 0, "Ana")]
        )
        yield opened


def test_a_daemon_that_loses_its_connection_loses_its_races_and_cannot_end_any(
    store: Store, database: str
) -> None:
    lost: list[str] = []
    taken: list[str] = []
    with Store.open(database) as others_store:
        one = RaceHomes(store.leases, "http://one", lost.append, lambda _: None, tuple)
        other = RaceHomes(
            others_store.leases,
            "http://other",
            lambda _: None,
            taken.append,
            lambda: ("OAK42",),
        )
        assert one.owner_address("OAK42") is None
        assert other.owner_address("OAK42") == "http://one"
        server.tell(
            database,
            "SELECT pg_terminate_backend(pid) FROM pg_locks JOIN leases ON objid = "
            "leases.owner",
        )
        end = monotonic() + PATIENCE
        while not (taken and lost):
            assert monotonic() < end
            sleep(0.05)
        assert others_store.leases is not None
        assert not one.store_finishes("OAK42", [FINISH], 0)
        assert others_store.leases.finish("OAK42") is None
        assert other.store_finishes("OAK42", [FINISH], 0)
        assert others_store.leases.finish("OAK42") == FinishRow(
            0, {"heats": [jsonable(FINISH)]}
        )
        assert one.owner_address("OAK42") == "http://other"
        one.close()
        other.close()


# A daemon that stands still loses its races, and does not know it at first


@pytest.fixture
def nobody_checks(monkeypatch: pytest.MonkeyPatch) -> None:
    """No daemon looks by itself at what leases are in force, as if all stood still."""
    monkeypatch.setattr(homes, "CHECKED_EVERY_SECONDS", 3_600.0)


@pytest.fixture
def first_slap_alone() -> Iterator[None]:
    with only_games(first_slap):
        yield


@pytest.fixture
def race(
    room: CardRoom, other: CardRoom, sit: Sit, first_slap_alone: None
) -> tuple[str, Prompt]:
    """The code of a table with an open race, and its prompt: `room` has its races, and
    has measured Ana's phone.
    """
    opened = room.open_table("first-slap")
    ana = sit(opened.code, "Ana", opened.host_token)
    sit(opened.code, "Ben")
    change(room, opened.code, ana, start)
    assert room.race_homes.owner_address(opened.code) is None
    answer = room.races.measure(opened.code, "Ana", room.races.now())
    for _ in range(5):
        # Some time has to pass between what is sent and what comes back.
        sleep(0.001)
        answer = room.races.measure(
            opened.code, "Ana", room.races.now(), answer.nonce, room.races.now()
        )
    assert answer.armed
    return opened.code, look(other, opened.code, SPECTATOR, open_race)


def open_race(held: HeldTable) -> Prompt:
    assert held.table.match is not None
    return held.table.match.history.prompts[0]


def stand_still(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have time go on so far that no daemon knows any more what it knew."""
    monkeypatch.setattr(
        homes, "time", SimpleNamespace(monotonic=lambda: monotonic() + 10)
    )


def keep_open(room: CardRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the heats here wait for slaps that are still to be looked at."""
    monkeypatch.setattr(races, "MOST_LATE_MS", inf)
    room.races.looked_at = lambda *_: False


def slap(room: CardRoom, code: str, prompt: Prompt) -> None:
    now = room.races.now()
    assert room.races.buzz(code, "Ana", prompt, Press(now, now), 0).counted


def take_races(database: str, other: CardRoom, code: str) -> PhotoFinish:
    """Have another daemon take over the races of a table, and run one; return its
    finish.
    """
    server.tell(
        database,
        "SELECT pg_terminate_backend(pid) FROM pg_locks JOIN leases ON objid = "
        "leases.owner",
    )
    # What it knows of them it asks again after a second.
    end = monotonic() + PATIENCE
    while other.race_homes.owner_address(code) is not None:
        assert monotonic() < end
        sleep(0.02)
    finish = replace(FINISH, race=look(other, code, SPECTATOR, open_race).race or "")
    assert other.race_homes.store_finishes(code, [finish], 0)
    return finish


@pytest.mark.usefixtures("nobody_checks")
def test_a_daemon_that_stood_still_asks_who_has_the_races_before_it_answers(
    room: CardRoom,
    other: CardRoom,
    database: str,
    race: tuple[str, Prompt],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    code, _ = race
    take_races(database, other, code)
    stand_still(monkeypatch)
    assert room.race_homes.owner_address(code) == "http://other"


@pytest.mark.usefixtures("nobody_checks")
def test_a_daemon_that_finds_its_races_lost_knows_how_they_ended_elsewhere(
    room: CardRoom,
    other: CardRoom,
    database: str,
    race: tuple[str, Prompt],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    code, prompt = race
    keep_open(room, monkeypatch)
    slap(room, code, prompt)
    finish = take_races(database, other, code)
    # Ana's heat is still run here, as far as this daemon knows.
    assert room.snapshot(code, SPECTATOR).view.finishes == ()
    told: list[str] = []
    room.listeners.listen(code, told.append)
    stand_still(monkeypatch)
    assert room.race_homes.owner_address(code) is not None
    assert told == [code]
    assert room.snapshot(code, SPECTATOR).view.finishes == (finish,)


@pytest.mark.usefixtures("nobody_checks")
def test_a_heat_that_ends_where_its_races_were_lost_gives_way_to_what_another_daemon_keeps(
    room: CardRoom,
    other: CardRoom,
    database: str,
    race: tuple[str, Prompt],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    code, prompt = race
    keep_open(room, monkeypatch)
    slap(room, code, prompt)
    finish = take_races(database, other, code)
    assert room.snapshot(code, SPECTATOR).view.finishes == ()
    room.races.looked_at = lambda *_: True
    end = monotonic() + PATIENCE
    while (finishes := room.snapshot(code, SPECTATOR).view.finishes) == ():
        assert monotonic() < end
        sleep(0.01)
    assert finishes == (finish,)
