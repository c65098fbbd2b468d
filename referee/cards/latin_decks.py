"""The Latin-suited cards of Spain and Italy: coins, cups, swords and batons, which are also called clubs."""

from typing import Final

from referee.cards.card import Card, Rank, Suit, make_deck

_NAMES = {"2": "two", "3": "three", "4": "four", "5": "five", "6": "six", "7": "seven", "8": "eight", "9": "nine"}

SUITS: Final = (
    Suit("O", "coins", "coin", typed="d"),
    Suit("C", "cups", "cup"),
    Suit("S", "swords", "sword", typed="e"),
    Suit("B", "batons", "baton", typed="clubs club"),
)
"""The suits. Letters are those of oros, copas, spade and bastoni: coins, cups and clubs would all begin with C."""


def _deck(numbers: str, courts: tuple[str, str, str]) -> tuple[Card, ...]:
    """Ace, these numbers, and knave, knight and king with what stands in their corners."""
    names = zip("JNK", ("knave", "knight", "king"), ("jack", "horse", ""), courts, strict=True)
    ranks = (
        Rank("A", "ace", "1", "one"),
        *(Rank(number, _NAMES[number]) for number in numbers),
        *(Rank(code, name, corner, typed) for code, name, typed, corner in names),
    )
    return make_deck(ranks, SUITS)


SPANISH_FORTY_EIGHT: Final[tuple[Card, ...]] = _deck("23456789", ("10", "11", "12"))
"""Ace to nine, knave, knight and king, which cards in Spain number from ten to twelve."""

SPANISH_FORTY: Final[tuple[Card, ...]] = tuple(card for card in SPANISH_FORTY_EIGHT if card.rank not in ("8", "9"))
"""The same without eights and nines."""

ITALIAN_FORTY: Final[tuple[Card, ...]] = _deck("234567", ("8", "9", "10"))
"""Ace to seven, knave, knight and king, which Italian players count from eight to ten."""
