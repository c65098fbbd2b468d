"""`duration`: minutes and seconds."""

import re
from collections.abc import Iterator
from typing import Any, ClassVar

from referee.vocabulary.fields.examples import Chance
from referee.vocabulary.fields.field_type import FieldType
from referee.vocabulary.fields.inputs import Inputs
from referee.vocabulary.fields.reading import Misread, ReadingContext
from referee.vocabulary.prompt import Field
from referee.vocabulary.text import Text, say


class DurationField(FieldType[int]):
    """Minutes and seconds, as `1:30`; read as seconds."""

    name = "duration"
    schema: ClassVar = {
        "type": "string",
        "pattern": r"^\d{1,3}:[0-5]\d$",
        "description": "Minutes and seconds.",
    }
    sample = "1:30"

    def read(self, field: Field, value: object, context: ReadingContext) -> int:
        found = (
            re.fullmatch(r"(\d{1,3}):([0-5]\d)", value.strip())
            if isinstance(value, str)
            else None
        )
        if found is None:
            raise Misread(say("Give minutes and seconds here, like 1:30."))
        return int(found[1]) * 60 + int(found[2])

    def written(self, value: int) -> str:
        return f"{value // 60}:{value % 60:02}"

    def beyond(self, field: Field, value: int) -> Iterator[Text]:
        if field.max is not None and value > field.max:
            yield say("At most {most}.", most=self.written(field.max))

    def to_inputs(self, field: Field, value: Any) -> Inputs:
        return Inputs(typed=(value,))

    def random(self, field: Field, chance: Chance) -> str:
        return self.written(
            chance.rng.randint(0, 600 if field.max is None else field.max)
        )
