"""Races simulated: skewed and drifting clocks, slow, lopsided and jittery ways, and phones that lie."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations
from random import Random

import pytest

from referee.hosting.races.clocks import QUOTA_MS, PhoneClock, Probe, Timed, map_slap
from referee.hosting.races.placing import TOUCH_SPREAD_MS, needed, photo_finish
from referee.hosting.races.races import WINDOW_MS
from referee.vocabulary.photo_finish import PhotoFinish

FEW, MANY = 1_000, 10_000
TEN_MINUTES = 600_000.0
DRIFT = 100e-6
FIRST_PROBES, EVERY_MS = 8, 5_000.0


@dataclass(frozen=True)
class Phone:
    """A phone and its way to the referee: how far its clock is off and drifts, how long either way takes at
    best, and how much longer it takes on average.
    """

    skew: float
    drift: float
    there: float
    back: float
    jitter: float

    def shows(self, at: float) -> float:
        return self.skew + at * (1 + self.drift)

    def way(self, rng: Random, least: float) -> float:
        return least + rng.expovariate(1 / self.jitter)


def some_phone(rng: Random) -> Phone:
    round_trip = 2 * 150 ** rng.random()
    share = rng.uniform(0.05, 0.95)
    jitter = round_trip * rng.choice((0.02, 0.1, 0.5))
    skew, drift = rng.uniform(-TEN_MINUTES, TEN_MINUTES), rng.uniform(-DRIFT, DRIFT)
    return Phone(skew, drift, round_trip * share, round_trip * (1 - share), jitter)


Answer = Callable[[Phone, float, float], tuple[float, float]]
"""What a phone tells of a probe received at the first time: the time it says, and how long it holds the answer
back, at most the last."""


def honest(phone: Phone, received: float, _hold: float) -> tuple[float, float]:
    return phone.shows(received), 0.0


def slow(phone: Phone, received: float, hold: float) -> tuple[float, float]:
    return phone.shows(received), hold


def slow_and_late(phone: Phone, received: float, hold: float) -> tuple[float, float]:
    return phone.shows(received + hold), hold


def slow_and_later(phone: Phone, received: float, hold: float) -> tuple[float, float]:
    return phone.shows(received + 2 * hold), hold


def measured(rng: Random, phone: Phone, until: float, answer: Answer = honest, hold: float = 0.0) -> PhoneClock:
    """What the referee knows of this phone after probing it up to then."""
    clock, at, number = PhoneClock(), 0.0, 0
    while at < until:
        received = at + phone.way(rng, phone.there)
        told, held = answer(phone, received, hold)
        back = received + held + phone.way(rng, phone.back)
        if back < until:
            clock = clock.with_probe(Probe(at, told, back))
        number += 1
        at = back if number < FIRST_PROBES else back + EVERY_MS
    return clock


@dataclass(frozen=True)
class Race:
    """A race as it was, and as it was ruled: when each finger fell, how each slap was placed, and the finish."""

    truth: dict[str, float]
    placed: dict[str, Timed]
    finish: PhotoFinish

    def place(self, seat: str) -> int:
        return next(place for place, group in enumerate(self.finish.order) if seat in group)

    def leads(self) -> Iterator[tuple[str, str, float, float]]:
        """Each two in truth: who was before whom, by how much, and the lead that was stated to be needed."""
        for one, other in combinations(self.placed, 2):
            first, second = sorted((one, other), key=self.truth.__getitem__)
            lead = self.truth[second] - self.truth[first]
            yield first, second, lead, needed(self.placed[first], self.placed[second])


def race(rng: Random) -> Race:
    start = rng.uniform(9_000, 120_000)
    truth, arrivals, placed = {}, {}, {}
    for seat in ("Ana", "Ben", "Cy", "Di")[: rng.randint(2, 4)]:
        phone = some_phone(rng)
        clock = measured(rng, phone, start)
        truth[seat] = start + rng.expovariate(1 / 80)
        arrivals[seat] = truth[seat] + phone.way(rng, phone.back)
        noticed = truth[seat] + rng.uniform(0, TOUCH_SPREAD_MS) * 0.5
        placed[seat] = map_slap(clock, phone.shows(noticed), max(arrivals[seat], noticed))
    first = min(arrivals.values())
    heard = {seat: timed for seat, timed in placed.items() if arrivals[seat] <= first + WINDOW_MS}
    return Race(truth, heard, photo_finish(heard))


@pytest.fixture(scope="module", params=[FEW, pytest.param(MANY, marks=pytest.mark.slow)])
def races(request: pytest.FixtureRequest) -> list[Race]:
    rng = Random(20_08)
    return [race(rng) for _ in range(request.param)]


def test_where_the_lead_exceeds_the_doubt_the_order_is_right(races: list[Race]) -> None:
    clear = wrong = 0
    for each in races:
        flat = [seat for group in each.finish.order for seat in group]
        leads = [(first, second) for first, second, lead, doubt in each.leads() if lead > doubt]
        clear += bool(leads)
        wrong += any(flat.index(first) > flat.index(second) for first, second in leads)
    assert clear > len(races) / 2
    assert wrong <= clear * 0.005


def test_twice_the_doubt_is_never_called_a_dead_heat(races: list[Race]) -> None:
    decided = [
        each.place(first) < each.place(second)
        for each in races
        for first, second, lead, doubt in each.leads()
        if lead > 2 * doubt and each.place(first) == 0
    ]
    assert len(decided) > len(races) / 4
    assert sum(decided) >= len(decided) * 0.995


def test_nobody_is_ruled_behind_who_was_first(races: list[Race]) -> None:
    """Whoever was first by any lead is first, or in the dead heat for it."""
    wrong = sum(each.place(min(each.placed, key=each.truth.__getitem__)) > 0 for each in races)
    assert wrong <= len(races) * 0.005


def test_every_slap_lies_within_its_doubt(races: list[Race]) -> None:
    off = [abs(each.placed[seat].time - each.truth[seat]) - each.placed[seat].uncertainty
           for each in races for seat in each.placed]  # fmt: skip
    assert max(off) <= TOUCH_SPREAD_MS / 2


@pytest.mark.parametrize("answer", [honest, slow, slow_and_late, slow_and_later])
def test_no_cheat_gains_more_than_the_quota_and_the_doubt_stated_for_it(answer: Answer) -> None:
    rng = Random(answer.__name__)
    gains = []
    for _ in range(1_000):
        phone, start = some_phone(rng), rng.uniform(3_000, 60_000)
        clock = measured(rng, phone, start, answer, hold=rng.uniform(0, 300))
        slap = start + rng.uniform(0, 500)
        claimed = slap - rng.choice((0, 5, 50, 400, 5_000, TEN_MINUTES)) * rng.random()
        timed = map_slap(clock, phone.shows(claimed), slap + phone.way(rng, phone.back))
        gains.append(slap - timed.time - timed.uncertainty)
        assert timed.uncertainty >= timed.clamped
    assert max(gains) <= QUOTA_MS


@pytest.mark.parametrize("answer", [honest, slow, slow_and_late, slow_and_later])
def test_no_cheat_is_ruled_before_an_honest_phone_that_was_first(answer: Answer) -> None:
    """The quota is smaller than the touch spread: lying can force a dead heat, and never a win."""
    rng = Random(answer.__name__)
    stolen = 0
    for _ in range(1_000):
        start = rng.uniform(3_000, 60_000)
        honest_phone, cheat = some_phone(rng), some_phone(rng)
        clocks = measured(rng, honest_phone, start), measured(rng, cheat, start, answer, hold=rng.uniform(0, 300))
        slap = start + rng.uniform(0, 100)
        late = slap + rng.uniform(0.1, 200)
        claimed = late - rng.choice((20, 100, 400, 5_000)) * rng.random()
        placed = {
            "Ana": map_slap(clocks[0], honest_phone.shows(slap), slap + honest_phone.way(rng, honest_phone.back)),
            "Cheat": map_slap(clocks[1], cheat.shows(claimed), late + cheat.way(rng, cheat.back)),
        }
        stolen += photo_finish(placed).order[0] == ("Cheat",)
    assert stolen == 0
