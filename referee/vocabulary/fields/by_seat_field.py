"""What all types have in common whose values are given seat by seat."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, ClassVar, TypeVar

from referee.cards.card import Card
from referee.vocabulary.fields.field_type import Chance, FieldType, Inputs, Misread, ReadingContext, Rename, renamed
from referee.vocabulary.fields.seat_field import read_seat
from referee.vocabulary.prompt import Field
from referee.vocabulary.text import Text, say
from referee.vocabulary.values import Values

T = TypeVar("T")


class FieldBySeat(FieldType[Mapping[str, T]]):
    """A value for each seat: an object with the seats as its keys. `one` is the type of what each seat has."""

    one: ClassVar[FieldType[Any]]
    by_seat = True

    def read(self, field: Field, value: object, context: ReadingContext) -> Mapping[str, T]:
        if not isinstance(value, Mapping):
            raise Misread(say("Give this by seat, each seat's name with what is theirs."))
        found = {read_seat(seat, context): self.read_one(field, one, context) for seat, one in value.items()}
        if len(found) < len(value):
            raise Misread(say("Name each seat once."))
        return found

    def read_one(self, field: Field, value: object, context: ReadingContext) -> T:
        """What is given for one seat, or, where keys are sides, for one side; Misread."""
        return self.one.read(field, value, context)  # type: ignore[no-any-return]  # `one` reads just this

    def with_seats(self, field: Field, value: Any, rename: Rename) -> Any:
        return {renamed(seat, rename): one for seat, one in value.items()} if isinstance(value, Mapping) else value

    def cards_in(self, value: Mapping[str, T]) -> Iterable[Card]:
        return chain.from_iterable(map(self.one.cards_in, value.values()))

    def seats_in(self, value: Mapping[str, T]) -> Iterable[str]:
        return value

    def faults(self, field: Field, given: Values, seats: Sequence[str] | None) -> Iterator[Text]:
        yield from _without_seats(field, given.values[field.name], seats)
        yield from super().faults(field, given, seats)

    def from_inputs(self, field: Field, inputs: Inputs) -> Any:
        found = {seat: self.one.from_inputs(field, one) for seat, one in inputs.by_seat.items()}
        return {seat: one for seat, one in found.items() if one is not None} or None

    def to_inputs(self, field: Field, value: Any) -> Inputs:
        return Inputs(by_seat={seat: self.one.to_inputs(field, one) for seat, one in value.items()})

    def from_words(self, text: str) -> Any:
        return self.one.from_words(text)

    def example(self, field: Field, cards: Iterator[Card]) -> str:
        return " ".join(f"{seat}={self.one.example(field, cards)}" for seat in ("Ana", "Ben"))

    def random(self, field: Field, chance: Chance) -> dict[str, Any]:
        return {seat: self.one.random(field, chance) for seat in chance.seats}


def _without_seats(field: Field, by_seat: Any, seats: Sequence[str] | None) -> Iterator[Text]:
    named = tuple(choice for choice in field.choices if isinstance(choice, str))
    if not by_seat:
        yield say("Name at least one seat here.")
    elif field.some or seats is None:
        return
    elif missing := tuple(seat for seat in named or seats if seat not in by_seat):
        yield say("This is needed for every seat. Still missing: {missing}.", missing=missing)
