"""A phone's clock as probes measure it, and the value of its word about a slap.

Nothing here reads a clock: all times are numbers, in milliseconds. The clocks of
referee and phone share only their pace, within `MOST_DRIFT`.
"""

from dataclasses import dataclass

LONGEST_WAY_MS = 150.0
"""The longest counted time from slap to arrival, as on the slowest playable network.

A claim of more forces a dead heat with slaps up to this far ahead, no further.
"""

QUOTA_MS = 20.0
"""The travel time that any slap may have had, whatever its phone says.

A browser delivers a touch with its next frame, some 16 ms late, which no probe
measures. It does not exceed the touch spread, so a lie about it never wins a race
outright.
"""

MOST_DRIFT = 200e-6
"""The most drift between a phone's clock and ours: two cheap quartzes, 100 ppm each."""

PROBES_KEPT = 40
PROBE_LIFE_MS = 120_000.0
"""How long a probe counts, so that a phone that moves in the room is measured again."""

LONGEST_ROUND_TRIP_MS = 4_000.0
"""The longest useful round trip: the phone had suspended the page for longer ones."""

PROBES_TO_ARM = 4

MOST_UNCERTAIN_MS = LONGEST_WAY_MS
"""The ± above which a page is not armed: its slaps would exceed the counted time."""


@dataclass(frozen=True, slots=True)
class Probe:
    """A round trip: sent and returned by our clock, received by the phone's."""

    sent: float
    received: float
    back: float

    @property
    def round_trip(self) -> float:
        """Return the duration of the round trip."""
        return self.back - self.sent

    @property
    def is_usable(self) -> bool:
        """Return whether the trip took some time, as it must, but not too long."""
        # The smallest positive number counts as zero too, since half of it is.
        return self.round_trip / 2 > 0 and self.round_trip <= LONGEST_ROUND_TRIP_MS

    @property
    def offset(self) -> float:
        """Return referee time minus phone time, assuming equal travel both ways."""
        return (self.sent + self.back) / 2 - self.received

    def uncertainty(self, at: float) -> float:
        """Return the error of `offset` now: half the round trip, plus later drift."""
        return self.round_trip / 2 + MOST_DRIFT * abs(at - self.sent)


def are_consistent(probe: Probe, other: Probe) -> bool:
    """Return whether one steady clock can have given both answers."""
    at = max(probe.back, other.back)
    doubt = probe.uncertainty(at) + other.uncertainty(at)
    return abs(probe.offset - other.offset) <= doubt


@dataclass(frozen=True, slots=True)
class PhoneClock:
    """A phone's clock, known by the probes that still count."""

    probes: tuple[Probe, ...] = ()

    def with_probe(self, probe: Probe) -> "PhoneClock":
        """Return the clock with one more probe, or unchanged if that is useless.

        Earlier probes that contradict it are dropped: the phone's clock had stopped in
        sleep.
        """
        if not probe.is_usable:
            return self
        probes = []
        for earlier in self.probes:
            is_fresh = probe.back - earlier.back <= PROBE_LIFE_MS
            if is_fresh and are_consistent(earlier, probe):
                probes.append(earlier)
        probes.append(probe)
        return PhoneClock(tuple(probes[-PROBES_KEPT:]))

    def best(self, at: float) -> Probe | None:
        """Return the most precise probe at this time; None without any."""
        return min(self.probes, key=lambda probe: probe.uncertainty(at), default=None)

    @property
    def round_trip(self) -> float | None:
        """Return the shortest round trip; None without a probe."""
        return min((probe.round_trip for probe in self.probes), default=None)

    def uncertainty(self, at: float) -> float | None:
        """Return the ± of the phone's clock at this time; None without a probe."""
        best = self.best(at)
        if best is None:
            return None
        return best.uncertainty(at)

    def is_known(self, at: float) -> bool:
        """Return whether there are enough probes, and recent ones."""
        fresh = [probe for probe in self.probes if at - probe.back <= PROBE_LIFE_MS]
        return len(fresh) >= PROBES_TO_ARM

    def is_too_slow(self, at: float) -> bool:
        """Return whether there are enough probes, but none precise enough for slaps."""
        uncertainty = self.uncertainty(at)
        if uncertainty is None or not self.is_known(at):
            return False
        return uncertainty > MOST_UNCERTAIN_MS

    def is_armed(self, at: float) -> bool:
        """Return whether a slap on this phone can be placed at this time."""
        return self.is_known(at) and not self.is_too_slow(at)


@dataclass(frozen=True, slots=True)
class Timed:
    """A slap by the referee's clock: the middle of its interval, and half the width.

    `clamped` is how far the phone's word was outside the limits measured for it.
    """

    time: float
    uncertainty: float
    clamped: float = 0.0

    @property
    def earliest(self) -> float:
        """Return the slap's earliest possible time."""
        return self.time - self.uncertainty

    @property
    def latest(self) -> float:
        """Return the slap's latest possible time."""
        return self.time + self.uncertainty


def map_slap(
    clock: PhoneClock, phone_time: float, arrival: float, lateness: float = 0.0
) -> Timed:
    """Convert a slap at `phone_time` from its phone's clock to the referee's.

    It arrived at `arrival`, or up to `lateness` earlier if a busy referee read it late.
    This extends the interval's beginning, never its end: keeping the referee busy must
    not help.

    An honest phone's slap lies in the interval unless it travelled for longer than
    counts. A lying phone only widens the interval: it begins at the longest counted
    travel time before arrival at the earliest, and ends at the free quota before
    arrival at the earliest. The clock needs at least one probe.
    """
    best = clock.best(arrival)
    lowest = clock.round_trip
    assert best is not None
    assert lowest is not None
    claimed = phone_time + best.offset
    doubt = best.uncertainty(arrival)
    earliest_arrival = arrival - lateness
    latest = max(min(claimed + doubt, arrival), arrival - QUOTA_MS)
    earliest = min(max(claimed - doubt, earliest_arrival - LONGEST_WAY_MS), latest)

    too_early = earliest_arrival - lowest - QUOTA_MS - claimed
    too_late = claimed - arrival
    clamped = max(too_early, too_late, 0.0)
    return Timed((earliest + latest) / 2, (latest - earliest) / 2, clamped)
