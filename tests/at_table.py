"""Doing something at a table of a card room, in a line."""

from collections.abc import Callable
from typing import Concatenate, ParamSpec, TypeVar

from referee.hosting.room import CardRoom
from referee.hosting.tables.held_table import HeldTable
from referee.match.viewer import Viewer

P = ParamSpec("P")
T = TypeVar("T")


def change(
    room: CardRoom,
    code: str,
    viewer: Viewer,
    do: Callable[Concatenate[HeldTable, P], T],
    *given: P.args,
    **named: P.kwargs,
) -> T:
    """Have this viewer change a table, which is held for it."""
    with room.changing(code, viewer) as held:
        return do(held, *given, **named)


def look(
    room: CardRoom,
    code: str,
    viewer: Viewer,
    do: Callable[Concatenate[HeldTable, P], T],
    *given: P.args,
    **named: P.kwargs,
) -> T:
    """Have this viewer look at a table, which is held for it."""
    with room.held(code, viewer) as held:
        return do(held, *given, **named)
