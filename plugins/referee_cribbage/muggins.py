"""Muggins: points that their owner overlooks go to whoever calls them."""

from collections.abc import Mapping

from referee import Refused, Ruling, Values, say

from .rules import cite


def share(seat: str, ruling: Ruling, given: Values) -> tuple[Mapping[str, int], tuple[Ruling, ...]] | Refused:
    """What a seat and those who have called muggins peg of the points of this ruling, and the rulings on that."""
    points = ruling.decided.number("points")
    called = given.numbers_by_seat("called") if given.has("called") else {}
    n = sum(called.values())
    if not n:
        return {seat: points}, (ruling,)
    if n > points:
        why = cite("muggins", "There are {points} in all, and {n} were called.", points=points, n=n)
        return Refused(Ruling({"legal": False}, say("So many points were not overlooked"), (why,)))
    why = cite("muggins", "Of {points} points {seat} has overlooked {n}.", seat=seat, points=points, n=n)
    others = tuple(other for other, taken in called.items() if taken)
    muggins = Ruling({"called": called}, say("Muggins by {others}: {n}", others=others, n=n), (why,))
    return {seat: points - n, **called}, (ruling, muggins)
