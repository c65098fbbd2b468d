"""`card_by_seat`: one card of each seat."""

from __future__ import annotations

from referee.cards.card import Card
from referee.vocabulary.fields.by_seat_field import FieldBySeat
from referee.vocabulary.fields.card_field import CardField


class CardBySeatField(FieldBySeat[Card]):
    """One card of each seat."""

    name = "card_by_seat"
    control = "cards_by_seat"
    schema = {"type": "object", "additionalProperties": CardField.schema}
    one = CardField()
    of_cards = True
    one_card = True
