"""`order`: seats from first to last, as in a race."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any

from referee.vocabulary.fields.field_type import Inputs, Misread, ReadingContext
from referee.vocabulary.fields.seats_field import SomeSeats, listed, read_seats
from referee.vocabulary.prompt import Field
from referee.vocabulary.text import say

Groups = tuple[tuple[str, ...], ...]


class OrderField(SomeSeats[Groups]):
    """Seats, first first: groups, of which one of several is a dead heat. A buzzer race can fill it in."""

    name = "order"
    control = "order"
    schema = {
        "type": "array",
        "items": {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]},
        "description": "Seats, first first; a list of several is a dead heat.",
    }
    raced = True

    def read(self, field: Field, value: object, context: ReadingContext) -> Groups:
        if not isinstance(value, (list, tuple)):
            raise Misread(say("Give the seats here, first first."))
        groups = tuple(read_seats(one if isinstance(one, (list, tuple)) else [one], context) for one in value)
        if len(set(chain(*groups))) < sum(map(len, groups)):
            raise Misread(say("Name each seat once."))
        return groups

    def written(self, value: Groups) -> Any:
        return _shortened(value)

    def seats_in(self, value: Groups) -> Iterable[str]:
        return chain(*value)

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


def _tied(place: str) -> list[str]:
    return [seat.strip() for seat in place.split("=")]


def _shortened(groups: Iterable[Sequence[str]]) -> list[Any]:
    """Groups as JSON has them: a group of one is a seat."""
    return [group[0] if len(group) == 1 else list(group) for group in groups]
