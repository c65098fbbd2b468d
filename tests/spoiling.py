"""Spoiling a store's file, as a failing disk does."""

import sqlite3
from contextlib import closing
from pathlib import Path

from referee.hosting.store import Store
from referee.match.log_entry import Record

LEAF = 0x0A
"""So begins a page of SQLite's that leads to no others, of an index or a table without
row ids.
"""

MARK = "here somebody said something long " * 4


def root_page(place: Path, name: str) -> int:
    """The number of the page where a table or an index of SQLite's begins."""
    with closing(sqlite3.connect(place)) as file:
        return int(
            file.execute(
                "SELECT rootpage FROM sqlite_master WHERE name = ?", [name]
            ).fetchone()[0]
        )


def spoil_page(place: Path, number: int) -> None:
    """Writes nonsense over the page of this number."""
    content = bytearray(place.read_bytes())
    size = int.from_bytes(content[16:18], "big")
    content[(number - 1) * size : number * size] = b"\xa5" * size
    place.write_bytes(content)


def write_marked_lines(store: Store, code: str) -> None:
    """So many lines with a mark that some page of the file holds nothing else."""
    lines = [
        Record(seq, "entry", f"{code}-{seq}", "Ana", 1.0, {"said": MARK})
        for seq in range(1, 301)
    ]
    store.append(code, lines)


def spoil_marked_page(place: Path) -> None:
    """Writes nonsense over a page of the file in the midst of those that hold nothing
    but marked lines.
    """
    content = bytearray(place.read_bytes())
    size = int.from_bytes(content[16:18], "big")
    starts = [start for start in range(0, len(content), size) if content[start] == LEAF]
    marks = {
        start: content[start : start + size].count(MARK[:30].encode())
        for start in starts
    }
    full = [start for start, count in marks.items() if count >= max(marks.values()) - 1]
    spoil_page(place, full[len(full) // 2] // size + 1)
