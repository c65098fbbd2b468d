"""Cards typed by their names in a language other than English: what is read is put into codes.

No names are listed here: they are those by which the language's catalogue calls the cards (`naming`), the beginnings
of those names, and the initials of the face cards, as packs of that language print them. English goes first: what
`reading` can read is left as it is.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from referee.cards.card import Card
from referee.cards.deck import FIFTY_FOUR
from referee.cards.lexicon import Lexicon, folded, lexicon_of
from referee.cards.naming import (
    JOKER_NAMES,
    JokerWording,
    Translate,
    as_it_is,
    conjunctions,
    in_text,
    names_of,
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
    """How a language names the cards of a deck, all folded: ranks, suits and cards without a suit by their names, each
    joker by what tells it apart.

    `joker` holds its words for a joker, `passed` the words that can be passed over: articles, `of`, `and`. `initials`
    are the letters of its face cards, and `in_letters` matches a card written with these or with the deck's own letters
    and signs.
    """

    lexicon: Lexicon
    ranks: Mapping[str, str]
    suits: Mapping[str, str]
    specials: Mapping[str, str]
    marks: Mapping[str, str]
    joker: frozenset[str]
    initials: Mapping[str, str]
    in_letters: re.Pattern[str]
    passed: frozenset[str]


def in_codes(
    text: str, translate: Translate, jokers: JokerWording = "black-red", deck: tuple[Card, ...] = FIFTY_FOUR
) -> str:
    """The text with its cards as codes of their deck, where they have names of this language; else as it is.

    `jokers` is what the table calls its jokers: the words of the other wording name none.
    """
    if translate is as_it_is or not text.strip() or len(text) > LONGEST or cards_alone(text, jokers, deck):
        return text
    names = _names_of(translate, jokers, deck)
    found: list[str] = []
    for phrase in _BREAKS.split(_plain(text)):
        codes = _codes(re.split(r"[\s-]+", phrase.strip()) if phrase.strip() else [], names, deck)
        if codes is None:
            return text
        found += codes
    return " ".join(found) or text


def _codes(words: Sequence[str], names: CardNames, deck: tuple[Card, ...]) -> tuple[str, ...] | None:
    """The cards that all these words together name; None where a word is left over."""
    from_here: list[tuple[str, ...] | None] = [*[None] * len(words), ()]
    for at in reversed(range(len(words))):
        for codes, used in _cards_at(words[at:], names, deck):
            if (rest := from_here[at + used]) is not None:
                from_here[at] = (*codes, *rest)
                break
    return from_here[0]


def _cards_at(words: Sequence[str], names: CardNames, deck: tuple[Card, ...]) -> Iterator[tuple[tuple[str, ...], int]]:
    """What the first of these words can mean, and how many words that takes: English first."""
    for used in range(1, min(_PHRASE, len(words)) + 1):
        if cards := cards_alone(" ".join(words[:used]), names.lexicon.jokers, deck):
            yield tuple(card.code for card in cards), used
    if words[0] in names.passed:
        yield (), 1
    if code := names.specials.get(words[0]):
        yield (code,), 1
    if codes := _in_letters(words[0], names):
        yield codes, 1
    second = next((at for at, word in enumerate(words) if at and word not in names.passed), None)
    if second is not None:
        both = (words[0], words[second])
        for one, other in (both, both[::-1]):
            if code := _named(one, other, names):
                yield (code,), second + 1


def _named(one: str, other: str, names: CardNames) -> str:
    """The code of the card whose rank and suit, or whose joker and mark, these two words are; none is empty."""
    if one in names.joker:
        return _meant(other, names.marks)
    rank = _meant(one, names.ranks) or names.initials.get(one, "")
    card = names.lexicon.pairs.get((rank, _meant(other, names.suits)))
    return card.code if card is not None else ""


def _meant(word: str, names: Mapping[str, str]) -> str:
    """What this word names: a name, the beginning of a single one, or one with an ending (`queens`)."""
    if word in names or len(word) < BEGUN:
        return names.get(word, "")
    meant = {value for name, value in names.items() if name.startswith(word)}
    meant = meant or {value for name, value in names.items() if len(name) > BEGUN and word.startswith(name)}
    return meant.pop() if len(meant) == 1 else ""


def _in_letters(word: str, names: CardNames) -> tuple[str, ...]:
    """Cards written with the letters of this language's face cards and signs, or letters, of suits: `Q♥`, `hQ`."""
    codes: list[str] = []
    at = 0
    while found := names.in_letters.match(word, at):
        suit, rank = found["suit"] or found["second"], found["rank"] or found["first"]
        marks = names.lexicon.meanings.get(rank, ())
        meant = marks[0] if marks and marks[0] in names.lexicon.ranks else names.initials[rank]
        card = names.lexicon.pairs.get((meant, names.lexicon.meanings[suit][0]))
        if card is None:
            return ()
        codes.append(card.code)
        at = found.end()
    return tuple(codes) if at == len(word) else ()


# The names of a language


@lru_cache(64)
def _names_of(translate: Translate, jokers: JokerWording, deck: tuple[Card, ...]) -> CardNames:
    spellings = str.maketrans(other_spellings(translate))

    def forms(name: str) -> set[str]:
        """A name as it may be typed: with its own letters, or as they are spelled otherwise."""
        return {_plain(name), _plain(name.lower().translate(spellings))}

    lexicon = lexicon_of(deck, jokers)
    cards = tuple(lexicon.cards.values())
    specials = [card for card in cards if card.suit is None and not card.is_joker]
    suits = {card.printed_suit for card in cards if card.printed_suit is not None}
    ranks = {card.printed_rank for card in cards if card.suit is not None}
    short = {form: mark for form, (mark, *_) in lexicon.meanings.items() if len(form) == 1 or form.isdigit()}
    short_ranks = {form: mark for form, mark in short.items() if mark in lexicon.ranks}
    short_suits = {form: mark for form, mark in short.items() if mark in lexicon.suits}
    initials = _initials(translate, cards, short_suits)
    called = JOKER_NAMES[jokers] if lexicon.both_jokers else {}
    return CardNames(
        lexicon=lexicon,
        ranks=short_ranks | {form: rank.code for rank in ranks for form in forms(translate(rank.name))},
        suits={form: suit.code for suit in suits for form in forms(translate(suit.name))}
        | {form: mark for form, mark in short_suits.items() if not form.isalnum()},
        specials={form: card.code for card in specials for form in forms(translate(card.printed_rank.name))},
        marks={form: code for code, name in called.items() for form in forms(translate(name.capitalize()))},
        joker=_words_for_jokers(translate) if called else frozenset(),
        initials=initials,
        in_letters=_written(short_ranks.keys() | initials.keys(), short_suits),
        passed=_passed(translate, cards),
    )


def _words_for_jokers(translate: Translate) -> frozenset[str]:
    names = [_words(translate(f"{name} joker")) for of_wording in JOKER_NAMES.values() for name in of_wording.values()]
    return frozenset.intersection(*map(frozenset, names))


def _passed(translate: Translate, deck: Iterable[Card]) -> frozenset[str]:
    """The words of a language that say nothing: what stands in its names of cards beside the names themselves."""
    passed = set(_words(" ".join(conjunctions(translate, "and")[:2])))
    for name in names_of(deck):
        if "{" in name:
            passed |= set(_words(translate(name).format(rank="", suit="")))
        elif name.startswith("the "):
            passed |= set(_words(translate(name))) - set(_words(translate(name.removeprefix("the "))))
    return frozenset(passed)


def _written(ranks: Iterable[str], suits: Iterable[str]) -> re.Pattern[str]:
    """A card of a rank and a suit, in one of these letters, numbers or signs each, either first."""
    rank, suit = (
        "|".join(map(re.escape, sorted(short, key=lambda form: (-len(form), form)))) or "(?!)"
        for short in (ranks, suits)
    )
    return re.compile(f"(?:(?P<suit>{suit})(?P<rank>{rank})|(?P<first>{rank})(?P<second>{suit}))")


def _initials(translate: Translate, deck: Iterable[Card], suits: Iterable[str]) -> dict[str, str]:
    """The first letters of the face cards, where no two begin alike.

    One of them may be the letter of a suit too, as the D of the queen (Dame); of two nobody could tell which is
    meant.
    """
    faces = {card.printed_rank for card in deck if card.suit is not None and in_text(card).isalpha()}
    letters = {rank.code: _plain(translate(rank.name))[0] for rank in faces}
    often = Counter(letters.values())
    found = {letter: code for code, letter in letters.items() if often[letter] == 1}
    shared = found.keys() & set(suits)
    return found if len(shared) < 2 else {letter: code for letter, code in found.items() if letter not in shared}


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", _plain(text))


def _plain(text: str) -> str:
    """In lower case without accents, and signs without the selectors that only ask how they are drawn."""
    apart = unicodedata.normalize("NFKD", folded(text))
    return "".join(letter for letter in apart if not unicodedata.combining(letter) and letter not in "\ufe0e\ufe0f")
