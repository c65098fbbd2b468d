"""Values by name, with their types: fields that were filled in, options as chosen, the parts of a verdict."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from referee.cards.card import Card
from referee.vocabulary.quantities import Score


@dataclass(frozen=True, slots=True)
class Values:
    """Values by name, as the types of fields promise, or as a game has put them into its verdict.

    Each accessor names the type the field was declared with; a list that was left out is empty, any other
    field that was left out is a KeyError: ask `has` first when the field is optional.

    >>> given = Values({"target": 20})
    >>> given.number("target"), given.has("dealer"), given.cards("locked")
    (20, False, ())
    >>> given.number("taget")
    Traceback (most recent call last):
    KeyError: "'taget' is not among what is given: target"
    """

    values: Mapping[str, object]

    def has(self, name: str) -> bool:
        """Whether this field was given."""
        return name in self.values

    def _given(self, name: str) -> object:
        try:
            return self.values[name]
        except KeyError:
            raise KeyError(f"{name!r} is not among what is given: {', '.join(self.values) or 'nothing'}") from None

    def card(self, name: str) -> Card:
        """The value of a `card` field."""
        return cast(Card, self._given(name))

    def cards(self, name: str) -> tuple[Card, ...]:
        """The value of a `cards` field."""
        return tuple(cast("tuple[Card, ...]", self.values.get(name, ())))

    def card_groups(self, name: str) -> tuple[tuple[Card, ...], ...]:
        """The value of a `card_groups` field: its groups in the order in which they were named."""
        return tuple(map(tuple, cast("tuple[tuple[Card, ...], ...]", self.values.get(name, ()))))

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
        return cast(int, self._given(name))

    def number_if_any(self, name: str) -> int | None:
        """The same, or None where it was left out."""
        return cast("int | None", self.values.get(name))

    def numbers_by_seat(self, name: str) -> Mapping[str, int]:
        """The value of a `numbers_by_seat` field."""
        return cast("Mapping[str, int]", self.values.get(name, {}))

    def scores(self, name: str) -> Mapping[str, Score]:
        """The value of a `numbers_by_seat` field that may have halves."""
        return cast("Mapping[str, Score]", self.values.get(name, {}))

    def seat(self, name: str) -> str:
        """The value of a `seat`, `choice` or settled `toss` field."""
        return cast(str, self._given(name))

    choice = seat
    toss = seat

    def text(self, name: str) -> str:
        """The value of a `text` field."""
        return cast(str, self._given(name))

    def seat_if_any(self, name: str) -> str | None:
        """The same, or None: a winner that there need not be, or a field that was left out."""
        return cast("str | None", self.values.get(name))

    def seats(self, name: str) -> tuple[str, ...]:
        """The value of a `seats` field, the `winners` of a verdict, or several words of one."""
        return tuple(cast("tuple[str, ...]", self.values.get(name, ())))

    words = seats

    def order(self, name: str) -> tuple[tuple[str, ...], ...]:
        """The value of an `order` field: groups of seats, from first to last; a dead heat is a group of several."""
        return tuple([tuple(group) for group in cast("tuple[tuple[str, ...], ...]", self.values.get(name, ()))])

    def flag(self, name: str) -> bool:
        """The value of a `flag` field; False when left out."""
        return bool(self.values.get(name, False))

    def within(self, name: str) -> Values:
        """The parts of a part of a verdict, by their names."""
        return Values(cast("Mapping[str, object]", self._given(name)))
