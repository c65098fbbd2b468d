"""Muggins: points that their owner overlooks go to whoever calls them."""

from collections.abc import Mapping
from typing import TypeAlias

from referee import Refused, Ruling, Values, count, say

from .rules import cite

Shared: TypeAlias = tuple[Mapping[str, int], tuple[Ruling, ...]]
"""What each pegs of some points, and the rulings on that."""


def share(seat: str, ruling: Ruling, given: Values) -> Shared | Refused:
    """What a seat and those who have called muggins peg of the points of this ruling."""
    points = ruling.decided.number("points")
    called = {other: n for other, n in given.numbers_by_seat("called").items() if n} if given.has("called") else {}
    if not called:
        return {seat: points}, (ruling,)
    missed = sum(called.values())
    if missed > points:
        many = cite("muggins", "There are {points} in all, and {missed} were called.", points=points, missed=missed)
        return Refused(Ruling({"legal": False}, say("So many points were not overlooked"), (many,)))
    why = cite("muggins", "Of {points} points {seat} has overlooked {n}.", seat=seat, points=points, n=missed)
    summary = count(
        "Muggins: {others} takes what {seat} overlooked",
        "Muggins: {others} take what {seat} overlooked",
        len(called),
        others=tuple(called),
        seat=seat,
    )
    muggins = Ruling({"called": called}, summary, (why,))
    return {seat: points - missed, **called}, (ruling, muggins)
