"""Spoiling a store's file, as a failing disk does."""

from __future__ import annotations

from pathlib import Path

from referee.hosting.store import Store
from referee.match.record import Record

LEAF = 0x0A
"""So begins a page of SQLite's that leads to no others, of an index or a table without row ids."""

MARK = "here somebody said something long " * 4


def write_marked_lines(store: Store, code: str) -> None:
    """So many lines with a mark that some page of the file holds nothing else."""
    lines = [Record(seq, "entry", f"{code}-{seq}", "Ana", 1.0, {"said": MARK}) for seq in range(1, 301)]
    store.append(code, lines)


def spoil_marked_page(place: Path) -> None:
    """Writes nonsense over a page of the file in the midst of those that hold nothing but marked lines."""
    content = bytearray(place.read_bytes())
    size = int.from_bytes(content[16:18], "big")
    starts = [start for start in range(0, len(content), size) if content[start] == LEAF]
    marks = {start: content[start : start + size].count(MARK[:30].encode()) for start in starts}
    full = [start for start, count in marks.items() if count >= max(marks.values()) - 1]
    start = full[len(full) // 2]
    content[start : start + size] = b"\xa5" * size
    place.write_bytes(content)
