"""`choice`: one of the field's own words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from referee.cards.card import Card
from referee.vocabulary.fields.chance import Chance
from referee.vocabulary.fields.field_type import FieldType, Misread, ReadingContext, Rename, with_side
from referee.vocabulary.prompt import Field
from referee.vocabulary.text import say


class ChoiceField(FieldType[str]):
    """One of the words that the field lets choose from."""

    name = "choice"
    control = "choice"

    def read(self, field: Field, value: object, context: ReadingContext) -> str:
        choices = tuple(map(str, field.choices))
        if not isinstance(value, str) or value not in choices:
            raise Misread(say("Choose one of {choices}.", choices=choices))
        return value

    def needs_choices(self, field: Field) -> bool:
        return True

    def with_seats(self, field: Field, value: Any, rename: Rename) -> Any:
        # A word that somebody is called too is no seat, unless all its choices are.
        are_seats = all(with_side(choice, rename) != choice for choice in field.choices)
        return with_side(value, rename) if are_seats else value

    def example(self, field: Field, cards: Iterator[Card]) -> str:
        return str(field.choices[0])

    def random(self, field: Field, chance: Chance) -> str | None:
        return chance.one_of([str(choice) for choice in field.choices])

    def schema(self) -> Mapping[str, Any]:
        return {"type": "string", "description": "One of the field's choices."}
