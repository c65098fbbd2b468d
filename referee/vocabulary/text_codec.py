"""Texts as a store keeps them: templates with their values, so that they can be worded in any language later."""

from collections.abc import Mapping
from dataclasses import astuple, replace
from typing import Any

from referee.cards.card import CARDS, Card, Rank, Suit, made_card
from referee.vocabulary.text import NOTHING, Text


def encoded(text: Text) -> dict[str, Any]:
    """A text as JSON has it: what it says, about many things too where it has that, and with which values."""
    told: dict[str, Any] = {"say": text.template}
    if text.many:
        told["many"] = text.many
    return told | {"with": {name: _stored(value) for name, value in text.values.items()}}


def decoded(told: Mapping[str, Any]) -> Text:
    """The text of a stored form."""
    values = {name: _value(value) for name, value in told["with"].items()}
    return replace(NOTHING, template=told["say"], values=values, many=told.get("many", ""))


def _stored(value: object) -> Any:
    if isinstance(value, Text):
        return {"text": encoded(value)}
    if isinstance(value, Card):
        return _stored_card(value)
    if isinstance(value, (tuple, list)):
        return [_stored(inner) for inner in value]
    return value


def _value(told: Any) -> object:
    if isinstance(told, list):
        return tuple(_value(inner) for inner in told)
    if isinstance(told, dict):
        return _card(told) if "card" in told else decoded(told["text"])
    return told


def _stored_card(card: Card) -> dict[str, Any]:
    """A French-suited card by its code; one of another deck with all that names it, whatever becomes of its game."""
    if CARDS.get(card.code) is card:
        return {"card": card.code}
    suit = None if card.printed_suit is None else astuple(card.printed_suit)
    return {"card": card.code, "order": card.order, "rank": astuple(card.printed_rank), "suit": suit}


def _card(told: Mapping[str, Any]) -> Card:
    """The card of a stored form."""
    if "rank" not in told:
        return CARDS[told["card"]]
    rank, suit = Rank(*told["rank"]), Suit(*told["suit"]) if told["suit"] else None
    return made_card(told["card"], rank.code, suit.code if suit else None, told["order"], rank, suit)
