"""`seat`, `seats` and `order`: names of those who sit at the table."""

import re
from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches
from itertools import chain
from typing import Any, ClassVar, TypeVar

from referee.vocabulary.fields.field_type import Chance, FieldType, Inputs, Misread, ReadingContext
from referee.vocabulary.prompt import Field
from referee.vocabulary.text import Text, count, say

T = TypeVar("T")

Groups = tuple[tuple[str, ...], ...]
"""Groups of seats, from first to last: a group of several is a dead heat."""


class SeatField(FieldType[str]):
    """One seat, by its name."""

    name = "seat"
    control = "seats"
    schema: ClassVar = {"type": "string", "description": "A seat."}
    sample = "Ana"
    of_seats = True

    def read(self, field: Field, value: object, context: ReadingContext) -> str:
        """A name of somebody at the table."""
        return read_seat(value, context)

    def random(self, field: Field, chance: Chance) -> str:
        """Any seat that can be meant."""
        return chance.rng.choice(_could_be(field, chance))


class SomeSeats(FieldType[T]):
    """What types have in common whose values are several seats."""

    sample = "Ana Ben"
    of_seats = True

    def beyond(self, field: Field, value: T) -> Iterator[Text]:
        """Also whether there are too few or too many."""
        n = len(list(self.seats_in(value)))
        if field.min is not None and n < field.min:
            yield count("Name at least {n} seat here.", "Name at least {n} seats here.", field.min)
        if field.max is not None and n > field.max:
            yield count("Name at most {n} seat here.", "Name at most {n} seats here.", field.max)
        yield from super().beyond(field, value)

    def random(self, field: Field, chance: Chance) -> list[str]:
        """Some of those that can be meant, in any order."""
        among = _could_be(field, chance)
        most = len(among) if field.max is None else min(field.max, len(among))
        return chance.rng.sample(among, chance.rng.randint(min(field.min or 0, most), most))


class SeatsField(SomeSeats[tuple[str, ...]]):
    """Some seats, in the order in which they are named."""

    name = "seats"
    control = "seats"
    schema: ClassVar = {"type": "array", "items": {"type": "string"}, "description": "Seats."}

    def read(self, field: Field, value: object, context: ReadingContext) -> tuple[str, ...]:
        """Seats, each named once."""
        return _read_seats(value, context)

    def from_inputs(self, field: Field, inputs: Inputs) -> Any:
        """An empty list where none may be named and the field is needed."""
        typed = (seat.strip() for text in inputs.typed for seat in text.split(","))
        seats = [*inputs.picked, *filter(None, typed)]
        return seats if seats or not (field.optional or field.min) else None

    def from_words(self, text: str) -> list[str]:
        """`Ana Ben`, or with commas where a name has a space."""
        return _listed(text)


class OrderField(SomeSeats[Groups]):
    """Groups of seats, from first to last: a group of several is a dead heat. A buzzer race can fill it in."""

    name = "order"
    control = "order"
    schema: ClassVar = {
        "type": "array",
        "items": {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]},
        "description": "Seats, from first to last; a list of several is a dead heat.",
    }
    raced = True

    def read(self, field: Field, value: object, context: ReadingContext) -> Groups:
        """Groups of seats, of which each is named once."""
        if not isinstance(value, (list, tuple)):
            raise Misread(say("Give the seats here, beginning with the first."))
        groups = tuple(_read_seats(one if isinstance(one, (list, tuple)) else [one], context) for one in value)
        if len(set(chain(*groups))) < sum(map(len, groups)):
            raise Misread(say("Name each seat once."))
        return groups

    def written(self, value: Groups) -> Any:
        """A seat that ties with nobody stands alone, not in a list."""
        return _shortened(value)

    def from_inputs(self, field: Field, inputs: Inputs) -> Any:
        """Each seat has a place, the same in a dead heat; or seats are typed in their order, `=` for a dead heat."""
        groups: dict[int, list[str]] = {}
        for seat, one in inputs.by_seat.items():
            place = "".join(one.values)
            if place.isdecimal():
                groups.setdefault(int(place[:4]), []).append(seat)
        order = [groups[place] for place in sorted(groups)]
        for text in inputs.typed:
            order += [list(filter(None, _tied(place))) for place in text.split(",")]
        return _shortened(group for group in order if group) or None

    def to_inputs(self, field: Field, value: Any) -> Inputs:
        """The place of each seat, by its number."""
        places = enumerate([group if isinstance(group, list) else [group] for group in value], start=1)
        return Inputs(by_seat={seat: Inputs(picked=(str(place),)) for place, group in places for seat in group})

    def from_words(self, text: str) -> Any:
        """`Ana Ben=Cy`, or with commas: places from first to last, an equals sign for a dead heat."""
        joined = re.sub(r"\s*=\s*", "=", text.strip())
        return _shortened(map(_tied, _listed(joined)))


def read_seat(value: object, context: ReadingContext) -> str:
    """The name of a seat; Misread where no such seat exists."""
    if not isinstance(value, str) or not value.strip():
        raise Misread(say("Name a seat here."))
    named = value.strip()
    if context.seats is not None and named not in context.seats:
        raise Misread(_nearest(named, context.seats))
    return named


def _nearest(named: str, known: Sequence[str]) -> Text:
    near = get_close_matches(named, known, n=1)
    if near:
        return say("Nobody is called {name} here. Did you mean {near}?", name=named, near=near[0])
    return say("Nobody is called {name} here. There are {known}.", name=named, known=tuple(known))


def _read_seats(value: object, context: ReadingContext) -> tuple[str, ...]:
    if not isinstance(value, (list, tuple)):
        raise Misread(say("Give a list of seats here."))
    seats = tuple(read_seat(seat, context) for seat in value)
    if len(set(seats)) < len(seats):
        raise Misread(say("Name each seat once."))
    return seats


def _could_be(field: Field, chance: Chance) -> Sequence[str]:
    """The seats that can be meant: the choices of a field, or everybody."""
    return field.words or chance.table


def _listed(text: str) -> list[str]:
    """The names in a text: separated by commas, or, without any, by spaces."""
    return [name.strip() for name in text.split(",")] if "," in text else text.split()


def _tied(place: str) -> list[str]:
    return [seat.strip() for seat in place.split("=")]


def _shortened(groups: Iterable[Sequence[str]]) -> list[Any]:
    """Groups as JSON has them: a group of one is a seat."""
    return [group[0] if len(group) == 1 else list(group) for group in groups]
