"""Plain values: bounded numbers and lists, sides, and a game's values by name."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from math import isfinite
from typing import Annotated, Any, NoReturn, TypeVar, cast

from referee.cards.card import Card, Cards

Count = Annotated[int, ("minimum", 0)]
"""A number or count from 0."""

Ordinal = Annotated[int, ("minimum", 1)]
"""A place, or a count from 1."""

Milliseconds = Annotated[float, ("minimum", 0)]
"""A span of time."""

Score = Annotated[float, ("multipleOf", 0.5)]
"""A score: an `int`, or a number with a half."""

T = TypeVar("T")

REQUIRED: Any = ...
"""Marks a missing default: the field is required."""

AtLeastOne = Annotated[tuple[T, ...], ("minItems", 1)]
"""A tuple that is never empty."""

MOST_ENTERED = 10**9
"""The greatest absolute number that people may enter."""

MOST_COUNTED = 2**53
"""The greatest absolute number of all; JSON readers still read it exactly."""

MINUS = "\N{MINUS SIGN}"
"""The sign of negative numbers."""


def as_score(score: float) -> Score:
    """Return a score as an `int` unless it has a half.

    Raise ValueError for NaN and infinity.

    >>> as_score(2.5 + 2.5), as_score(2.5)
    (5, 2.5)
    """
    if not isfinite(score):
        raise ValueError(f"a score is {score}, which is no number that can be added up")
    if score == int(score):
        return int(score)
    return score


def written_score(score: float) -> str:
    """Return a score for people: `4`, `−3`, `2½`.

    >>> [written_score(score) for score in (4, -3, 2.5, -0.5)]
    ['4', '−3', '2½', '−½']
    """
    size = abs(score)
    words = str(int(size))
    if size == 0.5:
        words = "½"
    elif size != int(size):
        words += "½"
    return MINUS + words if score < 0 else words


def written_gain(gain: float) -> str:
    """Return a gain for people, with its sign: `+4`, `−3`.

    >>> [written_gain(gain) for gain in (4, -3)]
    ['+4', '−3']
    """
    sign = "+" if gain > 0 else ""
    return sign + written_score(gain)


# Sides


AND = " & "
"""The separator of partners' names; no seat's name contains it."""

Seats = tuple[str, ...]
"""Seats by their names, as a tuple."""

Side = Seats
"""The seats of a side: one, or partners."""


def name_side(side: Side) -> str:
    """Return a side's name, the inverse of `seats_in_side`.

    >>> name_side(("Ana", "Cy"))
    'Ana & Cy'
    """
    return AND.join(side)


def seats_in_side(name: str) -> Side:
    """Return the names in the name of a side.

    >>> seats_in_side("Ana & Cy"), seats_in_side("Ben")
    (('Ana', 'Cy'), ('Ben',))
    """
    return tuple(name.split(AND))


def side_of(name: object, seats: Sequence[str]) -> Side | None:
    """Return the seat or partners with this name, or None."""
    if not isinstance(name, str):
        return None
    if name in seats:
        return (name,)
    side = seats_in_side(name)
    return side if {*side} <= {*seats} else None


def sides_of(seats: Sequence[str], sides: Sequence[Side] = ()) -> tuple[Side, ...]:
    """Return a match's sides: the game's, or else each seat.

    >>> sides_of(("Ana", "Ben"))
    (('Ana',), ('Ben',))
    >>> sides_of(("Ana", "Ben", "Cy"), (("Ana", "Cy"), ("Ben",)))
    (('Ana', 'Cy'), ('Ben',))
    """
    return tuple(sides) or tuple([(seat,) for seat in seats])


def split_seats(seats: Sequence[str], together: Collection[str]) -> tuple[Side, Side]:
    """Return the seats that play together in a deal, and the other seats.

    >>> split_seats(("Ana", "Ben", "Cy", "Dee"), ("Dee", "Ben"))
    (('Ben', 'Dee'), ('Ana', 'Cy'))
    """
    own = tuple(seat for seat in seats if seat in together)
    others = tuple(seat for seat in seats if seat not in together)
    return own, others


def partners_of(seat: str, sides: Sequence[Side]) -> Side:
    """Return a seat's side; the seat alone without one."""
    for side in sides:
        if seat in side:
            return side
    return (seat,)


def shorten_groups(groups: Iterable[Sequence[str]]) -> list[str | list[str]]:
    """Return groups of seats as JSON: a group of one is a seat.

    >>> shorten_groups([("Ana",), ("Ben", "Cy")])
    ['Ana', ['Ben', 'Cy']]
    """
    shortened = list[str | list[str]]()
    for group in groups:
        if len(group) == 1:
            shortened.extend(group)
        else:
            shortened.append([*group])
    return shortened


def winners_in(verdict: Mapping[str, object], seats: Sequence[str]) -> Side:
    """Return a verdict's `winner` or `winners`, with partners; empty without any."""
    winners = verdict.get("winners")
    if isinstance(winners, (list, tuple)) and winners:
        strangers = [seat for seat in winners if seat not in seats]
        if not strangers:
            return tuple(winners)
    return side_of(verdict.get("winner"), seats) or ()


# What is given


_ALSO_READ_BY = {"cards_by_seat": ("cards_by_side",), "numbers_by_seat": ("scores",)}
"""The further accessors of some field types."""


def no_such_name(name: str, names: Collection[str], what: str = "") -> str:
    """Return the message about an unknown name in code, with the likely meaning.

    >>> no_such_name("crds", ("cards",))
    'there is no `crds` here; there is `cards`'
    >>> no_such_name("taget", ("last", "target"), "option")
    'there is no option `taget`, but `target`; there are `last`, `target`'
    """
    known = ", ".join(f"`{name}`" for name in names) or "nothing"
    missing = f"no {what} `{name}`" if what else f"no `{name}` here"
    if len(names) < 2:
        return f"there is {missing}; there is {known}"
    for near in get_close_matches(str(name), names, n=1):
        missing += f", but `{near}`"
    return f"there is {missing}; there are {known}"


def unknown_name(
    name: str, names: Collection[str], what: str = "", if_missing: str = ""
) -> KeyError:
    """Return the error about an unknown name, with what to write as its note.

    `if_missing` is the note for a name that is near to none.
    """
    error = KeyError(no_such_name(name, names, what))
    near = get_close_matches(str(name), names)
    likely = near or [*names]
    if if_missing and not near:
        error.add_note(if_missing)
        return error
    error.add_note(f"Write {any_of(likely)}." if likely else "Leave it out.")
    return error


def any_of(names: Iterable[str]) -> str:
    """Return some names of code joined with “or”, as a choice of what to write.

    >>> any_of(("card", "cards", "seat"))
    '`card`, `cards` or `seat`'
    """
    *others, last = [f"`{name}`" for name in names]
    if not others:
        return last
    return f"{', '.join(others)} or {last}"


def require_seats(named: Iterable[str], seats: Collection[str]) -> None:
    """Raise KeyError for a name that is no seat, since its value would be lost.

    >>> try:
    ...     require_seats({"Anna": 3}, ("Ana", "Ben"))
    ... except KeyError as unknown:
    ...     print(unknown.args[0])
    there is no seat `Anna`, but `Ana`; there are `Ana`, `Ben`
    """
    for name in named:
        if name not in seats:
            raise unknown_name(name, seats, "seat")


@dataclass(frozen=True, slots=True)
class Values:
    """Values by name: an entry's fields, or a verdict.

    Each accessor names the field's declared type. Missing lists are empty; any other
    missing field is a KeyError, unless a second argument is given:
    `given.choice("trump", None)`. An unknown name is a KeyError too.

    >>> given = Values({"target": 20}, names=("target", "dealer", "locked"))
    >>> given.number("target"), given.has("dealer"), given.cards("locked")
    (20, False, ())
    >>> print(given.seat("dealer", None))
    None
    >>> try:
    ...     given.cards("lokced")
    ... except KeyError as unknown:
    ...     print(unknown.args[0])
    there is no `lokced` here, but `locked`; there are `target`, `dealer`, `locked`
    """

    values: Mapping[str, object]
    names: Collection[str] | None = field(default=None, compare=False, repr=False)
    """The known names: declared fields, or a verdict's parts; None: any."""
    types: Mapping[str, str] | None = field(default=None, compare=False, repr=False)
    """The types of declared fields, by name; None: any."""
    hook: str = field(default="", compare=False, repr=False)
    """The hook whose verdict holds the values; empty: unknown, or they are fields."""

    def has(self, name: str) -> bool:
        """Return whether this field has a value; any name is allowed."""
        return name in self.values

    def __getitem__(self, name: str) -> NoReturn:
        """Raise TypeError with the accessor to write."""
        types = self.types or {}
        self._require_reader("[…]", name, types.get(name, "number"))
        raise AssertionError(name)

    def _given(
        self, reader: str, name: str, otherwise: T = REQUIRED, empty: T = REQUIRED
    ) -> T:
        """Return the value of this field; `empty`, if it was left out.

        `otherwise` takes the place of None, and of a missing field under any name.
        Raise TypeError if the accessor `reader` is not for the field's type.
        """
        values = self.values
        value: Any = values.get(name)
        if value is None and otherwise is not REQUIRED:
            return otherwise
        types = self.types
        if types is not None and types.get(name, reader) != reader:
            self._require_reader(reader, name, types[name])
        if value is None and name not in values:
            names = self.names
            if names is not None and name not in names:
                missing = ""
                if types is not None:
                    missing = (
                        f"Give it where this is asked, as `ask(…, {name}=…)`, or "
                        f"`deals.enter(…, {name}=…)`; or declare it as a field."
                    )
                error = unknown_name(name, names, if_missing=missing)
                if self.hook and names:
                    # Either of the two may be misspelt.
                    verdict = f"in the verdict of `{self.hook}`"
                    error.add_note(
                        f"Write `{name}` {verdict}, or {any_of(names)} here."
                    )
                raise error
            if empty is not REQUIRED:
                return empty
            if names is None:
                raise unknown_name(name, values)
            left_out = f"`{name}` was left out: ask `has` first, where it may be"
            raise KeyError(left_out)
        given: T = value
        return given

    def _require_reader(self, reader: str, name: str, kind: str) -> None:
        """Raise TypeError if fields of this type are read by other accessors."""
        readers = (kind, *_ALSO_READ_BY.get(kind, ()))
        if reader in readers:
            return
        error = TypeError(f"`{name}` is a field of type `{kind}`, read as `{reader}`")
        accessors = [f'{accessor}("{name}")' for accessor in readers]
        error.add_note(f"Write {any_of(accessors)}.")
        raise error

    def card(self, name: str) -> Card:
        """Return the value of a `card` field."""
        return cast(Card, self._given("card", name))

    def cards(self, name: str) -> Cards:
        """Return the value of a `cards` field."""
        return tuple(self._given("cards", name, empty=()))

    def card_groups(self, name: str) -> tuple[Cards, ...]:
        """Return the value of a `card_groups` field: its groups in order."""
        return tuple(map(tuple, self._given("card_groups", name, empty=())))

    def card_by_seat(self, name: str) -> Mapping[str, Card]:
        """Return the value of a `card_by_seat` field."""
        return self._given("card_by_seat", name, empty={})

    def cards_by_seat(self, name: str) -> Mapping[str, Cards]:
        """Return the value of a `cards_by_seat` field."""
        return self._given("cards_by_seat", name, empty={})

    def cards_by_side(self, name: str) -> Mapping[str, tuple[Cards, ...] | None]:
        """Return each side's hands, from a `cards_by_seat` field with `partners`."""
        return self._given("cards_by_side", name, empty={})

    def number(self, name: str, otherwise: T = REQUIRED) -> int | T:
        """Return the value of a `number` field without halves, or `otherwise`."""
        return cast("int | T", self._given("number", name, otherwise))

    def score(self, name: str, otherwise: T = REQUIRED) -> Score | T:
        """Return the value of a `number` field that may have a half, or `otherwise`.

        >>> Values({"bid": 2.5}, ("bid",), {"bid": "number"}).score("bid")
        2.5
        """
        return cast("Score | T", self._given("number", name, otherwise))

    def numbers_by_seat(self, name: str) -> Mapping[str, int]:
        """Return the value of a `numbers_by_seat` field."""
        return self._given("numbers_by_seat", name, empty={})

    def scores(self, name: str) -> Mapping[str, Score]:
        """Return the value of a `numbers_by_seat` field that may have halves."""
        return self._given("scores", name, empty={})

    def seat(self, name: str, otherwise: T = REQUIRED) -> str | T:
        """Return a `seat` field's value, or `otherwise` for a missing one or None."""
        return cast("str | T", self._given("seat", name, otherwise))

    def choice(self, name: str, otherwise: T = REQUIRED) -> str | T:
        """Return the value of a `choice` field, or `otherwise`."""
        return cast("str | T", self._given("choice", name, otherwise))

    def toss(self, name: str, otherwise: T = REQUIRED) -> str | T:
        """Return the outcome of a `toss` field, or `otherwise`."""
        return cast("str | T", self._given("toss", name, otherwise))

    def text(self, name: str) -> str:
        """Return the value of a `text` field."""
        return cast(str, self._given("text", name))

    def seats(self, name: str) -> Seats:
        """Return the value of a `seats` field, or the `winners` of a verdict."""
        return tuple(self._given("seats", name, empty=()))

    def words(self, name: str) -> tuple[str, ...]:
        """Return a part of a verdict that is several words."""
        return tuple(self._given("words", name, empty=()))

    def order(self, name: str) -> tuple[Seats, ...]:
        """Return the value of an `order` field: groups of seats, from first to last."""
        return tuple(map(tuple, self._given("order", name, empty=())))

    def flag(self, name: str) -> bool:
        """Return the value of a `flag` field; False when left out."""
        return bool(self._given("flag", name, empty=False))

    def within(self, name: str) -> Values:
        """Return a verdict's nested part as values."""
        parts = cast("Mapping[str, object]", self._given("within", name))
        return Values(parts, parts)
