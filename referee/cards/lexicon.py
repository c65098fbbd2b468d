"""What each piece of typing means: the words, letters and signs in which people write cards.

A piece means one or two *marks*: a rank or suit letter, `X` for a joker, a word that tells jokers apart
(`black`, `red`, `colour`, `grey`, `high`, `low`), `of`, or the code of a whole card. Two marks that fit make
a card.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from referee.cards.card import CARDS, RANKS, SUITS, Card
from referee.cards.naming import JOKER_SIGN, RANK_NAMES, SUIT_NAMES, SUIT_SIGNS, JokerWording

Pairs: TypeAlias = dict[tuple[str, str], Card]
"""Which two marks, in the order typed, make which card."""

OTHER_SUIT_SIGNS: Final = {"♧": "C", "♢": "D", "♡": "H", "❤": "H", "♤": "S"}
OTHER_RANK_NAMES: Final = {"10": "T", "deuce": "2", "trey": "3", "knave": "J"}

JOKER_MARKS: Final = {
    "black": "black",
    "red": "red",
    "colour": "color colored colour coloured",
    "grey": "gray grayscale grey greyscale",
    "high": "big high higher",
    "low": "little low lower small",
}
"""The marks that tell jokers apart, and the words that mean each."""

JOKER_WORDS: Final = {word: mark for mark, words in JOKER_MARKS.items() for word in words.split()}
"""The words that tell jokers apart, and the mark each means."""

MARKED_JOKERS: Final = {"black": "XB", "colour": "XB", "high": "XB", "red": "XR", "grey": "XR", "low": "XR"}

FOREIGN_MARKS: Final[dict[JokerWording, frozenset[str]]] = {
    "black-red": frozenset({"colour", "grey"}),
    "colour-grey": frozenset({"black", "red"}),
}
"""The marks that a table with this wording does not read, since its deck has no such joker."""

# In Unicode each suit has a column of sixteen: ace to ten, then jack, knight, queen, king.
UNICODE_SUITS: Final = {"S": 0x1F0A0, "H": 0x1F0B0, "D": 0x1F0C0, "C": 0x1F0D0}
UNICODE_RANKS: Final = dict(zip("A23456789TJQK", [*range(1, 12), 13, 14], strict=True))
UNICODE_KNIGHT: Final = 12
# White is the other of black, and the one without colour: the lower joker either way.
UNICODE_JOKERS: Final = {"\U0001f0cf": ("X", "black"), "\U0001f0bf": ("X", "red"), "\U0001f0df": ("XR",)}


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of the text, `start` to `end`, and the marks it means; none when it means nothing."""

    start: int
    end: int
    marks: tuple[str, ...]


def _rank_forms() -> dict[str, str]:
    forms = {rank.lower(): rank for rank in RANKS} | OTHER_RANK_NAMES
    for rank, name in RANK_NAMES.items():
        plural = f"{name}es" if name.endswith("x") else f"{name}s"
        forms |= {name: rank, plural: rank}
    return forms


def _suit_forms() -> dict[str, str]:
    forms = {suit.lower(): suit for suit in SUITS} | OTHER_SUIT_SIGNS
    for suit, name in SUIT_NAMES.items():
        forms |= {name: suit, name.removesuffix("s"): suit, SUIT_SIGNS[suit]: suit}
    return forms


def _joker_forms() -> dict[str, tuple[str, ...]]:
    forms: dict[str, tuple[str, ...]] = {word: (mark,) for word, mark in JOKER_WORDS.items()}
    for word, mark in JOKER_WORDS.items():
        forms |= {f"joker{word}": ("X", mark), f"{word}joker": (mark, "X")}
    codes = {"xb": ("XB",), "xc": ("XB",), "xr": ("XR",), "xg": ("XR",)}
    return forms | codes | UNICODE_JOKERS | {"joker": ("X",), "jokers": ("X",), JOKER_SIGN: ("X",)}


def _unicode_forms() -> dict[str, tuple[str, ...]]:
    return {
        chr(column + place): (f"{rank}{suit}",)
        for suit, column in UNICODE_SUITS.items()
        for rank, place in UNICODE_RANKS.items()
    }


MEANINGS: Final[dict[str, tuple[str, ...]]] = {
    **{form: (mark,) for form, mark in (_rank_forms() | _suit_forms()).items()},
    **_joker_forms(),
    **_unicode_forms(),
    "of": ("of",),
}
"""The marks that a piece of folded text means."""


def _pairs(foreign: frozenset[str]) -> Pairs:
    pairs = {(card.rank, card.suit): card for card in CARDS.values() if card.suit is not None}
    pairs |= {("X", mark): CARDS[code] for mark, code in MARKED_JOKERS.items() if mark not in foreign}
    return pairs | {(second, first): card for (first, second), card in pairs.items()}


PAIRS: Final[dict[JokerWording | None, Pairs]] = {
    None: _pairs(frozenset()),
    **{wording: _pairs(foreign) for wording, foreign in FOREIGN_MARKS.items()},
}
"""The pairs of marks that a table reads, by its joker wording; None reads every wording."""

_LETTERS = "".join(RANKS[8:] + SUITS).lower()
_COMPACT = re.compile(rf"(?:x[brcg]|[{_LETTERS}])+")
_COMPACT_PIECE = re.compile(r"x[brcg]|.")
_JOKER_WORD = "|".join(sorted(JOKER_WORDS, key=len, reverse=True))
# A sign may be followed by a variation selector, which only asks for a coloured or a plain drawing of it.
_RUN = re.compile(rf"(?<={JOKER_SIGN})(?:{_JOKER_WORD})|[0-9]+|[a-z]+|(.)[\ufe0e\ufe0f]*", re.DOTALL)


def marks_of(pieces: Iterable[Piece]) -> tuple[str, ...]:
    """The marks of these pieces in turn, `?` for a piece that means nothing."""
    return tuple(mark for piece in pieces for mark in piece.marks or ("?",))


def cards_of(marks: Sequence[str], pairs: Pairs) -> list[Card]:
    """The cards that these marks make, in the order given, with no mark left over; none if they do not."""
    cards: list[Card] = []
    at = 0
    while at < len(marks):
        whole = CARDS.get(marks[at])
        card = whole or (pairs.get((marks[at], marks[at + 1])) if at + 1 < len(marks) else None)
        if card is None:
            return []
        cards.append(card)
        at += 1 if whole else 2
    return cards


def folded(text: str) -> str:
    """The text in lower case and in plain letters and digits, character by character, so that places stay.

    Characters that cannot be seen (marks of writing direction, joiners) become spaces.
    """
    return text.lower() if text.isascii() else "".join(map(_folded_character, text))


def _folded_character(character: str) -> str:
    if unicodedata.category(character) == "Cf":
        return " "
    plain = unicodedata.normalize("NFKC", character).lower()
    return plain if len(plain) == 1 else character


def pieces(text: str, start: int, end: int) -> list[Piece]:
    """The pieces of a stretch of folded text without spaces.

    A run of letters is a word, or else cards in letters (`asxb`), or else one piece that means nothing.
    """
    found: list[Piece] = []
    for run in _RUN.finditer(text, start, end):
        form = run[1] or run[0]
        if form not in MEANINGS and _COMPACT.fullmatch(form):
            letters = _COMPACT_PIECE.finditer(text, run.start(), run.end())
            found += [Piece(letter.start(), letter.end(), MEANINGS[letter[0]]) for letter in letters]
        else:
            found.append(Piece(run.start(), run.end(), MEANINGS.get(form, ())))
    return found
