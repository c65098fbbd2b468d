"""Cards typed by their names in a language other than English: what is read is put into
codes.

No names are listed here: they are those by which the language's catalogue calls the
cards (`naming`), the beginnings of those names, and the initials of the face cards, as
packs of that language print them. English goes first: what `reading` can read is left
as it is.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from referee.cards.card import Card
from referee.cards.decks import FIFTY_FOUR
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
from referee.cards.reading import Lexicon, cards_alone, folded, lexicon_of

LONGEST: Final = 500
"""The most characters in which names are looked for."""

BEGUN: Final = 2
"""A name may be cut short to this many letters where no other name begins with them."""

_BREAKS = re.compile(r"[,;.+&、]")
_PHRASE = 3
"""The most words of a card's English name."""


@dataclass(frozen=True, slots=True)
class LocalNames:
    """What the words of a language mean in a deck, all folded, as marks of the lexicon.

    `pairs` are the words for ranks and those for suits, and the words for a joker and
    those that tell jokers apart. `alone` are the names of cards without a suit.
    `passed` say nothing: articles, `of`, `and`.
    """

    lexicon: Lexicon
    pairs: tuple[tuple[Mapping[str, str], Mapping[str, str]], ...]
    alone: Mapping[str, Card]
    passed: frozenset[str]


def in_codes(
    text: str,
    translate: Translate,
    jokers: JokerWording = "black-red",
    deck: tuple[Card, ...] = FIFTY_FOUR,
) -> str:
    """Return the text with its cards as codes of their deck, where they have names of
    this language; else as it is.

    `jokers` is what the table calls its jokers: the words of the other wording name
    none.
    """
    if (
        translate is as_it_is
        or not text.strip()
        or len(text) > LONGEST
        or cards_alone(text, jokers, deck)
    ):
        return text
    local = _names_of(translate, jokers, deck)
    codes: list[str] = []
    for phrase in _BREAKS.split(_plain(text)):
        cards = _cards_in(
            re.split(r"[\s-]+", phrase.strip()) if phrase.strip() else [], local
        )
        if cards is None:
            return text
        codes += map(str, cards)
    return " ".join(codes) or text


def _cards_in(words: Sequence[str], local: LocalNames) -> tuple[Card, ...] | None:
    """Return the cards that all these words together name; None where a word is left
    over.
    """
    from_here: list[tuple[Card, ...] | None] = [*[None] * len(words), ()]
    for at in reversed(range(len(words))):
        for cards, used in _readings(words[at:], local):
            if (rest := from_here[at + used]) is not None:
                from_here[at] = (*cards, *rest)
                break
    return from_here[0]


def _readings(
    words: Sequence[str], local: LocalNames
) -> Iterator[tuple[Sequence[Card], int]]:
    """Yield what the first of these words can mean, and how many words that takes:
    English first.
    """
    first, *others = words
    for used in range(1, min(_PHRASE, len(words)) + 1):
        if cards := cards_alone(
            " ".join(words[:used]),
            local.lexicon.jokers,
            tuple(local.lexicon.cards.values()),
        ):
            yield cards, used
    if first in local.passed:
        yield (), 1
    if first in local.alone:
        yield (local.alone[first],), 1
    if cards := _in_letters(first, local):
        yield cards, 1
    second = next(
        (at for at, word in enumerate(others) if word not in local.passed), None
    )
    if second is not None and (card := _pair(first, others[second], local)):
        yield (card,), second + 2


def _in_letters(word: str, local: LocalNames) -> tuple[Card, ...]:
    """Return the cards written with letters, numbers and signs, two a card: `Q♥`, `hQ`;
    none if anything is none.
    """
    parts = re.findall(r"\d+|.", word)
    cards = [
        _pair(second, first, local)
        for first, second in zip(parts[::2], parts[1::2], strict=False)
    ]
    return (
        tuple(card for card in cards if card)
        if len(parts) % 2 == 0 and all(cards)
        else ()
    )


def _pair(first: str, second: str, local: LocalNames) -> Card | None:
    """Return the card whose rank and suit, or whose joker and mark, these two words
    are, in either order.
    """
    for ranks, suits in local.pairs:
        for one, other in ((first, second), (second, first)):
            if card := local.lexicon.pairs.get(
                (_meant(one, ranks), _meant(other, suits))
            ):
                return card
    return None


def _meant(word: str, names: Mapping[str, str]) -> str:
    """Return what this word names: a name, the beginning of a single one, or one with
    an ending (`queens`).
    """
    if word in names or len(word) < BEGUN:
        return names.get(word, "")
    meant = {mark for name, mark in names.items() if name.startswith(word)}
    meant = meant or {
        mark
        for name, mark in names.items()
        if len(name) > BEGUN and word.startswith(name)
    }
    return meant.pop() if len(meant) == 1 else ""


@lru_cache(64)
def _names_of(
    translate: Translate, jokers: JokerWording, deck: tuple[Card, ...]
) -> LocalNames:
    spellings = str.maketrans(other_spellings(translate))

    def forms(names: Mapping[str, str]) -> dict[str, str]:
        """Return the names as they may be typed: with their own letters, or as they are
        spelled otherwise.
        """
        said = {translate(name): mark for name, mark in names.items()}
        return {
            _plain(way): mark
            for name, mark in said.items()
            for way in (name, name.lower().translate(spellings))
        }

    lexicon = lexicon_of(deck, jokers)
    cards = [card for card in lexicon.cards.values() if not card.is_joker]
    short = {
        form: mark
        for form, (mark, *_) in lexicon.meanings.items()
        if len(form) == 1 or form.isdigit()
    }
    short_suits = {form: mark for form, mark in short.items() if mark in lexicon.suits}
    ranks = {
        **_initials(translate, cards, short_suits),
        **{form: mark for form, mark in short.items() if mark in lexicon.ranks},
        **forms(
            {
                card.printed_rank.name: card.rank
                for card in cards
                if card.suit is not None
            }
        ),
    }
    suits = forms(
        {
            card.printed_suit.name: card.printed_suit.code
            for card in cards
            if card.printed_suit is not None
        }
    )
    alone = forms(
        {card.printed_rank.name: card.code for card in cards if card.suit is None}
    )
    tints = forms({name.capitalize(): name for name in JOKER_NAMES[jokers].values()})
    phrases = [translate(name).format(rank="", suit="") for name in names_of(cards)]
    passed = _words(" ".join([*phrases, *conjunctions(translate, "and")[:2]]))
    return LocalNames(
        lexicon=lexicon,
        pairs=(
            (
                ranks,
                suits
                | {
                    form: mark
                    for form, mark in short_suits.items()
                    if not form.isalnum()
                },
            ),
            (ranks, short_suits),
            (dict.fromkeys(_words_for_jokers(translate), "X"), tints),
        ),
        alone={form: lexicon.cards[code] for form, code in alone.items()},
        passed=passed - {*ranks, *suits, *alone},
    )


def _words_for_jokers(translate: Translate) -> frozenset[str]:
    names = [
        _words(translate(f"{name} joker"))
        for of_wording in JOKER_NAMES.values()
        for name in of_wording.values()
    ]
    return frozenset.intersection(*names)


def _initials(
    translate: Translate, deck: Iterable[Card], suits: Iterable[str]
) -> dict[str, str]:
    """Return the first letters of the face cards, where no two begin alike, with their
    ranks.

    One of them may be the letter of a suit too, as the D of the queen (Dame); of two
    nobody could tell which is meant.
    """
    faces = {
        card.printed_rank
        for card in deck
        if card.suit is not None and in_text(card).isalpha()
    }
    letters = {rank.code: _plain(translate(rank.name))[0] for rank in faces}
    often = Counter(letters.values())
    found = {letter: code for code, letter in letters.items() if often[letter] == 1}
    shared = found.keys() & set(suits)
    return (
        found
        if len(shared) < 2
        else {letter: code for letter, code in found.items() if letter not in shared}
    )


def _words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", _plain(text)))


def _plain(text: str) -> str:
    """Return the text in lower case, without accents and the selectors that only ask
    how a sign is drawn.
    """
    apart = unicodedata.normalize("NFKD", folded(text))
    return "".join(
        letter
        for letter in apart
        if not unicodedata.combining(letter) and letter not in "\ufe0e\ufe0f"
    )
