"""What must not grow with a match, or not without bounds: asking for the scores,
loading, memory for tables.
"""

import os
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time

from benchmarks.daemon import resident_mb
from benchmarks.deals import GAME, OPTIONS, SEATS, records, stored
from benchmarks.folding import HOST
from benchmarks.report import Row, table
from referee.hosting.room import CardRoom
from referee.hosting.store import Store
from referee.hosting.tables.correcting import correct
from referee.hosting.tables.in_memory import ENTRIES_IN_MEMORY
from referee.hosting.tables.loading import load
from referee.hosting.tables.seats import start
from referee.match.changes import Edit
from referee.match.match import Match
from referee.match.showing.highlights import scores_of
from referee.match.showing.score_sheet import timeline_of
from referee.plugin.discovery import rulebook
from tests.at_table import change

LENGTHS = (100, 1_000, 5_000)
ONE_MORE = 50
CORRECTIONS = (0, 5, 20, 40)
CORRECTED_LENGTH = 100
LONG = 1_000
LONG_TABLES = 60
"""So many tables of a thousand entries, more than twice what is kept in memory."""


def measure(quick: bool) -> str:
    """Both tables."""
    notes = [
        (
            f"Matches of Four Aces with {len(SEATS)} seats; processor time, medians. A "
            "correction swaps the hands of an"
        ),
        (
            "entry, wherever it stands. The limit of loading is twice what it takes "
            "without any."
        ),
    ]
    lengths, times, tables = (
        (LENGTHS[:2], 3, LONG_TABLES // 2) if quick else (LENGTHS, 9, LONG_TABLES)
    )
    grown = table("A match that grows", [*scores(lengths), *corrected(times)], notes)
    return f"{grown}\n\n{table('Memory for tables', memory(tables))}"


def scores(lengths: tuple[int, ...]) -> list[Row]:
    """Return what it costs to ask for the scores after one more entry, at matches of
    these lengths.
    """
    rules = rulebook(GAME)
    rows = []
    for length in lengths:
        log = records(Random(1), length + ONE_MORE)
        match = Match.from_records(
            rules, rules.read_setting(SEATS, None, OPTIONS), log[:length]
        )
        timeline = timeline_of(match.history)
        taken = []
        for record in log[length:]:
            match.fold([record])
            start = process_time()
            timeline = timeline_of(match.history, timeline.moments)
            scores_of(match, timeline)
            taken.append(process_time() - start)
        rows.append(
            Row(
                f"the scores after one more entry, at {length:,}",
                median(taken) * 1e6,
                "µs",
                1_000,
            )
        )
    return rows


def corrected(times: int) -> list[Row]:
    """Return what it costs to load a match of a hundred entries with so many
    corrections.
    """
    rows: list[Row] = []
    with TemporaryDirectory() as folder:
        room = CardRoom(Store.open(Path(folder) / "bench.sqlite"))
        for corrections in CORRECTIONS:
            code = corrected_match(room, corrections)
            taken = []
            for _ in range(times):
                start = process_time()
                load(room.store, code)
                taken.append(process_time() - start)
            limit = 2 * rows[0].measured if rows else None
            what = f"loading {CORRECTED_LENGTH} entries with {corrections} corrections"
            rows.append(Row(what, median(taken) * 1e3, "ms", limit))
        room.close()
    return rows


def corrected_match(room: CardRoom, corrections: int) -> str:
    """Return a table with a match in which so many entries were corrected, spread over
    it.
    """
    code = begun(room)
    log = records(Random(2), CORRECTED_LENGTH)
    room.store.append(code, stored(log))
    for record in Random(4).sample(log, corrections):
        data = record.body["data"]
        swapped = data | {"hidden": data["exposed"], "exposed": data["hidden"]}
        change(room, code, HOST, correct, [Edit(record.seq, swapped)])
    return code


def memory(tables: int) -> list[Row]:
    """Return what this process grows by when so many long matches are asked for, one
    after the other.
    """
    with TemporaryDirectory() as folder:
        room = CardRoom(Store.open(Path(folder) / "bench.sqlite"))
        codes = [long_match(room, number) for number in range(tables)]
        load(room.store, codes[0])
        before = resident_mb(os.getpid())
        for code in codes:
            room.table(code)
        grown = resident_mb(os.getpid()) - before
        room.close()
    return [
        Row(
            f"grown by, {tables} tables of {LONG:,} entries asked for",
            grown,
            "MB",
            ENTRIES_IN_MEMORY * 9e-3,
        ),
        Row(
            "an entry, where all that fit are kept",
            1e3 * grown / min(ENTRIES_IN_MEMORY, tables * LONG),
            "kB",
        ),
    ]


def long_match(room: CardRoom, number: int) -> str:
    """Return a table with a match of a thousand entries."""
    code = begun(room)
    room.store.append(code, stored(records(Random(number), LONG)))
    return code


def begun(room: CardRoom) -> str:
    """Return a table whose match has begun, of which nothing is in memory."""
    code = room.open_table(GAME, SEATS, OPTIONS).code
    change(room, code, HOST, start)
    room.forget(code)
    return code
