"""From slaps to an order: who was first, what is a dead heat, and by how much."""

from collections.abc import Iterable, Mapping

from referee.hosting.races.clocks import Timed
from referee.vocabulary.photo_finish import PhotoFinish, Slap

TOUCH_SPREAD_MS = 20.0
"""By how much phones differ in the time from a finger's touch to the moment they give
for it.
"""

_Placed = tuple[str, Timed]


def needed_lead(one: Timed, other: Timed) -> float:
    """Return the lead that parts these two: a lead that is not greater is a dead heat."""
    return one.uncertainty + other.uncertainty + TOUCH_SPREAD_MS


def photo_finish(
    slaps: Mapping[str, Timed], race: str = "", heat: int = 1, seq: int = 0
) -> PhotoFinish:
    """Return the order of these slaps, by seat; ValueError without any.

    “Too close to tell” is not transitive: Ana and Ben may be, and Ben and Cy, where Ana
    is clearly ahead of Cy. So a group holds everybody who was clearly beaten by none of
    those still to be placed, and the next group is found among the rest. Nobody is in a
    toss with somebody they were clearly behind, and whoever stands in a later group was
    clearly beaten by somebody in the group before.
    """
    if not slaps:
        raise ValueError("A race without slaps has no finish.")
    sorted_slaps = sorted(
        slaps.items(), key=lambda item: (item[1].time, item[1].uncertainty)
    )
    start = sorted_slaps[0][1].time
    first, second = (
        sorted_slaps[0][1],
        sorted_slaps[1][1] if len(sorted_slaps) > 1 else None,
    )
    return PhotoFinish(
        race,
        heat,
        seq,
        tuple(_groups(sorted_slaps)),
        tuple(_slap(seat, timed, start) for seat, timed in sorted_slaps),
        _tenths(second.time - start) if second else None,
        _tenths(needed_lead(first, second)) if second else None,
    )


def _groups(slaps: list[_Placed]) -> Iterable[tuple[str, ...]]:
    while slaps:
        # Whoever was there soonest at the latest was beaten by nobody: so each group
        # has somebody, and this ends.
        soonest = min(slaps, key=lambda placed: placed[1].latest)
        limit = soonest[1].latest + TOUCH_SPREAD_MS
        beaten = [
            placed
            for placed in slaps
            if placed is not soonest and placed[1].earliest > limit
        ]
        yield tuple(placed[0] for placed in slaps if placed not in beaten)
        slaps = beaten


def _slap(seat: str, timed: Timed, start: float) -> Slap:
    return Slap(
        seat,
        _tenths(timed.time - start),
        _tenths(timed.uncertainty),
        _tenths(timed.clamped),
    )


def _tenths(milliseconds: float) -> float:
    return round(milliseconds, 1)
