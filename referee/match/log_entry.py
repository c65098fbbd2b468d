"""An entry of the log, who may look at it, and the records of which a table's log is
made.
"""

from collections.abc import Mapping
from dataclasses import field
from typing import Any, Literal, TypeVar

from referee.lazy_dataclass import frozen
from referee.vocabulary.jsonable import from_json, jsonable
from referee.vocabulary.photo_finish import PhotoFinish
from referee.vocabulary.values import AtLeastOne, Count

Data = Mapping[str, object]
"""What an entry holds, as JSON, by the names of its fields."""

Numbers = tuple[int, ...]
"""Numbers of entries."""

Stored = Mapping[str, Any]
"""An object of stored JSON."""


@frozen
class Viewer:
    """Somebody looking at a table. Without a right named here they only watch."""

    seat: str | None = None
    """Theirs; None: they have no seat."""
    host: bool = False
    opener: bool = False
    """They hold the token of whoever opened the table, who may enter things without
    having a seat.
    """
    reads_from: int = 0
    """They took their seat over at this entry, and what was sealed for it up to there
    is not theirs to read.
    """
    watcher: bool = field(default=False, compare=False)
    """Their camera watches the table, and they may enter what everybody could see
    before.
    """
    shown: tuple[str, ...] = field(default=(), compare=False, repr=False)
    """The hashes of the tokens by which they are known, if by any: no part of who they
    are.
    """


SPECTATOR = Viewer()
"""Somebody who only watches."""


@frozen
class Toss:
    """A toss that the referee drew, with all that it takes to check it."""

    number: Count
    """Counting from 1; 0 is the toss for the first dealer."""
    id: str
    """That of the entry which asked for it first. For the first dealer: the seats in
    their order, each as the place at which it came, like 0,2,1.
    """
    field: str
    """The field that it fills."""
    choices: AtLeastOne[str]
    outcome: str
    """One of the choices."""
    nonce: str
    """In hex."""
    commitment: str
    """SHA-256 of the nonce, in hex; it was shown before."""


@frozen
class LogEntry:
    """An entry in the log."""

    seq: int
    """Its number in the log."""
    id: str
    """The sender's own."""
    kind: str
    seat: str | None
    """The seat it is for; None: the table."""
    data: Data
    """Its fields. The outcomes of tosses stand in it as it was first entered."""
    by: str | None
    """Its author's seat; None for an opener without a seat."""
    host: bool
    """Whether the author was host."""
    at: float
    """When it came, in seconds since 1970."""
    tosses: tuple[Toss, ...] = ()
    """Those that the referee drew for it."""
    finish: PhotoFinish | None = None
    """The race it was made of; None where phones measured none. What was entered is
    what counts, and this is the evidence for it.
    """
    seen: bool = False
    """A camera saw it, so it is nobody's in particular."""
    version: str = ""
    """The game's, under which it was entered; empty: that with which the match began.
    """


def is_author(viewer: Viewer, by: str | None) -> bool:
    """Return whether this viewer is the author whose seat is `by`."""
    return viewer.opener if by is None else viewer.seat == by


# As they are stored


T = TypeVar("T")

RecordType = Literal[
    "entry", "correction", "undo", "redo", "dispute", "vote", "resolution"
]


@frozen
class Record:
    """A line of a table's log."""

    seq: int
    """Counting from 1."""
    type: RecordType
    id: str
    """Made by the sender."""
    by: str | None
    """The author's seat; None: no seat."""
    at: float
    """In seconds since 1970."""
    body: Stored
    """JSON that is read by the record's type."""


def record_of(entry: LogEntry) -> Record:
    """Return the record that keeps an entry."""
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
    """Return what a record keeps: an entry, a correction, a dispute, or how one was
    settled.
    """
    head = {"seq": record.seq, "id": record.id, "by": record.by, "at": record.at}
    return from_json(kind, {**record.body, **head})
