"""Numbers and lists that are bounded, as the description of the HTTP interface shows; how scores are written."""

from typing import Annotated, TypeVar

Count = Annotated[int, ("minimum", 0)]
"""How many there are, or a number that counts from 0."""

Ordinal = Annotated[int, ("minimum", 1)]
"""A place in a row, counted from 1, or how many there are where there is always one."""

Milliseconds = Annotated[float, ("minimum", 0)]
"""A span of time."""

Score = Annotated[float, ("multipleOf", 0.5)]
"""What somebody has scored: a whole number, or one with a half. A whole one is an `int`."""

Element = TypeVar("Element")

AtLeastOne = Annotated[tuple[Element, ...], ("minItems", 1)]
"""Never empty."""

MINUS = "\N{MINUS SIGN}"
"""What stands before a number below zero."""


def whole(score: float) -> Score:
    """The same score, as an `int` where it has no half.

    >>> whole(2.5 + 2.5), whole(2.5)
    (5, 2.5)
    """
    return int(score) if score == int(score) else score


def written_score(score: float) -> str:
    """A score as people write it: `4`, `−3`, `2½`.

    >>> [written_score(score) for score in (4, -3, 2.5, -0.5)]
    ['4', '−3', '2½', '−½']
    """
    size = abs(score)
    half = "½" if size != int(size) else ""
    digits = "" if half and size < 1 else str(int(size))
    return f"{MINUS if score < 0 else ''}{digits}{half}"
