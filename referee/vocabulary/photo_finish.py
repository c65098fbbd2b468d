"""A photo finish: slaps with their times and precision, and their order."""

from dataclasses import dataclass
from typing import ClassVar

from referee.vocabulary.values import (
    AtLeastOne,
    Count,
    Milliseconds,
    Ordinal,
    Seats,
    shorten_groups,
)

TOUCH_SPREAD_MS = 20.0
"""How much phones differ in the delay between touch and timestamp."""
LEAST_SPAN_MS = 40.0
"""The least time that a picture of slaps shows."""


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

    touch_spread_ms: ClassVar[float] = TOUCH_SPREAD_MS

    @property
    def name(self) -> str:
        """Return the heat's name in forms and addresses."""
        return f"{self.race} {self.heat}"

    @property
    def spans(self) -> list[list[float]]:
        """Return each slap's earliest, middle and latest time, to draw them.

        They are parts of the time that all slaps take, from 0 to 1.
        """
        spans = []
        for slap in self.slaps:
            at = slap.time_ms
            doubt = slap.uncertainty_ms
            spans.append([at - doubt, at, at + doubt])
        start = min(first for first, _, _ in spans)
        end = max(last for _, _, last in spans)
        whole = max(end - start, LEAST_SPAN_MS)
        return [[(time - start) / whole for time in span] for span in spans]

    @property
    def as_given(self) -> list[str | list[str]]:
        """Return the order in an `order` field's form: a list for a dead heat."""
        return shorten_groups(self.order)
