"""Reading the cards that people type, in any of the ways in which cards are written.

A typed piece means one or two *marks*: the code of a rank or a suit, `X` for a joker, a
word that tells jokers apart (`black`, `red`, `colour`, `grey`, `high`, `low`), `of`, or
the code of a whole card. Two marks that fit make a card.
"""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache
from itertools import product

from referee.cards.card import CARDS, Card, Cards, Rank, by_code
from referee.cards.decks import FIFTY_FOUR, FIFTY_TWO, ONLY_JOKER
from referee.cards.naming import JOKER_SIGN, JokerWording, in_text

LONGEST = 4_000
"""The most characters read at once: enough for two whole decks, spoken."""

QUOTED = 40
"""The most characters of a wrong part that a message repeats."""

LONGEST_NEAR = 40
"""A text with more characters than this resembles no card."""

MOST_NEAR = 4
"""The most cards suggested: a rank without a suit could be four cards."""

ALIKE = 0.65
"""How alike a text must be to a way of typing a card, from 0 to 1 (`jokr`: 0.89)."""

# The words that people type for ranks though no card bears them, with letters that look
# like digits.
_NEARLY = {
    "A": "1 14 one l",
    "T": "0 lo io 1o l0",
    "J": "11 eleven",
    "Q": "12 twelve",
    "K": "13 thirteen",
}

Marks = tuple[str, ...]
"""Marks, in order."""

Pairs = dict[Marks, Card]
"""Maps pairs of marks, in the order typed, to cards."""

JOKER_MARKS = {
    "black": "black",
    "red": "red",
    "colour": "color colored colour coloured",
    "grey": "gray grayscale grey greyscale",
    "high": "big high higher",
    "low": "little low lower small",
}
"""The marks that tell jokers apart, and the words that mean each."""

JOKER_WORDS: dict[str, str] = {}
for _mark, _words in JOKER_MARKS.items():
    JOKER_WORDS |= dict.fromkeys(_words.split(), _mark)
"""The words that tell jokers apart, each with its mark."""

MARKED_JOKERS = {
    "black": "XB",
    "colour": "XB",
    "high": "XB",
    "red": "XR",
    "grey": "XR",
    "low": "XR",
}

FOREIGN_MARKS: dict[JokerWording, set[str]] = {
    "black-red": {"colour", "grey"},
    "colour-grey": {"black", "red"},
}
"""The marks that this wording excludes, since its deck has no such joker."""

# In Unicode each suit has a column of sixteen: ace to ten, then jack, knight, queen,
# king.
UNICODE_SUITS = {"S": 0x1F0A0, "H": 0x1F0B0, "D": 0x1F0C0, "C": 0x1F0D0}
UNICODE_RANKS = dict(zip("A23456789TJQK", [*range(1, 12), 13, 14], strict=True))
UNICODE_JOKERS = {"\U0001f0cf": ("X", "black"), "\U0001f0bf": ("X", "red")}

WITH_ONLY_JOKER = by_code((*FIFTY_TWO, ONLY_JOKER))
"""The French-suited cards of a deck that has one joker."""

Meanings = Mapping[str, Marks]
"""The marks that a piece of plain text means."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of text, `start` to `end`, with its marks; none if it means nothing."""

    start: int
    end: int
    marks: Marks


@dataclass(frozen=True, slots=True, eq=False)
class Lexicon:
    """The ways to type a deck's cards at a table with these names of jokers."""

    cards: Mapping[str, Card]
    """The deck's cards by their codes."""
    jokers: JokerWording | None
    meanings: Meanings
    pairs: Pairs
    """The pairs of marks that the table reads."""
    all_pairs: Pairs
    """The pairs of marks that tables with any wording read."""
    ranks: Marks
    """The marks of the deck's ranks, in the order of the deck."""
    suits: Marks
    """The marks of the deck's suits, in the order of the deck."""
    runs: re.Pattern[str]
    """Finds the pieces of a word."""
    letters: re.Pattern[str]
    """Finds the pieces in cards typed as letters."""

    @property
    def both_jokers(self) -> Cards:
        """Return the jokers of the deck, if it has any, the lower one first."""
        return tuple(card for card in self.cards.values() if card.is_joker)

    @property
    def is_french(self) -> bool:
        """Return whether all its cards are written with signs: French suits, jokers."""
        return self.cards in (CARDS, WITH_ONLY_JOKER)


@dataclass(eq=False)
class CardsMisread(ValueError):
    """Text names no card, or the wrong number of cards.

    `template` is a sentence or two for people, with `values` in its braces: texts,
    numbers and cards, and as `offered` the `nearest` cards. `part` is the wrong part as
    typed. `nearest` are the cards that it may have meant: none to four.
    """

    template: str
    values: Mapping[str, object]
    part: str
    nearest: Cards = ()


Word = list[Piece]
"""The pieces between two spaces."""

# A full stop is among the breaks because phones make one of two spaces.
_BREAKS = ",;.+&、"
_WORD = re.compile(rf"[{_BREAKS}]|[^\s{_BREAKS}]+")
_BREAK_WORDS = {*_BREAKS, "and", "the"}


def read_cards(
    text: str, jokers: JokerWording | None = None, deck: Cards = FIFTY_FOUR
) -> Cards:
    """Return the cards of a deck that the text names, in the order named.

    Blank text names none, and a card may stand twice.

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
    plain = in_plain_letters(text)
    lexicon = lexicon_of(deck, jokers)
    cards, wrong = _read(plain, lexicon)
    if wrong:
        raise _misread(text, plain, wrong, lexicon)
    return cards


def cards_alone(
    text: str, jokers: JokerWording | None = None, deck: Cards = FIFTY_FOUR
) -> Cards:
    """Return the cards that `read_cards` reads; none if any part is no card.

    Use it to try a reading: to search for the nearest cards takes a hundred times as
    long.
    """
    if len(text) > LONGEST:
        return ()
    cards, wrong = _read(in_plain_letters(text), lexicon_of(deck, jokers))
    if wrong:
        return ()
    return cards


def _read(plain: str, lexicon: Lexicon) -> tuple[Cards, Word]:
    """Return the cards in plain text, and the wrong pieces."""
    cards = []
    for phrase in _phrases(plain, lexicon):
        right, read = _cards_before_wrong(phrase, lexicon)
        cards += right
        if read < len(phrase):
            return tuple(cards), _wrong_pieces(phrase, read, lexicon)
    return tuple(cards), []


def _phrases(plain: str, lexicon: Lexicon) -> list[list[Word]]:
    """Split text at commas, `and` and the like, which no card spans."""
    phrases: list[list[Word]] = [[]]
    for word in _WORD.finditer(plain):
        if word[0] in _BREAK_WORDS:
            phrases.append([])
        else:
            phrases[-1].append(_split_word(lexicon, plain, *word.span()))
    return phrases


def _cards_before_wrong(phrase: list[Word], lexicon: Lexicon) -> tuple[list[Card], int]:
    """Return the cards before the first wrong word, and its index, or the end."""
    cards = []
    at = 0
    while at < len(phrase):
        right, used = _cards_at(phrase, at, lexicon)
        if not right:
            break
        cards += right
        at += used
    return cards, at


def _cards_at(phrase: list[Word], at: int, lexicon: Lexicon) -> tuple[list[Card], int]:
    """Return the cards at this word, maybe with the next, and the word count."""
    here = marks_of(phrase[at])
    cards = cards_of(here, lexicon)
    if cards:
        return cards, 1

    marks = [here, *map(marks_of, phrase[at + 1 : at + 3])]
    last = 2 if marks[1:2] == [("of",)] else 1
    if len(marks) <= last:
        return [], 0
    card = lexicon.pairs.get(here + marks[last])
    if card is None:
        return [], 0
    return [card], last + 1


def _wrong_pieces(phrase: list[Word], at: int, lexicon: Lexicon) -> Word:
    """Return the pieces to blame if no card can be read here.

    The pieces are a stretch of the word, or words that belong together.
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


def _continues(before: Marks, marks: Marks, lexicon: Lexicon) -> bool:
    """Return whether a wrong word belongs to the one before, as `of` does to `king`."""
    if ("of",) in (before, marks):
        return True
    if len(before) > 1:
        return False
    if before == ("?",) or marks == ("?",) or len(marks) != 1:
        return True
    return before + marks in lexicon.all_pairs


def _wrong_within(word: Word, lexicon: Lexicon) -> Word:
    """Return the shortest wrong stretch of a word that is otherwise all cards."""
    start = _first_wrong(word, lexicon)
    right_from = _right_from(word, lexicon)
    end = right_from.index(True, start + 1)
    return word[start:end]


def _first_wrong(word: Word, lexicon: Lexicon) -> int:
    at = 0
    while at < len(word):
        if cards_of(marks_of(word[at : at + 1]), lexicon):
            at += 1
        elif cards_of(marks_of(word[at : at + 2]), lexicon):
            at += 2
        else:
            break
    return at


def _right_from(word: Word, lexicon: Lexicon) -> list[bool]:
    """Return for each index in the word, and its end, whether only cards follow."""
    right = [False] * len(word) + [True, False]
    for at in reversed(range(len(word))):
        for end in (at + 1, at + 2):
            if right[end] and cards_of(marks_of(word[at:end]), lexicon):
                right[at] = True
    return right


def _misread(text: str, plain: str, wrong: Word, lexicon: Lexicon) -> CardsMisread:
    start = wrong[0].start
    end = wrong[-1].end
    part = text[start:end]
    marks = tuple(mark for mark in marks_of(wrong) if mark != "of")
    if _names_other_jokers(marks, lexicon):
        return _other_jokers(part, lexicon)

    nearest = _nearest(plain[start:end], lexicon)
    suit = marks[0] if marks else ""
    values = {"part": _quote(part), "example": _example_of_typing(lexicon, suit)}
    return CardsMisread(_what_is_wrong(marks, nearest, lexicon), values, part, nearest)


def _names_other_jokers(marks: Iterable[str], lexicon: Lexicon) -> bool:
    if lexicon.jokers is None or not lexicon.both_jokers:
        return False
    return not FOREIGN_MARKS[lexicon.jokers].isdisjoint(marks)


def _other_jokers(part: str, lexicon: Lexicon) -> CardsMisread:
    values = {"higher": CARDS["XB"], "lower": CARDS["XR"], "part": _quote(part)}
    template = (
        "This table’s jokers are {higher:the} and {lower:the}; “{part}” is neither."
    )
    return CardsMisread(template, values, part, lexicon.both_jokers[::-1])


def _nearest(part: str, lexicon: Lexicon) -> Cards:
    """Return the cards that plain text most likely meant; none if unlike all."""
    if len(part) > LONGEST_NEAR:
        return ()
    words = []
    for word in re.findall(r"\w+|\S", part):
        if word != "of" and (word.isalnum() or word in lexicon.meanings):
            words.append(word)
    if words == ["x"]:
        return lexicon.both_jokers[::-1]

    ways = _ways_to_type(lexicon)
    near = get_close_matches("".join(words), ways, n=1, cutoff=ALIKE)
    return ways[near[0]][:MOST_NEAR] if near else ()


def _ways_to_type(lexicon: Lexicon) -> Mapping[str, Cards]:
    """Return every way to type a card, without spaces, with its possible meanings."""
    forms = defaultdict(list)
    for form, marks in lexicon.meanings.items():
        forms["".join(marks)].append(form)
    for rank, words in _NEARLY.items():
        forms[rank] += {*words.split()}.difference(lexicon.meanings)

    ways = {}
    for marks, cards in _likely_cards(lexicon):
        for spelling in product(*map(forms.__getitem__, marks)):
            ways["".join(spelling)] = cards
    return ways


def _likely_cards(lexicon: Lexicon) -> Iterator[tuple[Marks, Cards]]:
    """Yield the marks of whole and half cards, with the cards that they likely mean."""
    cards = lexicon.cards
    for suit in lexicon.suits:
        yield (suit,), ()
    of_rank = defaultdict[str, list[Card]](list)
    for code, card in cards.items():
        yield (code,), (card,)
        if card.suit:
            of_rank[card.rank].append(card)
    for rank in lexicon.ranks:
        yield (rank,), tuple(of_rank[rank])

    jokers = lexicon.both_jokers[::-1]
    if jokers:
        yield ("X",), jokers
    for pair, card in lexicon.all_pairs.items():
        likely = (card,) if pair in lexicon.pairs else jokers
        yield pair, likely
        if pair[0] in JOKER_MARKS:
            yield pair[:1], likely


def _example_of_typing(lexicon: Lexicon, suit: str) -> str:
    """Return how a card of this suit, or of any, is typed.

    A rank with two digits in its corner goes first, since its code differs from its
    corner.
    """

    def fitness(card: Card) -> tuple[bool, bool, bool]:
        is_ten = card.printed_rank.corner == "10"
        return card.suit == suit, card.suit is not None, is_ten

    return typed(max(lexicon.cards.values(), key=fitness))


def typed(card: Card) -> str:
    """Return a card in short form, as people type it: `10h`, `xb`."""
    if card.suit is None:
        return card.code.lower()
    return f"{in_text(card)}{card.suit}".lower()


def type_code(card: Card, jokers: JokerWording | None) -> str:
    """Return the code to type for a card; for a joker, in this table's wording."""
    if jokers != "colour-grey":
        return card.code
    return {"XB": "XC", "XR": "XG"}.get(card.code, card.code)


def _what_is_wrong(marks: Marks, nearest: Cards, lexicon: Lexicon) -> str:
    if len(marks) == 1 and marks[0] in lexicon.ranks and nearest:
        return "“{part}” is a rank without a suit. Did you mean {offered:or}?"
    if len(marks) == 1 and marks[0] in lexicon.suits:
        return (
            "“{part}” is a suit without a rank. Write the rank too, such as {example}."
        )
    if marks == ("X",) and lexicon.both_jokers:
        return "“{part}” does not say which joker. Did you mean {offered:or}?"
    if nearest:
        return "“{part}” is not a card. Did you mean {offered:or}?"
    if lexicon.is_french:
        return (
            "“{part}” is not a card. Write cards like 10h or 10♥, and jokers like XB "
            "or XR."
        )
    return "“{part}” is not a card. Write cards like {example}."


def _too_long(text: str) -> CardsMisread:
    template = "That’s {n:,} characters. Enter at most {most:,} at a time."
    values = {"n": len(text), "most": LONGEST}
    return CardsMisread(template, values, text[LONGEST : LONGEST + QUOTED])


def _quote(text: str) -> str:
    """Return text shortened for a message, with invisible characters made visible."""
    quoted = ""
    for character in text[:QUOTED]:
        quoted += character if character.isprintable() else "\N{REPLACEMENT CHARACTER}"
    if len(text) > QUOTED:
        quoted += "…"
    return quoted


# What is typed for the cards of a deck


# Without it a trick of four takes 23 ms more of the processor, of 142 with it.
@lru_cache(maxsize=64)
def lexicon_of(deck: Cards, jokers: JokerWording | None = None) -> Lexicon:
    """Return how this deck's cards are typed at a table with these names of jokers.

    Without `jokers`, either wording is read. A deck of French-suited cards also reads
    the French-suited cards that it lacks, so that the field can refuse them by name.
    Raise ValueError if a word would mean two ranks, suits or cards.
    """
    cards = by_code(deck)
    if cards.items() <= CARDS.items():
        cards = CARDS
    elif ONLY_JOKER in deck and {*deck} - {ONLY_JOKER} <= {*FIFTY_TWO}:
        cards = WITH_ONLY_JOKER
    suited = {}
    ranks = dict[str, None]()
    suits = dict[str, None]()
    for card in cards.values():
        if card.suit is not None:
            suited[card.rank, card.suit] = card
            ranks[card.rank] = suits[card.suit] = None

    pairs = all_pairs = _in_both_orders(suited | _mark_jokers(cards))
    if ONLY_JOKER in cards.values():
        # Its sign and its name are both a joker: `★Joker`.
        pairs["X",] = pairs["X", "X"] = ONLY_JOKER
    if jokers is not None:
        foreign = FOREIGN_MARKS[jokers]
        pairs = {pair: card for pair, card in pairs.items() if foreign.isdisjoint(pair)}
    meanings = _meanings(cards.values())
    return Lexicon(
        cards=cards,
        jokers=jokers,
        meanings=meanings,
        pairs=pairs,
        all_pairs=all_pairs,
        ranks=tuple(ranks),
        suits=tuple(suits),
        runs=_pattern_of_runs(meanings),
        letters=re.compile(_letters(cards, meanings)),
    )


def _mark_jokers(cards: Mapping[str, Card]) -> Pairs:
    jokers: Pairs = {}
    if ONLY_JOKER in cards.values():
        return {("X", mark): ONLY_JOKER for mark in MARKED_JOKERS}
    for mark, code in MARKED_JOKERS.items():
        if code in cards:
            jokers["X", mark] = cards[code]
    return jokers


def _in_both_orders(pairs: Pairs) -> Pairs:
    both = pairs.copy()
    for (first, second), card in pairs.items():
        both[second, first] = card
    return both


def _letters(cards: Mapping[str, Card], meanings: Meanings) -> str:
    """Return the pattern of the letters of a rank, a suit or a card without a suit."""
    codes = set()
    for code, card in cards.items():
        if card.is_joker:
            codes.add("x[brcg]")
        elif card.suit is None:
            codes.add(code.lower())

    letters = [form for form in meanings if re.fullmatch("[a-z]", form)]
    either = "".join(sorted(letters)) or "#"
    return "|".join([*sorted(codes, key=len, reverse=True), f"[{either}]"])


_JOKER_WORD = "|".join(sorted(JOKER_WORDS, key=len, reverse=True))


def _pattern_of_runs(meanings: Meanings) -> re.Pattern[str]:
    """Return the pattern of words with signs in them, then of digits, letters, signs.

    A sign may be followed by a variation selector, which only asks for a coloured or a
    plain drawing of it.
    """
    mixed = []
    for form in meanings:
        if len(form) > 1 and not form.isalpha() and not form.isdigit():
            mixed.append(re.escape(form) + "|")
    first = "".join(sorted(mixed, key=len, reverse=True))
    return re.compile(
        rf"{first}(?<={JOKER_SIGN})(?:{_JOKER_WORD})|[0-9]+|[a-z]+|(.)[\ufe0e\ufe0f]*",
        re.DOTALL,
    )


def _meanings(cards: Collection[Card]) -> Meanings:
    meanings: dict[str, Marks] = {"of": ("of",)}
    for card in cards:
        for form, mark in _forms(card):
            if meanings.setdefault(form, (mark,)) != (mark,):
                raise ValueError(
                    f"{form!r} is typed for {meanings[form][0]} and for {mark}: give "
                    "one of them another word"
                )

    jokers = [card for card in cards if card.is_joker]
    if jokers:
        meanings |= _joker_forms(jokers[0])
    for suit, column in UNICODE_SUITS.items():
        for rank, offset in UNICODE_RANKS.items():
            if CARDS[rank + suit] in cards:
                meanings[chr(column + offset)] = (rank + suit,)
    return meanings


def _forms(card: Card) -> Iterator[tuple[str, str]]:
    """Yield the texts that mean a card's rank or suit, each with its mark."""
    if card.is_joker:
        return
    for form in rank_forms(card.printed_rank):
        yield form, card.rank

    suit = card.printed_suit
    if suit is None:
        return
    singular = suit.name.removesuffix("s")
    words = [suit.code.lower(), suit.name, singular, *suit.typed.split()]
    for form in (*words, *suit.sign):
        yield form, suit.code


def rank_forms(rank: Rank) -> list[str]:
    """Return the ways to type a rank, or a card without a suit, in English."""
    forms = [rank.code.lower(), rank.name, *rank.typed.split()]
    if rank.corner.isalnum():
        forms.append(rank.corner.lower())
    if rank.name.isalpha():
        ending = "es" if rank.name.endswith("x") else "s"
        forms.append(rank.name + ending)
    return forms


def _joker_forms(lower: Card) -> dict[str, Marks]:
    """Return the texts that mean a joker, each with its marks.

    The only joker of a deck is `lower` too, whatever it looks like.
    """
    forms: dict[str, Marks] = dict.fromkeys(("joker", "jokers", JOKER_SIGN), ("X",))
    for word, mark in JOKER_WORDS.items():
        forms[word] = (mark,)
        forms[f"joker{word}"] = ("X", mark)
        forms[f"{word}joker"] = (mark, "X")
    forms |= dict.fromkeys(("xb", "xc"), ("XB",))
    # White is not black, and has no colour: it means the lower joker either way.
    forms |= dict.fromkeys(("xr", "xg", "\U0001f0df"), (lower.code,))
    return UNICODE_JOKERS | forms


def marks_of(pieces: Iterable[Piece]) -> Marks:
    """Return the marks of these pieces in turn, `?` for a piece that means nothing."""
    marks: list[str] = []
    for piece in pieces:
        marks += piece.marks or "?"
    return tuple(marks)


def cards_of(marks: Marks, lexicon: Lexicon) -> list[Card]:
    """Return the cards that these marks make in order; none if a mark is left."""
    cards = []
    at = 0
    while at < len(marks):
        card = lexicon.cards.get(marks[at])
        at += 1
        if card is None:
            card = lexicon.pairs.get(marks[at - 1 : at + 1])
            at += 1
        if card is None:
            return []
        cards.append(card)
    return cards


def in_plain_letters(text: str) -> str:
    """Return the text in lower case and in plain letters and digits.

    Each character gives one, so that indexes stay. Characters that cannot be seen
    (marks of writing direction, joiners) become spaces.
    """
    if text.isascii():
        return text.lower()
    return "".join(map(_in_plain_letter, text))


def _in_plain_letter(character: str) -> str:
    if unicodedata.category(character) == "Cf":
        return " "
    plain = unicodedata.normalize("NFKC", character).lower()
    if len(plain) != 1:
        return character
    return plain


def _split_word(lexicon: Lexicon, text: str, start: int, end: int) -> Word:
    """Return the pieces of a stretch of plain text without spaces.

    A run of letters is a word, or else cards in letters (`asxb`), or else one piece
    that means nothing.
    """
    pieces = []
    meanings = lexicon.meanings
    letters = lexicon.letters
    for run in lexicon.runs.finditer(text, start, end):
        form = run[1] or run[0]
        if form not in meanings and "".join(letters.findall(form)) == form:
            for letter in letters.finditer(text, *run.span()):
                pieces.append(Piece(*letter.span(), meanings[letter[0]]))
        else:
            pieces.append(Piece(*run.span(), meanings.get(form, ())))
    return pieces
