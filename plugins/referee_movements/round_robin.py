"""Round robin: everybody meets everybody."""

from itertools import chain

from referee import Meeting, Movement, Seating, Text, hookimpl, say

from .matching import Matching
from .people import leave_out
from .swiss import unmet

NOBODY = ""
"""Who meets this entrant sits out: the number of people is odd."""


@hookimpl
def describe_movement() -> Movement:
    """Return the movement's title, promise and table sizes."""
    promise = say("Everybody meets everybody once.")
    return Movement("round-robin", say("Round robin"), promise, at_table=(2,))


@hookimpl
def count_rounds(entrants: int) -> int:
    """Return how many rounds that takes: with an odd number each sits out once."""
    return max(0, entrants - 1 + entrants % 2)


@hookimpl
def seat_round(meeting: Meeting) -> Seating:
    """Seat people by the circle: one stays, the others move on by a place."""
    circle = [*(meeting.starters or meeting.present)]
    if not set(meeting.present) <= set(circle):
        return _seat_with_late(meeting)

    number = len(meeting.rounds)
    misses: tuple[Text, ...] = ()
    if number >= count_rounds(len(circle)):
        misses = (
            say("Everybody has met everybody; this round repeats an earlier one."),
        )
    if len(circle) % 2:
        circle.append(NOBODY)
    first, *others = circle
    turn = number % len(others)
    line = [first, *others[turn:], *others[:turn]]

    tables = []
    for one, other in zip(line, reversed(line[len(line) // 2 :]), strict=False):
        if one in meeting.present and other in meeting.present:
            tables.append((one, other))
    seated = {*chain.from_iterable(tables)}
    sits_out = leave_out(meeting.present, seated)
    return Seating(tuple(tables), tuple(sits_out), misses)


def _seat_with_late(meeting: Meeting) -> Seating:
    matching = Matching(meeting.present, unmet(meeting))
    tables = []
    for one, other in matching.mates.items():
        if (other, one) not in tables:
            tables.append((one, other))
    miss = say("Somebody came late, so not everybody may meet everybody in time.")
    return Seating(tuple(tables), tuple(matching.unmatched), (miss,))
