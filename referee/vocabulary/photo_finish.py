"""A photo finish: slaps with their times and precision, and their order."""

from dataclasses import dataclass

from referee.vocabulary.values import (
    AtLeastOne,
    Count,
    Milliseconds,
    Ordinal,
    Seats,
    shorten_groups,
)


@dataclass(frozen=True, slots=True)
class Slap:
    """A slap in a race."""

    seat: str
    time_ms: Milliseconds
    """The milliseconds after the earliest slap."""
    uncertainty_ms: Milliseconds
    """The uncertainty of the time, either way."""
    clamped_ms: Milliseconds = 0.0
    """How far the phone's own time was outside of the limits measured for the phone."""


@dataclass(frozen=True, slots=True)
class PhotoFinish:
    """The result of a race."""

    race: str
    """The race's id in its prompt."""
    heat: Ordinal
    """The number of the heat, from 1."""
    seq: Count
    """The number of the log's last line when the race ran."""
    order: tuple[Seats, ...]
    """Groups of seats, from first to last; several in one are a dead heat."""
    slaps: AtLeastOne[Slap]
    """The slaps, earliest first."""
    margin_ms: float | None
    """The lead of the earliest slap over the next; None for a lone slap."""
    needed_ms: float | None
    """The lead that tells the first two slaps apart; a smaller or equal one is a dead
    heat.

    None for a lone slap.
    """

    @property
    def as_given(self) -> list[str | list[str]]:
        """Return the order in an `order` field's form: a list for a dead heat."""
        return shorten_groups(self.order)
