"""How cards are written (`10♥`) and spoken (`ten of hearts`) for people.

A deck's jokers are either a black and a red one, or a coloured and a greyscale one; the table says which, and
both names go by that. Every name given here can be read back by `reading` under the same wording.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal, TypeAlias

from referee.cards.card import Card

JokerWording: TypeAlias = Literal["black-red", "colour-grey"]
"""What a table calls its jokers, the higher one (`XB`) first."""

JOKER_WORDINGS: Final[tuple[JokerWording, ...]] = ("black-red", "colour-grey")
"""Both wordings, the one used unless a table says otherwise first."""

RANK_NAMES: Final[dict[str, str]] = {
    "2": "two",
    "3": "three",
    "4": "four",
    "5": "five",
    "6": "six",
    "7": "seven",
    "8": "eight",
    "9": "nine",
    "T": "ten",
    "J": "jack",
    "Q": "queen",
    "K": "king",
    "A": "ace",
}
"""The spoken name of each rank."""

SUIT_NAMES: Final[dict[str, str]] = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
"""The spoken name of each suit."""

SUIT_SIGNS: Final[dict[str, str]] = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
"""The written sign of each suit."""

JOKER_SIGN: Final = "★"
"""What stands for a joker where a card is written: the star that many decks print in its corner."""

JOKER_NAMES: Final[dict[JokerWording, dict[str, str]]] = {
    "black-red": {"XB": "black", "XR": "red"},
    "colour-grey": {"XB": "colour", "XR": "grey"},
}
"""What tells the jokers apart, by wording and code."""


def written(card: Card, jokers: JokerWording = "black-red") -> str:
    """The card as people write it: `10♥`, `A♠`; a joker as `★Black`, `★Red`, `★Colour` or `★Grey`.

    There is never a space in it, and no two cards differ by colour alone.
    """
    if card.suit is None:
        return f"{JOKER_SIGN}{JOKER_NAMES[jokers][card.code].capitalize()}"
    rank = "10" if card.rank == "T" else card.rank
    return f"{rank}{SUIT_SIGNS[card.suit]}"


def spoken(card: Card, jokers: JokerWording = "black-red") -> str:
    """The card as people say it, without an article: `ten of hearts`, `black joker`, `grey joker`."""
    if card.suit is None:
        return f"{JOKER_NAMES[jokers][card.code]} joker"
    return f"{RANK_NAMES[card.rank]} of {SUIT_NAMES[card.suit]}"


def written_all(cards: Iterable[Card], jokers: JokerWording = "black-red") -> str:
    """Cards as people write them, in the order given, parted by spaces: `3♣ 4♠`; no cards are empty text."""
    return " ".join(written(card, jokers) for card in cards)


def spoken_all(cards: Iterable[Card], jokers: JokerWording = "black-red") -> str:
    """Cards as they stand in a sentence, in the order given, each with its article.

    `the three of clubs, the four of spades and the red joker`; no cards are `no cards`.
    """
    names = [f"the {spoken(card, jokers)}" for card in cards]
    if not names:
        return "no cards"
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last
