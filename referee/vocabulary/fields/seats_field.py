"""`seats`: some seats."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.vocabulary.fields.field_type import (
    FieldType,
    Misread,
    ReadingContext,
    Rename,
    not_among_choices,
    too_few,
    too_many,
    with_side,
)
from referee.vocabulary.fields.seat_field import read_seat
from referee.vocabulary.prompt import Field
from referee.vocabulary.text import Text, count, say
from referee.vocabulary.values import Values


class SeatsField(FieldType[tuple[str, ...]]):
    """Some seats, in the order in which they are named."""

    name = "seats"
    of_seats = True

    def read(self, field: Field, value: object, context: ReadingContext) -> tuple[str, ...]:
        return read_seats(value, context)

    def with_seats(self, field: Field, value: Any, rename: Rename) -> Any:
        return [with_side(seat, rename) for seat in value] if isinstance(value, (list, tuple)) else value

    def beyond(self, field: Field, value: tuple[str, ...], given: Values) -> Iterator[Text]:
        return too_few_or_many_seats(field, value)


def too_few_or_many_seats(field: Field, seats: tuple[str, ...]) -> Iterator[Text]:
    """Why these seats are too few or too many for their field, or not all among its choices."""
    if field.min is not None and too_few(field, [len(seats)]):
        yield count("Name at least {n} seat here.", "Name at least {n} seats here.", field.min)
    if field.max is not None and too_many(field, [len(seats)]):
        yield count("Name at most {n} seat here.", "Name at most {n} seats here.", field.max)
    yield from not_among_choices(field, seats)


def read_seats(value: object, context: ReadingContext) -> tuple[str, ...]:
    """The seats of a list, each named once; Misread."""
    if not isinstance(value, (list, tuple)):
        raise Misread(say("Give a list of seats here."))
    seats = tuple(read_seat(seat, context) for seat in value)
    if len(set(seats)) < len(seats):
        raise Misread(say("Name each seat once."))
    return seats
