"""An entry as the log keeps it, and who may look at it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from referee.match.tosses import Toss
from referee.vocabulary.photo_finish import PhotoFinish


@dataclass(frozen=True, slots=True)
class Viewer:
    """Somebody looking at a table: their seat (None: no seat), and whether they are its host.

    `opener`: they hold the token of whoever opened the table, who may enter things without having a seat.
    `reads_from`: they took their seat over at this entry, and what was sealed for it up to there is not theirs to read.
    `shown` are the hashes of the tokens by which they are known, if by any: no part of who they are.
    """

    seat: str | None = None
    host: bool = False
    opener: bool = False
    reads_from: int = 0
    shown: tuple[str, ...] = field(default=(), compare=False, repr=False)


SPECTATOR = Viewer()
"""Somebody who only watches."""


@dataclass(frozen=True, slots=True)
class LogEntry:
    """An entry in the log.

    `seq` is its number, `id` the sender's own, `seat` the seat it is for (None: the table), `data` its fields
    as JSON. `by` is the seat of its author, None for an opener without a seat; `host` whether the author was
    host. `at` is when it came, in seconds since 1970. `tosses` are those that the referee drew for it: their
    outcomes stand in the data as it was first entered. `finish` is the race it was made of, None where phones
    measured none: what was entered is what counts, and this is the evidence for it.
    """

    seq: int
    id: str
    kind: str
    seat: str | None
    data: Mapping[str, object]
    by: str | None
    host: bool
    at: float
    tosses: tuple[Toss, ...] = ()
    finish: PhotoFinish | None = None


def is_author(viewer: Viewer, entry: LogEntry) -> bool:
    """Return whether this viewer is the entry's author."""
    return viewer.opener if entry.by is None else viewer.seat == entry.by
