"""`cards_by_seat`: some cards of each seat, or, with `partners`, of each side."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from referee.cards.card import Card
from referee.vocabulary.fields.by_seat_field import FieldBySeat
from referee.vocabulary.fields.cards_field import read_several, too_few_or_many_cards
from referee.vocabulary.fields.field_type import ReadingContext, not_among_choices
from referee.vocabulary.prompt import Field
from referee.vocabulary.text import Text
from referee.vocabulary.values import Values

Cards = tuple[Card, ...] | tuple[tuple[Card, ...], ...] | None
"""A seat's cards; of a side None, or the cards of each partner."""


class CardsBySeatField(FieldBySeat[Cards]):
    """Some cards of each seat. With `partners` a side has None, cards, or a list of each partner's cards."""

    name = "cards_by_seat"
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

    def beyond(self, field: Field, value: Mapping[str, Cards], given: Values) -> Iterator[Text]:
        if not field.partners:
            yield from too_few_or_many_cards(field, [len(cards or ()) for cards in value.values()])
        yield from not_among_choices(field, self.cards_in(value))
