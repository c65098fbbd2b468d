"""The French tarot: four suits with a knight each, twenty-one trumps, and the fool."""

from typing import Final

from referee.cards.card import FRENCH_RANKS, FRENCH_SUITS, Card, Rank, Suit, make_deck

_PIPS = {rank.code: rank for rank in FRENCH_RANKS}

RANKS: Final = (
    Rank("1", "one", typed="a ace"),
    *(_PIPS[code] for code in "23456789T"),
    _PIPS["J"],
    Rank("N", "knight", typed="cavalier"),
    _PIPS["Q"],
    _PIPS["K"],
)
"""The ranks of the four suits, lowest first: the one is the lowest."""

TRUMPS: Final = Suit("T", "trumps", "trump")

FOOL: Final = Rank("F", "fool", drawn="fool", typed="excuse")

TAROT: Final[tuple[Card, ...]] = make_deck(
    (Rank("1", "one"), *(_PIPS[code] for code in "23456789T"), *(Rank(str(n), str(n)) for n in range(11, 22))),
    (TRUMPS,),
    specials=(FOOL,),
    after=make_deck(RANKS, FRENCH_SUITS),
)
"""The seventy-eight cards: suits, then trumps from 1 to 21 (`1T` to `21T`, the ten is `TT`), then the fool."""
