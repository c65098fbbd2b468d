"""A deck of four colours, with numbers, actions, and wild cards."""

from typing import Final

from referee.cards.card import Card, Rank, Suit, make_deck

_NUMBERS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
_NAMING = "{suit} {rank}"

RANKS: Final = (
    *(Rank(str(number), name) for number, name in enumerate(_NUMBERS)),
    Rank("S", "skip", corner="⊘"),
    Rank("T", "turn", corner="⇄", typed="reverse"),
    Rank("P", "plus-two", corner="+2", typed="plustwo plus2"),
)
"""Numbers, then the actions: the next player is skipped, the direction turns, the next player draws two."""

SUITS: Final = (
    Suit("R", "red", "red", naming=_NAMING),
    Suit("Y", "yellow", "yellow", naming=_NAMING),
    Suit("G", "green", "green", naming=_NAMING),
    Suit("B", "blue", "blue", naming=_NAMING),
)
"""The colours."""

WILD: Final = (
    Rank("W", "wild", drawn="wild"),
    Rank("WF", "plus-four", corner="+4", typed="plusfour plus4", drawn="wild"),
)
"""The wild cards: whoever plays one names a colour; after the second the next player draws four too."""


def _copies(card: Card) -> int:
    if card.suit is None:
        return 4
    return 1 if card.rank == "0" else 2


COLOURS: Final[tuple[Card, ...]] = tuple(card for card in make_deck(RANKS, SUITS, WILD) for _ in range(_copies(card)))
"""The hundred and eight cards: a zero of each colour, all else of each colour twice, each wild card four times."""
