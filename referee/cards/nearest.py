"""Which cards a text that could not be read may have meant."""

import difflib
import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from referee.cards.card import Card
from referee.cards.lexicon import (
    JOKER_MARKS,
    UNICODE_KNIGHT,
    UNICODE_SUITS,
    Lexicon,
    Meanings,
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
_RUN = re.compile(r"[0-9]+|[a-z]+|\S")
_LOOKALIKES: Final = str.maketrans("oil", "011")


@lru_cache(maxsize=64)
def _known(lexicon: Lexicon) -> Meanings:
    """What a piece may have meant: also what people use for ranks of this deck though no card bears it."""
    known = {said: (mark,) for mark, words in _NEARLY.items() if _has(lexicon, mark) for said in words.split()}
    knights = _KNIGHTS if lexicon.is_french else {}
    return known | {**lexicon.meanings} | knights


def _has(lexicon: Lexicon, mark: str) -> bool:
    return mark in lexicon.ranks or (mark == "X" and bool(lexicon.both_jokers))


@lru_cache(maxsize=64)
def _words(lexicon: Lexicon) -> list[str]:
    return [form for form in _known(lexicon) if form.isalpha() and len(form) > 2]


def nearest_cards(part: str, lexicon: Lexicon) -> tuple[Card, ...]:
    """Up to `MOST` cards that folded text may have meant, likeliest first; none when nothing is near.

    Where the table has no such joker as named, both are near.
    """
    if len(part) > LONGEST:
        return ()
    together = "".join(character for character in part if character.isalnum() or character in lexicon.meanings)
    for text in (together, together.translate(_LOOKALIKES)):
        # Read without its spaces and stray signs.
        cards = cards_of(marks_of(pieces(lexicon, text, 0, len(text))), lexicon)
        if len(cards) == 1:
            return tuple(cards)
    return _cards_of([mark for run in _RUN.findall(part) for mark in _guess(run, lexicon)], lexicon)[:MOST]


def _guess(run: str, lexicon: Lexicon) -> tuple[str, ...]:
    """The marks a run of letters, digits or one sign may mean.

    As it stands; else as cards in letters with a letter too many or wrong (`asx`); else as a word.
    """
    known = _known(lexicon)
    if run in known:
        return known[run]
    short = len(run) <= SHORT and run.isalpha()
    letters = tuple(mark for letter in run for mark in known.get(letter, ())) if short else ()
    if len(run) < SHORT or not (set(lexicon.ranks).isdisjoint(letters) or set(lexicon.suits).isdisjoint(letters)):
        return letters
    words = difflib.get_close_matches(run, _words(lexicon), n=1, cutoff=ALIKE)
    return known[words[0]] if words else ()


def _cards_of(marks: list[str], lexicon: Lexicon) -> tuple[Card, ...]:
    """The cards that marks point to, in any order: rank and suit, else a joker, else a rank of any suit."""
    ranks = [mark for mark in dict.fromkeys(marks) if mark in lexicon.ranks]
    suits = [mark for mark in dict.fromkeys(marks) if mark in lexicon.suits]
    tints = [mark for mark in marks if mark in JOKER_MARKS]
    whole = [lexicon.cards[mark] for mark in dict.fromkeys(marks) if mark in lexicon.cards]
    if whole:
        return tuple(whole)
    if ranks and suits:
        return _there(lexicon, ranks, suits)
    if tints or ("X" in marks and not ranks):
        told_apart = [lexicon.pairs[tint, "X"] for tint in tints if (tint, "X") in lexicon.pairs]
        return tuple(dict.fromkeys(told_apart)) or lexicon.both_jokers[::-1]
    return _there(lexicon, ranks[:1], lexicon.suits)


def _there(lexicon: Lexicon, ranks: Iterable[str], suits: Iterable[str]) -> tuple[Card, ...]:
    """The cards of these ranks and suits that the deck has."""
    found = (lexicon.pairs.get((rank, suit)) for rank in ranks for suit in suits)
    return tuple(dict.fromkeys(card for card in found if card is not None))
