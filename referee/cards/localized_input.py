"""Read cards typed in a language other than English, by turning them into codes.

The names come from the language's catalogue (`naming`): whole names, their beginnings,
and the initials of face cards, as packs of that language print them. Text that
`reading` understands as English stays as it is.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from referee.cards.card import Card, Cards
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
from referee.cards.reading import Lexicon, cards_alone, in_plain_letters, lexicon_of

LONGEST = 500
"""The most characters in which names are looked for."""

BEGUN = 2
"""The fewest letters of a shortened name, if no other name begins with them."""

_BREAKS = re.compile(r"[,;.+&、]")
_PHRASE = 3
"""The most words of a card's English name."""


@dataclass(frozen=True, slots=True)
class LocalNames:
    """The meanings of a language's normalized words in a deck, as marks of the lexicon.

    `pairs` are the words for ranks and for suits, and the words for a joker and for
    telling jokers apart. `alone` are the names of cards without a suit. `passed` are
    words without a meaning: articles, `of`, `and`.
    """

    lexicon: Lexicon
    pairs: tuple[tuple[Mapping[str, str], Mapping[str, str]], ...]
    alone: Mapping[str, Card]
    passed: frozenset[str]


def in_codes(
    text: str,
    translate: Translate,
    jokers: JokerWording = "black-red",
    deck: Cards = FIFTY_FOUR,
) -> str:
    """Return the text with this language's card names as codes, or unchanged.

    `jokers` is what the table calls its jokers: words of the other wording name no
    card.
    """
    if translate is as_it_is or not text.strip() or len(text) > LONGEST:
        return text
    if cards_alone(text, jokers, deck):
        return text

    local = _local_names(translate, jokers, deck)
    codes: list[str] = []
    for phrase in _BREAKS.split(_plain(text)):
        if not phrase.strip():
            continue
        words = re.split(r"[\s-]+", phrase.strip())
        cards = _cards_in(words, local)
        if cards is None:
            return text
        codes += map(str, cards)
    return " ".join(codes) or text


def _cards_in(words: Sequence[str], local: LocalNames) -> Cards | None:
    """Return the cards that all these words name; None if a word is left over."""
    from_here: list[Cards | None] = [*[None] * len(words), ()]
    for at in reversed(range(len(words))):
        for cards, used in _readings(words[at:], local):
            others = from_here[at + used]
            if others is not None:
                from_here[at] = (*cards, *others)
                break
    return from_here[0]


def _readings(words: Sequence[str], local: LocalNames) -> Iterator[tuple[Cards, int]]:
    """Yield each meaning of the first words, English first, with their number."""
    jokers = local.lexicon.jokers
    deck = tuple(local.lexicon.cards.values())
    for used in range(1, min(_PHRASE, len(words)) + 1):
        if cards := cards_alone(" ".join(words[:used]), jokers, deck):
            yield cards, used

    first = words[0]
    if first in local.passed:
        yield (), 1
    if first in local.alone:
        yield (local.alone[first],), 1
    if cards := _cards_in_letters(first, local):
        yield cards, 1
    yield from _pair_reading(words, local)


def _pair_reading(
    words: Sequence[str], local: LocalNames
) -> Iterator[tuple[Cards, int]]:
    """Yield the card that the first word makes with the next meaningful one."""
    for used, word in enumerate(words[1:], start=2):
        if word not in local.passed:
            card = _card_of_pair(words[0], word, local)
            if card is not None:
                yield (card,), used
            return


def _cards_in_letters(word: str, local: LocalNames) -> Cards:
    """Return the cards of letters, numbers and signs, two a card: `Q♥`, `hQ`.

    Return () if any two are no card.
    """
    marks = re.findall(r"\d+|.", word)
    if len(marks) % 2:
        return ()
    cards = []
    for first, second in zip(marks[::2], marks[1::2], strict=True):
        card = _card_of_pair(second, first, local)
        if card is None:
            return ()
        cards.append(card)
    return tuple(cards)


def _card_of_pair(first: str, second: str, local: LocalNames) -> Card | None:
    """Return the card of a rank and a suit, or of a joker and its mark; or None."""
    for ranks, suits in local.pairs:
        for rank, suit in ((first, second), (second, first)):
            marks = (_mark_named(rank, ranks), _mark_named(suit, suits))
            if marks in local.lexicon.pairs:
                return local.lexicon.pairs[marks]
    return None


def _mark_named(word: str, names: Mapping[str, str]) -> str:
    """Return the mark of a name, its unique beginning, or a form like `queens`."""
    if word in names or len(word) < BEGUN:
        return names.get(word, "")

    begun = set()
    ended = set()
    for name, mark in names.items():
        if name.startswith(word):
            begun.add(mark)
        elif len(name) > BEGUN and word.startswith(name):
            ended.add(mark)
    marks = begun or ended
    if len(marks) > 1:
        return ""
    return "".join(marks)


def _local_names(translate: Translate, jokers: JokerWording, deck: Cards) -> LocalNames:
    lexicon = lexicon_of(deck, jokers)
    every_card = lexicon.cards.values()
    rank_names = {}
    suit_names = {}
    own_names = {}
    for card in every_card:
        name = card.printed_rank.name
        suit = card.printed_suit
        if suit is not None:
            rank_names[name] = card.rank
            suit_names[suit.name] = suit.code
        elif card.is_only_joker or not card.is_joker:
            own_names[name] = card.code

    short_ranks = _short_forms(lexicon, lexicon.ranks)
    short_suits = _short_forms(lexicon, lexicon.suits)
    ranks = _initials(translate, every_card, short_suits) | short_ranks
    ranks |= _forms(translate, rank_names)
    suits = _forms(translate, suit_names)
    alone = _forms(translate, own_names)
    tints = {name.capitalize(): name for name in JOKER_NAMES[jokers].values()}
    passed = _words_to_pass(translate, every_card)
    signs = {form: mark for form, mark in short_suits.items() if not form.isalnum()}
    joker_words = dict.fromkeys(_words_for_jokers(translate), "X")
    jokers_and_tints = joker_words, _forms(translate, tints)
    pairs = (ranks, suits | signs), (ranks, short_suits), jokers_and_tints
    own_cards = {form: lexicon.cards[code] for form, code in alone.items()}
    named = set(alone)
    for word in passed:
        for first_names, second_names in pairs:
            if _mark_named(word, first_names) or _mark_named(word, second_names):
                named.add(word)
    return LocalNames(lexicon, pairs, own_cards, passed - named)


def _short_forms(lexicon: Lexicon, marks: Collection[str]) -> dict[str, str]:
    """Return the letters, digits and signs that mean one of these marks in English."""
    short = {}
    for form, (mark, *_) in lexicon.meanings.items():
        if mark in marks and (len(form) == 1 or form.isdigit()):
            short[form] = mark
    return short


def _forms(translate: Translate, names: Mapping[str, str]) -> dict[str, str]:
    """Return the names with their own letters, and as typed without special letters."""
    spellings = str.maketrans(other_spellings(translate))
    forms = {}
    for english, mark in names.items():
        name = translate(english)
        forms[_plain(name)] = mark
        forms[_plain(name.lower().translate(spellings))] = mark
    return forms


def _words_to_pass(translate: Translate, cards: Iterable[Card]) -> frozenset[str]:
    words = [*conjunctions(translate, "and")[:2]]
    for name in names_of(cards):
        words.append(translate(name).format(rank="", suit=""))
    return _words(" ".join(words))


def _words_for_jokers(translate: Translate) -> frozenset[str]:
    """Return the words that the names of all jokers share."""
    names = []
    for pair in JOKER_NAMES.values():
        names += [_words(translate(f"{name} joker")) for name in pair.values()]
    return frozenset.intersection(*names)


def _initials(
    translate: Translate, deck: Iterable[Card], suits: Collection[str]
) -> dict[str, str]:
    """Return the first letters of the face cards, with their ranks, if all differ.

    One of the letters may be a suit's too, as the D of the queen (Dame). If two are,
    nobody could tell which is meant.
    """
    letters = {}
    for card in deck:
        if card.suit is not None and in_text(card).isalpha():
            name = translate(card.printed_rank.name)
            letters[card.rank] = _plain(name)[0]

    often = Counter(letters.values())
    initials = {letter: rank for rank, letter in letters.items() if often[letter] == 1}
    shared = [letter for letter in initials if letter in suits]
    if len(shared) > 1:
        for letter in shared:
            del initials[letter]
    return initials


def _words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", _plain(text)))


def _plain(text: str) -> str:
    """Return the text in lower case, without accents and variation selectors.

    A selector only asks how a sign is drawn.
    """
    plain = ""
    for letter in unicodedata.normalize("NFKD", in_plain_letters(text)):
        if not unicodedata.combining(letter) and letter not in "\ufe0e\ufe0f":
            plain += letter
    return plain
