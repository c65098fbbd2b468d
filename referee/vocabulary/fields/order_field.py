"""`order`: seats from first to last, as in a race."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

from referee.vocabulary.fields.field_type import FieldType, Misread, ReadingContext, Rename, with_side
from referee.vocabulary.fields.seats_field import read_seats, too_few_or_many_seats
from referee.vocabulary.prompt import Field
from referee.vocabulary.text import Text, say
from referee.vocabulary.values import Values

Groups = tuple[tuple[str, ...], ...]


class OrderField(FieldType[Groups]):
    """Seats, first first: groups, of which one of several is a dead heat. A buzzer race can fill it in."""

    name = "order"
    raced = True
    of_seats = True

    def read(self, field: Field, value: object, context: ReadingContext) -> Groups:
        if not isinstance(value, (list, tuple)):
            raise Misread(say("Give the seats here, first first."))
        groups = tuple(read_seats(one if isinstance(one, (list, tuple)) else [one], context) for one in value)
        if len(set(chain(*groups))) < sum(map(len, groups)):
            raise Misread(say("Name each seat once."))
        return groups

    def written(self, value: Groups) -> Any:
        return [group[0] if len(group) == 1 else list(group) for group in value]

    def with_seats(self, field: Field, value: Any, rename: Rename) -> Any:
        if not isinstance(value, list):
            return with_side(value, rename)
        return [self.with_seats(field, one, rename) for one in value]

    def beyond(self, field: Field, value: Groups, given: Values) -> Iterator[Text]:
        return too_few_or_many_seats(field, tuple(chain(*value)))
