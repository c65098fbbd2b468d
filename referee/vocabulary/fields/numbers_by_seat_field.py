"""`numbers_by_seat`: a whole number for each seat."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from referee.vocabulary.fields.by_seat_field import FieldBySeat
from referee.vocabulary.fields.field_type import Chance
from referee.vocabulary.fields.number_field import NumberField
from referee.vocabulary.prompt import Field


class NumbersBySeatField(FieldBySeat[int]):
    """A whole number for each seat. Its choices are the seats it asks about."""

    name = "numbers_by_seat"
    control = "numbers_by_seat"
    schema = {"type": "object", "additionalProperties": NumberField.schema}
    one = NumberField()
    of_seats = True

    def amount(self, value: Mapping[str, int]) -> int:
        return sum(value.values())

    def random(self, field: Field, chance: Chance) -> dict[str, int]:
        if field.total is None:
            return super().random(field, chance)
        cuts = sorted(chance.rng.randint(0, field.total) for _ in chance.seats[1:])
        parts = (to - since for since, to in pairwise([0, *cuts, field.total]))
        return dict(zip(chance.seats, parts, strict=True))
