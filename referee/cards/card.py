"""A playing card, and the fifty-four that exist."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

RANKS = "23456789TJQKA"
"""The ranks as code letters, lowest first where aces are high."""

SUITS = "CDHS"
"""The suits as code letters, lowest first where a game ranks suits: clubs, diamonds, hearts, spades."""


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """One card by its face: two equal cards are the same object, so cards compare and hash by identity.

    `code` is the canonical code (`TH`, `XB`), `rank` a letter of `RANKS` or `X` for a joker, `suit` a letter
    of `SUITS` or None for a joker, `order` the place among all fifty-four (rank-major, C D H S, then XR, XB).
    Never made by hand: look a card up with `card`.

    >>> card("TH").rank, card("TH").suit, card("XB").is_joker
    ('T', 'H', True)
    """

    code: str
    rank: str
    suit: str | None
    order: int

    @property
    def is_joker(self) -> bool:
        """Whether this is one of the two jokers."""
        return self.suit is None

    def __repr__(self) -> str:
        return f"<{self.code}>"

    def __str__(self) -> str:
        return self.code

    def __reduce__(self) -> tuple[object, tuple[str]]:
        # Copying goes by it too, so that a copy is the same object.
        return card, (self.code,)


CARDS: dict[str, Card] = {
    f"{rank}{suit}": Card(f"{rank}{suit}", rank, suit, order)
    for order, (rank, suit) in enumerate(product(RANKS, SUITS))
}
"""Every card by its code, lowest first; the jokers come last, the higher one (`XB`) at the very end."""
CARDS["XR"] = Card("XR", "X", None, 52)
CARDS["XB"] = Card("XB", "X", None, 53)


def card(code: str) -> Card:
    """The card with this canonical code; KeyError when there is none. What people type goes to `reading`.

    >>> card("TH") is CARDS["TH"]
    True
    """
    return CARDS[code]
