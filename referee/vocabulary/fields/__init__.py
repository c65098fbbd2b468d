"""The types that fields have, a file each, and what is read, written and checked by them, whatever type it is of."""

from __future__ import annotations

from typing import Any

from referee.vocabulary.fields.card_by_seat_field import CardBySeatField
from referee.vocabulary.fields.card_field import CardField
from referee.vocabulary.fields.cards_by_seat_field import CardsBySeatField
from referee.vocabulary.fields.cards_field import CardsField
from referee.vocabulary.fields.choice_field import ChoiceField
from referee.vocabulary.fields.field_type import FieldType
from referee.vocabulary.fields.flag_field import FlagField
from referee.vocabulary.fields.number_field import NumberField
from referee.vocabulary.fields.numbers_by_seat_field import NumbersBySeatField
from referee.vocabulary.fields.order_field import OrderField
from referee.vocabulary.fields.seat_field import SeatField
from referee.vocabulary.fields.seats_field import SeatsField
from referee.vocabulary.fields.toss_field import TossField
from referee.vocabulary.prompt import Field

_TYPES: tuple[FieldType[Any], ...] = (
    CardField(),
    CardsField(),
    CardBySeatField(),
    CardsBySeatField(),
    NumberField(),
    NumbersBySeatField(),
    SeatField(),
    SeatsField(),
    OrderField(),
    ChoiceField(),
    FlagField(),
    TossField(),
)

FIELD_TYPES: dict[str, FieldType[Any]] = {one.name: one for one in _TYPES}
"""Every type that a field can have, by its name."""


def type_of(field: Field) -> FieldType[Any]:
    """The type of a field; KeyError where there is none of that name."""
    return FIELD_TYPES[field.type]
