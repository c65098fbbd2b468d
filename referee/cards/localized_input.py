"""Cards typed by their names in a language other than English: what is read is put into codes.

No names are listed here: they are those by which the language's catalogue calls the cards (`naming`), the beginnings
of those names, and the initials of the face cards, as packs of that language print them. English goes first: what
`reading` can read is left as it is.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from referee.cards.card import RANKS, SUITS
from referee.cards.lexicon import folded
from referee.cards.naming import (
    JOKER_NAMES,
    RANK_NAMES,
    SUIT_NAMES,
    SUIT_SIGNS,
    JokerWording,
    Translate,
    as_it_is,
    conjunctions,
    other_spellings,
)
from referee.cards.reading import cards_alone

LONGEST: Final = 500
"""The most characters in which names are looked for."""

BEGUN: Final = 2
"""A name may be cut short to this many letters where no other name begins with them."""

_BREAKS = re.compile(r"[,;.+&、]")
_PHRASE = 3
"""The most words of a card's English name."""


@dataclass(frozen=True, slots=True)
class CardNames:
    """How a language names cards, all folded: ranks and suits by their names, each joker by what tells it apart.

    `joker` holds its words for a joker, `initials` the letters of its face cards, and `passed` the words that can be
    passed over: articles, `of`, `and`.
    """

    ranks: Mapping[str, str]
    suits: Mapping[str, str]
    marks: Mapping[JokerWording, Mapping[str, str]]
    joker: frozenset[str]
    initials: Mapping[str, str]
    passed: frozenset[str]


def in_codes(text: str, translate: Translate, jokers: JokerWording = "black-red") -> str:
    """The text with its cards as codes, where they have names of this language; else as it is.

    `jokers` is what the table calls its jokers: the words of the other wording name none.
    """
    if translate is as_it_is or not text.strip() or len(text) > LONGEST or _in_english((text,), jokers):
        return text
    names = _names_of(translate)
    found: list[str] = []
    for phrase in _BREAKS.split(_plain(text)):
        codes = _codes(re.split(r"[\s-]+", phrase.strip()) if phrase.strip() else [], names, jokers)
        if codes is None:
            return text
        found += codes
    return " ".join(found) or text


def _codes(words: Sequence[str], names: CardNames, jokers: JokerWording) -> tuple[str, ...] | None:
    """The cards that all these words together name; None where a word is left over."""
    from_here: list[tuple[str, ...] | None] = [*[None] * len(words), ()]
    for at in reversed(range(len(words))):
        for codes, used in _cards_at(words[at:], names, jokers):
            if (rest := from_here[at + used]) is not None:
                from_here[at] = (*codes, *rest)
                break
    return from_here[0]


def _cards_at(words: Sequence[str], names: CardNames, jokers: JokerWording) -> Iterator[tuple[tuple[str, ...], int]]:
    """What the first of these words can mean, and how many words that takes: English first."""
    for used in range(1, min(_PHRASE, len(words)) + 1):
        if codes := _in_english(words[:used], jokers):
            yield codes, used
    if words[0] in names.passed:
        yield (), 1
    if codes := _in_letters(words[0], names):
        yield codes, 1
    second = next((at for at, word in enumerate(words) if at and word not in names.passed), None)
    if second is not None:
        both = (words[0], words[second])
        for one, other in (both, both[::-1]):
            if code := _named(one, other, names, jokers):
                yield (code,), second + 1


def _in_english(words: Iterable[str], jokers: JokerWording) -> tuple[str, ...]:
    return tuple([card.code for card in cards_alone(" ".join(words), jokers)])


def _named(one: str, other: str, names: CardNames, jokers: JokerWording) -> str:
    """The code of the card whose rank and suit, or whose joker and mark, these two words are; none is empty."""
    if one in names.joker:
        return _meant(other, names.marks[jokers])
    rank, suit = _meant(one, names.ranks) or names.initials.get(one, ""), _meant(other, names.suits)
    return rank + suit if rank and suit else ""


def _meant(word: str, names: Mapping[str, str]) -> str:
    """What this word names: a name, the beginning of a single one, or one with an ending (`queens`)."""
    if word in names or len(word) < BEGUN:
        return names.get(word, "")
    meant = {value for name, value in names.items() if name.startswith(word)}
    meant = meant or {value for name, value in names.items() if len(name) > BEGUN and word.startswith(name)}
    return meant.pop() if len(meant) == 1 else ""


_SUIT = "[cdhs♣♦♥♠]"
_SUITS: Final = {suit.lower(): suit for suit in SUITS} | {sign: suit for suit, sign in SUIT_SIGNS.items()}


def _in_letters(word: str, names: CardNames) -> tuple[str, ...]:
    """Cards written with the letters of this language's face cards and signs, or letters, of suits: `Q♥`, `hQ`."""
    rank = f"(?:10|[{RANKS.lower()}{''.join(names.initials)}])"
    one = re.compile(f"(?:(?P<suit>{_SUIT})(?P<rank>{rank})|(?P<first>{rank})(?P<second>{_SUIT}))")
    codes: list[str] = []
    at = 0
    while found := one.match(word, at):
        suit, number = found["suit"] or found["second"], found["rank"] or found["first"]
        codes.append((_RANKS.get(number) or names.initials[number]) + _SUITS[suit])
        at = found.end()
    return tuple(codes) if at == len(word) else ()


_RANKS: Final = {rank.lower(): rank for rank in RANKS} | {"10": "T"}


# The names of a language


@lru_cache(64)
def _names_of(translate: Translate) -> CardNames:
    spellings = str.maketrans(other_spellings(translate))

    def forms(name: str) -> set[str]:
        """A name as it may be typed: with its own letters, or as they are spelled otherwise."""
        return {_plain(name), _plain(name.lower().translate(spellings))}

    ranks = {form: rank for rank, name in RANK_NAMES.items() for form in forms(translate(name))}
    suits = {form: suit for suit, name in SUIT_NAMES.items() for form in forms(translate(name))}
    names = [_words(translate(f"{name} joker")) for of_wording in JOKER_NAMES.values() for name in of_wording.values()]
    marks = {
        wording: {form: code for code, name in called.items() for form in forms(translate(name.capitalize()))}
        for wording, called in JOKER_NAMES.items()
    }
    passed = set(_words(" ".join(conjunctions(translate, "and")[:2])))
    passed |= set(_words(translate("{rank} of {suit}").format(rank="", suit="")))
    for name in RANK_NAMES.values():
        passed |= set(_words(translate(f"the {name}"))) - set(_words(translate(name)))
    return CardNames(
        ranks=_RANKS | ranks,
        suits=suits | {sign: suit for suit, sign in SUIT_SIGNS.items()},
        marks=marks,
        joker=frozenset.intersection(*map(frozenset, names)),
        initials=_initials(translate),
        passed=frozenset(passed),
    )


def _initials(translate: Translate) -> dict[str, str]:
    """The first letters of the face cards, where no two begin alike."""
    letters = {rank: _plain(translate(RANK_NAMES[rank]))[0] for rank in "JQKA"}
    often = Counter(letters.values())
    return {letter: rank for rank, letter in letters.items() if often[letter] == 1}


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", _plain(text))


def _plain(text: str) -> str:
    """In lower case without accents, and signs without the selectors that only ask how they are drawn."""
    apart = unicodedata.normalize("NFKD", folded(text))
    return "".join(letter for letter in apart if not unicodedata.combining(letter) and letter not in "\ufe0e\ufe0f")
