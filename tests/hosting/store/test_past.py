"""What every store keeps of finished matches, and what it forgets for good."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sized
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import event

from referee.hosting.store import (
    ClaimRow,
    LinkRow,
    LogRow,
    NoSuchTable,
    PastMatch,
    Placing,
    Renaming,
    ResultRow,
    Search,
    SeatRow,
    Store,
    TableRow,
    Taken,
)

Lay = Callable[..., TableRow]
ANA, BEN, CY = Placing("Ana", "ana", 7, 1, True), Placing("Ben", "ben", -2, 2, False), Placing("Cy", None, 0, 3, False)


def line(seq: int, table: str = "oak", **body: object) -> LogRow:
    return LogRow(table, seq, "entry", f"id-{table}-{seq}", "Ana", body or {"kind": "play"}, 1000.5 + seq)


def end(store: Store, code: str, ended_at: float, *placings: Placing) -> ResultRow:
    """A match of this table that has ended like this."""
    store.start(code, {"order": []}, ended_at - 60.0)
    result = ResultRow(code, ended_at, placings)
    store.append(code, [line(1, code)], result)
    return result


def test_a_result_comes_with_the_line_that_ends_the_match(store: Store, lay: Lay) -> None:
    lay("oak", "Ana", "Ben")
    store.append("oak", [line(1)])
    assert store.past.result("oak") is None
    ended = ResultRow("oak", 1002.5, (ANA, BEN, CY))
    store.append("oak", [line(2)], ended)
    assert store.past.result("oak") == ended
    store.append("oak", [line(3)])
    assert store.past.result("oak") == ended
    otherwise = replace(ended, placings=(BEN, ANA))
    store.append("oak", [line(4)], otherwise)
    assert store.past.result("oak") == otherwise
    store.append("oak", [line(5)], reopens=True)
    assert store.past.result("oak") is None


def test_a_line_that_is_refused_changes_no_result(store: Store, lay: Lay) -> None:
    lay("oak", "Ana", "Ben")
    ended = end(store, "oak", 200.0, ANA)
    with pytest.raises(Taken):
        store.append("oak", [line(1)], reopens=True)
    with pytest.raises(NoSuchTable):
        store.append("elm", [line(1, "elm")], replace(ended, table="elm"))
    assert store.past.result("oak") == ended


def test_matches_are_listed_last_ended_first(store: Store, lay: Lay) -> None:
    for code, ended_at in (("ash", 300.0), ("elm", 500.0), ("fir", 400.0), ("oak", 400.0)):
        lay(code, "Ana")
        end(store, code, ended_at, ANA, BEN)
    lay("yew", "Ana")
    store.start("yew", {}, 1.0)
    found = store.past.matches(Search(), 9)
    assert [match.code for match in found] == ["elm", "fir", "oak", "ash"]
    assert store.past.finished(["yew", "elm", "box"]) == {"elm"}
    assert store.past.finished([]) == frozenset()
    assert found[0] == PastMatch("elm", "whist", 440.0, 500.0, (ANA, BEN))
    assert [match.code for match in store.past.matches(Search(), 2, 1)] == ["fir", "oak"]
    assert [match.code for match in store.past.matches(Search(since=400.0, until=500.0), 9)] == ["fir", "oak"]
    assert store.past.matches(Search(game="skat"), 9) == []


def test_matches_are_found_by_a_part_of_a_players_name(store: Store, lay: Lay) -> None:
    for code, placing in (("ash", ANA), ("elm", replace(ANA, name="Anabel", player="anabel")), ("oak", CY)):
        lay(code)
        end(store, code, 100.0, placing, BEN)
    assert [match.code for match in store.past.matches(Search(player="ana"), 9)] == ["ash", "elm"]
    assert [match.code for match in store.past.matches_of("ana")] == ["ash"]
    assert store.past.matches(Search(player="_"), 9) == []


def test_a_players_matches_are_asked_for_alike_however_many_they_are(store: Store, lay: Lay, kind: str) -> None:
    asked: list[tuple[str, Sized]] = []

    @event.listens_for(store._engine, "before_cursor_execute")
    def note(_connection: object, _cursor: object, statement: str, parameters: Sized, *_rest: object) -> None:
        asked.append((statement, parameters))

    def asking(matches: int) -> list[tuple[str, int]]:
        for number in range(matches):
            lay(f"{matches}-{number}", "Ana")
            end(store, f"{matches}-{number}", 100.0 + number, ANA, BEN)
        asked.clear()
        assert len(store.past.matches_of("ana")) >= matches
        store.past.matches(Search(player="an"), 1)
        return [(statement, len(parameters)) for statement, parameters in asked]

    assert asking(1) == asking(20)
    if kind == "sqlite":
        for statement, parameters in list(asked):
            with store._engine.connect() as connection:
                plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters).all()
            assert not [step.detail for step in plan if "CORRELATED" in step.detail]


def test_players_are_counted_under_their_latest_spelling(store: Store, lay: Lay) -> None:
    for code, ended_at, placing in (
        ("ash", 300.0, replace(ANA, name="ANA")),
        ("elm", 200.0, replace(ANA, won=False)),
        ("oak", 400.0, CY),
    ):
        lay(code)
        end(store, code, ended_at, BEN, placing)
    found = store.past.players("", 9)
    assert [(row.player, row.name, row.matches, row.wins, row.last_at) for row in found] == [
        ("ben", "Ben", 3, 0, 400.0),
        ("ana", "ANA", 2, 1, 300.0),
    ]
    assert [row.name for row in store.past.players("an", 9)] == ["ANA"]
    assert [row.name for row in store.past.players("", 1, 1)] == ["ANA"]


def test_a_deleted_table_is_no_past_match_and_no_rematch(store: Store, lay: Lay) -> None:
    lay("oak", "Ana")
    end(store, "oak", 100.0, ANA)
    store.create_rematch("oak", TableRow("elm", "whist", "1", 2.0), [SeatRow("elm", 0, "Ana", "ab")])
    assert store.past.rematch("oak") == "elm"
    assert [seat.token_hash for seat in store.seats("elm")] == ["ab"]
    store.delete_table("elm")
    assert store.past.rematch("oak") is None
    store.delete_table("oak")
    assert store.past.matches(Search(), 9) == []
    assert store.past.players("", 9) == []


def test_a_match_is_begun_once_more_once(store: Store, lay: Lay) -> None:
    lay("oak", "Ana")
    store.create_rematch("oak", TableRow("elm", "whist", "1", 2.0), [SeatRow("elm", 0, "Ana")])
    for code in ("elm", "fir"):
        with pytest.raises(Taken):
            store.create_rematch("oak", TableRow(code, "whist", "1", 3.0), [SeatRow(code, 0, "Ana")])
    assert store.table("fir") is None
    with pytest.raises(NoSuchTable):
        store.create_rematch("ash", TableRow("yew", "whist", "1", 3.0), [SeatRow("yew", 0, "Ana")])
    assert store.table("yew") is None


def test_a_name_is_taken_out_of_every_row(store: Store, lay: Lay) -> None:
    lay("oak", "Ana", "Ben")
    store.set_host("oak", None, "Ana")
    ended = end(store, "oak", 100.0, ANA, BEN)
    store.add_link(LinkRow("hash", "oak", "Ana", 900.0))
    store.add_claim(ClaimRow("c1", "secret", "oak", "Ana", 1.0))
    row = store.table("oak")
    assert row is not None
    without = replace(row, setting={"order": ["Player 1"]}, host_seat="Player 1")
    placing = replace(ANA, name="Player 1", player=None)
    lines = (replace(line(1), by="Player 1", body={"kind": "new"}),)
    store.take_names_out([Renaming("Ana", "Player 1", without, lines, replace(ended, placings=(placing, BEN)))])
    assert store.table("oak") == without
    assert [seat.name for seat in store.seats("oak")] == ["Player 1", "Ben"]
    assert store.log("oak") == list(lines)
    assert store.past.result("oak") == ResultRow("oak", 100.0, (placing, BEN))
    assert store.nameless("oak") == {"Player 1"}
    assert (store.claims("oak"), store.link("hash")) == ([], None)
    assert [row.player for row in store.past.players("", 9)] == ["ben"]


def test_what_was_deleted_is_not_in_the_file_any_more(store: Store, lay: Lay, place: str, kind: str) -> None:
    """Rows in the file, in its log of writes, in pages that were split, and in a copy made before an upgrade."""
    names = [f"Somebody-{number:04}-{'x' * 40}" for number in range(60)]
    for name in names:
        lay(name[:13], name)
        store.append(name[:13], [line(seq, name[:13], kind="play", seat=name) for seq in range(1, 30)])
    for name in names[::2]:
        store.delete_table(name[:13])
    assert store.erase()
    for name in names[1::2]:
        assert store.seats(name[:13]) != []
    if kind == "sqlite":
        written = b"".join(path.read_bytes() for path in Path(place).parent.iterdir())
        assert [name for name in names if name.encode() in written] == names[1::2]


def test_what_is_deleted_while_others_read_is_gone_too(store: Store, lay: Lay, place: str, kind: str) -> None:
    lay("oak", "Wilhelmine")
    lay("elm", "Ben")
    done = threading.Event()

    def read() -> int:
        times = 0
        while not done.is_set():
            assert store.seats("elm") == [SeatRow("elm", 0, "Ben")]
            times += 1
        return times

    with ThreadPoolExecutor(4) as others:
        reading = [others.submit(read) for _ in range(4)]
        assert store.delete_table("oak")
        done.set()
        assert all(one.result() for one in reading)
    if kind == "sqlite":
        assert b"Wilhelmine" not in b"".join(path.read_bytes() for path in Path(place).parent.iterdir())
