"""A photo finish: who slapped when, how surely that is known, and in which order they stand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Slap:
    """One seat's slap in a race, in milliseconds.

    `time_ms` counts from the earliest slap of the race, which has 0; `uncertainty_ms` is its ±. `clamped_ms` is by
    how much the phone's own word for it was moved, because its way to the referee does not allow so early (or so
    late) a slap; it is part of the ±.
    """

    seat: str
    time_ms: float
    uncertainty_ms: float
    clamped_ms: float = 0.0


@dataclass(frozen=True, slots=True)
class PhotoFinish:
    """How a race ended.

    `race` is the id that its prompt names, `heat` the how-manieth time it was run, and `seq` the number of the last
    line in the log then. `slaps` stand earliest first, `order` holds them in groups, first first: a group of several
    is a dead heat. `margin_ms` is the lead of the earliest slap over the next, `needed_ms` the lead that is needed
    to part these two; None for a lone slap.
    """

    race: str
    heat: int
    seq: int
    order: tuple[tuple[str, ...], ...]
    slaps: tuple[Slap, ...]
    margin_ms: float | None
    needed_ms: float | None

    @property
    def as_given(self) -> list[str | list[str]]:
        """The order as the value of an `order` field: a seat alone, or a list for a dead heat."""
        return [group[0] if len(group) == 1 else list(group) for group in self.order]


def photo_finish_from(stored: Mapping[str, Any]) -> PhotoFinish:
    """A finish from its plain form."""
    return PhotoFinish(
        stored["race"],
        stored["heat"],
        stored["seq"],
        tuple(tuple(group) for group in stored["order"]),
        tuple(Slap(**slap) for slap in stored["slaps"]),
        stored["margin_ms"],
        stored["needed_ms"],
    )
