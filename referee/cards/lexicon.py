"""What each piece of typing means in a deck: the words, letters and signs in which people write its cards.

A piece means one or two *marks*: the code of a rank or a suit, `X` for a joker, a word that tells jokers apart
(`black`, `red`, `colour`, `grey`, `high`, `low`), `of`, or the code of a whole card. Two marks that fit make
a card.
"""

import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

from referee.cards.card import CARDS, Card, Rank, by_code
from referee.cards.naming import JOKER_SIGN, JokerWording

Pairs: TypeAlias = dict[tuple[str, str], Card]
"""Which two marks, in the order typed, make which card."""

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

Meanings: TypeAlias = Mapping[str, tuple[str, ...]]
"""The marks that a piece of folded text means."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of the text, `start` to `end`, and the marks it means; none when it means nothing."""

    start: int
    end: int
    marks: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Lexicon:
    """How the cards of one deck are typed at a table that calls its jokers in one way.

    `cards` are those of the deck by their codes, `pairs` the pairs of marks that the table reads, `all_pairs` those of
    a table with any wording. `ranks` and `suits` are the marks that mean one, in the order of the deck. `runs` finds
    the pieces of a word, `compact` matches cards in letters, whose pieces `letters` finds.
    """

    cards: Mapping[str, Card]
    jokers: JokerWording | None
    meanings: Meanings
    pairs: Pairs
    all_pairs: Pairs
    ranks: tuple[str, ...]
    suits: tuple[str, ...]
    runs: re.Pattern[str]
    compact: re.Pattern[str]
    letters: re.Pattern[str]

    @property
    def both_jokers(self) -> tuple[Card, ...]:
        """The jokers of the deck, the lower one first; none where it has none."""
        return tuple(card for card in self.cards.values() if card.is_joker)

    @property
    def is_french(self) -> bool:
        """Whether all its cards are French-suited ones, which people write with signs, or jokers."""
        return all(CARDS.get(code) is card for code, card in self.cards.items())


@lru_cache(maxsize=64)
def lexicon_of(deck: tuple[Card, ...], jokers: JokerWording | None = None) -> Lexicon:
    """How the cards of this deck are typed at a table that calls its jokers so; None: in any way.

    ValueError where a word would mean two ranks, suits or cards.

    A deck of French-suited cards is read as if it had all of them: whoever types a card that it lacks is told by the
    field that it cannot be meant, and not that there is no such card.
    """
    cards = CARDS if all(CARDS.get(card.code) is card for card in deck) else by_code(deck)
    meanings = _meanings(tuple(cards.values()))
    in_letters = _in_letters(cards, meanings)
    return Lexicon(
        cards=cards,
        jokers=jokers,
        meanings=meanings,
        pairs=_pairs(cards, frozenset() if jokers is None else FOREIGN_MARKS[jokers]),
        all_pairs=_pairs(cards, frozenset()),
        ranks=tuple(dict.fromkeys(card.rank for card in cards.values() if card.suit is not None)),
        suits=tuple(dict.fromkeys(card.suit for card in cards.values() if card.suit is not None)),
        runs=_runs(meanings),
        compact=re.compile(f"(?:{in_letters})+"),
        letters=re.compile(in_letters),
    )


def _in_letters(cards: Mapping[str, Card], meanings: Meanings) -> str:
    """The pattern of a letter that means a rank or a suit, or of the letters of a card without a suit."""
    whole = ["x[brcg]"] if any(card.is_joker for card in cards.values()) else []
    whole += [code.lower() for code, card in cards.items() if card.suit is None and not card.is_joker]
    single = sorted(form for form in meanings if len(form) == 1 and form.isalpha() and form.isascii())
    return "|".join([*sorted(whole, key=len, reverse=True), f"[{''.join(single) or '#'}]"])


_JOKER_WORD = "|".join(sorted(JOKER_WORDS, key=len, reverse=True))


def _runs(meanings: Meanings) -> re.Pattern[str]:
    """Words of the deck with other signs in them, then digits, letters, and signs.

    A sign may be followed by a variation selector, which only asks for a coloured or a plain drawing of it.
    """
    mixed = [form for form in meanings if len(form) > 1 and not form.isalpha() and not form.isdigit()]
    first = "".join(f"{re.escape(form)}|" for form in sorted(mixed, key=len, reverse=True))
    return re.compile(rf"{first}(?<={JOKER_SIGN})(?:{_JOKER_WORD})|[0-9]+|[a-z]+|(.)[\ufe0e\ufe0f]*", re.DOTALL)


def _meanings(cards: Collection[Card]) -> Meanings:
    forms: dict[str, tuple[str, ...]] = {"of": ("of",)}
    for card in cards:
        for form, mark in _forms(card):
            if forms.setdefault(form, (mark,)) != (mark,):
                raise ValueError(
                    f"{form!r} is typed for {forms[form][0]} and for {mark}: give one of them another word"
                )
    if any(card.is_joker for card in cards):
        forms |= _joker_forms()
    return forms | {
        chr(column + place): (f"{rank}{suit}",)
        for suit, column in UNICODE_SUITS.items()
        for rank, place in UNICODE_RANKS.items()
        if any(card is CARDS[f"{rank}{suit}"] for card in cards)
    }


def _forms(card: Card) -> Iterable[tuple[str, str]]:
    """What is typed for the rank and the suit of a card, or for a card without a suit, each with its mark."""
    if card.is_joker:
        return
    for form in rank_forms(card.printed_rank):
        yield form, card.rank
    if card.printed_suit is not None:
        suit = card.printed_suit
        forms = [suit.code.lower(), suit.name, suit.name.removesuffix("s"), *suit.sign, *suit.typed.split()]
        for form in forms:
            yield form, suit.code


def rank_forms(rank: Rank) -> list[str]:
    """What is typed for a rank in English, or for a card without a suit."""
    forms = [rank.code.lower(), rank.name, *rank.typed.split()]
    if rank.corner.isalnum():
        forms.append(rank.corner.lower())
    if rank.name.isalpha():
        forms.append(f"{rank.name}es" if rank.name.endswith("x") else f"{rank.name}s")
    return forms


def _joker_forms() -> dict[str, tuple[str, ...]]:
    forms: dict[str, tuple[str, ...]] = {word: (mark,) for word, mark in JOKER_WORDS.items()}
    for word, mark in JOKER_WORDS.items():
        forms |= {f"joker{word}": ("X", mark), f"{word}joker": (mark, "X")}
    codes = {"xb": ("XB",), "xc": ("XB",), "xr": ("XR",), "xg": ("XR",)}
    return forms | codes | UNICODE_JOKERS | {"joker": ("X",), "jokers": ("X",), JOKER_SIGN: ("X",)}


def _pairs(cards: Mapping[str, Card], foreign: frozenset[str]) -> Pairs:
    pairs = {(card.rank, card.suit): card for card in cards.values() if card.suit is not None}
    pairs |= {("X", mark): cards[code] for mark, code in MARKED_JOKERS.items() if code in cards and mark not in foreign}
    return pairs | {(second, first): card for (first, second), card in pairs.items()}


def marks_of(pieces: Iterable[Piece]) -> tuple[str, ...]:
    """The marks of these pieces in turn, `?` for a piece that means nothing."""
    return tuple(mark for piece in pieces for mark in piece.marks or ("?",))


def cards_of(marks: Sequence[str], lexicon: Lexicon) -> list[Card]:
    """The cards that these marks make, in the order given, with no mark left over; none if they do not."""
    cards: list[Card] = []
    at = 0
    while at < len(marks):
        whole = lexicon.cards.get(marks[at])
        card = whole or (lexicon.pairs.get((marks[at], marks[at + 1])) if at + 1 < len(marks) else None)
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


def pieces(lexicon: Lexicon, text: str, start: int, end: int) -> list[Piece]:
    """The pieces of a stretch of folded text without spaces.

    A run of letters is a word, or else cards in letters (`asxb`), or else one piece that means nothing.
    """
    found: list[Piece] = []
    for run in lexicon.runs.finditer(text, start, end):
        form = run[1] or run[0]
        if form not in lexicon.meanings and lexicon.compact.fullmatch(form):
            letters = lexicon.letters.finditer(text, run.start(), run.end())
            found += [Piece(letter.start(), letter.end(), lexicon.meanings[letter[0]]) for letter in letters]
        else:
            found.append(Piece(run.start(), run.end(), lexicon.meanings.get(form, ())))
    return found
