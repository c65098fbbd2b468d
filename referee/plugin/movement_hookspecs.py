"""The hooks of movements: how people meet at an event.

A movement is a module with an entry point in the group `referee.movements`, named by
its id. Its hooks are pure, as a game's are.
"""

import pluggy

from referee.vocabulary.movement import Meeting, Movement, Seating

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
    :return: The tables with their seats, and who sits out; who is out; what of the
        promise this round misses; or that the event is over. Everybody present has one
        place.

    >>> from referee import Meeting, Seating, hookimpl
    >>> @hookimpl
    ... def seat_round(meeting):
    ...     line = meeting.ranked
    ...     return Seating(tuple(zip(line[::2], line[1::2])))
    >>> seat_round(Meeting(("a", "b"))).tables
    (('a', 'b'),)
    """
