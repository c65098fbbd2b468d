"""Plain values: numbers and lists with bounds, sides by their names, and values by name
as a game gets them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from math import isfinite
from typing import Annotated, Any, TypeVar, cast

from referee.cards.card import Card

Count = Annotated[int, ("minimum", 0)]
"""How many there are, or a number that counts from 0."""

Ordinal = Annotated[int, ("minimum", 1)]
"""A place in a row, counted from 1, or how many there are where there is always one."""

Milliseconds = Annotated[float, ("minimum", 0)]
"""A span of time."""

Score = Annotated[float, ("multipleOf", 0.5)]
"""What somebody has scored: a whole number, or one with a half. A whole one is an
`int`.
"""

Element = TypeVar("Element")

AtLeastOne = Annotated[tuple[Element, ...], ("minItems", 1)]
"""Never empty."""

MOST_ENTERED = 10**9
"""No number that people enter is greater, or less than its negative."""

MOST_COUNTED = 2**53
"""No number at all is: what reads JSON would not read it exactly."""

MINUS = "\N{MINUS SIGN}"
"""What stands before a number below zero."""


def whole(score: float) -> Score:
    """The same score, as an `int` where it has no half; ValueError for one that is no
    number: NaN, or infinite.

    >>> whole(2.5 + 2.5), whole(2.5)
    (5, 2.5)
    """
    if not isfinite(score):
        raise ValueError(f"a score is {score}, which is no number that can be added up")
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


# Sides


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
    """All sides of a match: those that its game names, which are all there are; without
    any each seat is one.

    >>> sides_of(("Ana", "Ben")), sides_of(("Ana", "Ben", "Cy"), (("Ana", "Cy"), ("Ben",)))
    ((('Ana',), ('Ben',)), (('Ana', 'Cy'), ('Ben',)))
    """
    return tuple(sides) or tuple((seat,) for seat in seats)


def partners_of(seat: str, sides: Sequence[Side]) -> Side:
    """The side that this seat is of; the seat alone where no side names it."""
    return next((side for side in sides if seat in side), (seat,))


def winners_in(verdict: Mapping[str, object], seats: Sequence[str]) -> Side:
    """The seats that a verdict names as its `winner` or `winners`, partners each; empty
    where it names none.
    """
    several = verdict.get("winners")
    if (
        isinstance(several, (list, tuple))
        and several
        and all(seat in seats for seat in several)
    ):
        return tuple(several)
    return side_of(verdict.get("winner"), seats) or ()


# What is given


def no_such_name(name: str, names: Collection[str], what: str = "") -> str:
    """Return what is said of a name that there is not, in code: what there is, and
    which of it was probably meant.

    >>> no_such_name("crds", ("cards",))
    'there is no `crds` here; there is `cards`'
    >>> no_such_name("taget", ("last", "target"), "option")
    'there is no option `taget`, but `target`; there are `last`, `target`'
    """
    there = ", ".join(f"`{one}`" for one in names) or "nothing"
    near = get_close_matches(name, names, n=1) if len(names) > 1 else []
    missing = f"no {what} `{name}`" if what else f"no `{name}` here"
    return (
        f"there is {missing}{f', but `{near[0]}`' if near else ''}; there "
        f"{'is' if len(names) < 2 else 'are'} {there}"
    )


def require_seats(named: Iterable[str], seats: Collection[str]) -> None:
    """KeyError where a name is none of these seats': what it has would be lost.

    >>> require_seats({"Anna": 3}, ("Ana", "Ben"))
    Traceback (most recent call last):
    KeyError: 'there is no seat `Anna`, but `Ana`; there are `Ana`, `Ben`'
    """
    for name in named:
        if name not in seats:
            raise KeyError(no_such_name(name, seats, "seat"))


@dataclass(frozen=True, slots=True)
class Values:
    """Values by name, as the types of fields promise, or as a game has put them into
    its verdict.

    Each accessor names the type the field was declared with; a list that was left out
    is empty, any other field that was left out is a KeyError: ask `has` first when the
    field is optional. A name that no field has is a KeyError in any case.

    >>> given = Values({"target": 20}, names=("target", "dealer", "locked"))
    >>> given.number("target"), given.has("dealer"), given.cards("locked")
    (20, False, ())
    >>> given.cards("lokced")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    KeyError: 'there is no `lokced` here, but `locked`; there are ...
    """

    values: Mapping[str, object]
    names: Collection[str] | None = field(default=None, compare=False, repr=False)
    """What can be read: the fields that were declared, or the parts of a verdict; None:
    anything.
    """

    def has(self, name: str) -> bool:
        """Whether this field was given; also where only other prompts have it."""
        return name in self.values

    def _given(self, name: str) -> Any:
        if name in self.values:
            return self.values[name]
        if self.names is not None and name in self.names:
            raise KeyError(f"`{name}` was left out: ask `has` first, where it may be")
        raise KeyError(
            no_such_name(name, self.values if self.names is None else self.names)
        )

    def _given_or(self, name: str, otherwise: object) -> Any:
        """What was given, or this where the field was left out."""
        if name in self.values or (self.names is not None and name not in self.names):
            return self._given(name)
        return otherwise

    def card(self, name: str) -> Card:
        """The value of a `card` field."""
        return cast(Card, self._given(name))

    def cards(self, name: str) -> tuple[Card, ...]:
        """The value of a `cards` field."""
        return tuple(self._given_or(name, ()))

    def card_groups(self, name: str) -> tuple[tuple[Card, ...], ...]:
        """The value of a `card_groups` field: its groups in the order in which they
        were named.
        """
        return tuple(map(tuple, self._given_or(name, ())))

    def card_by_seat(self, name: str) -> Mapping[str, Card]:
        """The value of a `card_by_seat` field."""
        return cast("Mapping[str, Card]", self._given_or(name, {}))

    def cards_by_seat(self, name: str) -> Mapping[str, tuple[Card, ...]]:
        """The value of a `cards_by_seat` field."""
        return cast("Mapping[str, tuple[Card, ...]]", self._given_or(name, {}))

    def cards_by_side(
        self, name: str
    ) -> Mapping[str, tuple[tuple[Card, ...], ...] | None]:
        """The value of a `cards_by_seat` field with `partners`: each side's hands,
        partner by partner, or None.
        """
        return cast(
            "Mapping[str, tuple[tuple[Card, ...], ...] | None]",
            self._given_or(name, {}),
        )

    def number(self, name: str) -> int:
        """The value of a `number` field."""
        return cast(int, self._given(name))

    def number_if_any(self, name: str) -> int | None:
        """The same, or None where it was left out."""
        return cast("int | None", self.values.get(name))

    def numbers_by_seat(self, name: str) -> Mapping[str, int]:
        """The value of a `numbers_by_seat` field."""
        return cast("Mapping[str, int]", self._given_or(name, {}))

    def scores(self, name: str) -> Mapping[str, Score]:
        """The value of a `numbers_by_seat` field that may have halves."""
        return cast("Mapping[str, Score]", self._given_or(name, {}))

    def seat(self, name: str) -> str:
        """The value of a `seat`, `choice` or settled `toss` field."""
        return cast(str, self._given(name))

    choice = seat
    toss = seat

    def text(self, name: str) -> str:
        """The value of a `text` field."""
        return cast(str, self._given(name))

    def seat_if_any(self, name: str) -> str | None:
        """The same, or None: a winner that there need not be, or a field that was left
        out.
        """
        return cast("str | None", self.values.get(name))

    def seats(self, name: str) -> tuple[str, ...]:
        """The value of a `seats` field, the `winners` of a verdict, or several words of
        one.
        """
        return tuple(self._given_or(name, ()))

    words = seats

    def order(self, name: str) -> tuple[tuple[str, ...], ...]:
        """The value of an `order` field: groups of seats, from first to last; a dead
        heat is a group of several.
        """
        return tuple(map(tuple, self._given_or(name, ())))

    def flag(self, name: str) -> bool:
        """The value of a `flag` field; False when left out."""
        return bool(self._given_or(name, False))

    def within(self, name: str) -> Values:
        """The parts of a part of a verdict, by their names."""
        parts = cast("Mapping[str, object]", self._given(name))
        return Values(parts, parts)
