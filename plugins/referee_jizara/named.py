"""What a question names: one or two sides, each a player or two partners, and cards that exist."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import chain
from typing import TypeAlias

from referee import Card, FieldError, Text, WrongFieldsError, say

SIDES = 2
PARTNERS = 2

Named: TypeAlias = Mapping[str, "tuple[tuple[Card, ...], ...] | None"]
"""By side the cards of each of its partners, or None for none."""


def check_sides(field: str, named: Named) -> None:
    """WrongFieldsError for more than two sides, more than two partners, or a card that one deck has no second of."""
    if len(named) > SIDES:
        raise WrongFieldsError(FieldError(field, say("Two sides play each other, not {n}.", n=len(named))))
    one_deck = True
    for side, partners in named.items():
        if partners is not None and len(partners) > 1:
            one_deck = False
            if len(partners) > PARTNERS:
                raise WrongFieldsError(FieldError(field, say("{side}: a side has one player or two.", side=side)))
    if one_deck and (fault := _named_twice(named)) is not None:
        raise WrongFieldsError(FieldError(field, fault))


def _named_twice(named: Named) -> Text | None:
    cards = [each for partners in named.values() for each in chain.from_iterable(partners or ())]
    if len(set(cards)) == len(cards):
        return None
    twice = next(each for each, times in Counter(cards).items() if times > 1)
    return say("The {card} is named twice, and two players have one deck, with one of each card.", card=twice)
