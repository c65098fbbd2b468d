"""What is known of a phone's clock, and what the time that a phone gives for a slap is
worth.

Nothing here looks at a clock: all times are numbers, in milliseconds. Times of the
referee and times of a phone have nothing in common but their pace, which may differ by
`MOST_DRIFT`.
"""

from referee.lazy_dataclass import frozen

LONGEST_WAY_MS = 150.0
"""A slap that was longer under way counts as if it had been so long: as on the slowest
network that people still play over. Whoever claims more than is true forces a dead heat
from no further behind.
"""

QUOTA_MS = 20.0
"""So long any slap may have been under way, whatever its phone says: until then it may
have happened.

A browser hands a touch on with its next frame, some 16 ms late, which no probe
measures. No more than the touch spread, so that lying about it never wins a race
outright.
"""

MOST_DRIFT = 200e-6
"""How much the paces of a phone's clock and the referee's may differ: two cheap
quartzes, 100 ppm each.
"""

PROBES_KEPT = 40
PROBE_LIFE_MS = 120_000.0
"""For how long a probe counts. A phone that moved to a worse place in the room is
measured again by then.
"""

LONGEST_ROUND_TRIP_MS = 4_000.0
"""A probe that was answered later than that tells nothing: the phone had put it aside.
"""

PROBES_TO_ARM = 4

MOST_UNCERTAIN_MS = LONGEST_WAY_MS
"""The ± of a page's clock above which it is not armed: its slaps would be longer under
way than counts.
"""


@frozen
class Probe:
    """One round trip: sent and back by the referee's clock, received by the phone's."""

    sent: float
    received: float
    back: float

    @property
    def round_trip(self) -> float:
        """How long it was under way, there and back."""
        return self.back - self.sent

    @property
    def is_usable(self) -> bool:
        """Whether anything follows from it: nothing is back before it was sent, or at
        once.
        """
        # Half of it is what is in doubt, and half of the smallest number there is would
        # be nothing.
        return self.round_trip / 2 > 0 and self.round_trip <= LONGEST_ROUND_TRIP_MS

    @property
    def offset(self) -> float:
        """The referee's time less the phone's, if there and back took equally long."""
        return (self.sent + self.back) / 2 - self.received

    def uncertainty(self, at: float) -> float:
        """Return how wrong `offset` can be at this time: half the round trip, and what
        the clocks drifted apart since.
        """
        return self.round_trip / 2 + MOST_DRIFT * abs(at - self.sent)


def agree(probe: Probe, other: Probe) -> bool:
    """Return whether one steady clock can have given both answers."""
    at = max(probe.back, other.back)
    doubt = probe.uncertainty(at) + other.uncertainty(at)
    return abs(probe.offset - other.offset) <= doubt


@frozen
class PhoneClock:
    """What the probes that still count tell of a phone's clock."""

    probes: tuple[Probe, ...] = ()

    def with_probe(self, probe: Probe) -> "PhoneClock":
        """Return the clock with one more probe; the same where that tells nothing.

        Earlier ones that cannot be true together with it are dropped: the phone slept,
        and its clock with it.
        """
        if not probe.is_usable:
            return self
        probes = []
        for earlier in self.probes:
            is_fresh = probe.back - earlier.back <= PROBE_LIFE_MS
            if is_fresh and agree(earlier, probe):
                probes.append(earlier)
        probes.append(probe)
        return PhoneClock(tuple(probes[-PROBES_KEPT:]))

    def best(self, at: float) -> Probe | None:
        """Return the probe that tells most surely what the phone's clock shows at this
        time; None without any.
        """
        return min(self.probes, key=lambda probe: probe.uncertainty(at), default=None)

    @property
    def round_trip(self) -> float | None:
        """The lowest round trip; None without a probe."""
        return min((probe.round_trip for probe in self.probes), default=None)

    def uncertainty(self, at: float) -> float | None:
        """Return the ± with which the phone's clock is known at this time; None without
        a probe.
        """
        best = self.best(at)
        if best is None:
            return None
        return best.uncertainty(at)

    def is_known(self, at: float) -> bool:
        """Return whether it was probed often enough, and lately."""
        fresh = [probe for probe in self.probes if at - probe.back <= PROBE_LIFE_MS]
        return len(fresh) >= PROBES_TO_ARM

    def is_too_slow(self, at: float) -> bool:
        """Return whether it is known, but too badly for a slap on it to be placed."""
        uncertainty = self.uncertainty(at)
        if uncertainty is None or not self.is_known(at):
            return False
        return uncertainty > MOST_UNCERTAIN_MS

    def is_armed(self, at: float) -> bool:
        """Return whether a slap on this phone can be placed at this time."""
        return self.is_known(at) and not self.is_too_slow(at)


@frozen
class Timed:
    """A slap by the referee's clock: the middle of the interval in which it happened,
    and half its width.

    `clamped` is by how much its phone's word lay outside of what its way, as it was
    measured, allows.
    """

    time: float
    uncertainty: float
    clamped: float = 0.0

    @property
    def earliest(self) -> float:
        """When it happened at the earliest."""
        return self.time - self.uncertainty

    @property
    def latest(self) -> float:
        """When it happened at the latest."""
        return self.time + self.uncertainty


def map_slap(
    clock: PhoneClock, phone_time: float, arrival: float, lateness: float = 0.0
) -> Timed:
    """Place a slap at `phone_time`, by its phone's own clock, by the referee's clock.

    It arrived at `arrival`, or up to `lateness` before, where a busy referee read it
    late. That lets it begin so much earlier; it never ends earlier for that, or whoever
    keeps the referee busy would win.

    An honest phone's slap lies in the interval unless it was under way for longer than
    counts. A phone that lies, in this or in its probes, makes its interval longer at
    most: it begins no earlier than the longest way before the arrival, and ends no
    earlier than the quota before it. The clock has to have probes.
    """
    best = clock.best(arrival)
    lowest = clock.round_trip
    assert best is not None and lowest is not None
    claimed = phone_time + best.offset
    doubt = best.uncertainty(arrival)
    earliest_arrival = arrival - lateness
    latest = max(min(claimed + doubt, arrival), arrival - QUOTA_MS)
    earliest = min(max(claimed - doubt, earliest_arrival - LONGEST_WAY_MS), latest)

    too_early = earliest_arrival - lowest - QUOTA_MS - claimed
    too_late = claimed - arrival
    clamped = max(too_early, too_late, 0.0)
    return Timed((earliest + latest) / 2, (latest - earliest) / 2, clamped)
