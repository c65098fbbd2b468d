"""`choice`: one of the field's own words."""

from __future__ import annotations

from typing import Any

from referee.vocabulary.fields.field_type import FieldType, Misread, ReadingContext, Rename, with_side
from referee.vocabulary.prompt import Field
from referee.vocabulary.text import say


class ChoiceField(FieldType[str]):
    """One of the words that the field lets choose from."""

    name = "choice"

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
