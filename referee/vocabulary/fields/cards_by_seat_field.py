"""`cards_by_seat`: some cards of each seat, or, with `partners`, of each side."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from referee.cards.card import Card
from referee.vocabulary.fields.by_seat_field import FieldBySeat
from referee.vocabulary.fields.cards_field import CardsField, read_several, too_few_or_many_cards
from referee.vocabulary.fields.field_type import Inputs, ReadingContext
from referee.vocabulary.prompt import Field
from referee.vocabulary.text import Text

Cards = tuple[Card, ...] | tuple[tuple[Card, ...], ...] | None
"""A seat's cards; of a side None, or the cards of each partner."""


_HANDS = {"type": "array", "items": {"type": "array", "items": {"type": "string"}}}


class CardsBySeatField(FieldBySeat[Cards]):
    """Some cards of each seat. With `partners` a side has None, cards, or a list of each partner's cards."""

    name = "cards_by_seat"
    control = "cards_by_seat"
    schema = {"type": "object", "additionalProperties": {"anyOf": [CardsField.schema, _HANDS, {"type": "null"}]}}
    one = CardsField()
    of_cards = True

    def read_one(self, field: Field, value: object, context: ReadingContext) -> Cards:
        if not field.partners:
            return read_several(value, context)
        if value is None:
            return None
        if isinstance(value, list) and value and all(isinstance(hand, list) for hand in value):
            return tuple(read_several(hand, context) for hand in value)
        return (read_several(value, context),)

    def cards_in(self, value: Mapping[str, Cards]) -> Iterable[Card]:
        for cards in value.values():
            for card in cards or ():
                yield from (card,) if isinstance(card, Card) else card

    def beyond(self, field: Field, value: Mapping[str, Cards]) -> Iterator[Text]:
        if not field.partners:
            yield from too_few_or_many_cards(field, [len(cards or ()) for cards in value.values()])
        yield from super().beyond(field, value)

    def from_inputs(self, field: Field, inputs: Inputs) -> Any:
        if field.partners:
            return {side: _hands(one.values) for side, one in inputs.by_seat.items()} or None
        found = {seat: one.values for seat, one in inputs.by_seat.items() if one.values or one.none}
        return found or None

    def to_inputs(self, field: Field, value: Any) -> Inputs:
        if field.partners:
            hands = {side: " / ".join(" ".join(hand) for hand in one or ()) for side, one in value.items()}
            return Inputs(by_seat={side: Inputs(typed=(text,)) for side, text in hands.items()})
        lists = {seat: [one] if isinstance(one, str) else one for seat, one in value.items()}
        return Inputs(by_seat={seat: Inputs(picked=tuple(cards), none=not cards) for seat, cards in lists.items()})


def _hands(values: Sequence[str]) -> list[list[str]] | None:
    """A side's cards, partner by partner, where what is typed parts them by a `/`; None for no cards."""
    hands: list[list[str]] = [[]]
    for value in values:
        first, *others = value.split("/")
        hands[-1].append(first)
        hands.extend([other] for other in others)
    return [[part.strip() for part in hand if part.strip()] for hand in hands] if values else None
