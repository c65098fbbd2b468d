"""From slaps to an order: first place, dead heats, and margins."""

from collections.abc import Iterable, Mapping

from referee.hosting.races.clocks import Timed
from referee.vocabulary.photo_finish import TOUCH_SPREAD_MS, PhotoFinish, Slap
from referee.vocabulary.values import Seats


def needed_lead(slap: Timed, other: Timed) -> float:
    """Return the lead that two slaps must exceed, or else they are a dead heat."""
    return slap.uncertainty + other.uncertainty + TOUCH_SPREAD_MS


def photo_finish(
    slaps: Mapping[str, Timed], race: str = "", heat: int = 1, seq: int = 0
) -> PhotoFinish:
    """Return the order of these slaps, by seat; raise ValueError if there is none.

    “Too close to tell” is not transitive: Ana may tie with Ben, and Ben with Cy,
    although Ana clearly beat Cy. So each group holds every remaining seat that no other
    remaining seat clearly beat. Nobody is in a toss with somebody who clearly beat
    them, and each member of a later group was clearly beaten by somebody in the group
    before.
    """
    if not slaps:
        raise ValueError("A race without slaps has no finish.")

    def by_time(seat: str) -> tuple[float, float]:
        return slaps[seat].time, slaps[seat].uncertainty

    earliest_first = sorted(slaps, key=by_time)
    first = slaps[earliest_first[0]]
    margin = needed = None
    if len(earliest_first) > 1:
        second = slaps[earliest_first[1]]
        margin = _tenths(second.time - first.time)
        needed = _tenths(needed_lead(first, second))

    groups = tuple(_groups(earliest_first, slaps))
    shown = tuple(_slap(seat, slaps[seat], first.time) for seat in earliest_first)
    return PhotoFinish(
        race=race,
        heat=heat,
        seq=seq,
        order=groups,
        slaps=shown,
        margin_ms=margin,
        needed_ms=needed,
    )


def _groups(seats: list[str], slaps: Mapping[str, Timed]) -> Iterable[Seats]:
    while seats:
        # Nobody beat the slap with the earliest latest time: so no group is empty, and
        # the loop ends.
        soonest = min(seats, key=lambda seat: slaps[seat].latest)
        limit = slaps[soonest].latest + TOUCH_SPREAD_MS
        group = []
        beaten = []
        for seat in seats:
            if seat == soonest or slaps[seat].earliest <= limit:
                group.append(seat)
            else:
                beaten.append(seat)
        yield tuple(group)
        seats = beaten


def _slap(seat: str, timed: Timed, start: float) -> Slap:
    time = _tenths(timed.time - start)
    return Slap(seat, time, _tenths(timed.uncertainty), _tenths(timed.clamped))


def _tenths(milliseconds: float) -> float:
    return round(milliseconds, 1)
