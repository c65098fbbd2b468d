"""What all types have in common whose values are given seat by seat."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeVar

from referee.vocabulary.fields.field_type import FieldType, Misread, ReadingContext, Rename, with_side
from referee.vocabulary.fields.seat_field import read_seat
from referee.vocabulary.prompt import Field
from referee.vocabulary.text import Text, say
from referee.vocabulary.values import Values

T = TypeVar("T")


class FieldBySeat(FieldType[Mapping[str, T]]):
    """A value for each seat: an object with the seats as its keys."""

    by_seat = True

    @abstractmethod
    def read_one(self, field: Field, value: object, context: ReadingContext) -> T:
        """What is given for one seat; Misread. Where keys are sides, it may be None."""

    def read(self, field: Field, value: object, context: ReadingContext) -> Mapping[str, T]:
        if not isinstance(value, Mapping):
            raise Misread(say("Give this by seat, each seat's name with what is theirs."))
        found = {read_seat(seat, context): self.read_one(field, one, context) for seat, one in value.items()}
        if len(found) < len(value):
            raise Misread(say("Name each seat once."))
        return found

    def with_seats(self, field: Field, value: Any, rename: Rename) -> Any:
        return {with_side(seat, rename): one for seat, one in value.items()} if isinstance(value, Mapping) else value

    def faults(self, field: Field, given: Values, seats: Sequence[str] | None) -> Iterator[Text]:
        yield from _without_seats(field, given.values[field.name], seats)
        yield from super().faults(field, given, seats)


def _without_seats(field: Field, by_seat: Any, seats: Sequence[str] | None) -> Iterator[Text]:
    named = tuple(choice for choice in field.choices if isinstance(choice, str))
    if not by_seat:
        yield say("Name at least one seat here.")
    elif field.some or seats is None:
        return
    elif missing := tuple(seat for seat in named or seats if seat not in by_seat):
        yield say("This is needed for every seat. Still missing: {missing}.", missing=missing)
