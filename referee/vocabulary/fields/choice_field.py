"""`choice`: one of the field's own words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.cards.card import Card
from referee.vocabulary.fields.field_type import Chance, FieldType, Misread, ReadingContext, Rename, renamed
from referee.vocabulary.prompt import Field
from referee.vocabulary.text import say


class ChoiceField(FieldType[str]):
    """One of the words that the field lets choose from."""

    name = "choice"
    control = "choice"
    schema = {"type": "string", "description": "One of the field's choices."}
    needs_choices = True

    def read(self, field: Field, value: object, context: ReadingContext) -> str:
        choices = tuple(map(str, field.choices))
        if not isinstance(value, str) or value not in choices:
            raise Misread(say("Choose one of {choices}.", choices=choices))
        return value

    def with_seats(self, field: Field, value: Any, rename: Rename) -> Any:
        # A word that somebody is called too is no seat, unless all its choices are.
        are_seats = all(renamed(choice, rename) != choice for choice in field.choices)
        return renamed(value, rename) if are_seats and isinstance(value, str) else value

    def example(self, field: Field, cards: Iterator[Card]) -> str:
        return str(field.choices[0])

    def random(self, field: Field, chance: Chance) -> str | None:
        return chance.rng.choice([str(choice) for choice in field.choices])
