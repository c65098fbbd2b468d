"""Races simulated: skewed and drifting clocks, slow, lopsided and jittery ways, and
phones that lie.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from random import Random

import pytest

from referee.hosting.races.clocks import (
    LONGEST_WAY_MS,
    PhoneClock,
    Probe,
    Timed,
    map_slap,
)
from referee.hosting.races.heats import WINDOW_MS
from referee.hosting.races.placing import TOUCH_SPREAD_MS, needed_lead, photo_finish
from referee.vocabulary.photo_finish import PhotoFinish

FEW = 1_000
MANY = 10_000
TEN_MINUTES = 600_000.0
DRIFT = 100e-6
FIRST_PROBES = 8
EVERY_MS = 5_000.0


@dataclass(frozen=True)
class Phone:
    """A phone and its way to the referee: how far its clock is off and drifts, how long
    either way takes at best, and how much longer it takes on average.
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


def some_phone(rng: Random, longest: float = 300) -> Phone:
    round_trip = 2 * (longest / 2) ** rng.random()
    share = rng.uniform(0.05, 0.95)
    jitter = round_trip * rng.choice((0.02, 0.1, 0.5))
    skew = rng.uniform(-TEN_MINUTES, TEN_MINUTES)
    drift = rng.uniform(-DRIFT, DRIFT)
    return Phone(skew, drift, round_trip * share, round_trip * (1 - share), jitter)


Answer = Callable[[Phone, float, float], tuple[float, float]]
"""What a phone tells of a probe received at the first time: the time it says, and how
long it holds the answer back, at most the last.
"""


def honest(phone: Phone, received: float, _hold: float) -> tuple[float, float]:
    return phone.shows(received), 0.0


def slow(phone: Phone, received: float, hold: float) -> tuple[float, float]:
    return phone.shows(received), hold


def slow_and_late(phone: Phone, received: float, hold: float) -> tuple[float, float]:
    return phone.shows(received + hold), hold


def slow_and_later(phone: Phone, received: float, hold: float) -> tuple[float, float]:
    return phone.shows(received + 2 * hold), hold


def measured(
    rng: Random, phone: Phone, until: float, answer: Answer = honest, hold: float = 0.0
) -> PhoneClock:
    """What the referee knows of this phone after probing it up to then."""
    clock = PhoneClock()
    at = 0.0
    number = 0
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
    """A race as it was, and as it was ruled: when each finger fell, how long each slap
    was under way, where it was placed, and the finish.
    """

    truth: dict[str, float]
    ways: dict[str, float]
    placed: dict[str, Timed]
    finish: PhotoFinish

    def place(self, seat: str) -> int:
        return next(
            place for place, group in enumerate(self.finish.order) if seat in group
        )

    def leads(self) -> Iterator[tuple[str, str, float, float]]:
        """Each two in truth: who was before whom, by how much, and the lead that was
        stated to be needed.
        """
        for one, other in combinations(self.placed, 2):
            first, second = sorted((one, other), key=self.truth.__getitem__)
            lead = self.truth[second] - self.truth[first]
            yield (
                first,
                second,
                lead,
                needed_lead(self.placed[first], self.placed[second]),
            )


def race(rng: Random, longest: float = 300) -> Race:
    start = rng.uniform(9_000, 120_000)
    truth = {}
    ways = {}
    placed = {}
    for seat in ("Ana", "Ben", "Cy", "Di")[: rng.randint(2, 4)]:
        phone = some_phone(rng, longest)
        clock = measured(rng, phone, start)
        truth[seat] = start + rng.expovariate(1 / 80)
        noticed = truth[seat] + rng.uniform(0, TOUCH_SPREAD_MS) * 0.5
        arrival = max(
            truth[seat] + min(phone.way(rng, phone.back), LONGEST_WAY_MS), noticed
        )
        ways[seat] = arrival - truth[seat]
        placed[seat] = map_slap(clock, phone.shows(noticed), arrival)
    first = min(truth[seat] + ways[seat] for seat in truth)
    heard = {
        seat: timed
        for seat, timed in placed.items()
        if truth[seat] + ways[seat] <= first + WINDOW_MS
    }
    return Race(truth, ways, heard, photo_finish(heard))


@pytest.fixture(
    scope="module", params=[FEW, pytest.param(MANY, marks=pytest.mark.slow)]
)
def races(request: pytest.FixtureRequest) -> list[Race]:
    rng = Random(20_08)
    return [race(rng) for _ in range(request.param)]


@pytest.mark.slow
def test_where_the_lead_exceeds_the_doubt_the_order_is_right(races: list[Race]) -> None:
    clear = wrong = 0
    for each in races:
        flat = [seat for group in each.finish.order for seat in group]
        leads = [
            (first, second)
            for first, second, lead, doubt in each.leads()
            if lead > doubt
        ]
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
    wrong = sum(
        each.place(min(each.placed, key=each.truth.__getitem__)) > 0 for each in races
    )
    assert wrong <= len(races) * 0.005


def test_every_slap_happened_within_its_interval(races: list[Race]) -> None:
    """Its finger touched a little before its phone noticed."""
    spread = TOUCH_SPREAD_MS / 2
    for each in races:
        for seat, timed in each.placed.items():
            assert timed.earliest - spread <= each.truth[seat] <= timed.latest


@dataclass(frozen=True)
class Cheat:
    """A way to cheat: how probes are answered and how long they are held back, and how
    much too early a slap claims.
    """

    answer: Answer
    hold: float
    claim: float

    def placed(
        self, rng: Random, phone: Phone, start: float, fell: float
    ) -> Timed | None:
        """Where the slap of a finger that fell then is placed; None for a page that is
        not armed.
        """
        clock = measured(rng, phone, start, self.answer, self.hold)
        arrival = fell + phone.way(rng, phone.back)
        return (
            map_slap(clock, phone.shows(fell - self.claim), arrival)
            if clock.is_armed(arrival)
            else None
        )


HELD_BACK = [
    Cheat(answer, hold, 0)
    for answer in (slow, slow_and_late, slow_and_later)
    for hold in (20, 100, 290)
]
FALSE_CLAIMS = [
    Cheat(honest, 0, claim) for claim in (5, 50, 150, 170, 340, 5_000, TEN_MINUTES)
]
BOTH = [
    replace(held, claim=false.claim) for held in HELD_BACK for false in FALSE_CLAIMS
]
CHEATS = {"probes held back": HELD_BACK, "false claims": FALSE_CLAIMS, "both": BOTH}


@pytest.mark.parametrize("cheats", CHEATS.values(), ids=CHEATS)
def test_a_later_finger_never_wins_outright(cheats: list[Cheat]) -> None:
    """The quota is no greater than the touch spread: lying can force a dead heat, and
    never a win.
    """
    rng = Random(21)
    for _ in range(1_000):
        start = rng.uniform(3_000, 60_000)
        one = some_phone(rng)
        other = some_phone(rng)
        fell = start + rng.uniform(0, 100)
        late = fell + rng.uniform(0.1, 200)
        way = min(one.way(rng, one.back), LONGEST_WAY_MS)
        ana = map_slap(measured(rng, one, start), one.shows(fell), fell + way)
        cheat = rng.choice(cheats).placed(rng, other, start, late)
        assert cheat is None or photo_finish({"Ana": ana, "Cheat": cheat}).order[0] != (
            "Cheat",
        )


@pytest.mark.parametrize("cheats", CHEATS.values(), ids=CHEATS)
def test_a_dead_heat_is_forced_from_170_ms_and_the_others_half_width_at_most(
    cheats: list[Cheat],
) -> None:
    rng = Random(170)
    for _ in range(1_000):
        start = rng.uniform(3_000, 60_000)
        one = some_phone(rng)
        other = some_phone(rng)
        fell = start + rng.uniform(0, 100)
        ana = map_slap(
            measured(rng, one, start), one.shows(fell), fell + one.way(rng, one.back)
        )
        late = ana.latest + LONGEST_WAY_MS + TOUCH_SPREAD_MS + 0.1
        cheat = rng.choice(cheats).placed(rng, other, start, late)
        assert cheat is None or photo_finish({"Ana": ana, "Cheat": cheat}).order == (
            ("Ana",),
            ("Cheat",),
        )
