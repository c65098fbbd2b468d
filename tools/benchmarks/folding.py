"""Folding a long match, and what one more entry costs by how long the match is already."""

from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from benchmarks import slaps
from benchmarks.deals import GAME, OPTIONS, SEATS, entries, records, stored
from benchmarks.report import Row, table
from referee.hosting.room import CardRoom
from referee.hosting.store import Store
from referee.hosting.tables.entering import SentEntry, enter
from referee.hosting.tables.loading import load
from referee.hosting.tables.seats import start
from referee.match.log_entry import LogEntry
from referee.match.match import Match
from referee.match.showing.views import view_of
from referee.match.trying.new_entries import try_entries
from referee.match.viewer import Viewer
from referee.plugin.discovery import rulebook
from tests.at_table import change

HOST = Viewer(None, True, True)
LENGTHS = (10, 100, 1_000, 5_000)
FOLD_LENGTH = 1_000
AROUND = 50
"""Entries timed at each length: whole rounds, so that each length sees as many sealed
as opening entries.
"""


def measure(quick: bool) -> str:
    """Both tables."""
    lengths = LENGTHS[:3] if quick else LENGTHS
    notes = [
        (
            f"A match of Four Aces with {len(SEATS)} seats; an entry in five opens and "
            "rules a round. The entry is tried"
        ),
        (
            "out, taken, and the view of the host made; durable is the same with its "
            "commit, through the card room."
        ),
        (
            "The limit of the longer matches is the cost at ten entries, and half as "
            "much "
            "again for a noisy machine."
        ),
    ]
    grown = [*cost_by_length(lengths), *durable_cost_by_length(lengths[:3])]
    return f"{table('Folding', folding(3 if quick else 9))}\n\n{table('One entry by match length', grown, notes)}"


def folding(times: int) -> list[Row]:
    """Return a match of a thousand entries, folded from its store and from memory."""
    log = records(Random(1), FOLD_LENGTH)
    rules = rulebook(GAME)
    setting = rulebook(GAME).read_setting(SEATS, None, OPTIONS)

    def fold() -> None:
        assert Match.from_records(rules, setting, log).seq == FOLD_LENGTH

    with TemporaryDirectory() as folder:
        room = CardRoom(Store.open(Path(folder) / "bench.sqlite"))
        code = _begun(room)
        room.store.append(code, stored(log))
        from_store = _timed(lambda: load(room.store, code), times)
        reading = _timed(lambda: room.store.log(code), times)
        room.close()
    from_memory = _timed(fold, times)
    return [
        Row(f"{FOLD_LENGTH:,} entries from the store", from_store * 1e3, "ms"),
        Row("of which reading and decoding", reading * 1e3, "ms"),
        Row(f"{FOLD_LENGTH:,} entries from memory", from_memory * 1e3, "ms"),
        Row("an entry folded from memory", from_memory / FOLD_LENGTH * 1e6, "µs"),
        Row(
            f"{FOLD_LENGTH:,} plays of Slapjack from memory",
            folding_slaps(times) * 1e3,
            "ms",
            50,
        ),
    ]


def folding_slaps(times: int) -> float:
    """Matches of Slapjack folded from memory: what a thousand plays take, with the
    slaps between them.
    """
    logs = slaps.matches(Random(4), FOLD_LENGTH)
    rules = rulebook(slaps.GAME)
    setting = rules.read_setting(slaps.SEATS, None, {})

    def fold() -> None:
        for log in logs:
            assert not Match.from_records(rules, setting, log).unfit

    plays = sum(record.body["kind"] == "play" for log in logs for record in log)
    return _timed(fold, times) * FOLD_LENGTH / plays


def _timed(call: object, times: int) -> float:
    assert callable(call)
    taken = []
    for _ in range(times):
        start = perf_counter()
        call()
        taken.append(perf_counter() - start)
    return median(taken)


def cost_by_length(lengths: tuple[int, ...]) -> list[Row]:
    """Return what one more entry costs in memory, at matches of these lengths."""
    rules = rulebook(GAME)
    setting = rulebook(GAME).read_setting(SEATS, None, OPTIONS)
    costs = []
    for length in lengths:
        log = records(Random(2), length + 4 * AROUND)
        match = Match.from_records(rules, setting, log[:length])
        taken = []
        for record in log[length:]:
            body = record.body
            entry = LogEntry(
                match.seq + 1,
                record.id,
                body["kind"],
                body["seat"],
                body["data"],
                None,
                True,
                record.at,
            )
            start = perf_counter()
            match.add(try_entries(match.history, [entry], "", 1))
            view_of(match, HOST, "BENCH")
            taken.append(perf_counter() - start)
        costs.append(_mean_of_rounds(taken))
    return _rows("", lengths, costs)


def durable_cost_by_length(lengths: tuple[int, ...]) -> list[Row]:
    """Return the same through the card room, committed to disk."""
    with TemporaryDirectory() as folder:
        room = CardRoom(Store.open(Path(folder) / "bench.sqlite"))
        costs = [_durable_cost(room, length) for length in lengths]
        room.close()
    return _rows(", durable", lengths, costs)


def _durable_cost(room: CardRoom, length: int) -> float:
    code = _begun(room)
    made = entries(Random(3))
    for _ in range(0, length, 10):
        change(room, code, HOST, enter, [SentEntry(**next(made)) for _ in range(10)])
    taken = []
    for _ in range(4 * AROUND):
        draft = SentEntry(**next(made))
        start = perf_counter()
        change(room, code, HOST, enter, [draft])
        taken.append(perf_counter() - start)
    return _mean_of_rounds(taken)


def _begun(room: CardRoom) -> str:
    code = room.open_table(GAME, SEATS, OPTIONS).code
    change(room, code, HOST, start)
    return code


def _mean_of_rounds(taken: list[float]) -> float:
    """Return the median over rounds of the mean in a round: four cheap entries and the
    one that scores.
    """
    size = len(SEATS)
    return median(
        sum(taken[start : start + size]) / size for start in range(0, len(taken), size)
    )


def _rows(how: str, lengths: tuple[int, ...], costs: list[float]) -> list[Row]:
    first = costs[0] * 1e6
    return [
        Row(
            f"entry after {length:,}{how}",
            cost * 1e6,
            "µs",
            None if length == lengths[0] else 1.5 * first,
        )
        for length, cost in zip(lengths, costs, strict=True)
    ]
