"""Log entries, and the records of a table's log."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from referee.vocabulary.photo_finish import PhotoFinish
from referee.vocabulary.values import AtLeastOne, Count

Data = Mapping[str, object]
"""An entry's data, as JSON, by field name."""

Numbers = tuple[int, ...]
"""Numbers of entries."""

Stored = Mapping[str, Any]
"""A stored JSON object."""


@dataclass(frozen=True, slots=True)
class Toss:
    """A toss drawn by the referee, with everything needed to check it."""

    number: Count
    """Counting from 1; 0 is the toss for the first dealer."""
    id: str
    """The id of the entry that first asked for it. For the first dealer: the seats in
    order, each as its number in the order of joining, like 0,2,1.
    """
    field: str
    """The field it fills."""
    choices: AtLeastOne[str]
    outcome: str
    """The outcome, one of the choices."""
    nonce: str
    """In hex."""
    commitment: str
    """SHA-256 of the nonce, in hex, shown in advance."""


@dataclass(frozen=True, slots=True)
class LogEntry:
    """An entry in the log."""

    seq: int
    """Its number in the log."""
    id: str
    """The id from the sender."""
    kind: str
    seat: str | None
    """Its seat; None: the table."""
    data: Data
    """The fields, with tosses as first drawn."""
    by: str | None
    """The author's seat; None for an opener without a seat."""
    host: bool
    """Whether the author was host."""
    at: float
    """The time of arrival, in seconds since 1970."""
    tosses: tuple[Toss, ...] = ()
    """The tosses drawn for it."""
    finish: PhotoFinish | None = None
    """The race's finish, as evidence; None without one. Only the data count."""
    seen: bool = False
    """Whether a camera saw it: then it belongs to nobody in particular."""
    version: str = ""
    """The game's version when it was entered; empty: the match's."""


def seats_covered(entry: LogEntry) -> set[str]:
    """Return the seats that an entry is for: its own, and those its fields name."""
    covered: set[str] = set()
    for value in entry.data.values():
        if isinstance(value, Mapping):
            covered.update(value)
    if entry.seat is not None:
        covered.add(entry.seat)
    return covered


# As they are stored


RecordType = Literal[
    "entry", "change", "dispute", "vote", "resolution", "confirm", "answer"
]


@dataclass(frozen=True, slots=True)
class Record:
    """A line of a table's log."""

    seq: int
    """Counting from 1."""
    type: RecordType
    id: str
    """The id from the sender."""
    by: str | None
    """The author's seat, or None."""
    at: float
    """In seconds since 1970."""
    body: Stored
    """JSON; its form depends on the record's type."""

    @property
    def concerns_dispute(self) -> bool:
        """Return whether it opens a dispute or settles one, also by a verdict."""
        return self.type == "dispute" or "as" in self.body
