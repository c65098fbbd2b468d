"""A damaged store is found, and named, and what is not damaged goes on."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from referee.hosting.store import (
    DamagedError,
    SeatRow,
    Store,
    StoreUnusable,
    TableRow,
    thorough_look,
)
from referee.match.log_entry import Record
from tests.spoiling import spoil_marked_page, write_marked_lines


def lay_tables(place: Path) -> None:
    """Two tables with long logs; the lines of the second one are marked."""
    with Store.open(place) as store:
        for code in ("ELM", "OAK"):
            store.create_table(
                TableRow(code, "whist", "1", 1.0), [SeatRow(code, 0, "Ana")]
            )
        for seq in range(1, 31):
            store.append(
                "ELM",
                [
                    Record(
                        seq,
                        "entry",
                        f"ELM-{seq}",
                        "Ana",
                        1.0,
                        {"said": "nothing " * 16},
                    )
                ],
            )
        write_marked_lines(store, "OAK")


def tell(place: Path, words: str) -> None:
    """Asks the database itself, past the store."""
    with closing(sqlite3.connect(place)) as file, file:
        file.execute(words)


@pytest.fixture
def spoilt(tmp_path: Path) -> Path:
    place = tmp_path / "data" / "tables.sqlite"
    lay_tables(place)
    spoil_marked_page(place)
    return place


def test_nothing_is_found_where_nothing_is_damaged(tmp_path: Path) -> None:
    place = tmp_path / "data" / "tables.sqlite"
    lay_tables(place)
    with Store.open(place) as store:
        assert not thorough_look(store)


def test_a_damaged_page_is_found_and_its_table_named(spoilt: Path) -> None:
    with Store.open(spoilt) as store:
        damage = thorough_look(store)
    assert damage.flaws
    assert damage.tables == ("OAK",)


def test_what_is_not_damaged_is_read_and_written(spoilt: Path) -> None:
    with Store.open(spoilt) as store:
        assert len(store.log("ELM")) == 30
        with pytest.raises(DamagedError, match="referee doctor"):
            store.log("OAK")
        store.append("ELM", [Record(31, "entry", "ELM-31", "Ana", 1.0, {})])
        assert len(store.log("ELM")) == 31


@pytest.mark.parametrize(
    "words",
    [
        "UPDATE log SET body = '{' WHERE code = 'OAK' AND seq = 7",
        "DELETE FROM log WHERE code = 'OAK' AND seq = 7",
        "UPDATE tables SET options = 'none' WHERE code = 'OAK'",
        "UPDATE tables SET setting = '{' WHERE code = 'OAK'",
        "UPDATE log SET code = 'ASH' WHERE code = 'OAK' AND seq = 300",
    ],
    ids=[
        "no JSON in the log",
        "a missing line",
        "no options",
        "no setting",
        "a line of no table",
    ],
)
def test_what_cannot_be_in_a_store_is_found(tmp_path: Path, words: str) -> None:
    place = tmp_path / "data" / "tables.sqlite"
    lay_tables(place)
    tell(place, words)
    with Store.open(place) as store:
        damage = thorough_look(store)
        assert damage.tables == (("ASH",) if "ASH" in words else ("OAK",))
        assert len(store.log("ELM")) == 30


def test_a_file_that_cannot_be_opened_is_said_to_be_damaged(tmp_path: Path) -> None:
    place = tmp_path / "data" / "tables.sqlite"
    lay_tables(place)
    content = bytearray(place.read_bytes())
    size = int.from_bytes(content[16:18], "big")
    content[100:size] = b"\xa5" * (size - 100)
    place.write_bytes(content)
    with pytest.raises(
        StoreUnusable,
        match=r"tables.sqlite is damaged: .*malformed.*a copy from before",
    ):
        Store.open(place)
