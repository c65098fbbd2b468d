"""A line of a table's log, as it is stored, and how an entry becomes one."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from referee.match.log_entry import LogEntry
from referee.match.tosses import toss_of
from referee.vocabulary.jsonable import jsonable
from referee.vocabulary.photo_finish import photo_finish_from

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


def entry_of(record: Record) -> LogEntry:
    """Return the entry that a record keeps."""
    body = record.body
    made = (record.seq, record.id, body["kind"], body["seat"], body["data"], record.by, body["host"])
    tosses = tuple(map(toss_of, body["tosses"])) if "tosses" in body else ()
    finish = photo_finish_from(body["finish"]) if "finish" in body else None
    return LogEntry(*made, record.at, tosses, finish)
