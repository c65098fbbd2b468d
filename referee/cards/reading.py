"""Reading the cards that people type, in any of the ways in which cards are written."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache
from itertools import product
from typing import Final, TypeAlias

from referee.cards.card import CARDS, Card
from referee.cards.decks import FIFTY_FOUR
from referee.cards.lexicon import (
    FOREIGN_MARKS,
    JOKER_MARKS,
    Lexicon,
    Piece,
    cards_of,
    folded,
    lexicon_of,
    marks_of,
    pieces,
)
from referee.cards.naming import JokerWording, in_text

LONGEST: Final = 4_000
"""The most characters that are read at once: two whole decks, spoken, fit."""

QUOTED: Final = 40
"""The most characters of a wrong part that a message repeats."""

LONGEST_NEAR: Final = 40
"""Texts with more characters than this are near to nothing."""

MOST_NEAR: Final = 4
"""The most cards that can be near: a rank whose suit is missing has four."""

ALIKE: Final = 0.65
"""How alike, from 0 to 1, a text and a way to type a card must be (`jokr` and `joker` are 0.89)."""

# What people type for ranks though no card bears it, letters that look like digits among it.
_NEARLY: Final = {"A": "1 14 one l", "T": "0 lo io 1o l0", "J": "11 eleven", "Q": "12 twelve", "K": "13 thirteen"}


@dataclass(eq=False)
class CardsMisread(ValueError):
    """Text that names no card, or not as many as asked for.

    `template` is a sentence or two for people, in whose braces the `values` stand: texts, numbers and cards; and as
    `offered` those that are `nearest`. `part` is the wrong part as typed and `start` its place in the text, so that it
    can be marked; `nearest` are the cards it may have meant: none to four.
    """

    template: str
    values: Mapping[str, object]
    part: str
    start: int
    nearest: tuple[Card, ...] = ()


Word: TypeAlias = list[Piece]
"""The pieces between two spaces."""

# A full stop is among the breaks because phones make one of two spaces.
_BREAKS = ",;.+&、"
_WORD = re.compile(rf"[{_BREAKS}]|[^\s{_BREAKS}]+")
_BREAK_WORDS = frozenset([*_BREAKS, "and", "the"])


def read_cards(text: str, jokers: JokerWording | None = None, deck: tuple[Card, ...] = FIFTY_FOUR) -> tuple[Card, ...]:
    """The cards of a deck that the text names, in the order named; blank text names none. A card may stand twice.

    Read in capitals or small letters: codes (`TH`, `10h`, `h10`, `XB`, `XC`), signs (`10♥`, `♥10`, `★Black`),
    words (`ten of hearts`, `king hearts`, `joker black`, `the big joker`) and the Unicode playing cards.
    Parted by spaces, commas, semicolons, full stops, `+`, `&`, `and`; codes and signs also by nothing.

    `jokers` is what the table calls its jokers: the words of the other wording are then wrong. None reads
    both. The codes (`XB` or `XC` the higher, `XR` or `XG` the lower), big and little are read at every table.

    Raises CardsMisread naming the first part that is wrong, or text of more than `LONGEST` characters.
    """
    if len(text) > LONGEST:
        raise _too_long(text)
    lexicon, plain = lexicon_of(deck, jokers), folded(text)
    cards, wrong = _read(plain, lexicon)
    if wrong:
        raise _misread(text, plain, wrong, lexicon)
    return cards


def cards_alone(text: str, jokers: JokerWording | None = None, deck: tuple[Card, ...] = FIFTY_FOUR) -> tuple[Card, ...]:
    """The cards that `read_cards` reads in the text; none where anything in it is no card.

    For trying what a text may be: working out what else may have been meant takes a hundred times as long.
    """
    cards, wrong = _read(folded(text), lexicon_of(deck, jokers)) if len(text) <= LONGEST else ((), [])
    return () if wrong else cards


def _read(plain: str, lexicon: Lexicon) -> tuple[tuple[Card, ...], Word]:
    """The cards in folded text, and the pieces to blame for the first part that is no card, if any."""
    cards: list[Card] = []
    for phrase in _phrases(plain, lexicon):
        found, read = _cards_before_wrong(phrase, lexicon)
        cards += found
        if read < len(phrase):
            return tuple(cards), _wrong_pieces(phrase, read, lexicon)
    return tuple(cards), []


def _phrases(plain: str, lexicon: Lexicon) -> list[list[Word]]:
    """The words between one comma, `and` or the like and the next: no card reaches across."""
    phrases: list[list[Word]] = [[]]
    for word in _WORD.finditer(plain):
        if word[0] in _BREAK_WORDS:
            phrases.append([])
        else:
            phrases[-1].append(pieces(lexicon, plain, word.start(), word.end()))
    return phrases


def _cards_before_wrong(phrase: list[Word], lexicon: Lexicon) -> tuple[list[Card], int]:
    """The cards up to the first word that makes none, and that word's place: the phrase's end where all do."""
    cards: list[Card] = []
    at = 0
    while at < len(phrase):
        found, used = _cards_at(phrase, at, lexicon)
        if not found:
            break
        cards += found
        at += used
    return cards, at


def _cards_at(phrase: list[Word], at: int, lexicon: Lexicon) -> tuple[list[Card], int]:
    """The cards in the word here, or the card it makes with the next word; and how many words that took."""
    marks = [marks_of(word) for word in phrase[at : at + 3]]
    cards = cards_of(marks[0], lexicon)
    if cards:
        return cards, 1
    used = 3 if marks[1:2] == [("of",)] else 2
    if len(marks) < used or len(marks[0]) != 1 or len(marks[used - 1]) != 1:
        return [], 0
    card = lexicon.pairs.get((marks[0][0], marks[used - 1][0]))
    return ([card], used) if card is not None else ([], 0)


def _wrong_pieces(phrase: list[Word], at: int, lexicon: Lexicon) -> Word:
    """The pieces to blame when no card can be read here: part of a word, or words that belong together."""
    wrong = _wrong_within(phrase[at], lexicon)
    if len(wrong) < len(phrase[at]):
        return wrong
    before = marks_of(phrase[at])
    for word in phrase[at + 1 : at + 3]:
        marks = marks_of(word)
        if cards_of(marks, lexicon) or not _continues(before, marks, lexicon):
            break
        wrong = wrong + word
        before = marks
    return wrong


def _continues(before: tuple[str, ...], marks: tuple[str, ...], lexicon: Lexicon) -> bool:
    """Whether a word that is no card goes on with the one before: `king` with `of`, `of` with `hart`."""
    if marks == ("of",) or before == ("of",):
        return True
    if len(before) > 1:
        return False
    known = len(marks) == 1 and marks != ("?",)
    return before == ("?",) or not known or (before[0], marks[0]) in lexicon.all_pairs


def _wrong_within(word: Word, lexicon: Lexicon) -> Word:
    """The shortest stretch of a word after its first right cards that has only right cards after it."""
    start = _first_wrong(word, lexicon)
    right_from = _right_from(word, lexicon)
    end = next(place for place in range(start + 1, len(word) + 1) if right_from[place])
    return word[start:end]


def _first_wrong(word: Word, lexicon: Lexicon) -> int:
    at = 0
    while at < len(word):
        used = next((n for n in (1, 2) if cards_of(marks_of(word[at : at + n]), lexicon)), 0)
        if not used:
            break
        at += used
    return at


def _right_from(word: Word, lexicon: Lexicon) -> list[bool]:
    """For each place in the word, and its end, whether cards and nothing else stand from there on."""
    right = [False] * len(word) + [True, False]
    for at in reversed(range(len(word))):
        right[at] = any(right[at + n] and bool(cards_of(marks_of(word[at : at + n]), lexicon)) for n in (1, 2))
    return right


def _misread(text: str, plain: str, wrong: Word, lexicon: Lexicon) -> CardsMisread:
    start, end = wrong[0].start, wrong[-1].end
    marks = tuple(mark for mark in marks_of(wrong) if mark != "of")
    part = text[start:end]
    if lexicon.jokers is not None and lexicon.both_jokers and FOREIGN_MARKS[lexicon.jokers].intersection(marks):
        values = {"higher": CARDS["XB"], "lower": CARDS["XR"], "part": _quoted(part)}
        template = 'This table\'s jokers are {higher:the} and {lower:the}; "{part}" is neither.'
        return CardsMisread(template, values, part, start, lexicon.both_jokers[::-1])
    nearest = _nearest(plain[start:end], lexicon)
    values = {"part": _quoted(part), "example": _example(lexicon, marks[0] if marks else "")}
    return CardsMisread(_what_is_wrong(marks, nearest, lexicon), values, part, start, nearest)


def _nearest(part: str, lexicon: Lexicon) -> tuple[Card, ...]:
    """Return the cards that folded text is likeliest to have meant; none when nothing is near."""
    if len(part) > LONGEST_NEAR:
        return ()
    words = [word for word in re.findall(r"\w+|\S", part) if word.isalnum() or word in lexicon.meanings]
    ways = _ways_to_type(lexicon)
    near = get_close_matches("".join(word for word in words if word != "of"), ways, n=1, cutoff=ALIKE)
    return ways[near[0]][:MOST_NEAR] if near else ()


@lru_cache(maxsize=64)
def _ways_to_type(lexicon: Lexicon) -> Mapping[str, tuple[Card, ...]]:
    """Return all that is typed for a card, without spaces; and for a rank, or a joker, without what it lacks."""
    forms: defaultdict[str, list[str]] = defaultdict(list)
    for form, marks in lexicon.meanings.items():
        forms["".join(marks)].append(form)
    for rank, words in _NEARLY.items():
        forms[rank] += [word for word in words.split() if word not in lexicon.meanings]
    ways: dict[str, tuple[Card, ...]] = {}

    def add(marks: Iterable[str], cards: tuple[Card, ...]) -> None:
        ways.update(dict.fromkeys(map("".join, product(*(forms[mark] for mark in marks))), cards))

    for suit in lexicon.suits:
        add([suit], ())
    for rank in lexicon.ranks:
        add([rank], tuple(card for card in lexicon.cards.values() if card.rank == rank and card.suit is not None))
    for code, card in lexicon.cards.items():
        add([code], (card,))
    if both := lexicon.both_jokers[::-1]:
        add("X", both)
    for pair, card in lexicon.all_pairs.items():
        cards = (card,) if pair in lexicon.pairs else both
        add(pair, cards)
        if pair[0] in JOKER_MARKS:
            add(pair[:1], cards)
    return ways


def _example(lexicon: Lexicon, suit: str) -> str:
    """How a card of this suit, or of any, is typed: one with a two-digit corner if there is, which has another code."""
    of_suit = [card for card in lexicon.cards.values() if card.suit == suit]
    cards = of_suit or [card for card in lexicon.cards.values() if card.suit is not None] or [*lexicon.cards.values()]
    return typed(next((card for card in cards if card.printed_rank.corner == "10"), cards[0]))


def typed(card: Card) -> str:
    """A card as people type it in short: `10h`, `xb`."""
    if card.suit is None:
        return card.code.lower()
    return f"{in_text(card)}{card.suit}".lower()


def typed_code(card: Card, jokers: JokerWording | None) -> str:
    """Return the code to type for a card: a joker's goes by the name that it has at this table."""
    return {"XB": "XC", "XR": "XG"}.get(card.code, card.code) if jokers == "colour-grey" else card.code


def _what_is_wrong(marks: tuple[str, ...], nearest: tuple[Card, ...], lexicon: Lexicon) -> str:
    if len(marks) == 1 and marks[0] in lexicon.ranks and nearest:
        return '"{part}" is a rank without a suit. Did you mean {offered:or}?'
    if len(marks) == 1 and marks[0] in lexicon.suits:
        return '"{part}" is a suit without a rank. Write the rank too, such as {example}.'
    if marks == ("X",) and lexicon.both_jokers:
        return '"{part}" does not say which joker. Did you mean {offered:or}?'
    if nearest:
        return '"{part}" is not a card. Did you mean {offered:or}?'
    if lexicon.is_french:
        return '"{part}" is not a card. Write cards like 10h or 10♥, and jokers like XB or XR.'
    return '"{part}" is not a card. Write cards like {example}.'


def _too_long(text: str) -> CardsMisread:
    template = "That is {n:,} characters; {most:,} are read at once. Enter fewer cards at a time."
    part = text[LONGEST : LONGEST + QUOTED]
    return CardsMisread(template, {"n": len(text), "most": LONGEST}, part, LONGEST)


def _quoted(text: str) -> str:
    """Text fit to repeat in a message: shortened, and without characters that cannot be shown."""
    shown = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text[:QUOTED])
    return f"{shown}…" if len(text) > QUOTED else shown
