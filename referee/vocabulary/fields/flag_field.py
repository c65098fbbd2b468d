"""`flag`: yes or no."""

from __future__ import annotations

from typing import Any

from referee.vocabulary.fields.field_type import Chance, FieldType, Inputs, Misread, ReadingContext
from referee.vocabulary.prompt import Field
from referee.vocabulary.text import say

_YES = frozenset({"true", "yes", "on", "1"})
_NO = frozenset({"false", "no", "off", "0", ""})


class FlagField(FieldType[bool]):
    """Yes or no."""

    name = "flag"
    control = "flag"
    schema = {"type": ["boolean", "string"], "description": "True or false; a text says yes or no."}
    sample = "yes"
    alone = "yes"

    def read(self, field: Field, value: object, context: ReadingContext) -> bool:
        if isinstance(value, bool):
            return value
        if isinstance(value, str) and value.lower() in _YES | _NO:
            return value.lower() in _YES
        raise Misread(say("Say yes or no here."))

    def to_inputs(self, field: Field, value: Any) -> Inputs:
        return Inputs(picked=("yes" if value else "no",))

    def random(self, field: Field, chance: Chance) -> bool:
        return chance.rng.random() < 0.5
