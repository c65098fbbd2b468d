"""Decks as tuples of cards, lowest first, and functions that combine them.

A card that a deck has twice stands in its tuple twice.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TypeVar

from referee.cards.card import (
    CARDS,
    FRENCH_RANKS,
    FRENCH_SUITS,
    Card,
    Cards,
    Rank,
    Suit,
    make_deck,
    unique_card,
)


def _drop_ranks(deck: Iterable[Card], ranks: str) -> Cards:
    return tuple(card for card in deck if card.rank not in ranks)


FIFTY_FOUR = tuple(CARDS.values())
"""A deck with both jokers, which come last, the higher one at the end."""

FIFTY_TWO = FIFTY_FOUR[:-2]
"""A deck without jokers."""

FORTY = _drop_ranks(FIFTY_TWO, "89T")
"""A deck without jokers, eights, nines and tens.

Games with the suits of Spain and Italy are played with it too.
"""

THIRTY_SIX = _drop_ranks(FIFTY_TWO, "2345")
"""The cards from six to ace."""

THIRTY_TWO = _drop_ranks(THIRTY_SIX, "6")
"""The cards from seven to ace."""

TWENTY_FOUR = _drop_ranks(THIRTY_TWO, "78")
"""The cards from nine to ace."""

JOKERS = FIFTY_FOUR[-2:]
"""The two jokers, the lower one (`XR`) first."""

ONLY_JOKER = unique_card("XB", "X", None, 53, Rank("X", "joker", drawn="joker"))
"""The joker of a deck that has just one, whatever it looks like; its code is `XB`."""

_GERMAN_RANKS = (
    *FRENCH_RANKS[4:9],
    Rank("U", "unter", typed="under"),
    Rank("O", "ober", typed="over"),
    Rank("K", "king"),
    Rank("A", "daus", typed="d ace deuce"),
)
"""The German ranks, lowest first; games in which tens are high say so."""

_GERMAN_SUITS = (
    Suit("S", "bells", "bell"),
    Suit("H", "hearts", "heart", typed="♥ ♡ ❤"),
    Suit("L", "leaves", "leaf", typed="leaf"),
    Suit("E", "acorns", "acorn"),
)
"""The German suits with the letters that players in Germany write.

They are Schellen, Herz, Laub and Eichel.
"""

GERMAN_THIRTY_SIX = make_deck(_GERMAN_RANKS, _GERMAN_SUITS)
"""The cards from six to daus."""

GERMAN_THIRTY_TWO = _drop_ranks(GERMAN_THIRTY_SIX, "6")
"""The cards from seven to daus."""

_LATIN_SUITS = (
    Suit("O", "coins", "coin", typed="d"),
    Suit("C", "cups", "cup"),
    Suit("S", "swords", "sword", typed="e"),
    Suit("B", "batons", "baton", typed="clubs club"),
)
"""The suits of Spain and Italy.

The letters are those of oros, copas, spade and bastoni, since coins, cups and clubs
would all begin with C.
"""


def _latin_deck(numbers: Sequence[Rank], courts: tuple[str, str, str]) -> Cards:
    knave, knight, king = courts
    ranks = [Rank("A", "ace", "1", "one"), *numbers]
    ranks.append(Rank("J", "knave", knave, "jack"))
    ranks.append(Rank("N", "knight", knight, "horse"))
    ranks.append(Rank("K", "king", king))
    return make_deck(ranks, _LATIN_SUITS)


SPANISH_FORTY_EIGHT = _latin_deck(FRENCH_RANKS[:8], ("10", "11", "12"))
"""Ace to nine, knave, knight and king, which cards in Spain number from ten to twelve.
"""

SPANISH_FORTY = _drop_ranks(SPANISH_FORTY_EIGHT, "89")
"""The Spanish deck without eights and nines."""

ITALIAN_FORTY = _latin_deck(FRENCH_RANKS[:6], ("8", "9", "10"))
"""Ace to seven, knave, knight and king, which Italian players count from eight to ten.
"""

_TAROT_RANKS = (
    Rank("1", "one", typed="a ace"),
    *FRENCH_RANKS[:10],
    Rank("N", "knight", typed="cavalier"),
    *FRENCH_RANKS[10:12],
)
"""The ranks of the four suits, lowest first: the one is the lowest."""

_FROM_ELEVEN = [Rank(str(n), str(n)) for n in range(11, 22)]
_TRUMP_RANKS = (Rank("1", "one"), *FRENCH_RANKS[:9], *_FROM_ELEVEN)
_TRUMPS = Suit("T", "trumps", "trump")
_FOOL = Rank("F", "fool", drawn="fool", typed="excuse")
_SUITS_OF_TAROT = make_deck(_TAROT_RANKS, FRENCH_SUITS)

TAROT = make_deck(_TRUMP_RANKS, (_TRUMPS,), (_FOOL,), after=_SUITS_OF_TAROT)
"""The seventy-eight cards: suits, then trumps from 1 to 21 (`1T` to `21T`, the ten is
`TT`), then the fool.
"""

_NUMBERS = "zero one two three four five six seven eight nine"
_COLOUR_RANKS = (
    *(Rank(str(number), name) for number, name in enumerate(_NUMBERS.split())),
    Rank("S", "skip", corner="⊘"),
    Rank("T", "turn", corner="⇄", typed="reverse"),
    Rank("P", "plus-two", corner="+2", typed="plustwo plus2"),
)
"""The numbers, then the actions: skip the next player, turn round, draw two."""

_COLOUR_SUITS = [
    Suit(name[0].upper(), name, name, naming="{suit} {rank}")
    for name in ("red", "yellow", "green", "blue")
]

# Whoever plays a wild card names a colour; after the second kind the next player
# draws four too.
_WILD_RANKS = [
    Rank("W", "wild", drawn="wild"),
    Rank("WF", "plus-four", corner="+4", typed="plusfour plus4", drawn="wild"),
]


def _colour_deck() -> Cards:
    deck = []
    for card in make_deck(_COLOUR_RANKS, _COLOUR_SUITS, _WILD_RANKS):
        copies = 2
        if card.suit is None:
            copies = 4
        elif card.rank == "0":
            copies = 1
        deck.extend([card] * copies)
    return tuple(deck)


COLOURS = _colour_deck()
"""The hundred and eight cards: a zero of each colour, all else of each colour twice,
each wild card four times.
"""


def two_of(deck: Iterable[Card]) -> Cards:
    """Return two such decks shuffled into one: the two copies of a card side by side.

    >>> two_of(JOKERS)
    (<XR>, <XR>, <XB>, <XB>)
    """
    twice: list[Card] = []
    for card in deck:
        twice += card, card
    return tuple(twice)


C = TypeVar("C", Card, str)
"""A card, or its code."""


def without(cards: Iterable[C], removed: Iterable[C]) -> tuple[C, ...]:
    """Return these cards, in order, without a copy for each of `removed`.

    >>> without((*JOKERS, *JOKERS), JOKERS[:1])
    (<XB>, <XR>, <XB>)
    """
    away = Counter(removed)
    remaining = []
    for card in cards:
        if away[card] > 0:
            away[card] -= 1
        else:
            remaining.append(card)
    return tuple(remaining)
