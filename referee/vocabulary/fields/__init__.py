"""The types of fields, and reading, writing and checking by them."""

from typing import Any

from referee.vocabulary.fields.card_fields import CARD_TYPES
from referee.vocabulary.fields.field_type import FieldType
from referee.vocabulary.fields.plain_fields import PLAIN_TYPES
from referee.vocabulary.prompt import Field

FIELD_TYPES: dict[str, FieldType[Any]] = {
    kind.name: kind for kind in (*CARD_TYPES, *PLAIN_TYPES)
}
"""Every type of field, by name."""


def type_of(field: Field) -> FieldType[Any]:
    """Return the type of a field; raise KeyError for an unknown name."""
    return FIELD_TYPES[field.type]
