"""What the referee knows of a phone's clock, and what the time it gives for a slap is
worth.
"""

import pytest
from hypothesis import example, given, strategies as st

from referee.hosting.races.clocks import (
    LONGEST_ROUND_TRIP_MS,
    LONGEST_WAY_MS,
    MOST_DRIFT,
    MOST_UNCERTAIN_MS,
    PROBE_LIFE_MS,
    PROBES_TO_ARM,
    QUOTA_MS,
    PhoneClock,
    Probe,
    map_slap,
)

AHEAD = 600_000.0
"""The phone of these examples shows ten minutes more than the referee."""


def probe(at: float, there: float, back: float, ahead: float = AHEAD) -> Probe:
    """A round trip begun at this time, so long under way there and back, of an honest
    phone.
    """
    return Probe(at, at + there + ahead, at + there + back)


def clock(*probes: Probe) -> PhoneClock:
    found = PhoneClock()
    for each in probes:
        found = found.with_probe(each)
    return found


def test_the_lowest_round_trip_counts() -> None:
    found = clock(probe(0, 90, 10), probe(500, 5, 5), probe(1000, 10, 80))
    assert found.best(1100) == probe(500, 5, 5)
    assert found.round_trip == 10


def test_a_clock_that_slept_is_measured_anew() -> None:
    awake = probe(30_000, 5, 5, ahead=AHEAD - 20_000)
    assert clock(probe(0, 2, 2), probe(100, 2, 2), awake).probes == (awake,)


def test_a_phone_is_armed_after_some_probes() -> None:
    probes = [probe(at * 100, 2, 2) for at in range(PROBES_TO_ARM)]
    assert not clock(*probes[:-1]).is_armed(1000)
    assert clock(*probes).is_armed(1000)


def test_a_phone_that_fell_silent_is_not_armed_any_more() -> None:
    assert not clock(*(probe(at * 100, 2, 2) for at in range(9))).is_armed(
        PROBE_LIFE_MS + 2000
    )


def test_a_phone_too_far_away_is_never_armed_and_known_to_be_too_slow() -> None:
    far = MOST_UNCERTAIN_MS + 10
    found = clock(*(probe(at * 1000, far, far) for at in range(9)))
    assert not found.is_armed(10_000)
    assert found.is_too_slow(10_000)


@pytest.mark.parametrize(
    "round_trip",
    [0.0, -1e-9, -248.0, float("nan"), float("-inf"), LONGEST_ROUND_TRIP_MS + 1],
)
def test_what_is_back_at_once_or_never_is_no_probe(round_trip: float) -> None:
    known = clock(probe(0, 5, 5))
    assert known.with_probe(Probe(1000, AHEAD, 1000 + round_trip)) == known


def test_a_slap_is_placed_by_the_phones_own_time() -> None:
    found = clock(probe(0, 20, 20))
    timed = map_slap(found, 5000 + AHEAD, 5021)
    assert timed.earliest == pytest.approx(5000 - 20, abs=1.1)
    assert timed.latest == pytest.approx(5000 + 20, abs=1.1)
    assert timed.clamped == 0


def test_a_slap_happened_before_it_arrived() -> None:
    assert map_slap(clock(probe(0, 20, 20)), 5000 + AHEAD, 5005).latest == 5005


def test_until_the_quota_before_its_arrival_any_slap_may_have_happened() -> None:
    timed = map_slap(clock(probe(0, 5, 5)), 5000 + AHEAD, 5045)
    assert timed.earliest == pytest.approx(5000 - 5, abs=1.1)
    assert timed.latest == 5045 - QUOTA_MS


def test_a_time_that_the_measured_way_does_not_allow_is_said() -> None:
    timed = map_slap(clock(probe(0, 5, 5)), 5000 + AHEAD, 5128)
    assert timed.earliest == pytest.approx(5000 - 5, abs=1.1)
    assert timed.clamped == pytest.approx(128 - 10 - QUOTA_MS, abs=0.1)


def test_what_claims_a_longer_way_than_counts_begins_where_the_longest_does() -> None:
    timed = map_slap(clock(probe(0, 20, 20)), 4000 + AHEAD, 5020)
    assert (timed.earliest, timed.latest) == (5020 - LONGEST_WAY_MS, 5020 - QUOTA_MS)
    assert timed.clamped == 1020 - 40 - QUOTA_MS


def test_a_claim_from_the_future_is_taken_at_its_arrival() -> None:
    timed = map_slap(clock(probe(0, 20, 20)), 6000 + AHEAD, 5020)
    assert (timed.earliest, timed.latest) == (5020, 5020)
    assert timed.clamped == 980


delays = st.floats(0.5, 400)


@given(
    probes=st.lists(
        st.tuples(st.floats(0, 110_000), delays, delays), min_size=1, max_size=12
    ),
    ahead=st.floats(-AHEAD, AHEAD),
    drift=st.floats(-MOST_DRIFT, MOST_DRIFT),
    slap=st.floats(110_000, 119_000),
    way=st.floats(0.5, LONGEST_WAY_MS),
)
def test_an_honest_slap_lies_within_its_doubt(
    probes: list[tuple[float, float, float]],
    ahead: float,
    drift: float,
    slap: float,
    way: float,
) -> None:
    def shows(at: float) -> float:
        return ahead + at * (1 + drift)

    found = clock(
        *(
            Probe(at, shows(at + there), at + there + back)
            for at, there, back in sorted(probes)
        )
    )
    timed = map_slap(found, shows(slap), slap + way)
    assert timed.earliest - 1e-6 <= slap <= timed.latest + 1e-6


@given(
    probes=st.lists(
        st.builds(Probe, st.floats(), st.floats(-1e15, 1e15), st.floats()), max_size=12
    ),
    told=st.floats(-1e15, 1e15),
    arrival=st.floats(0, 1e9),
)
@example(probes=[Probe(-5e-324, 0.0, 0.0)], told=0.0, arrival=0.0)
def test_no_doubt_is_ever_below_nothing(
    probes: list[Probe], told: float, arrival: float
) -> None:
    found = clock(*probes)
    if found.probes:
        timed = map_slap(found, told, arrival)
        assert timed.uncertainty >= 0
        assert timed.clamped >= 0
    else:
        assert not found.is_armed(arrival)


@given(
    probes=st.lists(
        st.tuples(st.floats(0, 110_000), st.floats(), st.floats(0.5, 900)),
        min_size=1,
        max_size=12,
    ),
    claim=st.floats(
        allow_nan=False, allow_infinity=False, min_value=-1e12, max_value=1e12
    ),
    slap=st.floats(112_000, 119_000),
    way=st.floats(0, 400),
)
def test_whatever_a_phone_says_its_slap_begins_and_ends_no_earlier_than_counts(
    probes: list[tuple[float, float, float]], claim: float, slap: float, way: float
) -> None:
    answers = [(at, told, length) for at, told, length in probes if abs(told) < 1e12]
    found = clock(
        *(Probe(at, told, at + length) for at, told, length in sorted(answers)),
        probe(111_000, 9, 9),
    )
    timed = map_slap(found, claim, slap + way)
    assert timed.earliest >= slap - LONGEST_WAY_MS - 1e-3
    assert timed.latest >= slap - QUOTA_MS - 1e-3
