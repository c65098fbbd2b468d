"""Round robin: everybody meets everybody."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain

from referee import Meeting, Movement, Seating, Text, hookimpl, say

from . import swiss
from .people import leave_out

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
    starters = meeting.starters or meeting.present
    if not _is_as_planned(meeting, starters):
        return _seat_changed(meeting)

    number = len(meeting.rounds)
    misses: tuple[Text, ...] = ()
    if number >= count_rounds(len(starters)):
        misses = (
            say("Everybody has met everybody; this round repeats an earlier one."),
        )
    tables = []
    for one, other in _turn_circle(starters, number):
        if one in meeting.present and other in meeting.present:
            tables.append((one, other))
    seated = {*chain.from_iterable(tables)}
    sits_out = leave_out(meeting.present, seated)
    return Seating(tuple(tables), tuple(sits_out), misses)


def _turn_circle(starters: Sequence[str], number: int) -> list[tuple[str, str]]:
    """Return who meets in a round, if everybody stays who began."""
    circle = [*starters]
    if len(circle) % 2:
        circle.append(NOBODY)
    first, *others = circle
    turn = number % len(others)
    line = [first, *others[turn:], *others[:turn]]
    return list(zip(line, reversed(line[len(line) // 2 :]), strict=False))


def _is_as_planned(meeting: Meeting, starters: Sequence[str]) -> bool:
    """Return whether the circle has all who are here, and seated all earlier rounds."""
    if not {*meeting.present} <= {*starters}:
        return False
    for number, played in enumerate(meeting.rounds):
        if not {*played.tables} <= {*_turn_circle(starters, number)}:
            return False
    return True


def _seat_changed(meeting: Meeting) -> Seating:
    """Seat whoever has not met, as Swiss does among equals."""
    seating = swiss.seat_round(replace(meeting, points={}))
    miss = say("Who plays has changed, so not everybody may meet everybody in time.")
    return replace(seating, misses=(miss, *seating.misses))
