"""A photo finish: who slapped when, how surely that is known, and in which order they
stand.
"""

from referee.lazy_dataclass import frozen
from referee.vocabulary.values import (
    AtLeastOne,
    Count,
    Milliseconds,
    Ordinal,
    Seats,
    shorten_groups,
)


@frozen
class Slap:
    """A slap in a race."""

    seat: str
    time_ms: Milliseconds
    """After the earliest slap of the race, which has 0."""
    uncertainty_ms: Milliseconds
    """Its ±."""
    clamped_ms: Milliseconds = 0.0
    """By how much the phone's own time lay outside of what its way to the referee, as
    it was measured, allows.
    """


@frozen
class PhotoFinish:
    """A photo finish: how a race ended."""

    race: str
    """The race's id, as its prompt names it."""
    heat: Ordinal
    """How many times this race had been run by then."""
    seq: Count
    """The number of the last line of the log when it was run."""
    order: tuple[Seats, ...]
    """Seats in groups, from first to last; a group of several is a dead heat."""
    slaps: AtLeastOne[Slap]
    """Earliest first."""
    margin_ms: float | None
    """The lead of the earliest slap over the next; None for a lone slap."""
    needed_ms: float | None
    """The lead that parts these two; with no more it is a dead heat. None for a lone
    slap.
    """

    @property
    def as_given(self) -> list[str | list[str]]:
        """Return the order as the value of an `order` field: a seat alone, or a list
        for a dead heat.
        """
        return shorten_groups(self.order)
