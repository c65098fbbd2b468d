"""`numbers_by_seat`: a whole number for each seat."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from referee.vocabulary.fields.by_seat_field import FieldBySeat
from referee.vocabulary.fields.field_type import ReadingContext, not_among_choices
from referee.vocabulary.fields.number_field import NumberField
from referee.vocabulary.prompt import Field
from referee.vocabulary.text import Text
from referee.vocabulary.values import Values


class NumbersBySeatField(FieldBySeat[int]):
    """A whole number for each seat. Its choices are the seats it asks about."""

    name = "numbers_by_seat"
    of_seats = True

    def read_one(self, field: Field, value: object, context: ReadingContext) -> int:
        return NumberField().read(field, value, context)

    def amount(self, value: Mapping[str, int]) -> int:
        return sum(value.values())

    def beyond(self, field: Field, value: Mapping[str, int], given: Values) -> Iterator[Text]:
        return not_among_choices(field, value)
