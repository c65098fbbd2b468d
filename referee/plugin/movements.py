"""How people meet at an event: the hooks of movements, and finding installed ones.

A movement is a module with an entry point in the group `referee.movements`, named by
its id. Its hooks are pure, as a game's are.
"""

import sys
from collections.abc import Mapping
from functools import cache
from typing import Any

import pluggy

from referee.plugin.discovery import MOVEMENTS, plugins_in
from referee.vocabulary.errors import NotFoundError
from referee.vocabulary.movement import Meeting, Movement, Seating
from referee.vocabulary.text import Text, say

hookspec = pluggy.HookspecMarker("referee")


@hookspec(firstresult=True)
def describe_movement() -> Movement:  # type: ignore[empty-body]
    """Describe the movement.

    :return: Its id, which is the name of its entry point, its title, what it promises,
        and how many entrants sit at a table.

    >>> from referee import Movement, hookimpl, say
    >>> @hookimpl
    ... def describe_movement():
    ...     return Movement("line", say("Line"), say("Neighbours meet."), (2,))
    >>> describe_movement().id
    'line'
    """


@hookspec(firstresult=True)
def count_rounds(entrants: int) -> int:  # type: ignore[empty-body]
    """Return for how many rounds the promise holds.

    :param entrants: How many there are, from the first round to the last.
    :return: The number of rounds; 0 if it holds for no round.

    >>> from referee import hookimpl
    >>> @hookimpl
    ... def count_rounds(entrants):
    ...     return 99 if entrants % 2 == 0 else 0
    >>> count_rounds(8)
    99
    """


@hookspec(firstresult=True)
def seat_round(meeting: Meeting) -> Seating:  # type: ignore[empty-body]
    """Seat the next round.

    :param meeting: Who is present, what was played, and what counts so far.
    :return: The tables with their seats, who sits out, and what of the promise this
        round misses.

    >>> from referee import Meeting, Seating, hookimpl
    >>> @hookimpl
    ... def seat_round(meeting):
    ...     line = meeting.ranked
    ...     return Seating(tuple(zip(line[::2], line[1::2])))
    >>> seat_round(Meeting(("a", "b"))).tables
    (('a', 'b'),)
    """


class UnknownMovementError(NotFoundError):
    """No installed movement has this id."""

    def __init__(self, id: str) -> None:
        super().__init__(
            say("No way to meet called “{movement}” is installed.", movement=id)
        )


# Without it an evening of 50 tables takes 9.3 s of the processor, with it 5.7 s.
@cache
def find_movement(id: str) -> Any:
    """Return the hooks of a movement.

    Raise UnknownMovementError if it is not installed.
    """
    for point in plugins_in(MOVEMENTS):
        if point.name == id:
            plugins = pluggy.PluginManager("referee")
            plugins.add_hookspecs(sys.modules[__name__])
            plugins.register(point.load())
            plugins.check_pending()
            return plugins.hook
    raise UnknownMovementError(id)


def installed_movements() -> Mapping[str, Movement]:
    """Return the installed movements by id."""
    names = [point.name for point in plugins_in(MOVEMENTS)]
    return {name: find_movement(name).describe_movement() for name in names}


def word_for_round(id: str) -> Text:
    """Return a movement's word for a round; the usual one if it is not installed."""
    try:
        round: Text = find_movement(id).describe_movement().round
    except UnknownMovementError:
        return say("round")
    return round


def count_rounds_of(id: str, entrants: int, groups: int = 1) -> int:
    """Return for how many rounds a movement keeps its promise in every group."""
    hooks = find_movement(id)
    sizes = {entrants // groups, -(-entrants // groups)}
    if max(sizes) > hooks.describe_movement().most:
        return 0
    return min(int(hooks.count_rounds(entrants=size)) for size in sizes)


def offer_groups(id: str, entrants: int, rounds: int) -> int | None:
    """Return the fewest groups in which a movement keeps its promise; else None."""
    smallest = min(find_movement(id).describe_movement().at_table)
    for groups in range(1, entrants // (2 * smallest) + 1):
        if count_rounds_of(id, entrants, groups) >= rounds:
            return groups
    return None
