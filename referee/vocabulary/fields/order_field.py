"""`order`: seats from first to last, as in a race."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from referee.cards.card import Card
from referee.vocabulary.fields.chance import Chance
from referee.vocabulary.fields.field_type import FieldType, Misread, ReadingContext, Rename, with_side
from referee.vocabulary.fields.inputs import Inputs
from referee.vocabulary.fields.seats_field import listed, read_seats, some_seats, too_few_or_many_seats
from referee.vocabulary.prompt import Field
from referee.vocabulary.text import Text, say
from referee.vocabulary.values import Values

Groups = tuple[tuple[str, ...], ...]


class OrderField(FieldType[Groups]):
    """Seats, first first: groups, of which one of several is a dead heat. A buzzer race can fill it in."""

    name = "order"
    control = "order"
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
        return _shortened(value)

    def with_seats(self, field: Field, value: Any, rename: Rename) -> Any:
        if not isinstance(value, list):
            return with_side(value, rename)
        return [self.with_seats(field, one, rename) for one in value]

    def seats_in(self, value: Groups) -> Iterable[str]:
        return chain(*value)

    def beyond(self, field: Field, value: Groups, given: Values) -> Iterator[Text]:
        yield from too_few_or_many_seats(field, sum(map(len, value)))
        yield from super().beyond(field, value, given)

    def from_inputs(self, field: Field, inputs: Inputs) -> Any:
        # Each seat has a place, equal ones in a dead heat; or seats are typed in their order, `=` for a dead heat.
        groups: dict[int, list[str]] = {}
        for seat, one in inputs.by_seat.items():
            place = "".join(one.values)
            if place.isdecimal():
                groups.setdefault(int(place[:4]), []).append(seat)
        order = [groups[place] for place in sorted(groups)]
        for text in inputs.typed:
            order += [list(filter(None, _tied(place))) for place in text.split(",")]
        return _shortened(group for group in order if group) or None

    def to_inputs(self, field: Field, value: Any) -> Inputs:
        places: dict[str, Inputs] = {}
        for place, group in enumerate(value, start=1):
            for seat in group if isinstance(group, list) else [group]:
                places[seat] = Inputs(picked=(str(place),))
        return Inputs(by_seat=places)

    def from_words(self, text: str) -> Any:
        """`Ana Ben=Cy`, or with commas: places from first to last, an equals sign for a dead heat."""
        joined = re.sub(r"\s*=\s*", "=", text.strip())
        return _shortened(map(_tied, listed(joined)))

    def example(self, field: Field, cards: Iterator[Card]) -> str:
        return "Ana Ben"

    def random(self, field: Field, chance: Chance) -> list[str]:
        return some_seats(field, chance)

    def schema(self) -> Mapping[str, Any]:
        tied = {"type": "array", "items": {"type": "string"}}
        place = {"anyOf": [{"type": "string"}, tied]}
        return {"type": "array", "items": place, "description": "Seats, first first; a list of several is a dead heat."}


def _tied(place: str) -> list[str]:
    return [seat.strip() for seat in place.split("=")]


def _shortened(groups: Iterable[Sequence[str]]) -> list[Any]:
    """Groups as JSON has them: a group of one is a seat."""
    return [group[0] if len(group) == 1 else list(group) for group in groups]
