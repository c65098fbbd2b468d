"""The type of a field: how it reads, checks, stands on forms, and is exemplified."""

from collections.abc import Mapping
from typing import ClassVar, TypeVar

from referee.vocabulary.fields.checking import ValueChecker
from referee.vocabulary.fields.examples import ValueMaker
from referee.vocabulary.fields.inputs import FormControl
from referee.vocabulary.prompt import Field
from referee.vocabulary.text import Text

T = TypeVar("T")


class FieldType(ValueChecker[T], FormControl, ValueMaker):
    """A type of field; `FIELD_TYPES` has one object of each, under its `name`."""

    name: ClassVar[str]
    by_seat = False
    """Whether it has a value for each seat."""
    tossed = False
    """Whether the referee tosses for a missing value."""
    raced = False
    """Whether a buzzer race can fill it in."""
    one_card = False
    """Whether it is one card, or one for each seat."""
    in_groups = False
    """Whether its cards are in groups."""
    own_choices: ClassVar[Mapping[str, Text]] = {}
    """The choices of a field that states none."""
    needs_choices = False
    """Whether it needs choices; random play then draws its options."""
    own_words = False
    """Whether its values are people's own words."""

    def choices(self, field: Field) -> Mapping[str, object]:
        """Return the choices, each with its label."""
        values = field.choices or self.own_choices
        return {str(value): self.label(field, value) for value in values}

    def label(self, field: Field, value: object) -> object:
        """Return a value's label, or the value itself."""
        key = str(value)
        return field.labels.get(key) or self.own_choices.get(key, value)
