"""Cards in games in which the ace is the lowest: their places, sequences, and what they
add up to.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from referee.cards.card import Card

_RANKS = "A23456789TJQK"


def place_in_suit(card: Card) -> int:
    """Return the place of a card in its suit: an ace is the lowest, 1, and a king 13.

    >>> from referee import card
    >>> place_in_suit(card("AS")), place_in_suit(card("KD"))
    (1, 13)
    """
    return _RANKS.index(card.rank) + 1


def count_pips(cards: Iterable[Card]) -> int:
    """Return what cards add up to: an ace 1, tens and court cards 10 each, all others
    their number.

    >>> from referee import card
    >>> count_pips((card("AS"), card("7H"), card("KD")))
    18
    """
    return sum(min(place_in_suit(card), 10) for card in cards)


def is_sequence(cards: Collection[Card]) -> bool:
    """Whether these cards follow one another by rank, in any order and of any suit.

    >>> from referee import card
    >>> is_sequence((card("3S"), card("AH"), card("2D"))), is_sequence((card("QS"), card("KS"), card("AS")))
    (True, False)
    """
    places = sorted(map(place_in_suit, cards))
    return places == [*range(places[0], places[0] + len(places))] if places else False
