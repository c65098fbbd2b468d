"""`seat`: one seat."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from referee.cards.card import Card
from referee.vocabulary.fields.chance import Chance
from referee.vocabulary.fields.field_type import (
    FieldType,
    Misread,
    ReadingContext,
    Rename,
    with_side,
)
from referee.vocabulary.prompt import Field
from referee.vocabulary.text import Text, say


class SeatField(FieldType[str]):
    """One seat, by its name."""

    name = "seat"
    control = "seats"
    of_seats = True

    def read(self, field: Field, value: object, context: ReadingContext) -> str:
        return read_seat(value, context)

    def with_seats(self, field: Field, value: Any, rename: Rename) -> Any:
        return with_side(value, rename)

    def seats_in(self, value: str) -> Iterable[str]:
        return (value,)

    def example(self, field: Field, cards: Iterator[Card]) -> str:
        return "Ana"

    def random(self, field: Field, chance: Chance) -> str:
        return chance.one_of(named_by(field) or chance.table)

    def schema(self) -> Mapping[str, Any]:
        return {"type": "string", "description": "A seat."}


def named_by(field: Field) -> tuple[str, ...]:
    """The seats that are the choices of a field."""
    return tuple(map(str, field.choices))


def read_seat(value: object, context: ReadingContext) -> str:
    """The name of a seat; Misread where it is none of those that exist."""
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
