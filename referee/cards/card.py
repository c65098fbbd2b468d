"""Playing cards: ranks, suits, and the fifty-four French-suited cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from string import Formatter

RANKS = "23456789TJQKA"
"""The code letters of the French-suited ranks, lowest first (aces high)."""

SUITS = "CDHS"
"""The suits of the French-suited cards as code letters, lowest first where a game ranks
suits: clubs, diamonds, hearts, spades.
"""


@dataclass(frozen=True, slots=True)
class Rank:
    """A rank as a deck prints it, or a card without a suit, such as a fool.

    >>> Rank("T", "ten", corner="10", typed="x").corner
    '10'
    """

    code: str
    """The code of the rank in codes of cards."""
    name: str
    """The name, one English word."""
    corner: str = ""
    """The text in the card's corner; empty: the code."""
    typed: str = ""
    """Other words and letters that people type for the rank, separated by spaces."""
    drawn: str = ""
    """The name of the shape drawn on a card without a suit, as in `Suit`."""

    def __post_init__(self) -> None:
        _require_words(self.code, self.name)


@dataclass(frozen=True, slots=True)
class Suit:
    """A suit, or a colour, as a deck prints and people call it.

    >>> Suit("R", "red", drawn="red", naming="{suit} {rank}").sign
    ''
    """

    code: str
    """The letter of the suit in codes of cards."""
    name: str
    """The name, one English word."""
    drawn: str = ""
    """The name of the shape that pages draw, one of those in the guide for writing a
    game.

    For any other name pages write the sign, or else the letter.
    """
    sign: str = ""
    """A character for the suit in text, if there is one."""
    typed: str = ""
    """Other words and letters that people type for the suit, separated by spaces."""
    naming: str = "{rank} of {suit}"
    """The template of a card's name."""

    def __post_init__(self) -> None:
        _require_words(self.code, self.name)
        fields = {name for _, name, *_ in Formatter().parse(self.naming)}
        if fields - {None} != {"rank", "suit"}:
            raise ValueError(
                f"{self.naming!r} does not name a card by its {{rank}} and its {{suit}}"
            )


def _require_words(code: str, name: str) -> None:
    if not (code.isascii() and code.isalnum() and code == code.upper()):
        raise ValueError(
            f"{code!r} cannot stand in a card's code: write capital letters and digits"
        )
    if len(name.split()) != 1:
        raise ValueError(f"the name {name!r} is not one word, as people type it")


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """A card, unique by its face, so that cards compare by identity. Get it by `card`.

    >>> card("TH").rank, card("TH").suit, card("XB").is_joker
    ('T', 'H', True)
    """

    code: str
    """The code in its deck and in every interface (`TH`, `XB`)."""
    rank: str
    """The code of the rank: `X` for a joker, its own for a card without a suit."""
    suit: str | None
    """The code of the suit; None for a card without one."""
    order: int
    """The card's index in its deck."""
    printed_rank: Rank
    """The rank as printed on the card and called by people."""
    printed_suit: Suit | None = None
    """The suit as printed on the card and called by people."""

    @property
    def is_joker(self) -> bool:
        """Return whether this is a joker, whatever the table calls its jokers."""
        return self.suit is None and self.rank == "X"

    @property
    def is_only_joker(self) -> bool:
        """Return whether the card is the only joker of its deck."""
        return self.is_joker and self.printed_rank.code == self.rank

    def __repr__(self) -> str:
        return f"<{self.code}>"

    def __str__(self) -> str:
        return self.code

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        marks = (self.code, self.rank, self.suit, self.order)
        return unique_card, (*marks, self.printed_rank, self.printed_suit)


Cards = tuple[Card, ...]
"""Cards in order, such as a deck."""

EVERY_CARD: set[Card] = set()
"""Every card made so far. Cards compare by identity, so each face is made only once."""

_MADE: dict[tuple[object, ...], Card] = {}


def unique_card(
    code: str,
    rank: str,
    suit: str | None,
    order: int,
    printed_rank: Rank,
    printed_suit: Suit | None = None,
) -> Card:
    """Return the only card with this face; only `make_deck` needs to call it."""
    face = (code, rank, suit, order, printed_rank, printed_suit)
    known = _MADE.setdefault(face, Card(*face))
    EVERY_CARD.add(known)
    return known


def make_deck(
    ranks: Sequence[Rank],
    suits: Sequence[Suit],
    specials: Iterable[Rank] = (),
    after: Iterable[Card] = (),
) -> Cards:
    """Return a deck: the cards of `after`, each rank in all suits, then the specials.

    Ranks and suits go from the lowest to the highest, and give the cards their order;
    specials are cards without a suit. Raise ValueError if two cards would have one
    code, or be typed alike.

    >>> suits = (Suit("E", "acorns"), Suit("L", "leaves"))
    >>> make_deck((Rank("7", "seven"), Rank("A", "ace")), suits)
    (<7E>, <7L>, <AE>, <AL>)
    """
    deck = list(after)
    for rank in ranks:
        for suit in suits:
            code = rank.code + suit.code
            card = unique_card(code, rank.code, suit.code, len(deck), rank, suit)
            deck.append(card)
    for special in specials:
        deck.append(unique_card(special.code, special.code, None, len(deck), special))

    _require_distinct_marks(deck)
    _require_distinct_readings(deck)
    return tuple(deck)


def _require_distinct_marks(deck: Iterable[Card]) -> None:
    marks = set[str]()
    without_suit = set()
    for card in deck:
        if card.suit is None:
            without_suit.add(card.code)
        else:
            marks.update((card.rank, card.suit))

    clashing = ", ".join(sorted(marks & without_suit))
    if clashing:
        raise ValueError(f"{clashing} is a card, and a rank or a suit")


def _require_distinct_readings(deck: Iterable[Card]) -> None:
    readings = set[object]()
    for card in deck:
        # People type the rank first, or the suit.
        marks = frozenset((card.rank, card.suit))
        if card.code in readings or marks in readings:
            raise ValueError(
                f"{card.code} can be read as two cards: give its rank or its suit "
                "another code"
            )
        readings.update((card.code, marks))


_NAMES = "two three four five six seven eight nine ten jack queen king ace"
_CORNERS = {"T": "10"}
_TYPED = {"2": "deuce", "3": "trey", "J": "knave"}

FRENCH_RANKS = tuple(
    Rank(code, name, _CORNERS.get(code, code), _TYPED.get(code, ""))
    for code, name in zip(RANKS, _NAMES.split(), strict=True)
)
"""The ranks of the French-suited cards."""

FRENCH_SUITS = (
    Suit("C", "clubs", "club", "♣", "♧"),
    Suit("D", "diamonds", "diamond", "♦", "♢"),
    Suit("H", "hearts", "heart", "♥", "♡ ❤"),
    Suit("S", "spades", "spade", "♠", "♤"),
)
"""The suits of the French-suited cards."""

CARDS = {card.code: card for card in make_deck(FRENCH_RANKS, FRENCH_SUITS)}
"""Every French-suited card by its code, lowest first; the jokers come last, the higher
one (`XB`) at the very end.
"""
CARDS["XR"] = unique_card("XR", "X", None, 52, Rank("XR", "joker", drawn="joker"))
CARDS["XB"] = unique_card("XB", "X", None, 53, Rank("XB", "joker", drawn="joker"))


def card(code: str, deck: Cards = ()) -> Card:
    """Return the card with this code in a deck; raise KeyError if there is none.

    Without a deck it is a French-suited card. To read what people type, use `reading`.

    >>> card("TH") is CARDS["TH"]
    True
    >>> from referee import GERMAN_THIRTY_TWO
    >>> card("OE", GERMAN_THIRTY_TWO).printed_rank.name
    'ober'
    """
    cards = by_code(deck) if deck else CARDS
    if code not in cards:
        first, *_, last = cards
        error = KeyError(
            f"{code!r} is no card of this deck: their codes go from {first} to {last}"
        )
        # People write the suit first in many languages.
        suit = code[:1]
        rank = code[1:]
        if rank + suit in cards:
            error.add_note(f'Write the rank first: `card("{rank}{suit}")`.')
        raise error
    return cards[code]


def by_code(deck: Cards) -> Mapping[str, Card]:
    """Return the cards of a deck by their codes, each once, in the deck's order."""
    return {card.code: card for card in deck}
