"""What somebody gave in answer to a prompt or question: the fields, read, with their types."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from referee.cards.card import Card


@dataclass(frozen=True, slots=True)
class Values:
    """Field values by name, as the field types promise. A field that was left out is absent.

    Each accessor names the type the field was declared with; a list that was left out is empty, any other
    field that was left out is a KeyError: ask `has` first when the field is optional.

    >>> given = Values({"target": 20})
    >>> given.number("target"), given.has("dealer"), given.cards("locked")
    (20, False, ())
    """

    values: Mapping[str, object]

    def has(self, name: str) -> bool:
        """Whether this field was given."""
        return name in self.values

    def card(self, name: str) -> Card:
        """The value of a `card` field."""
        return cast(Card, self.values[name])

    def cards(self, name: str) -> tuple[Card, ...]:
        """The value of a `cards` field."""
        return cast("tuple[Card, ...]", self.values.get(name, ()))

    def card_by_seat(self, name: str) -> Mapping[str, Card]:
        """The value of a `card_by_seat` field."""
        return cast("Mapping[str, Card]", self.values.get(name, {}))

    def cards_by_seat(self, name: str) -> Mapping[str, tuple[Card, ...]]:
        """The value of a `cards_by_seat` field."""
        return cast("Mapping[str, tuple[Card, ...]]", self.values.get(name, {}))

    def cards_by_side(self, name: str) -> Mapping[str, tuple[tuple[Card, ...], ...] | None]:
        """The value of a `cards_by_seat` field with `partners`: each side's hands, partner by partner, or None."""
        return cast("Mapping[str, tuple[tuple[Card, ...], ...] | None]", self.values.get(name, {}))

    def number(self, name: str) -> int:
        """The value of a `number` field."""
        return cast(int, self.values[name])

    def numbers_by_seat(self, name: str) -> Mapping[str, int]:
        """The value of a `numbers_by_seat` field."""
        return cast("Mapping[str, int]", self.values.get(name, {}))

    def seat(self, name: str) -> str:
        """The value of a `seat`, `choice` or settled `toss` field."""
        return cast(str, self.values[name])

    choice = seat
    toss = seat

    def seats(self, name: str) -> tuple[str, ...]:
        """The value of a `seats` field."""
        return cast("tuple[str, ...]", self.values.get(name, ()))

    def order(self, name: str) -> tuple[tuple[str, ...], ...]:
        """The value of an `order` field: groups of seats, from first to last; a dead heat is a group of several."""
        return cast("tuple[tuple[str, ...], ...]", self.values.get(name, ()))

    def flag(self, name: str) -> bool:
        """The value of a `flag` field; False when left out."""
        return bool(self.values.get(name, False))
