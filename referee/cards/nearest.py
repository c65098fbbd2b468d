"""Which cards a text that could not be read may have meant."""

from __future__ import annotations

import difflib
import re
from typing import Final

from referee.cards.card import CARDS, RANKS, SUITS, Card
from referee.cards.deck import JOKERS
from referee.cards.lexicon import (
    JOKER_MARKS,
    MEANINGS,
    UNICODE_KNIGHT,
    UNICODE_SUITS,
    Pairs,
    cards_of,
    marks_of,
    pieces,
)

LONGEST: Final = 40
"""Texts with more characters than this are near to nothing."""

MOST: Final = 4
"""The most cards that can be near: a rank whose suit is missing has four."""

SHORT: Final = 3
"""The longest run of letters that may be a misspelt card in letters; a longer one can only be a word."""

ALIKE: Final = 0.65
"""How alike, from 0 to 1, a run and a word must be (`tne` and `ten` just are)."""

# What people use for ranks though no card bears it; a knight stands between jack and queen.
_NEARLY: Final = {"A": "1 14 one", "T": "0", "J": "11 eleven", "Q": "12 twelve", "K": "13 thirteen", "X": "x"}
_KNIGHTS: Final = {chr(column + UNICODE_KNIGHT): ("J", "Q", suit) for suit, column in UNICODE_SUITS.items()}
_KNOWN: Final = MEANINGS | {said: (mark,) for mark, words in _NEARLY.items() for said in words.split()} | _KNIGHTS
_WORDS: Final = [form for form in _KNOWN if form.isalpha() and len(form) > 2]
_RUN = re.compile(r"[0-9]+|[a-z]+|\S")
_LOOKALIKES: Final = str.maketrans("oil", "011")


def nearest_cards(part: str, pairs: Pairs) -> tuple[Card, ...]:
    """Up to `MOST` cards that folded text may have meant, likeliest first; none when nothing is near.

    `pairs` are the pairs of marks that the table reads: where it has no such joker as named, both are near.
    """
    if len(part) > LONGEST:
        return ()
    together = "".join(character for character in part if character.isalnum() or character in MEANINGS)
    for text in (together, together.translate(_LOOKALIKES)):
        # Read without its spaces and stray signs.
        cards = cards_of(marks_of(pieces(text, 0, len(text))), pairs)
        if len(cards) == 1:
            return tuple(cards)
    return _cards_of([mark for run in _RUN.findall(part) for mark in _guess(run)], pairs)[:MOST]


def _guess(run: str) -> tuple[str, ...]:
    """The marks a run of letters, digits or one sign may mean.

    As it stands; else as cards in letters with a letter too many or wrong (`asx`); else as a word.
    """
    if run in _KNOWN:
        return _KNOWN[run]
    short = len(run) <= SHORT and run.isalpha()
    letters = tuple(mark for letter in run for mark in _KNOWN.get(letter, ())) if short else ()
    if len(run) < SHORT or (not {*RANKS}.isdisjoint(letters) and not {*SUITS}.isdisjoint(letters)):
        return letters
    words = difflib.get_close_matches(run, _WORDS, n=1, cutoff=ALIKE)
    return _KNOWN[words[0]] if words else ()


def _cards_of(marks: list[str], pairs: Pairs) -> tuple[Card, ...]:
    """The cards that marks point to, in any order: rank and suit, else a joker, else a rank of any suit."""
    ranks = [mark for mark in dict.fromkeys(marks) if mark in RANKS]
    suits = [mark for mark in dict.fromkeys(marks) if mark in SUITS]
    tints = [mark for mark in marks if mark in JOKER_MARKS]
    whole = [CARDS[mark] for mark in dict.fromkeys(marks) if mark in CARDS]
    if whole:
        return tuple(whole)
    if ranks and suits:
        return tuple(pairs[rank, suit] for rank in ranks for suit in suits)
    if tints or ("X" in marks and not ranks):
        told_apart = [pairs[tint, "X"] for tint in tints if (tint, "X") in pairs]
        return tuple(dict.fromkeys(told_apart)) or JOKERS[::-1]
    return tuple(pairs[rank, suit] for rank in ranks[:1] for suit in SUITS)
