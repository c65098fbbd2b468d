"""The cards of Germany’s own suits: acorns, leaves, hearts and bells."""

from typing import Final

from referee.cards.card import Card, Rank, Suit, make_deck

RANKS: Final = (
    Rank("6", "six"),
    Rank("7", "seven"),
    Rank("8", "eight"),
    Rank("9", "nine"),
    Rank("T", "ten", corner="10"),
    Rank("U", "unter", typed="under"),
    Rank("O", "ober", typed="over"),
    Rank("K", "king"),
    Rank("A", "daus", typed="d ace deuce"),
)
"""The ranks, lowest first; where tens are high, a game says so."""

SUITS: Final = (
    Suit("S", "bells", "bell"),
    Suit("H", "hearts", "heart", typed="♥ ♡ ❤"),
    Suit("L", "leaves", "leaf", typed="leaf"),
    Suit("E", "acorns", "acorn"),
)
"""The suits, with the letters that players in Germany write for them: Schellen, Herz, Laub, Eichel."""

GERMAN_THIRTY_SIX: Final[tuple[Card, ...]] = make_deck(RANKS, SUITS)
"""The cards from six to daus."""

GERMAN_THIRTY_TWO: Final[tuple[Card, ...]] = tuple(card for card in GERMAN_THIRTY_SIX if card.rank != "6")
"""The cards from seven to daus."""
