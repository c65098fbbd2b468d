"""What daemons over one database tell each other has a number: when a message changes its shape, so must the number."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, get_args

from referee_web.api import passing_on, schemas

from referee.hosting.races.races import Buzzed, Measured
from referee.hosting.store import Stamp, locking, schema
from referee.hosting.store.notifications import line_of, read_line
from referee.hosting.tables.loading import setting_values
from referee.match.disputes import Refusal, Resolution, resolution_record
from referee.match.log_entry import LogEntry
from referee.match.record import Record, RecordType, record_of
from referee.match.tosses import Toss
from referee.vocabulary.game import Setup
from referee.vocabulary.jsonable import members_of
from referee.vocabulary.photo_finish import PhotoFinish, Slap
from referee.vocabulary.text import say
from referee.vocabulary.text_codec import encoded

Shapes = Mapping[str, object]

AS_OF_MESSAGES: Mapping[int, Shapes] = {
    1: {
        "notification": "ABCDE 3 7",
        "kinds of lines": "correction dispute entry redo resolution undo vote",
        "entry": "data finish host kind seat tosses",
        "resolution": "as correction dispute dropped entered of_seats opened taken_back verdict why",
        "setting": "dealer options order",
        "finish": "heat margin_ms needed_ms order race seq slaps",
        "slap": "clamped_ms seat time_ms uncertainty_ms",
        "toss": "choices commitment field id nonce number outcome",
        "refusal": "by data host id kind ruling seat secret",
        "text": "say with",
        "passed on": "Accept Accept-Language Authorization Content-Type Cookie Referee-Passed-On",
        "probe": "nonce t",
        "buzz": "nonce race t",
        "measured": "armed nonce note rtt_ms uncertainty_ms",
        "buzzed": "counted heat note race",
    }
}
"""The shape of each message by the number: one that changes has it in a new entry, under the next number."""


def names(found: Mapping[str, object] | type[Any]) -> str:
    """The names in a JSON object, or of the members that a dataclass has in JSON."""
    return " ".join(sorted(found if isinstance(found, Mapping) else [one.name for one in members_of(found)]))


def shapes() -> Shapes:
    toss = Toss(1, "id", "toss", ("Ana", "Ben"), "Ana", "00", "11")
    finish = PhotoFinish("race", 1, 0, (("Ana",),), (Slap("Ana", 0.0, 1.0),), None, None)
    entry = LogEntry(1, "id", "slap", None, {}, "Ana", True, 1e9, (toss,), finish)
    settled = resolution_record("id", "dispute", Resolution(1, "upheld", "Ana", 1e9, ""))
    return {
        "notification": line_of("ABCDE", Stamp(version=7, seq=3)),
        "kinds of lines": " ".join(sorted(get_args(RecordType))),
        "entry": names(record_of(entry).body),
        "resolution": names(settled.body),
        "setting": names(setting_values(Setup(("Ana",), "Ana"))),
        "finish": names(PhotoFinish),
        "slap": names(Slap),
        "toss": names(Toss),
        "refusal": names(Refusal),
        "text": names(encoded(say("{seat} wins", seat="Ana"))),
        "passed on": " ".join(sorted((*passing_on.OF_THE_PHONE, passing_on.PASSED_ON))),
        "probe": " ".join(sorted(schemas.Probing().fields)),
        "buzz": " ".join(sorted(schemas.Buzzing().fields)),
        "measured": names(Measured),
        "buzzed": names(Buzzed),
    }


def test_each_message_has_the_shape_of_the_number_that_daemons_tell_each_other() -> None:
    assert shapes() == AS_OF_MESSAGES[locking.MESSAGES], "messages have changed: raise locking.MESSAGES"


def test_no_number_has_the_shapes_of_another() -> None:
    assert max(AS_OF_MESSAGES) == locking.MESSAGES
    told = [sorted(shapes.items(), key=str) for shapes in AS_OF_MESSAGES.values()]
    assert all(told.count(one) == 1 for one in told)


def test_the_protocol_follows_from_the_schema_and_the_number() -> None:
    assert divmod(locking.PROTOCOL, 100) == (int(schema.VERSIONS[-1]), locking.MESSAGES)


def test_a_line_of_the_log_has_a_column_for_each_part_of_it() -> None:
    assert {one.name for one in fields(Record)} == {column.name for column in schema.log.columns} - {"table"}


def test_what_is_told_of_a_table_is_read_as_it_was_meant() -> None:
    stamp = Stamp(version=7, seq=3)
    assert read_line(line_of("ABCDE", stamp)) == ("ABCDE", stamp)
