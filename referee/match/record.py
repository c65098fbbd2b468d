"""A line of a table's log, as it is stored, and how an entry becomes one."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

from referee.match.log_entry import LogEntry
from referee.vocabulary.jsonable import from_json, jsonable

T = TypeVar("T")

RecordType = Literal["entry", "correction", "undo", "redo", "dispute", "vote", "resolution"]


@dataclass(frozen=True, slots=True)
class Record:
    """A line of a table's log.

    `seq` counts from 1, `id` was made by the sender, `by` is the author's seat (None: no seat), `at` is in seconds
    since 1970, and `body` is JSON that is read by its `type`.
    """

    seq: int
    type: RecordType
    id: str
    by: str | None
    at: float
    body: Mapping[str, Any]


def record_of(entry: LogEntry) -> Record:
    """Return the record that keeps an entry."""
    body: dict[str, Any] = {"kind": entry.kind, "seat": entry.seat, "data": entry.data, "host": entry.host}
    if entry.tosses:
        body["tosses"] = jsonable(entry.tosses)
    if entry.finish is not None:
        body["finish"] = jsonable(entry.finish)
    return Record(entry.seq, "entry", entry.id, entry.by, entry.at, body)


def read_record(kind: type[T], record: Record) -> T:
    """Return what a record keeps: an entry, a correction, a dispute, or how one was settled."""
    made = {"seq": record.seq, "id": record.id, "by": record.by, "at": record.at}
    return from_json(kind, {**record.body, **made})
