"""`seats`: some seats."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from referee.cards.card import Card
from referee.vocabulary.fields.chance import Chance
from referee.vocabulary.fields.field_type import (
    FieldType,
    Misread,
    ReadingContext,
    Rename,
    too_few,
    too_many,
    with_side,
)
from referee.vocabulary.fields.inputs import Inputs
from referee.vocabulary.fields.seat_field import named_by, read_seat
from referee.vocabulary.prompt import Field
from referee.vocabulary.text import Text, count, say
from referee.vocabulary.values import Values


class SeatsField(FieldType[tuple[str, ...]]):
    """Some seats, in the order in which they are named."""

    name = "seats"
    control = "seats"
    of_seats = True

    def read(self, field: Field, value: object, context: ReadingContext) -> tuple[str, ...]:
        return read_seats(value, context)

    def with_seats(self, field: Field, value: Any, rename: Rename) -> Any:
        return [with_side(seat, rename) for seat in value] if isinstance(value, (list, tuple)) else value

    def seats_in(self, value: tuple[str, ...]) -> Iterable[str]:
        return value

    def beyond(self, field: Field, value: tuple[str, ...], given: Values) -> Iterator[Text]:
        yield from too_few_or_many_seats(field, len(value))
        yield from super().beyond(field, value, given)

    def from_inputs(self, field: Field, inputs: Inputs) -> Any:
        typed = (seat.strip() for text in inputs.typed for seat in text.split(","))
        seats = [*inputs.picked, *filter(None, typed)]
        return seats if seats or not (field.optional or field.min) else None

    def to_inputs(self, field: Field, value: Any) -> Inputs:
        return Inputs(picked=tuple(map(str, value)))

    def from_words(self, text: str) -> list[str]:
        return listed(text)

    def example(self, field: Field, cards: Iterator[Card]) -> str:
        return "Ana Ben"

    def random(self, field: Field, chance: Chance) -> list[str]:
        return some_seats(field, chance)

    def schema(self) -> Mapping[str, Any]:
        return {"type": "array", "items": {"type": "string"}, "description": "Seats."}


def too_few_or_many_seats(field: Field, n: int) -> Iterator[Text]:
    """Why so many seats are too few or too many for their field."""
    if field.min is not None and too_few(field, [n]):
        yield count("Name at least {n} seat here.", "Name at least {n} seats here.", field.min)
    if field.max is not None and too_many(field, [n]):
        yield count("Name at most {n} seat here.", "Name at most {n} seats here.", field.max)


def listed(text: str) -> list[str]:
    """The names in a text: parted by commas, or, without any, by spaces."""
    return [name.strip() for name in text.split(",")] if "," in text else text.split()


def some_seats(field: Field, chance: Chance) -> list[str]:
    """Any seats that can be meant, as many as there must be or more, in any order."""
    among = named_by(field) or chance.table
    return chance.some_of(among, chance.number(field.min or 0, len(among)))


def read_seats(value: object, context: ReadingContext) -> tuple[str, ...]:
    """The seats of a list, each named once; Misread."""
    if not isinstance(value, (list, tuple)):
        raise Misread(say("Give a list of seats here."))
    seats = tuple(read_seat(seat, context) for seat in value)
    if len(set(seats)) < len(seats):
        raise Misread(say("Name each seat once."))
    return seats
