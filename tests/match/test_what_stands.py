"""Random matches that are corrected, disputed, overruled and confirmed in any order
stand as a short model of their records says: where they are played, from a store, and
in another daemon that reads on.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from referee.hosting.room import CardRoom
from referee.hosting.store import Store
from referee.hosting.tables.correcting import append
from referee.hosting.tables.seats import start
from referee.match.log_entry import Record
from referee.match.match import Match
from referee.match.records import read_record, record_of
from referee.match.viewer import Viewer
from referee.plugin.discovery import installed
from referee.plugin.rulebook import Rulebook
from referee.testing.checks.check_disputes import DisputeFuzzer
from tests import postgres
from tests.at_table import change
from tests.match.what_stands import check
from tests.properties import costly

TURNS = 30


CONFIRMED = {"result": []}


def quarrelling(game: str, seed: int) -> DisputeFuzzer:
    """A match that is played, corrected, disputed, undone and confirmed at random."""
    rulebook = Rulebook(installed().games[game])
    players = rulebook.game.players
    table = DisputeFuzzer(rulebook, players[seed % len(players)], seed)
    for _ in range(TURNS):
        table.take_turn()
        if table.rng.random() < 0.1:
            seat = table.rng.choice(table.seats)
            seq = table.match.seq + 1
            table.table.append(
                [Record(seq, "confirm", f"line-{seq}", seat, 0.0, CONFIRMED)]
            )
    return table


@settings(max_examples=costly(80))
@given(st.sampled_from(sorted(installed().games)), st.integers(0, 2**16))
def test_what_stands_follows_from_the_records(game: str, seed: int) -> None:
    table = quarrelling(game, seed)
    records = table.table.records
    check(table.match, records)
    for record in records:
        assert record_of(read_record(record)) == record
    history = table.match.history
    shown: set[int] = set()
    for length in sorted(table.rng.sample(range(len(records) + 1), 3)):
        some = records[:length]
        before = Match.from_records(history.rulebook, history.setting, some)
        check(before, some)
        # Whatever was shown stays shown.
        assert before.history.open_to_all >= shown
        shown = before.history.open_to_all


KINDS = ["sqlite", "postgresql"] if postgres.THERE else ["sqlite"]


@pytest.fixture(params=KINDS)
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Where a store of each kind may be made."""
    if request.param == "sqlite":
        yield str(tmp_path / "tables.sqlite")
        return
    with postgres.database() as url, postgres.schema(url) as own:
        yield own


@pytest.mark.slow
def test_what_stands_is_the_same_in_each_store_and_daemon(place: str) -> None:
    room = CardRoom(Store.open(place), "http://one")
    host = Viewer(host=True, opener=True)
    laid = {}
    for seed, game in enumerate(sorted(installed().games)):
        table = quarrelling(game, seed)
        setting = table.match.history.setting
        code = room.open_table(game, setting.seats, setting.options).code
        change(room, code, host, start)
        laid[code] = table
    room.close()

    # SQLite has one daemon after the other.
    one = CardRoom(Store.open(place), "http://one")
    other = CardRoom(Store.open(place), "http://two") if one.store.shared else one
    for code, table in laid.items():
        records = table.table.records
        for seq, record in enumerate(records, 1):
            change(one, code, host, append, [record])
            if seq % 20 == 0 or seq == len(records):
                for room in (one, other):
                    match = room.current_table(code).match
                    assert match is not None
                    check(match, records[:seq])
    for room in {one, other}:
        room.close()
    fresh = CardRoom(Store.open(place), "http://three")
    for code, table in laid.items():
        match = fresh.table(code).match
        assert match is not None
        check(match, table.table.records)
        assert match.changes == table.match.changes
    fresh.close()
