"""The cards of the game: which are keys, which come into hands, and what they are
worth.
"""

from collections.abc import Iterable, Mapping

from referee import FIFTY_TWO, Card, Text, say

KEYS = tuple(each for each in FIFTY_TWO if each.rank == "A" or each.code == "4C")
"""The five key cards: the four of clubs and the aces."""

ORDINARY = tuple(each for each in FIFTY_TWO if each not in KEYS)
"""The 47 other cards, of which there is one each, or two in a game of teams."""

_FACES = {"T": 10, "J": 15, "Q": 20, "K": 25}

VALUES: Mapping[Card, int] = {
    each: _FACES.get(each.rank) or int(each.rank) for each in ORDINARY
}
"""What each ordinary card is worth, in a bid and in a hand."""

CHAIN_CARDS = frozenset(each for each in ORDINARY if each.rank in "234")
"""The cards that can be added to any bid."""


def total(cards: Iterable[Card]) -> int:
    """What these ordinary cards are worth together; KeyError for a key."""
    return sum([VALUES[each] for each in cards])


def why_never_in_hand(card: Card) -> Text:
    """Why nobody ever holds this card, which has no value."""
    if card.is_joker:
        return say("The {card} never comes into a hand.", card=card)
    return say("The {card} is a key, and never comes into a hand.", card=card)
