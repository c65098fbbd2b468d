"""Cards in games with low aces: places, sequences and sums."""

from collections.abc import Collection, Iterable
from itertools import pairwise

from referee.cards.card import Card

_RANKS = "A23456789TJQK"


def place_in_suit(card: Card) -> int:
    """Return a card's place in its suit: 1 for the ace, 13 for the king.

    >>> from referee import card
    >>> place_in_suit(card("AS")), place_in_suit(card("KD"))
    (1, 13)
    """
    return _RANKS.index(card.rank) + 1


def count_pips(cards: Iterable[Card]) -> int:
    """Return the sum of cards: ace 1, tens and court cards 10, others their number.

    >>> from referee import card
    >>> count_pips((card("AS"), card("7H"), card("KD")))
    18
    """
    return sum(min(place_in_suit(card), 10) for card in cards)


def is_sequence(cards: Collection[Card]) -> bool:
    """Return whether the ranks of these cards follow each other, in any order and suit.

    >>> from referee import card
    >>> is_sequence((card("3S"), card("AH"), card("2D")))
    True
    >>> is_sequence((card("QS"), card("KS"), card("AS")))
    False
    """
    numbers = sorted(map(place_in_suit, cards))
    steps = {after - before for before, after in pairwise(numbers)}
    return bool(numbers) and steps <= {1}
