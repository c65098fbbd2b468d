"""Log entries, and the records of a table's log."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

from referee.vocabulary.jsonable import from_json, jsonable
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


T = TypeVar("T")

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


def record_of(entry: LogEntry) -> Record:
    """Return the record of an entry."""
    body: dict[str, Any] = {
        "kind": entry.kind,
        "seat": entry.seat,
        "data": entry.data,
        "host": entry.host,
    }
    if entry.tosses:
        body["tosses"] = jsonable(entry.tosses)
    if entry.finish is not None:
        body["finish"] = jsonable(entry.finish)
    if entry.seen:
        body["seen"] = True
    if entry.version:
        body["version"] = entry.version
    return Record(entry.seq, "entry", entry.id, entry.by, entry.at, body)


def read_record(kind: type[T], record: Record) -> T:
    """Return a record's content: an entry, a change, a dispute or a resolution."""
    head = {"seq": record.seq, "id": record.id, "by": record.by, "at": record.at}
    return from_json(kind, {**record.body, **head})
