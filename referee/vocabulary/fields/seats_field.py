"""`seats`: some seats."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

from referee.vocabulary.fields.field_type import Chance, FieldType, Inputs, Misread, ReadingContext
from referee.vocabulary.fields.seat_field import could_be, read_seat
from referee.vocabulary.prompt import Field
from referee.vocabulary.text import Text, count, say

T = TypeVar("T")


class SomeSeats(FieldType[T]):
    """What types have in common whose values are several seats."""

    sample = "Ana Ben"
    of_seats = True

    def beyond(self, field: Field, value: T) -> Iterator[Text]:
        n = len(list(self.seats_in(value)))
        if field.min is not None and n < field.min:
            yield count("Name at least {n} seat here.", "Name at least {n} seats here.", field.min)
        if field.max is not None and n > field.max:
            yield count("Name at most {n} seat here.", "Name at most {n} seats here.", field.max)
        yield from super().beyond(field, value)

    def random(self, field: Field, chance: Chance) -> list[str]:
        among = could_be(field, chance)
        return chance.rng.sample(among, chance.rng.randint(field.min or 0, len(among)))


class SeatsField(SomeSeats[tuple[str, ...]]):
    """Some seats, in the order in which they are named."""

    name = "seats"
    control = "seats"
    schema = {"type": "array", "items": {"type": "string"}, "description": "Seats."}

    def read(self, field: Field, value: object, context: ReadingContext) -> tuple[str, ...]:
        return read_seats(value, context)

    def seats_in(self, value: tuple[str, ...]) -> Iterable[str]:
        return value

    def from_inputs(self, field: Field, inputs: Inputs) -> Any:
        typed = (seat.strip() for text in inputs.typed for seat in text.split(","))
        seats = [*inputs.picked, *filter(None, typed)]
        return seats if seats or not (field.optional or field.min) else None

    def from_words(self, text: str) -> list[str]:
        return listed(text)


def read_seats(value: object, context: ReadingContext) -> tuple[str, ...]:
    """The seats of a list, each named once; Misread."""
    if not isinstance(value, (list, tuple)):
        raise Misread(say("Give a list of seats here."))
    seats = tuple(read_seat(seat, context) for seat in value)
    if len(set(seats)) < len(seats):
        raise Misread(say("Name each seat once."))
    return seats


def listed(text: str) -> list[str]:
    """The names in a text: parted by commas, or, without any, by spaces."""
    return [name.strip() for name in text.split(",")] if "," in text else text.split()
