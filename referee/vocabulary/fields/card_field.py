"""`card`: one card."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.cards.card import Card
from referee.vocabulary.fields.cards_field import read_several
from referee.vocabulary.fields.field_type import FieldType, Misread, ReadingContext, not_among_choices
from referee.vocabulary.prompt import Field
from referee.vocabulary.text import Text, say
from referee.vocabulary.values import Values


class CardField(FieldType[Card]):
    """One card; a list of one will do."""

    name = "card"
    of_cards = True

    def read(self, field: Field, value: object, context: ReadingContext) -> Card:
        cards = read_several(value, context)
        if len(cards) != 1:
            raise Misread(say("Name one card here, not {n}.", n=len(cards)))
        return cards[0]

    def cards_in(self, value: Card) -> Iterable[Card]:
        return (value,)

    def beyond(self, field: Field, value: Card, given: Values) -> Iterator[Text]:
        return not_among_choices(field, self.cards_in(value))
