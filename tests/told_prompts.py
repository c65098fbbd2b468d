"""Prompts as the API tells them, for a player at random."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from referee.cards.card import Cards, by_code
from referee.cards.decks import FIFTY_FOUR
from referee.vocabulary.fields import type_of
from referee.vocabulary.prompt import Field, Prompt


def told_prompts(
    told: Iterable[Mapping[str, Any]], deck: Cards = FIFTY_FOUR
) -> list[Prompt]:
    """The prompts of this JSON, of a game with this deck; their texts are worded."""
    prompts = []
    for each in told:
        fields = tuple(told_field(field, deck) for field in each["fields"])
        prompts.append(Prompt(**{**each, "fields": fields}))
    return prompts


def told_field(told: Mapping[str, Any], deck: Cards = FIFTY_FOUR) -> Field:
    """The field of this JSON."""
    field = Field(**told)
    if not type_of(field).of_cards:
        return field
    cards = by_code(deck)
    return replace(field, choices=tuple(cards[code] for code in told["choices"]))
