"""Races at a daemon, slapped over sockets as the phones of a table do it, and as a
cheat would.

The test moves the clock of the races, and only once the daemon has read what was sent:
so a busy machine loses nobody a race. Its thread may be slow to look at its connections
again. Then a slap may be said to have waited, which makes its ± larger. So all that is
asserted holds by the ± that is stated. Everything holds over HTTPS too.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from threading import Event
from time import monotonic, sleep
from typing import Any

import flask
import pytest
from referee_web.commands.https import own_certificate
from referee_web.guards.received import LATENESS
from referee_web.server.daemon import Daemon
from referee_web.server.doors import MOST_A_TURN, MOST_READS

from referee.hosting.races.clocks import MOST_UNCERTAIN_MS, PROBES_TO_ARM
from referee.hosting.races.heats import WINDOW_MS
from referee.hosting.races.placing import TOUCH_SPREAD_MS
from referee.hosting.races.races import MOST_LATE_MS, Races
from referee.hosting.room import CardRoom
from referee.hosting.store import Store
from tests.web.conftest import app_over
from tests.web.line import Answer, Line, answering, take_turns
from tests.web.racing import GAME, Time

HEADERS = "Host: referee.test\r\nContent-Type: application/json"
ROUNDED = 0.3
RACE = "slap-1"
PATIENCE_SECONDS = 60


@dataclass
class Turnstile:
    """Where a request waits until it is opened."""

    reached: Event = field(default_factory=Event)
    opened: Event = field(default_factory=Event)

    def wait(self) -> str:
        self.reached.set()
        return str(self.opened.wait(PATIENCE_SECONDS))


@dataclass
class Served:
    """A daemon whose clock the test moves."""

    daemon: Daemon
    room: CardRoom
    time: Time
    turnstiles: dict[str, Turnstile]
    encrypted: bool

    def wait_until_read(self) -> None:
        take_turns(self.daemon)

    def wait_until(self, holds: Callable[[], bool]) -> None:
        end = monotonic() + PATIENCE_SECONDS
        while not holds():
            assert monotonic() < end
            sleep(0.001)

    @contextmanager
    def kept_from_reading(self) -> Iterator[None]:
        """Have the thread that reads do something else meanwhile, as whoever makes it
        compute does.
        """
        began = Event()
        may_go_on = Event()

        def compute() -> None:
            began.set()
            may_go_on.wait(PATIENCE_SECONDS)

        self.daemon._loop.call_soon_threadsafe(compute)
        assert began.wait(PATIENCE_SECONDS)
        try:
            yield
        finally:
            may_go_on.set()


@pytest.fixture(scope="module", params=["http", "https"])
def served(
    request: pytest.FixtureRequest,
    strangers_games: None,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Served]:
    certificate = (
        own_certificate(tmp_path_factory.mktemp("https"))
        if request.param == "https"
        else None
    )
    room = CardRoom(Store.open(tmp_path_factory.mktemp("races") / "tables.db"))
    time = Time()
    room.races = Races(room.listeners.ring, time.now, time.later)
    turnstiles: dict[str, Turnstile] = {}
    app = app_over(room)
    app.add_url_rule(
        "/api/v1/tables/<code>/turnstile",
        "turnstile",
        lambda code: turnstiles[code].wait(),
    )
    app.add_url_rule("/late", "late", lambda: {"ms": flask.request.environ[LATENESS]})
    with answering(app, certificate) as daemon:
        yield Served(daemon, room, time, turnstiles, encrypted=certificate is not None)
    room.close()


@dataclass
class Phone:
    """A seat's page: its clock shows so much more than the referee's, and it takes so
    long there and back.
    """

    line: Line
    served: Served
    path: str
    token: str
    ahead: float = 0.0
    there: float = 1.0
    back: float = 1.0
    nonce: str | None = None

    @property
    def code(self) -> str:
        return self.path.rpartition("/")[2]

    def shows(self, at: float) -> float:
        return at + self.ahead

    @property
    def headers(self) -> str:
        return (
            f"{HEADERS}\r\nAuthorization: Bearer {self.token}"
            if self.token
            else HEADERS
        )

    def request(self, call: str, body: object) -> bytes:
        sent = json.dumps(body)
        return (
            f"POST {self.path}/{call} HTTP/1.1\r\n{self.headers}\r\nContent-Length: "
            f"{len(sent)}\r\n\r\n{sent}"
        ).encode()

    def turnstile(self) -> bytes:
        """A request that is answered once its turnstile opens."""
        self.served.turnstiles[self.code] = Turnstile()
        return f"GET {self.path}/turnstile HTTP/1.1\r\n{self.headers}\r\n\r\n".encode()

    def open_turnstile(self) -> None:
        self.served.turnstiles[self.code].opened.set()

    def send(self, piece: bytes) -> None:
        """Send this to a daemon that may be kept from reading it."""
        self.line.say(piece)

    def say(self, piece: bytes) -> None:
        """Send this, and wait until it was read."""
        self.send(piece)
        self.served.wait_until_read()

    def hear(self) -> Answer:
        """The next answer, once the daemon waits for more over this line."""
        answer = self.line.answer()
        self.served.wait_until_read()
        return answer

    def answer(self, status: int = 200) -> Any:
        answer = self.hear()
        assert answer.status == status, answer.body
        return json.loads(answer.body)

    def post(self, call: str, body: object, status: int = 200) -> Any:
        self.say(self.request(call, body))
        return self.answer(status)

    def probe(self, before: Any = None) -> Any:
        """The first probe, or the answer to the one that has just come, after the way
        there and back.
        """
        told: dict[str, object] = {}
        if before is not None:
            told = {
                "nonce": before["nonce"],
                "t": self.shows(self.served.time.ms + self.there),
            }
            self.served.time.pass_by(self.there + self.back)
        answer = self.post("clock", told)
        self.nonce = answer["nonce"]
        return answer

    def arm(self) -> Any:
        answer = self.probe()
        for _ in range(PROBES_TO_ARM):
            answer = self.probe(answer)
        return answer

    def slap(self, told: float) -> bytes:
        """A slap that is said to have been at this time."""
        return self.request(
            "buzz", {"race": RACE, "t": self.shows(told), "nonce": self.nonce}
        )

    def counts(self) -> bool:
        """Whether the slap that was sent counts, in the first heat of the race."""
        said = self.answer(202)
        return bool(said["counted"]) and said["heat"] == 1


@dataclass
class Table:
    """A table where a match of First Slap has begun: its phones by seat."""

    served: Served
    lines: ExitStack
    code: str = ""
    path: str = "/api/v1"
    phones: dict[str, Phone] = field(default_factory=dict)

    def phone(self, token: str = "") -> Phone:
        """A phone that bears this token."""
        return Phone(
            self.lines.enter_context(
                Line(self.served.daemon, encrypted=self.served.encrypted)
            ),
            self.served,
            self.path,
            token,
        )

    def begin(self) -> Table:
        opened = self.phone().post("tables", {"game": GAME}, 201)
        self.code = opened["code"]
        self.path = f"/api/v1/tables/{self.code}"
        for seat in ("Ana", "Ben"):
            self.phones[seat] = self.phone(
                self.phone().post("join", {"name": seat}, 201)["seat_token"]
            )
        self.phone(opened["host_token"]).post("start", {})
        return self

    @property
    def finished(self) -> bool:
        return self.served.room.races.finish(self.code, RACE, 0) is not None

    def finish(self) -> Any:
        """How the race ended, once its window has passed."""
        while not self.finished:
            self.served.time.pass_by(10)
        anybody = self.phone()
        anybody.say(f"GET {self.path} HTTP/1.1\r\n{HEADERS}\r\n\r\n".encode())
        return anybody.answer()["finish"]


@contextmanager
def table_at(served: Served) -> Iterator[Table]:
    with ExitStack() as lines:
        yield Table(served, lines).begin()


def check(finish: Any, touched: dict[str, float]) -> dict[str, int]:
    """Return the place of each of two seats, 0 first, in a finish that agrees with when
    their fingers fell.
    """
    slaps = {slap["seat"]: slap for slap in finish["slaps"]}
    places = {
        seat: place for place, group in enumerate(finish["order"]) for seat in group
    }
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


def do_at(time: Time, moments: Moments) -> None:
    for at, do in sorted(moments, key=lambda moment: moment[0]):
        time.pass_by(at - time.ms)
        do()


def race(table: Table, touched: dict[str, float], moments: Moments) -> dict[str, int]:
    """Run a race and give the place of each seat: the fingers fall at these times."""
    do_at(table.served.time, moments)
    assert all(phone.counts() for phone in table.phones.values())
    return check(table.finish(), touched)


def cheat(
    served: Served, bens: Callable[[Phone, float], Moments], back: float = 1.0
) -> None:
    """Ana slaps as an honest phone does, and Ben's finger falls 60 ms after hers; his
    way back takes so long.

    `bens` says what is sent when, for his phone and the time at which his finger falls.
    """
    with table_at(served) as table:
        ana, ben = table.phones.values()
        ben.back = back
        ana.arm()
        ben.arm()
        fell = served.time.ms + 200
        touched = {"Ana": fell, "Ben": fell + 60}
        honest: Moments = [(fell, lambda: ana.say(ana.slap(fell)))]
        assert race(table, touched, honest + bens(ben, touched["Ben"]))["Ana"] == 0


# Honest phones


@pytest.mark.parametrize(
    ("there", "back", "lead"),
    [(1, 1, -90), (40, 1, 90), (40, 1, -90), (1, 40, 15), (1, 40, 90), (25, 25, -90)],
)
def test_the_order_is_right_however_slow_and_lopsided_the_ways_are(
    there: float, back: float, lead: float, served: Served
) -> None:
    with table_at(served) as table:
        ana, ben = table.phones.values()
        ana.ahead = 600_000
        ben.ahead = -600_000
        ben.there = there
        ben.back = back
        ana.arm()
        ben.arm()
        fell = served.time.ms + 100
        touched = {"Ana": fell, "Ben": fell + lead}
        sends = {
            seat: partial(phone.say, phone.slap(touched[seat]))
            for seat, phone in table.phones.items()
        }
        race(
            table,
            touched,
            [
                (touched[seat] + phone.back, sends[seat])
                for seat, phone in table.phones.items()
            ],
        )


def test_a_body_that_comes_late_makes_no_slap_late(served: Served) -> None:
    with table_at(served) as table:
        ana, ben = table.phones.values()
        ana.arm()
        ben.arm()
        fell = served.time.ms + 10
        slap = ana.slap(fell)
        late: Moments = [
            (fell, lambda: ana.say(slap[:-20])),
            (fell + 100, lambda: ana.say(slap[-20:])),
        ]
        bens: Moments = [(fell + 30, lambda: ben.say(ben.slap(fell + 30)))]
        race(table, {"Ana": fell, "Ben": fell + 30}, late + bens)


def test_two_pages_of_one_seat_are_both_armed_and_each_has_its_own_clock(
    served: Served,
) -> None:
    with table_at(served) as table:
        ana = table.phones["Ana"]
        other = table.phone(ana.token)
        ana.ahead = 600_000
        other.ahead = -77_000.0
        at_ana = ana.probe()
        at_other = other.probe()
        for _ in range(2 * PROBES_TO_ARM):
            at_ana, at_other = ana.probe(at_ana), other.probe(at_other)
        assert at_ana["armed"]
        assert at_other["armed"]
        other.say(other.slap(served.time.ms))
        assert other.counts()
        (slap,) = table.finish()["slaps"]
        # By the clock of the other page the slap would have been minutes ago, or be
        # still to come.
        assert (slap["seat"], slap["clamped_ms"]) == ("Ana", 0)


# Cheats


@pytest.mark.parametrize("claimed", [0, 100])
@pytest.mark.parametrize("body", ["none of it", "all but its end"])
def test_a_head_that_is_sent_before_the_touch_wins_nothing(
    body: str, claimed: float, served: Served
) -> None:
    def sends(ben: Phone, fell: float) -> Moments:
        slap = ben.slap(fell - claimed)
        early = slap.index(b"\r\n\r\n") + 4 if body == "none of it" else len(slap) - 1
        return [
            (fell - 200, lambda: ben.say(slap[:early])),
            (fell, lambda: ben.say(slap[early:])),
        ]

    cheat(served, sends)


def test_a_slap_that_waits_behind_another_request_wins_nothing(served: Served) -> None:
    """Sent whole before the touch, behind a request that goes on when its sender likes."""

    def sends(ben: Phone, fell: float) -> Moments:
        def go_on() -> None:
            ben.open_turnstile()
            ben.hear()

        return [
            (fell - 200, lambda: ben.say(ben.turnstile() + ben.slap(fell - 100))),
            (fell, go_on),
        ]

    cheat(served, sends)


def test_the_answer_to_a_probe_that_was_begun_before_has_no_way_shorter_than_its_own(
    served: Served,
) -> None:
    """The head first; then the nonce over another line; then the body with it."""
    with table_at(served) as table:
        ana, ben = table.phones.values()
        for _ in range(2 * PROBES_TO_ARM):
            early = table.phone(ben.token)
            early.say(
                (
                    f"POST {ben.path}/clock "
                    f"HTTP/1.1\r\n{early.headers}\r\nContent-Length: "
                    "100\r\n\r\n"
                ).encode()
            )
            served.time.pass_by(5)
            nonce = ben.post("clock", {})["nonce"]
            served.time.pass_by(3)
            early.say(json.dumps({"nonce": nonce, "t": 1}).encode().ljust(100))
            assert early.answer()["rtt_ms"] == 3
        assert ana.arm()["armed"]


@pytest.mark.parametrize("held", [20, 100])
def test_probes_that_are_held_back_force_a_dead_heat_at_most(
    held: float, served: Served
) -> None:
    cheat(
        served,
        lambda ben, fell: [(fell, lambda: ben.say(ben.slap(fell - held)))],
        back=held,
    )


def test_probes_that_are_held_back_for_longer_disarm_whoever_holds_them(
    served: Served,
) -> None:
    with table_at(served) as table:
        ben = table.phones["Ben"]
        ben.back = 2 * MOST_UNCERTAIN_MS + 10
        measured = ben.arm()
        assert not measured["armed"]
        assert "Move closer to the router" in measured["note"]
        refused = ben.post("buzz", {"race": RACE, "t": 1, "nonce": ben.nonce}, 409)
        assert "too slow for races" in refused["detail"]


def test_what_was_sent_before_counts_once(served: Served) -> None:
    with table_at(served) as table:
        ben = table.phones["Ben"]
        probe = ben.probe()
        ben.probe(probe)
        ben.post("clock", {"nonce": probe["nonce"], "t": 1}, 409)
        ben.arm()
        ben.say(3 * ben.slap(served.time.ms))
        assert [ben.counts() for _ in range(3)] == [True, False, False]
        assert [one["seat"] for one in table.finish()["slaps"]] == ["Ben"]


# A daemon that is kept busy


BUSY_MS = MOST_LATE_MS - 100
"""Longer than the window, and shorter than a finish waits at most."""


def test_a_slap_that_came_while_the_daemon_was_kept_busy_is_not_shut_out(
    served: Served,
) -> None:
    """Ana's finger was first. Her slap comes after Ben's and in the window, and counts
    however late it is read.
    """
    with table_at(served) as table:
        ana, ben = table.phones.values()
        ana.back = 100
        ana.arm()
        ben.arm()
        fell = served.time.ms
        served.time.pass_by(60)
        ben.say(ben.slap(served.time.ms))
        assert ben.counts()
        with served.kept_from_reading():
            served.time.pass_by(40)
            ana.send(ana.slap(fell))
            served.time.pass_by(BUSY_MS)
            assert not table.finished
        assert ana.counts()
        assert "Ana" in table.finish()["order"][0]


def test_a_slap_that_waits_to_be_answered_is_not_shut_out(served: Served) -> None:
    with table_at(served) as table:
        ana, ben = table.phones.values()
        ana.arm()
        ben.arm()
        fell = served.time.ms
        ben.say(ben.slap(fell))
        assert ben.counts()
        other = table.phone(ana.token)
        other.say(other.turnstile())
        served.time.pass_by(100)
        ana.say(ana.slap(fell + 100))
        served.time.pass_by(BUSY_MS)
        assert not table.finished
        other.open_turnstile()
        other.hear()
        assert ana.counts()
        check(table.finish(), {"Ben": fell, "Ana": fell + 100})


@pytest.mark.parametrize(
    "who", ["nobody", "a made-up token", "a seat at another table"]
)
def test_a_slap_of_nobody_at_the_table_holds_no_finish_back(
    who: str, served: Served
) -> None:
    """It waits in its line, behind a request that is answered when its sender likes."""
    with table_at(served) as table, table_at(served) as another:
        ana = table.phones["Ana"]
        ana.arm()
        ana.say(ana.slap(served.time.ms))
        assert ana.counts()
        token = {"nobody": "", "a made-up token": "made-up"}.get(
            who, another.phones["Ana"].token
        )
        first = table.phone(token)
        second = table.phone(token)
        first.say(first.turnstile())
        assert served.turnstiles[first.code].reached.wait(PATIENCE_SECONDS)
        second.say(second.slap(served.time.ms))
        served.wait_until(
            lambda: served.room.races.looked_at(table.code, served.time.ms)
        )
        first.open_turnstile()
        assert first.hear().status == 200
        assert second.hear().status == 401


@pytest.mark.parametrize("claimed", [0, 140, 300])
def test_a_later_finger_never_wins_by_making_the_daemon_late(
    claimed: float, served: Served
) -> None:
    """Both slaps come while the daemon is busy, and the later one claims to have been
    long before.
    """
    with table_at(served) as table:
        ana, ben = table.phones.values()
        ana.arm()
        ben.arm()
        fell = served.time.ms
        with served.kept_from_reading():
            ana.send(ana.slap(fell))
            served.time.pass_by(60)
            ben.send(ben.slap(fell + 60 - claimed))
            served.time.pass_by(WINDOW_MS)
        assert ana.counts()
        assert ben.counts()
        assert "Ana" in table.finish()["order"][0]


LATE = f"GET /late HTTP/1.1\r\n{HEADERS}\r\n\r\n".encode()


@pytest.mark.parametrize("before", [0, 5 * MOST_A_TURN])
def test_what_came_over_a_new_line_while_the_daemon_was_kept_busy_was_there_before(
    before: int, served: Served
) -> None:
    """The line itself, those before it, and what came over it, wait for the daemon to
    look.
    """
    with ExitStack() as lines:
        # By HTTPS nothing can be said before the daemon has taken part in a handshake.
        phone = Table(served, lines).phone() if served.encrypted else None
        with served.kept_from_reading():
            for _ in range(before):
                lines.enter_context(Line(served.daemon))
            phone = phone or Table(served, lines).phone()
            phone.send(LATE)
            served.time.pass_by(BUSY_MS)
        assert phone.answer()["ms"] == BUSY_MS


def test_what_waits_for_its_addresss_turn_was_there_before(served: Served) -> None:
    with ExitStack() as lines:
        phones = [Table(served, lines).phone() for _ in range(8 * MOST_READS)]
        served.wait_until_read()
        with served.kept_from_reading():
            for phone in phones:
                phone.send(LATE)
            served.time.pass_by(BUSY_MS)
        assert {phone.answer()["ms"] for phone in phones} == {BUSY_MS}


def test_a_line_that_was_silent_while_the_daemon_was_kept_busy_gains_nothing(
    served: Served,
) -> None:
    with ExitStack() as lines:
        phone = Table(served, lines).phone()
        served.wait_until_read()
        with served.kept_from_reading():
            served.time.pass_by(BUSY_MS)
        Table(served, lines).phone().post("tables", {"game": GAME}, 201)
        phone.say(LATE)
        assert phone.answer()["ms"] == 0
