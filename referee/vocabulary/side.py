"""Sides: a seat, or partners, whom rulings name as one: `Ana`, or `Ana & Cy`."""

from collections.abc import Mapping, Sequence

AND = " & "
"""What parts the names of partners; no seat's name holds it."""

Side = tuple[str, ...]
"""The seats of a side, as a tuple: one, or partners."""


def name_of(side: Side) -> str:
    """The name of this side: what `parts_of` reads.

    >>> name_of(("Ana", "Cy"))
    'Ana & Cy'
    """
    return AND.join(side)


def parts_of(name: str) -> Side:
    """The names in the name of a side.

    >>> parts_of("Ana & Cy"), parts_of("Ben")
    (('Ana', 'Cy'), ('Ben',))
    """
    return tuple(name.split(AND))


def side_of(name: object, seats: Sequence[str]) -> Side | None:
    """The seat, or the partners, of this name; None for what names none."""
    if not isinstance(name, str):
        return None
    side = (name,) if name in seats else parts_of(name)
    return side if all(seat in seats for seat in side) else None


def sides_of(seats: Sequence[str], sides: Sequence[Side] = ()) -> tuple[Side, ...]:
    """All sides of a match: those that its game names, which are all there are; without any each seat is one.

    >>> sides_of(("Ana", "Ben")), sides_of(("Ana", "Ben", "Cy"), (("Ana", "Cy"), ("Ben",)))
    ((('Ana',), ('Ben',)), (('Ana', 'Cy'), ('Ben',)))
    """
    return tuple(sides) or tuple((seat,) for seat in seats)


def partners_of(seat: str, sides: Sequence[Side]) -> Side:
    """The side that this seat is of; the seat alone where no side names it."""
    return next((side for side in sides if seat in side), (seat,))


def winners_in(verdict: Mapping[str, object], seats: Sequence[str]) -> Side:
    """The seats that a verdict names as its `winner` or `winners`, partners each; empty where it names none."""
    several = verdict.get("winners")
    if isinstance(several, (list, tuple)) and several and all(seat in seats for seat in several):
        return tuple(several)
    return side_of(verdict.get("winner"), seats) or ()
