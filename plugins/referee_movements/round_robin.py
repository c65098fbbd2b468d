"""Round robin: everybody meets everybody."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain

from referee import Meeting, Movement, Seating, Text, hookimpl, say

from . import swiss
from .matching import Matching
from .people import leave_out

NOBODY = ""
"""The opponent of whoever sits out, if the number of people is odd."""

_REPEATS = say("Everybody here has met everybody: they meet again.")
_CHANGED = say("Who plays has changed, so some may not meet in time.")


@hookimpl
def describe_movement() -> Movement:
    """Return the movement's title, promise and table sizes."""
    promise = say("Everybody meets everybody once.")
    title = say("Round robin")
    return Movement("round-robin", title, promise, (2,), needs_all_rounds=True)


@hookimpl
def count_rounds(entrants: int) -> int:
    """Return the number of rounds in which all meet; if odd, each sits out once."""
    return max(0, entrants - 1 + entrants % 2)


@hookimpl
def seat_round(meeting: Meeting) -> Seating:
    """Seat people by the circle: one stays, the others move on by a place."""
    starters = meeting.starters or meeting.present
    number = len(meeting.rounds)
    possible = swiss.list_possible(meeting)
    has_new = any(possible.values())
    is_played = number >= count_rounds(len(starters))
    if not {*meeting.present} <= {*starters} or (is_played and has_new):
        seating = swiss.seat_round(replace(meeting, points={}))
        return replace(seating, misses=(_CHANGED, *seating.misses))

    misses: list[Text] = []
    for earlier in range(number):
        for one, other in _turn_circle(starters, earlier):
            # The round in which these two would meet has passed.
            if other in possible.get(one, ()):
                misses = [_CHANGED]
    if not has_new and len(meeting.present) > 1:
        misses.append(_REPEATS)
        possible = swiss.list_possible(meeting, number)
    tables = []
    for one, other in _turn_circle(starters, number):
        if other in possible.get(one, ()):
            tables.append((one, other))
    free = leave_out(meeting.present, {*chain.from_iterable(tables)})
    free.sort(key=meeting.byes, reverse=True)
    # A person whose opponent has left meets another such person.
    others = Matching(free, possible)
    sits_out = others.unmatched
    tables += swiss.pair_from_top(meeting, others.without(*sits_out))
    return Seating(tuple(tables), tuple(sits_out), tuple(misses))


def _turn_circle(starters: Sequence[str], number: int) -> list[tuple[str, str]]:
    """Return the pairs of a round if everybody stays who began."""
    circle = [*starters]
    if len(circle) % 2:
        circle.append(NOBODY)
    first, *others = circle
    turn = number % len(others)
    line = [first, *others[turn:], *others[:turn]]
    return list(zip(line, reversed(line[len(line) // 2 :]), strict=False))
