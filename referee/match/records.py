"""The kinds of records of a table's log: a class each, written and read alike."""

from collections.abc import Mapping
from dataclasses import dataclass

from referee.match.changes import Change
from referee.match.disputes import Dispute, Resolution, Vote
from referee.match.log_entry import LogEntry, Record, RecordType, Stored
from referee.vocabulary.jsonable import as_stored, from_json


@dataclass(frozen=True, slots=True)
class Confirmed:
    """Somebody says that the result is right."""

    seq: int
    id: str
    by: str | None
    at: float
    result: tuple[Stored, ...]
    """The score and place of each seat."""


@dataclass(frozen=True, slots=True)
class ShownAnswer:
    """Somebody shows the table the answer on an irregularity."""

    seq: int
    id: str
    by: str | None
    at: float
    asked: Stored
    """The fields of the question."""


Note = Change | Dispute | Vote | Resolution | Confirmed | ShownAnswer
"""A line of the log that is no entry."""

KINDS: Mapping[RecordType, type[LogEntry | Note]] = {
    "entry": LogEntry,
    "change": Change,
    "dispute": Dispute,
    "vote": Vote,
    "resolution": Resolution,
    "confirm": Confirmed,
    "answer": ShownAnswer,
}


def record_of(line: LogEntry | Note) -> Record:
    """Return the record of a line."""
    [type] = [type for type, kind in KINDS.items() if isinstance(line, kind)]
    body = as_stored(line)
    # A change and the resolution that makes it are one record.
    body |= body.pop("resolution", {})
    for name in ("seq", "id", "by", "at"):
        body.pop(name, None)
    return Record(line.seq, type, line.id, line.by, line.at, body)


def read_record(record: Record) -> LogEntry | Note:
    """Return the line of a record."""
    head = {"seq": record.seq, "id": record.id, "by": record.by, "at": record.at}
    stored = {**record.body, **head}
    if "as" in record.body:
        stored["resolution"] = {**stored}
    return from_json(KINDS[record.type], stored)
