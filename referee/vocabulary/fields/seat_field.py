"""`seat`: one seat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from typing import Any

from referee.vocabulary.fields.field_type import (
    FieldType,
    Misread,
    ReadingContext,
    Rename,
    not_among_choices,
    with_side,
)
from referee.vocabulary.prompt import Field
from referee.vocabulary.text import Text, say
from referee.vocabulary.values import Values


class SeatField(FieldType[str]):
    """One seat, by its name."""

    name = "seat"
    of_seats = True

    def read(self, field: Field, value: object, context: ReadingContext) -> str:
        return read_seat(value, context)

    def with_seats(self, field: Field, value: Any, rename: Rename) -> Any:
        return with_side(value, rename)

    def beyond(self, field: Field, value: str, given: Values) -> Iterator[Text]:
        return not_among_choices(field, (value,))


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
