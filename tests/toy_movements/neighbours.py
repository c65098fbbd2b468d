"""A stranger's movement, with a mistake in place of some of its words."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import invalidate_caches
from importlib.metadata import EntryPoint
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from referee.plugin.discovery import MOVEMENTS, beside

RIGHT = """\
from referee import Meeting, Movement, Seating, hookimpl, say

@hookimpl
def describe_movement():
    return Movement("neighbours", say("Neighbours"), say("Neighbours meet."), (2,))

@hookimpl
def count_rounds(entrants):
    return 1

@hookimpl
def seat_round(meeting):
    line = meeting.ranked
    return Seating(tuple(zip(line[::2], line[1::2])), line[len(line) // 2 * 2:])
"""

_NUMBERS = count(1)


@contextmanager
def neighbours(right: str, wrong: str) -> Iterator[None]:
    """Install it for the block, with `wrong` in place of `right`."""
    assert right in RIGHT
    name = f"neighbours_{next(_NUMBERS)}"
    with TemporaryDirectory() as folder:
        Path(folder, f"{name}.py").write_text(RIGHT.replace(right, wrong), "utf-8")
        sys.path.insert(0, folder)
        invalidate_caches()
        try:
            with beside(EntryPoint("neighbours", name, MOVEMENTS)):
                yield
        finally:
            sys.path.remove(folder)
            sys.modules.pop(name, None)


@contextmanager
def strangers() -> Iterator[None]:
    """Install the movements of this folder for the block."""
    points = []
    for id in ("double-knockout", "mitchell"):
        module = f"tests.toy_movements.{id.replace('-', '_')}"
        points.append(EntryPoint(id, module, MOVEMENTS))
    with beside(*points):
        yield
