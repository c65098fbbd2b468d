"""Texts as a store keeps them: templates with their values, so that they can be worded in any language later."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from referee.cards.card import CARDS, Card
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
        return {"card": value.code}
    if isinstance(value, (tuple, list)):
        return [_stored(inner) for inner in value]
    return value


def _value(told: Any) -> object:
    if isinstance(told, list):
        return tuple(_value(inner) for inner in told)
    if isinstance(told, dict):
        return CARDS[told["card"]] if "card" in told else decoded(told["text"])
    return told
