"""The types that fields have, and what is read, written and checked by them, whatever type it is of."""

from typing import Any

from referee.vocabulary.fields.by_seat_fields import CardBySeatField, CardsBySeatField, NumbersBySeatField
from referee.vocabulary.fields.card_fields import CardField, CardsField
from referee.vocabulary.fields.field_type import FieldType
from referee.vocabulary.fields.group_fields import CardGroupsField
from referee.vocabulary.fields.seat_fields import OrderField, SeatField, SeatsField
from referee.vocabulary.fields.word_fields import ChoiceField, FlagField, NumberField, TextField, TossField
from referee.vocabulary.prompt import Field

_TYPES: tuple[type[FieldType[Any]], ...] = (
    *(CardField, CardsField, CardGroupsField, CardBySeatField, CardsBySeatField),
    *(NumberField, NumbersBySeatField),
    *(SeatField, SeatsField, OrderField),
    *(ChoiceField, FlagField, TextField, TossField),
)

FIELD_TYPES: dict[str, FieldType[Any]] = {kind.name: kind() for kind in _TYPES}
"""Every type that a field can have, by its name."""


def type_of(field: Field) -> FieldType[Any]:
    """The type of a field; KeyError where there is none of that name."""
    return FIELD_TYPES[field.type]
