"""The trumps: a suit, with the jack of the other suit of its colour."""

from referee import TWENTY_FOUR, Card, Cards, card

_SAME_COLOUR = {"C": "S", "S": "C", "D": "H", "H": "D"}


def trumps_of(suit: str) -> Cards:
    """Return all trumps where this suit is trump, from the lowest to the highest.

    >>> trumps_of("H")
    (<9H>, <TH>, <QH>, <KH>, <AH>, <JD>, <JH>)
    """
    right_bower = card(f"J{suit}")
    trumps = [card for card in TWENTY_FOUR if card.suit == suit]
    trumps.remove(right_bower)
    return (*trumps, left_bower(suit), right_bower)


def left_bower(suit: str) -> Card:
    """Return the second highest trump, the jack of the other suit of this colour.

    >>> left_bower("S")
    <JC>
    """
    return card(f"J{_SAME_COLOUR[suit]}")
