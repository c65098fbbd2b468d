"""The decks, as plain tuples of cards from the lowest to the highest, and what makes
decks of decks.

Every deck is such a tuple, whatever its cards; a card that it holds twice stands in it
twice.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Final, TypeVar

from referee.cards.card import (
    CARDS,
    FRENCH_RANKS,
    FRENCH_SUITS,
    Card,
    Rank,
    Suit,
    make_deck,
)

FIFTY_FOUR: Final[tuple[Card, ...]] = tuple(CARDS.values())
"""A deck with both jokers, which come last, the higher one at the end."""

FIFTY_TWO: Final[tuple[Card, ...]] = tuple(
    card for card in FIFTY_FOUR if not card.is_joker
)
"""A deck without jokers."""

FORTY: Final[tuple[Card, ...]] = tuple(
    card for card in FIFTY_TWO if card.rank not in "89T"
)
"""A deck without jokers, eights, nines and tens: games with the suits of Spain and
Italy are played with it too.
"""

THIRTY_SIX: Final[tuple[Card, ...]] = tuple(
    card for card in FIFTY_TWO if card.rank not in "2345"
)
"""The cards from six to ace."""

THIRTY_TWO: Final[tuple[Card, ...]] = tuple(
    card for card in THIRTY_SIX if card.rank != "6"
)
"""The cards from seven to ace."""

TWENTY_FOUR: Final[tuple[Card, ...]] = tuple(
    card for card in THIRTY_TWO if card.rank not in "78"
)
"""The cards from nine to ace."""

JOKERS: Final[tuple[Card, ...]] = tuple(card for card in FIFTY_FOUR if card.is_joker)
"""The two jokers, the lower one (`XR`) first."""

_PIPS = {rank.code: rank for rank in FRENCH_RANKS}

_GERMAN_RANKS: Final = (
    *(_PIPS[code] for code in "6789T"),
    Rank("U", "unter", typed="under"),
    Rank("O", "ober", typed="over"),
    Rank("K", "king"),
    Rank("A", "daus", typed="d ace deuce"),
)
"""The ranks, lowest first; where tens are high, a game says so."""

_GERMAN_SUITS: Final = (
    Suit("S", "bells", "bell"),
    Suit("H", "hearts", "heart", typed="♥ ♡ ❤"),
    Suit("L", "leaves", "leaf", typed="leaf"),
    Suit("E", "acorns", "acorn"),
)
"""The suits, with the letters that players in Germany write for them: Schellen, Herz,
Laub, Eichel.
"""

GERMAN_THIRTY_SIX: Final[tuple[Card, ...]] = make_deck(_GERMAN_RANKS, _GERMAN_SUITS)
"""The cards from six to daus."""

GERMAN_THIRTY_TWO: Final[tuple[Card, ...]] = tuple(
    card for card in GERMAN_THIRTY_SIX if card.rank != "6"
)
"""The cards from seven to daus."""

_LATIN_SUITS: Final = (
    Suit("O", "coins", "coin", typed="d"),
    Suit("C", "cups", "cup"),
    Suit("S", "swords", "sword", typed="e"),
    Suit("B", "batons", "baton", typed="clubs club"),
)
"""The suits. Letters are those of oros, copas, spade and bastoni: coins, cups and clubs
would all begin with C.
"""


def _latin_deck(numbers: str, courts: tuple[str, str, str]) -> tuple[Card, ...]:
    """Ace, these numbers, and knave, knight and king with what stands in their corners."""
    names = zip(
        "JNK", ("knave", "knight", "king"), ("jack", "horse", ""), courts, strict=True
    )
    ranks = (
        Rank("A", "ace", "1", "one"),
        *(_PIPS[number] for number in numbers),
        *(Rank(code, name, corner, typed) for code, name, typed, corner in names),
    )
    return make_deck(ranks, _LATIN_SUITS)


SPANISH_FORTY_EIGHT: Final[tuple[Card, ...]] = _latin_deck(
    "23456789", ("10", "11", "12")
)
"""Ace to nine, knave, knight and king, which cards in Spain number from ten to twelve.
"""

SPANISH_FORTY: Final[tuple[Card, ...]] = tuple(
    card for card in SPANISH_FORTY_EIGHT if card.rank not in ("8", "9")
)
"""The same without eights and nines."""

ITALIAN_FORTY: Final[tuple[Card, ...]] = _latin_deck("234567", ("8", "9", "10"))
"""Ace to seven, knave, knight and king, which Italian players count from eight to ten.
"""

_TAROT_RANKS: Final = (
    Rank("1", "one", typed="a ace"),
    *(_PIPS[code] for code in "23456789T"),
    _PIPS["J"],
    Rank("N", "knight", typed="cavalier"),
    _PIPS["Q"],
    _PIPS["K"],
)
"""The ranks of the four suits, lowest first: the one is the lowest."""

TAROT: Final[tuple[Card, ...]] = make_deck(
    (
        Rank("1", "one"),
        *(_PIPS[code] for code in "23456789T"),
        *(Rank(str(n), str(n)) for n in range(11, 22)),
    ),
    (Suit("T", "trumps", "trump"),),
    specials=(Rank("F", "fool", drawn="fool", typed="excuse"),),
    after=make_deck(_TAROT_RANKS, FRENCH_SUITS),
)
"""The seventy-eight cards: suits, then trumps from 1 to 21 (`1T` to `21T`, the ten is
`TT`), then the fool.
"""

_NUMBERS = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
]
_COLOUR_RANKS: Final = (
    *(Rank(str(number), name) for number, name in enumerate(_NUMBERS)),
    Rank("S", "skip", corner="⊘"),
    Rank("T", "turn", corner="⇄", typed="reverse"),
    Rank("P", "plus-two", corner="+2", typed="plustwo plus2"),
)
"""Numbers, then the actions: the next player is skipped, the direction turns, the next
player draws two.
"""

_COLOURED = make_deck(
    _COLOUR_RANKS,
    [
        Suit(name[0].upper(), name, name, naming="{suit} {rank}")
        for name in ("red", "yellow", "green", "blue")
    ],
    # Whoever plays one names a colour; after the second the next player draws four too.
    [
        Rank("W", "wild", drawn="wild"),
        Rank("WF", "plus-four", corner="+4", typed="plusfour plus4", drawn="wild"),
    ],
)

COLOURS: Final[tuple[Card, ...]] = tuple(
    card
    for card in _COLOURED
    for _ in range(4 if card.suit is None else 1 if card.rank == "0" else 2)
)
"""The hundred and eight cards: a zero of each colour, all else of each colour twice,
each wild card four times.
"""


def two_of(deck: Iterable[Card]) -> tuple[Card, ...]:
    """Two such decks shuffled into one: every card twice, the two copies side by side.

    >>> two_of(JOKERS)
    (<XR>, <XR>, <XB>, <XB>)
    """
    return tuple(card for card in deck for _ in range(2))


C = TypeVar("C", Card, str)
"""A card, or its code."""


def without(cards: Iterable[C], gone: Iterable[C]) -> tuple[C, ...]:
    """What is left of these cards, in order, once those are gone: one copy for each
    that is named.

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
