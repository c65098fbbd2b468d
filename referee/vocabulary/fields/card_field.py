"""`card`: one card."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from referee.cards.card import Card
from referee.vocabulary.fields.cards_field import read_several
from referee.vocabulary.fields.field_type import Chance, FieldType, Inputs, Misread, ReadingContext
from referee.vocabulary.prompt import Field
from referee.vocabulary.text import say


class CardField(FieldType[Card]):
    """One card; a list of one will do."""

    name = "card"
    control = "cards"
    schema = {"type": "string", "description": "A card: its code, as TH, or as people write it."}
    of_cards = True
    one_card = True

    def read(self, field: Field, value: object, context: ReadingContext) -> Card:
        cards = read_several(value, context)
        if len(cards) != 1:
            raise Misread(say("Name one card here, not {n}.", n=len(cards)))
        return cards[0]

    def cards_in(self, value: Card) -> Iterable[Card]:
        return (value,)

    def from_inputs(self, field: Field, inputs: Inputs) -> Any:
        return inputs.values or None

    def example(self, field: Field, cards: Iterator[Card]) -> str:
        return next(cards).code

    def random(self, field: Field, chance: Chance) -> str:
        # Where no card is left, nothing: that is refused.
        return next(iter(chance.cards(field, 1)), "")
