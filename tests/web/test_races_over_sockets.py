"""Races at a daemon, slapped over sockets as the phones of a table do it, and as a cheat would.

Fingers fall at times that are chosen beforehand, and what is to be under way then is sent no earlier. However busy the
machine is, that makes a way longer and a ± larger, and no more: so all that is asserted holds by the ± that is stated.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from threading import Event
from time import perf_counter, sleep, thread_time
from typing import Any

import pytest
from flask import Flask, request
from referee_web.server.daemon import Daemon

from referee.hosting.races.clocks import MOST_UNCERTAIN_MS, PROBES_TO_ARM
from referee.hosting.races.placing import TOUCH_SPREAD_MS
from referee.hosting.room import CardRoom
from referee.hosting.store import Store
from tests.web.conftest import app_over
from tests.web.line import Line, answering
from tests.web.racing import GAME

HEADERS = "Host: referee.test\r\nContent-Type: application/json"
ROUNDED = 0.3
RACE = "slap-1"
SENDER = Path(__file__).with_name("sender.py")
TRIES = 30
AT_ONCE = 12


def compute() -> str:
    """Keep the processor busy, as whoever reads a long log does."""
    end = thread_time() + 0.1
    while thread_time() < end:
        pass
    return ""


@pytest.fixture(scope="module")
def turnstiles() -> dict[str, Event]:
    """Where a request waits until it may go on, by name."""
    return {}


@pytest.fixture(scope="module")
def app(
    strangers_games: None, tmp_path_factory: pytest.TempPathFactory, turnstiles: dict[str, Event]
) -> Iterator[Flask]:
    room = CardRoom(Store.open(tmp_path_factory.mktemp("races") / "tables.db"))
    app = app_over(room)
    app.add_url_rule("/turnstile", "turnstile", lambda: str(turnstiles[request.args["at"]].wait(60)))
    app.add_url_rule("/long", "long", compute)
    yield app
    room.close()


@pytest.fixture(scope="module")
def served(app: Flask) -> Iterator[Daemon]:
    with answering(app) as daemon:
        yield daemon


def now() -> float:
    """The clock on the wall, in milliseconds: that of the races too, since the daemon runs in this process."""
    return perf_counter() * 1_000


def wait_until(at: float) -> None:
    sleep(max(0.0, at - now()) / 1_000)


@dataclass
class Phone:
    """A seat's page: its clock shows so much more than the referee's, and it takes so long there and back."""

    line: Line
    path: str
    token: str
    ahead: float = 0.0
    there: float = 0.0
    back: float = 0.0
    nonce: str | None = None
    to_skip: int = 0

    def shows(self, at: float) -> float:
        return at + self.ahead

    @property
    def headers(self) -> str:
        return f"{HEADERS}\r\nAuthorization: Bearer {self.token}" if self.token else HEADERS

    def request(self, call: str, body: object) -> bytes:
        sent = json.dumps(body)
        return (
            f"POST {self.path}/{call} HTTP/1.1\r\n{self.headers}\r\nContent-Length: {len(sent)}\r\n\r\n{sent}".encode()
        )

    def say(self, piece: bytes) -> None:
        self.line.say(piece)

    def answer(self, status: int = 200) -> Any:
        answer = self.line.answer()
        assert answer.status == status, answer.body
        return json.loads(answer.body)

    def post(self, call: str, body: object, status: int = 200) -> Any:
        self.say(self.request(call, body))
        return self.answer(status)

    def probe(self, before: Mapping[str, Any] | None = None) -> Any:
        """The first probe, or the answer to the one that has just come, after the way there and back."""
        if before is None:
            answer = self.post("clock", {})
        else:
            received = now() + self.there
            wait_until(received + self.back)
            answer = self.post("clock", {"nonce": before["nonce"], "t": self.shows(received)})
        self.nonce = answer["nonce"]
        return answer

    def arm(self) -> Any:
        answer = self.probe()
        for _ in range(PROBES_TO_ARM):
            answer = self.probe(answer)
        return answer

    def slap(self, told: float) -> bytes:
        """A slap that is said to have been at this time."""
        return self.request("buzz", {"race": RACE, "t": self.shows(told), "nonce": self.nonce})

    def counts(self) -> bool:
        """Whether the slap that was sent counts, in the first heat of the race."""
        for _ in range(self.to_skip):
            self.line.answer()
        answer = self.line.answer()
        said = json.loads(answer.body)
        return answer.status == 202 and bool(said["counted"]) and said["heat"] == 1


@dataclass
class Table:
    """A table where a match of First Slap has begun: its phones by seat."""

    served: Daemon
    lines: ExitStack
    path: str = "/api/v1"
    phones: dict[str, Phone] = field(default_factory=dict)

    def phone(self, token: str = "") -> Phone:
        """A phone that bears this token."""
        return Phone(self.lines.enter_context(Line(self.served)), self.path, token)

    def begin(self) -> Table:
        opened = self.phone().post("tables", {"game": GAME}, 201)
        self.path = f"/api/v1/tables/{opened['code']}"
        for seat in ("Ana", "Ben"):
            self.phones[seat] = self.phone(self.phone().post("join", {"name": seat}, 201)["seat_token"])
        self.phone(opened["host_token"]).post("start", {})
        return self

    def finish(self) -> Any:
        """How the race ended, once it has."""
        anybody = self.phone()
        while True:
            anybody.say(f"GET {self.path} HTTP/1.1\r\n{HEADERS}\r\n\r\n".encode())
            if (finish := anybody.answer()["finish"]) is not None:
                return finish
            sleep(0.01)


@contextmanager
def table_at(served: Daemon) -> Iterator[Table]:
    with ExitStack() as lines:
        yield Table(served, lines).begin()


def ruled(finish: Any, touched: Mapping[str, float]) -> dict[str, int]:
    """The place of each of two seats, 0 first, in a finish that agrees with when their fingers fell."""
    slaps = {slap["seat"]: slap for slap in finish["slaps"]}
    places = {seat: place for place, group in enumerate(finish["order"]) for seat in group}
    assert slaps.keys() == places.keys() == touched.keys()
    assert all(slap["uncertainty_ms"] >= 0 for slap in slaps.values())
    first, second = sorted(touched, key=touched.__getitem__)
    lead = slaps[second]["time_ms"] - slaps[first]["time_ms"]
    doubt = sum(slap["uncertainty_ms"] for slap in slaps.values()) + TOUCH_SPREAD_MS
    assert lead >= -doubt - ROUNDED, "Whoever touched later is ruled ahead."
    assert places[first] == 0
    if abs(lead - doubt) > ROUNDED:
        assert places[second] == (lead > doubt)
    return places


Moments = list[tuple[float, Callable[[], object]]]
"""What is done at which times."""


def raced(served: Daemon, prepare: Callable[[Table], tuple[Moments, dict[str, float]]]) -> dict[str, int]:
    """Run a race and give the place of each seat: once more where a busy machine let a slap come too late.

    `prepare` says what is sent when, and when the fingers fall, by seat.
    """
    for _ in range(TRIES):
        with table_at(served) as table:
            moments, touched = prepare(table)
            for at, do in sorted(moments, key=lambda moment: moment[0]):
                wait_until(at)
                do()
            counted = [phone.counts() for phone in table.phones.values()]
            if all(counted):
                return ruled(table.finish(), touched)
    pytest.fail("In each race somebody was shut out.")


def cheated(served: Daemon, early: float, bens: Callable[[Phone, float], Moments], lead: float = 60.0) -> None:
    """Ana slaps as an honest phone does, and Ben so much later, for whom something was sent so early.

    `bens` says what, for his phone and the time at which his finger falls.
    """

    def prepare(table: Table) -> tuple[Moments, dict[str, float]]:
        ana, ben = table.phones.values()
        ana.arm()
        if not ben.nonce:
            ben.arm()
        fell = now() + early + 10
        touched = {"Ana": fell, "Ben": fell + lead}
        return [(fell, lambda: ana.say(ana.slap(fell))), *bens(ben, touched["Ben"])], touched

    assert raced(served, prepare)["Ana"] == 0


# Honest phones


@pytest.mark.parametrize(
    ("there", "back", "lead"), [(0, 0, -90), (40, 1, 90), (40, 1, -90), (1, 40, 15), (1, 40, 90), (25, 25, -90)]
)
def test_the_order_is_right_however_slow_and_lopsided_the_ways_are(
    there: float, back: float, lead: float, served: Daemon
) -> None:
    def prepare(table: Table) -> tuple[Moments, dict[str, float]]:
        ana, ben = table.phones.values()
        ana.ahead, ben.ahead, ben.there, ben.back = 600_000, -600_000, there, back
        ana.arm()
        ben.arm()
        fell = now() + 100
        touched = {"Ana": fell, "Ben": fell + lead}
        sends = {seat: partial(phone.say, phone.slap(touched[seat])) for seat, phone in table.phones.items()}
        return [(touched[seat] + phone.back, sends[seat]) for seat, phone in table.phones.items()], touched

    raced(served, prepare)


def test_a_body_that_comes_late_makes_no_slap_late(served: Daemon) -> None:
    def prepare(table: Table) -> tuple[Moments, dict[str, float]]:
        ana, ben = table.phones.values()
        ana.arm()
        ben.arm()
        fell = now() + 10
        slap = ana.slap(fell)
        late: Moments = [(fell, lambda: ana.say(slap[:-20])), (fell + 100, lambda: ana.say(slap[-20:]))]
        return [*late, (fell + 30, lambda: ben.say(ben.slap(fell + 30)))], {"Ana": fell, "Ben": fell + 30}

    raced(served, prepare)


def test_two_pages_of_one_seat_are_both_armed_and_each_has_its_own_clock(served: Daemon) -> None:
    with table_at(served) as table:
        ana = table.phones["Ana"]
        other = table.phone(ana.token)
        ana.ahead, other.ahead = 600_000, -77_000
        at_ana, at_other = ana.probe(), other.probe()
        for _ in range(2 * PROBES_TO_ARM):
            at_ana, at_other = ana.probe(at_ana), other.probe(at_other)
        assert at_ana["armed"]
        assert at_other["armed"]
        other.say(other.slap(now()))
        assert other.counts()
        (slap,) = table.finish()["slaps"]
        # By the clock of the other page the slap would have been minutes ago, or be still to come.
        assert slap["seat"] == "Ana"
        assert slap["clamped_ms"] < ana.ahead / 10


# Cheats


@pytest.mark.parametrize("claimed", [0, 100])
@pytest.mark.parametrize("body", ["none of it", "all but its end"])
def test_a_head_that_is_sent_before_the_touch_wins_nothing(body: str, claimed: float, served: Daemon) -> None:
    def sends(ben: Phone, fell: float) -> Moments:
        slap = ben.slap(fell - claimed)
        early = slap.index(b"\r\n\r\n") + 4 if body == "none of it" else len(slap) - 1
        return [(fell - 200, lambda: ben.say(slap[:early])), (fell, lambda: ben.say(slap[early:]))]

    cheated(served, 200, sends)


def test_a_slap_that_waits_behind_another_request_wins_nothing(served: Daemon, turnstiles: dict[str, Event]) -> None:
    """Sent whole before the touch, behind a request that goes on when its sender likes."""

    def sends(ben: Phone, fell: float) -> Moments:
        turnstiles[ben.path] = may_go = Event()
        waiting = f"GET /turnstile?at={ben.path} HTTP/1.1\r\n{HEADERS}\r\n\r\n".encode()
        slap = ben.slap(fell - 100)
        ben.to_skip = 1
        return [(fell - 200, lambda: ben.say(waiting + slap)), (fell, may_go.set)]

    cheated(served, 200, sends)


def test_the_answer_to_a_probe_that_was_begun_before_has_no_way_shorter_than_its_own(served: Daemon) -> None:
    """The head first; then the nonce over another line; then the body with it."""
    with table_at(served) as table:
        ana, ben = table.phones.values()
        for _ in range(2 * PROBES_TO_ARM):
            early = table.phone(ben.token)
            early.say(f"POST {ben.path}/clock HTTP/1.1\r\n{early.headers}\r\nContent-Length: 100\r\n\r\n".encode())
            sleep(0.005)
            asked = now()
            nonce = ben.post("clock", {})["nonce"]
            early.say(json.dumps({"nonce": nonce, "t": 1}).encode().ljust(100))
            measured = early.answer()
            assert 0 < measured["rtt_ms"] <= now() - asked
            assert measured["uncertainty_ms"] > 0
        assert ana.arm()["armed"]


@pytest.mark.parametrize("held", [20, 100])
def test_probes_that_are_held_back_force_a_dead_heat_at_most(held: float, served: Daemon) -> None:
    def sends(ben: Phone, fell: float) -> Moments:
        ben.back = held
        ben.arm()
        return [(fell, lambda: ben.say(ben.slap(fell - held)))]

    cheated(served, 5 * held, sends)


def test_probes_that_are_held_back_for_longer_disarm_whoever_holds_them(served: Daemon) -> None:
    with table_at(served) as table:
        ben = table.phones["Ben"]
        ben.back = 2 * MOST_UNCERTAIN_MS + 10
        measured = ben.arm()
        assert not measured["armed"]
        assert "Move nearer to the router" in measured["note"]
        refused = ben.post("buzz", {"race": RACE, "t": 1, "nonce": ben.nonce}, 409)
        assert "too slow for races" in refused["detail"]


def test_what_was_sent_before_counts_once(served: Daemon) -> None:
    with table_at(served) as table:
        ben = table.phones["Ben"]
        probe = ben.probe()
        ben.probe(probe)
        ben.post("clock", {"nonce": probe["nonce"], "t": 1}, 409)
        ben.arm()
        ben.say(3 * ben.slap(now()))
        assert [ben.counts() for _ in range(3)] == [True, False, False]
        assert [one["seat"] for one in table.finish()["slaps"]] == ["Ben"]


# A daemon that is kept busy


def long_read(_number: int) -> bytes:
    return f"GET /long HTTP/1.1\r\n{HEADERS}\r\nConnection: close\r\n\r\n".encode()


def long_host(number: int) -> bytes:
    """What the daemon found out about a name it keeps, so each is another."""
    name = b"\xe9" * 32_000 + str(number).encode()
    return b"GET / HTTP/1.1\r\nHost: " + name + b"\r\nConnection: close\r\n\r\n"


def sent_elsewhere(served: Daemon, *sends: tuple[float, bytes]) -> list[str] | None:
    """Have another process send these, when it is to; None where it was late itself."""
    told = json.dumps([served.port, [(at, sent.hex()) for at, sent in sends]])
    done = subprocess.run([sys.executable, str(SENDER)], input=told, capture_output=True, text=True, check=True)
    answers: list[str] | None = json.loads(done.stdout)
    return answers


def beside_a_busy_daemon(
    served: Daemon, busy: Callable[[int], bytes], from_: float, way: float, claim: float
) -> tuple[Any, Any]:
    """What is answered to Ana, and the finish of a race in which Ben's finger falls 60 ms after hers.

    He keeps the daemon busy, from so long after his finger on. Ana's slap has such a way, and his claims so much.
    """
    for _ in range(TRIES):
        with table_at(served) as table:
            ana, ben = table.phones.values()
            ana.back = way
            ana.arm()
            ben.arm()
            fell = now() + 800
            late = fell + 60
            requests = [(late + from_, busy(round(now()) + number)) for number in range(AT_ONCE)]
            slaps = [(fell + way, ana.slap(fell)), (late, ben.slap(late - claim))]
            closing = [(at, slap.replace(b"\r\n", b"\r\nConnection: close\r\n", 1)) for at, slap in slaps]
            if (answers := sent_elsewhere(served, *closing, *requests)) is not None:
                return json.loads(answers[0].partition("\r\n\r\n")[2]), table.finish()
    pytest.fail("The other process was always late.")


FEW, MANY = 1, 30


@pytest.mark.parametrize("times", [FEW, pytest.param(MANY, marks=pytest.mark.slow)])
@pytest.mark.parametrize("busy", [long_read, long_host])
def test_whoever_keeps_the_daemon_busy_shuts_nobody_out(
    busy: Callable[[int], bytes], times: int, served: Daemon
) -> None:
    """Ana's slap comes after Ben's and in the window, and counts however late it is looked at."""
    firsts = 0
    for _ in range(times):
        answer, finish = beside_a_busy_daemon(served, busy, 1, 100, 0)
        firsts += answer["counted"] and answer["heat"] == 1 and "Ana" in finish["order"][0]
    assert firsts >= times - times // 30


def test_a_later_finger_never_wins_by_making_the_daemon_late(served: Daemon) -> None:
    """Both slaps come while the daemon is busy, and the later one claims to have been long before."""
    _, finish = beside_a_busy_daemon(served, long_read, -150, 2, 140)
    assert "Ana" in finish["order"][0]
