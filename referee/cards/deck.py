"""Decks of French-suited cards, as plain tuples of cards from the lowest to the highest, and what makes decks of decks.

Every deck is such a tuple, whatever its cards; a card that it holds twice stands in it twice.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Final, TypeVar

from referee.cards.card import CARDS, Card

FIFTY_FOUR: Final[tuple[Card, ...]] = tuple(CARDS.values())
"""A deck with both jokers, which come last, the higher one at the end."""

FIFTY_TWO: Final[tuple[Card, ...]] = tuple(card for card in FIFTY_FOUR if not card.is_joker)
"""A deck without jokers."""

FORTY: Final[tuple[Card, ...]] = tuple(card for card in FIFTY_TWO if card.rank not in "89T")
"""A deck without jokers, eights, nines and tens: games with the suits of Spain and Italy are played with it too."""

THIRTY_SIX: Final[tuple[Card, ...]] = tuple(card for card in FIFTY_TWO if card.rank not in "2345")
"""The cards from six to ace."""

THIRTY_TWO: Final[tuple[Card, ...]] = tuple(card for card in THIRTY_SIX if card.rank != "6")
"""The cards from seven to ace."""

JOKERS: Final[tuple[Card, ...]] = tuple(card for card in FIFTY_FOUR if card.is_joker)
"""The two jokers, the lower one (`XR`) first."""


def two_of(deck: Iterable[Card]) -> tuple[Card, ...]:
    """Two such decks shuffled into one: every card twice, the two copies side by side.

    >>> two_of(JOKERS)
    (<XR>, <XR>, <XB>, <XB>)
    """
    return tuple(card for card in deck for _ in range(2))


C = TypeVar("C", Card, str)
"""A card, or its code."""


def without(cards: Iterable[C], gone: Iterable[C]) -> tuple[C, ...]:
    """What is left of these cards, in order, once those are gone: one copy for each that is named.

    >>> without((*JOKERS, *JOKERS), JOKERS[:1])
    (<XB>, <XR>, <XB>)
    """
    away, left = Counter(gone), []
    for card in cards:
        if away[card] > 0:
            away[card] -= 1
        else:
            left.append(card)
    return tuple(left)
