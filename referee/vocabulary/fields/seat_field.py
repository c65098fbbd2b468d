"""`seat`: one seat."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches

from referee.vocabulary.fields.field_type import Chance, FieldType, Misread, ReadingContext
from referee.vocabulary.prompt import Field
from referee.vocabulary.text import Text, say


class SeatField(FieldType[str]):
    """One seat, by its name."""

    name = "seat"
    control = "seats"
    schema = {"type": "string", "description": "A seat."}
    sample = "Ana"
    of_seats = True

    def read(self, field: Field, value: object, context: ReadingContext) -> str:
        return read_seat(value, context)

    def seats_in(self, value: str) -> Iterable[str]:
        return (value,)

    def random(self, field: Field, chance: Chance) -> str:
        return chance.rng.choice(could_be(field, chance))


def could_be(field: Field, chance: Chance) -> Sequence[str]:
    """The seats that can be meant: the choices of a field, or everybody."""
    return tuple(map(str, field.choices)) or chance.table


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
