"""Reading the cards that people type, in any of the ways in which cards are written.

A piece of typing means one or two *marks*: the code of a rank or a suit, `X` for a
joker, a word that tells jokers apart (`black`, `red`, `colour`, `grey`, `high`, `low`),
`of`, or the code of a whole card. Two marks that fit make a card.
"""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache
from itertools import product
from typing import Final, TypeAlias

from referee.cards.card import CARDS, Card, Rank, by_code
from referee.cards.decks import FIFTY_FOUR
from referee.cards.naming import JOKER_SIGN, JokerWording, in_text

LONGEST: Final = 4_000
"""The most characters that are read at once: two whole decks, spoken, fit."""

QUOTED: Final = 40
"""The most characters of a wrong part that a message repeats."""

LONGEST_NEAR: Final = 40
"""Texts with more characters than this are near to nothing."""

MOST_NEAR: Final = 4
"""The most cards that can be near: a rank whose suit is missing has four."""

ALIKE: Final = 0.65
"""How alike, from 0 to 1, a text and a way to type a card must be (`jokr` and `joker`
are 0.89).
"""

# What people type for ranks though no card bears it, letters that look like digits
# among it.
_NEARLY: Final = {
    "A": "1 14 one l",
    "T": "0 lo io 1o l0",
    "J": "11 eleven",
    "Q": "12 twelve",
    "K": "13 thirteen",
}

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

JOKER_WORDS: Final = {
    word: mark for mark, words in JOKER_MARKS.items() for word in words.split()
}
"""The words that tell jokers apart, and the mark each means."""

MARKED_JOKERS: Final = {
    "black": "XB",
    "colour": "XB",
    "high": "XB",
    "red": "XR",
    "grey": "XR",
    "low": "XR",
}

FOREIGN_MARKS: Final[dict[JokerWording, frozenset[str]]] = {
    "black-red": frozenset({"colour", "grey"}),
    "colour-grey": frozenset({"black", "red"}),
}
"""The marks that a table with this wording does not read, since its deck has no such
joker.
"""

# In Unicode each suit has a column of sixteen: ace to ten, then jack, knight, queen,
# king.
UNICODE_SUITS: Final = {"S": 0x1F0A0, "H": 0x1F0B0, "D": 0x1F0C0, "C": 0x1F0D0}
UNICODE_RANKS: Final = dict(zip("A23456789TJQK", [*range(1, 12), 13, 14], strict=True))
# White is the other of black, and the one without colour: the lower joker either way.
UNICODE_JOKERS: Final = {
    "\U0001f0cf": ("X", "black"),
    "\U0001f0bf": ("X", "red"),
    "\U0001f0df": ("XR",),
}

Meanings: TypeAlias = Mapping[str, tuple[str, ...]]
"""The marks that a piece of folded text means."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of the text, `start` to `end`, and the marks it means; none when it
    means nothing.
    """

    start: int
    end: int
    marks: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Lexicon:
    """How the cards of one deck are typed at a table that calls its jokers in one way.

    `cards` are those of the deck by their codes, `pairs` the pairs of marks that the
    table reads, `all_pairs` those of a table with any wording. `ranks` and `suits` are
    the marks that mean one, in the order of the deck. `runs` finds the pieces of a
    word, `letters` those of cards in letters.
    """

    cards: Mapping[str, Card]
    jokers: JokerWording | None
    meanings: Meanings
    pairs: Pairs
    all_pairs: Pairs
    ranks: tuple[str, ...]
    suits: tuple[str, ...]
    runs: re.Pattern[str]
    letters: re.Pattern[str]

    @property
    def both_jokers(self) -> tuple[Card, ...]:
        """The jokers of the deck, the lower one first; none where it has none."""
        return tuple(card for card in self.cards.values() if card.is_joker)

    @property
    def is_french(self) -> bool:
        """Whether all its cards are French-suited ones, which people write with signs,
        or jokers.
        """
        return self.cards is CARDS


@dataclass(eq=False)
class CardsMisread(ValueError):
    """Text that names no card, or not as many as asked for.

    `template` is a sentence or two for people, in whose braces the `values` stand:
    texts, numbers and cards; and as `offered` those that are `nearest`. `part` is the
    wrong part as typed, `nearest` are the cards it may have meant: none to four.
    """

    template: str
    values: Mapping[str, object]
    part: str
    nearest: tuple[Card, ...] = ()


Word: TypeAlias = list[Piece]
"""The pieces between two spaces."""

# A full stop is among the breaks because phones make one of two spaces.
_BREAKS = ",;.+&、"
_WORD = re.compile(rf"[{_BREAKS}]|[^\s{_BREAKS}]+")
_BREAK_WORDS = frozenset([*_BREAKS, "and", "the"])


def read_cards(
    text: str, jokers: JokerWording | None = None, deck: tuple[Card, ...] = FIFTY_FOUR
) -> tuple[Card, ...]:
    """The cards of a deck that the text names, in the order named; blank text names
    none. A card may stand twice.

    Read in capitals or small letters: codes (`TH`, `10h`, `h10`, `XB`, `XC`), signs
    (`10♥`, `♥10`, `★Black`), words (`ten of hearts`, `king hearts`, `joker black`, `the
    big joker`) and the Unicode playing cards. Parted by spaces, commas, semicolons,
    full stops, `+`, `&`, `and`; codes and signs also by nothing.

    `jokers` is what the table calls its jokers: the words of the other wording are then
    wrong. None reads both. The codes (`XB` or `XC` the higher, `XR` or `XG` the lower),
    big and little are read at every table.

    Raises CardsMisread naming the first part that is wrong, or text of more than
    `LONGEST` characters.
    """
    if len(text) > LONGEST:
        raise _too_long(text)
    lexicon, plain = lexicon_of(deck, jokers), folded(text)
    cards, wrong = _read(plain, lexicon)
    if wrong:
        raise _misread(text, plain, wrong, lexicon)
    return cards


def cards_alone(
    text: str, jokers: JokerWording | None = None, deck: tuple[Card, ...] = FIFTY_FOUR
) -> tuple[Card, ...]:
    """The cards that `read_cards` reads in the text; none where anything in it is no
    card.

    For trying what a text may be: working out what else may have been meant takes a
    hundred times as long.
    """
    cards, wrong = (
        _read(folded(text), lexicon_of(deck, jokers))
        if len(text) <= LONGEST
        else ((), [])
    )
    return () if wrong else cards


def _read(plain: str, lexicon: Lexicon) -> tuple[tuple[Card, ...], Word]:
    """The cards in folded text, and the pieces to blame for the first part that is no
    card, if any.
    """
    cards: list[Card] = []
    for phrase in _phrases(plain, lexicon):
        found, read = _cards_before_wrong(phrase, lexicon)
        cards += found
        if read < len(phrase):
            return tuple(cards), _wrong_pieces(phrase, read, lexicon)
    return tuple(cards), []


def _phrases(plain: str, lexicon: Lexicon) -> list[list[Word]]:
    """The words between one comma, `and` or the like and the next: no card reaches
    across.
    """
    phrases: list[list[Word]] = [[]]
    for word in _WORD.finditer(plain):
        if word[0] in _BREAK_WORDS:
            phrases.append([])
        else:
            phrases[-1].append(pieces(lexicon, plain, word.start(), word.end()))
    return phrases


def _cards_before_wrong(phrase: list[Word], lexicon: Lexicon) -> tuple[list[Card], int]:
    """The cards up to the first word that makes none, and that word's place: the
    phrase's end where all do.
    """
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
    """The cards in the word here, or the card it makes with the next word; and how many
    words that took.
    """
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
    """The pieces to blame when no card can be read here: part of a word, or words that
    belong together.
    """
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


def _continues(
    before: tuple[str, ...], marks: tuple[str, ...], lexicon: Lexicon
) -> bool:
    """Whether a word that is no card goes on with the one before: `king` with `of`,
    `of` with `hart`.
    """
    if marks == ("of",) or before == ("of",):
        return True
    if len(before) > 1:
        return False
    known = len(marks) == 1 and marks != ("?",)
    return before == ("?",) or not known or (before[0], marks[0]) in lexicon.all_pairs


def _wrong_within(word: Word, lexicon: Lexicon) -> Word:
    """The shortest stretch of a word after its first right cards that has only right
    cards after it.
    """
    start = _first_wrong(word, lexicon)
    right_from = _right_from(word, lexicon)
    end = next(place for place in range(start + 1, len(word) + 1) if right_from[place])
    return word[start:end]


def _first_wrong(word: Word, lexicon: Lexicon) -> int:
    at = 0
    while at < len(word):
        used = next(
            (n for n in (1, 2) if cards_of(marks_of(word[at : at + n]), lexicon)), 0
        )
        if not used:
            break
        at += used
    return at


def _right_from(word: Word, lexicon: Lexicon) -> list[bool]:
    """For each place in the word, and its end, whether cards and nothing else stand
    from there on.
    """
    right = [False] * len(word) + [True, False]
    for at in reversed(range(len(word))):
        right[at] = any(
            right[at + n] and bool(cards_of(marks_of(word[at : at + n]), lexicon))
            for n in (1, 2)
        )
    return right


def _misread(text: str, plain: str, wrong: Word, lexicon: Lexicon) -> CardsMisread:
    start, end = wrong[0].start, wrong[-1].end
    part = text[start:end]
    marks = tuple(mark for mark in marks_of(wrong) if mark != "of")
    if (
        lexicon.jokers is not None
        and lexicon.both_jokers
        and FOREIGN_MARKS[lexicon.jokers].intersection(marks)
    ):
        values = {"higher": CARDS["XB"], "lower": CARDS["XR"], "part": _quoted(part)}
        template = (
            'This table\'s jokers are {higher:the} and {lower:the}; "{part}" is '
            "neither."
        )
        return CardsMisread(template, values, part, lexicon.both_jokers[::-1])
    nearest = _nearest(plain[start:end], lexicon)
    values = {
        "part": _quoted(part),
        "example": _example(lexicon, marks[0] if marks else ""),
    }
    return CardsMisread(_what_is_wrong(marks, nearest, lexicon), values, part, nearest)


def _nearest(part: str, lexicon: Lexicon) -> tuple[Card, ...]:
    """Return the cards that folded text is likeliest to have meant; none when nothing
    is near.
    """
    if len(part) > LONGEST_NEAR:
        return ()
    words = [
        word
        for word in re.findall(r"\w+|\S", part)
        if word.isalnum() or word in lexicon.meanings
    ]
    if words == ["x"]:
        return lexicon.both_jokers[::-1]
    ways = _ways_to_type(lexicon)
    near = get_close_matches(
        "".join(word for word in words if word != "of"), ways, n=1, cutoff=ALIKE
    )
    return ways[near[0]][:MOST_NEAR] if near else ()


@lru_cache(maxsize=64)
def _ways_to_type(lexicon: Lexicon) -> Mapping[str, tuple[Card, ...]]:
    """Return all that is typed for a card, without spaces; and for a rank, or a joker,
    without what it lacks.
    """
    forms: defaultdict[str, list[str]] = defaultdict(list)
    for form, marks in lexicon.meanings.items():
        forms["".join(marks)].append(form)
    for rank, words in _NEARLY.items():
        forms[rank] += [word for word in words.split() if word not in lexicon.meanings]
    ways: dict[str, tuple[Card, ...]] = {}

    def add(marks: Iterable[str], cards: tuple[Card, ...]) -> None:
        ways.update(
            dict.fromkeys(
                map("".join, product(*(forms[mark] for mark in marks))), cards
            )
        )

    for suit in lexicon.suits:
        add([suit], ())
    for rank in lexicon.ranks:
        add(
            [rank],
            tuple(
                card
                for card in lexicon.cards.values()
                if card.rank == rank and card.suit is not None
            ),
        )
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
    """How a card of this suit, or of any, is typed: one with a two-digit corner if
    there is, which has another code.
    """
    of_suit = [card for card in lexicon.cards.values() if card.suit == suit]
    cards = (
        of_suit
        or [card for card in lexicon.cards.values() if card.suit is not None]
        or [*lexicon.cards.values()]
    )
    return typed(
        next((card for card in cards if card.printed_rank.corner == "10"), cards[0])
    )


def typed(card: Card) -> str:
    """A card as people type it in short: `10h`, `xb`."""
    if card.suit is None:
        return card.code.lower()
    return f"{in_text(card)}{card.suit}".lower()


def typed_code(card: Card, jokers: JokerWording | None) -> str:
    """Return the code to type for a card: a joker's goes by the name that it has at
    this table.
    """
    return (
        {"XB": "XC", "XR": "XG"}.get(card.code, card.code)
        if jokers == "colour-grey"
        else card.code
    )


def _what_is_wrong(
    marks: tuple[str, ...], nearest: tuple[Card, ...], lexicon: Lexicon
) -> str:
    if len(marks) == 1 and marks[0] in lexicon.ranks and nearest:
        return '"{part}" is a rank without a suit. Did you mean {offered:or}?'
    if len(marks) == 1 and marks[0] in lexicon.suits:
        return (
            '"{part}" is a suit without a rank. Write the rank too, such as {example}.'
        )
    if marks == ("X",) and lexicon.both_jokers:
        return '"{part}" does not say which joker. Did you mean {offered:or}?'
    if nearest:
        return '"{part}" is not a card. Did you mean {offered:or}?'
    if lexicon.is_french:
        return (
            '"{part}" is not a card. Write cards like 10h or 10♥, and jokers like XB '
            "or XR."
        )
    return '"{part}" is not a card. Write cards like {example}.'


def _too_long(text: str) -> CardsMisread:
    template = (
        "That is {n:,} characters; {most:,} are read at once. Enter fewer cards at a "
        "time."
    )
    return CardsMisread(
        template, {"n": len(text), "most": LONGEST}, text[LONGEST : LONGEST + QUOTED]
    )


def _quoted(text: str) -> str:
    """Text fit to repeat in a message: shortened, and without characters that cannot be
    shown.
    """
    shown = "".join(
        c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text[:QUOTED]
    )
    return f"{shown}…" if len(text) > QUOTED else shown


# What is typed for the cards of a deck


@lru_cache(maxsize=64)
def lexicon_of(deck: tuple[Card, ...], jokers: JokerWording | None = None) -> Lexicon:
    """How the cards of this deck are typed at a table that calls its jokers so; None:
    in any way.

    ValueError where a word would mean two ranks, suits or cards.

    A deck of French-suited cards is read as if it had all of them: whoever types a card
    that it lacks is told by the field that it cannot be meant, and not that there is no
    such card.
    """
    cards = (
        CARDS if all(CARDS.get(card.code) is card for card in deck) else by_code(deck)
    )
    meanings = _meanings(tuple(cards.values()))
    return Lexicon(
        cards=cards,
        jokers=jokers,
        meanings=meanings,
        pairs=_pairs(cards, frozenset() if jokers is None else FOREIGN_MARKS[jokers]),
        all_pairs=_pairs(cards, frozenset()),
        ranks=tuple(
            dict.fromkeys(card.rank for card in cards.values() if card.suit is not None)
        ),
        suits=tuple(
            dict.fromkeys(card.suit for card in cards.values() if card.suit is not None)
        ),
        runs=_runs(meanings),
        letters=re.compile(_letters(cards, meanings)),
    )


def _letters(cards: Mapping[str, Card], meanings: Meanings) -> str:
    """The pattern of a letter that means a rank or a suit, or of the letters of a card
    without a suit.
    """
    whole = ["x[brcg]"] if any(card.is_joker for card in cards.values()) else []
    whole += [
        code.lower()
        for code, card in cards.items()
        if card.suit is None and not card.is_joker
    ]
    single = sorted(
        form
        for form in meanings
        if len(form) == 1 and form.isalpha() and form.isascii()
    )
    return "|".join(
        [*sorted(whole, key=len, reverse=True), f"[{''.join(single) or '#'}]"]
    )


_JOKER_WORD = "|".join(sorted(JOKER_WORDS, key=len, reverse=True))


def _runs(meanings: Meanings) -> re.Pattern[str]:
    """Words of the deck with other signs in them, then digits, letters, and signs.

    A sign may be followed by a variation selector, which only asks for a coloured or a
    plain drawing of it.
    """
    mixed = [
        form
        for form in meanings
        if len(form) > 1 and not form.isalpha() and not form.isdigit()
    ]
    first = "".join(
        f"{re.escape(form)}|" for form in sorted(mixed, key=len, reverse=True)
    )
    return re.compile(
        rf"{first}(?<={JOKER_SIGN})(?:{_JOKER_WORD})|[0-9]+|[a-z]+|(.)[\ufe0e\ufe0f]*",
        re.DOTALL,
    )


def _meanings(cards: Collection[Card]) -> Meanings:
    forms: dict[str, tuple[str, ...]] = {"of": ("of",)}
    for card in cards:
        for form, mark in _forms(card):
            if forms.setdefault(form, (mark,)) != (mark,):
                raise ValueError(
                    f"{form!r} is typed for {forms[form][0]} and for {mark}: give one "
                    "of them another word"
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
    """What is typed for the rank and the suit of a card, or for a card without a suit,
    each with its mark.
    """
    if card.is_joker:
        return
    for form in rank_forms(card.printed_rank):
        yield form, card.rank
    if card.printed_suit is not None:
        suit = card.printed_suit
        forms = [
            suit.code.lower(),
            suit.name,
            suit.name.removesuffix("s"),
            *suit.sign,
            *suit.typed.split(),
        ]
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
    forms: dict[str, tuple[str, ...]] = {
        word: (mark,) for word, mark in JOKER_WORDS.items()
    }
    for word, mark in JOKER_WORDS.items():
        forms |= {f"joker{word}": ("X", mark), f"{word}joker": (mark, "X")}
    codes = {"xb": ("XB",), "xc": ("XB",), "xr": ("XR",), "xg": ("XR",)}
    return (
        forms
        | codes
        | UNICODE_JOKERS
        | {"joker": ("X",), "jokers": ("X",), JOKER_SIGN: ("X",)}
    )


def _pairs(cards: Mapping[str, Card], foreign: frozenset[str]) -> Pairs:
    pairs = {
        (card.rank, card.suit): card for card in cards.values() if card.suit is not None
    }
    pairs |= {
        ("X", mark): cards[code]
        for mark, code in MARKED_JOKERS.items()
        if code in cards and mark not in foreign
    }
    return pairs | {(second, first): card for (first, second), card in pairs.items()}


def marks_of(pieces: Iterable[Piece]) -> tuple[str, ...]:
    """The marks of these pieces in turn, `?` for a piece that means nothing."""
    return tuple(mark for piece in pieces for mark in piece.marks or ("?",))


def cards_of(marks: Sequence[str], lexicon: Lexicon) -> list[Card]:
    """The cards that these marks make, in the order given, with no mark left over; none
    if they do not.
    """
    cards: list[Card] = []
    at = 0
    while at < len(marks):
        whole = lexicon.cards.get(marks[at])
        card = whole or (
            lexicon.pairs.get((marks[at], marks[at + 1]))
            if at + 1 < len(marks)
            else None
        )
        if card is None:
            return []
        cards.append(card)
        at += 1 if whole else 2
    return cards


def folded(text: str) -> str:
    """The text in lower case and in plain letters and digits, character by character,
    so that places stay.

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

    A run of letters is a word, or else cards in letters (`asxb`), or else one piece
    that means nothing.
    """
    found: list[Piece] = []
    for run in lexicon.runs.finditer(text, start, end):
        form = run[1] or run[0]
        letters = (
            []
            if form in lexicon.meanings
            else [*lexicon.letters.finditer(text, run.start(), run.end())]
        )
        if letters and sum(len(letter[0]) for letter in letters) == len(form):
            found += [
                Piece(letter.start(), letter.end(), lexicon.meanings[letter[0]])
                for letter in letters
            ]
        else:
            found.append(Piece(run.start(), run.end(), lexicon.meanings.get(form, ())))
    return found
