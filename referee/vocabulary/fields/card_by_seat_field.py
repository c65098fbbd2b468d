"""`card_by_seat`: one card of each seat."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from referee.cards.card import Card
from referee.vocabulary.fields.by_seat_field import FieldBySeat
from referee.vocabulary.fields.card_field import CardField
from referee.vocabulary.fields.field_type import ReadingContext, not_among_choices
from referee.vocabulary.prompt import Field
from referee.vocabulary.text import Text
from referee.vocabulary.values import Values


class CardBySeatField(FieldBySeat[Card]):
    """One card of each seat."""

    name = "card_by_seat"
    of_cards = True

    def read_one(self, field: Field, value: object, context: ReadingContext) -> Card:
        return CardField().read(field, value, context)

    def cards_in(self, value: Mapping[str, Card]) -> Iterable[Card]:
        return value.values()

    def beyond(self, field: Field, value: Mapping[str, Card], given: Values) -> Iterator[Text]:
        return not_among_choices(field, self.cards_in(value))
