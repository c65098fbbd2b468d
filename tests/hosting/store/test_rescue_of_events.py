"""A rescue keeps events with their tables, as far as these can be read."""

from pathlib import Path

import pytest

from referee.events.event import EventRecord
from referee.hosting.store import SeatRow, Store, TableRow, rescue, thorough_look
from referee.hosting.store.event_log import Addition, add_event, append_records
from referee.hosting.store.rows import EventRow
from referee.match.log_entry import Record

KINDS = ["sqlite"]
KEPT = ("ledgers", "tables", "log", "events", "event_tables")


@pytest.fixture
def evening(place: str) -> str:
    """An event of two tables, each with two lines."""
    with Store.open(place) as store:
        plan = EventRecord(1, "plan", 0.0, {})
        add_event(store, EventRow("CLUB", {}, "a", "b"), [plan])
        for seq, code in enumerate(("OAK", "ELM"), 2):
            seats = [SeatRow(code, 0, "Ana"), SeatRow(code, 1, "Ben")]
            row = TableRow(code, "whist", "1", 0.0)
            added = Addition([EventRecord(seq, "round", 0.0, {})], [(row, seats)])
            append_records(store, "CLUB", added)
            lines = [Record(n, "entry", f"{n}", None, 0.0, {}) for n in (1, 2)]
            store.append(code, lines)
    return place


@pytest.mark.parametrize(
    ("lost", "damaged", "kept"),
    [
        ("", (), (3, 2, 7, 1, 2)),
        ("DELETE FROM log WHERE code = 'OAK' AND seq = 1", ("OAK",), (2, 1, 5, 1, 1)),
        ("DELETE FROM ledgers WHERE code = 'OAK'", ("OAK",), (2, 1, 5, 1, 1)),
        ("DELETE FROM log WHERE code = 'CLUB' AND seq = 1", ("CLUB",), (2, 2, 4, 0, 0)),
    ],
)
def test_what_can_be_read_of_an_evening_is_kept(
    evening: str, tmp_path: Path, lost: str, damaged: tuple[str, ...], kept: object
) -> None:
    with Store.open(evening) as store:
        if lost:
            with store.database.at_once() as connection:
                connection.execute("PRAGMA foreign_keys = OFF")
                connection.execute(lost)
                connection.execute("PRAGMA foreign_keys = ON")
        assert thorough_look(store).tables == damaged
    saved = tmp_path / "saved.sqlite"
    rescued = rescue(evening, saved)
    assert {*rescued.codes} == {"CLUB", "OAK", "ELM"}.difference(damaged)
    assert rescued.lost[: len(damaged)] == damaged
    assert bool(rescued.lost) == bool(damaged)
    with Store.open(saved) as store:
        counts = [store.read(f"SELECT count(*) FROM {name}")[0][0] for name in KEPT]
    assert tuple(counts) == kept
