"""`number`: a whole number."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.cards.card import Card
from referee.vocabulary.fields.field_type import Chance, FieldType, Inputs, Misread, ReadingContext
from referee.vocabulary.prompt import Field
from referee.vocabulary.text import say

LONGEST = 20
"""Characters of a number, at most."""


class NumberField(FieldType[int]):
    """A whole number, from `min` to `max`; digits will do."""

    name = "number"
    control = "number"
    schema = {"type": ["integer", "string"], "description": "A whole number, or its digits."}

    def read(self, field: Field, value: object, context: ReadingContext) -> int:
        if isinstance(value, str):
            try:
                value = int(value) if len(value) <= LONGEST else None
            except ValueError:
                value = None
        if isinstance(value, bool) or not isinstance(value, int):
            raise Misread(say("Give a whole number here."))
        if field.min is not None and value < field.min:
            raise Misread(say("This is at least {least}.", least=field.min))
        if field.max is not None and value > field.max:
            raise Misread(say("This is at most {most}.", most=field.max))
        return value

    def amount(self, value: int) -> int:
        return value

    def to_inputs(self, field: Field, value: Any) -> Inputs:
        return Inputs(typed=(str(value),))

    def example(self, field: Field, cards: Iterator[Card]) -> str:
        return str(field.min or 1)

    def random(self, field: Field, chance: Chance) -> int:
        least = field.min or 0
        return chance.rng.randint(least, least + 20 if field.max is None else field.max)
