"""Reads the calls of an auction as people write them, in English, German, Spanish and
French ways.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence

from referee import FieldError, WrongFieldsError, say

PASS, ALL_PASS = "P", "AP"
"""`ALL_PASS` stands for as many passes as end the auction."""

_SUITS = {
    "♣": ("CLUB", "CLUBS", "TREFF", "KREUZ", "TREBOL", "TREBOLES", "TREFLE", "TREFLES"),
    "♦": (
        "DIAMOND",
        "DIAMONDS",
        "KARO",
        "DIAMANTE",
        "DIAMANTES",
        "CARREAU",
        "CARREAUX",
    ),
    "♥": ("HEART", "HEARTS", "HERZ", "CORAZON", "CORAZONES", "COEUR", "COEURS"),
    "♠": ("SPADE", "SPADES", "PIK", "PIC", "PICA", "PICAS", "PIQUE", "PIQUES"),
}
_NO_TRUMP = ("NT", "NTS", "N", "SA", "ST", "OT", "NOTRUMP", "NOTRUMPS", "SANS", "OHNE")
_LEVELS = (
    ("ONE", "EIN", "EINS", "UN", "UNA", "UNO", "UNE"),
    ("TWO", "ZWEI", "DOS", "DEUX"),
    ("THREE", "DREI", "TRES", "TROIS"),
    ("FOUR", "VIER", "CUATRO", "QUATRE"),
    ("FIVE", "FUNF", "FUENF", "CINCO", "CINQ"),
    ("SIX", "SECHS", "SEIS"),
    ("SEVEN", "SIEBEN", "SIETE", "SEPT"),
)
_OTHERS = {
    PASS: (
        "PASS",
        "PASSES",
        "PASSED",
        "PASSE",
        "PASST",
        "PASO",
        "PASA",
        "NB",
        "NO",
        "NOBID",
        "WEITER",
        "WEG",
    ),
    ALL_PASS: ("AP", "ALLPASS"),
    "X": (
        "DBL",
        "DBLE",
        "DB",
        "D",
        "DOUBLE",
        "DOUBLED",
        "DOUBLES",
        "KONTRA",
        "CONTRA",
        "CONTRE",
        "DOBLO",
        "DOBLE",
    ),
    "XX": (
        *(
            "RDBL",
            "RDBLE",
            "RDB",
            "REDBL",
            "R",
            "RD",
            "RE",
            "REDOUBLE",
            "REDOUBLED",
            "REDOUBLES",
        ),
        *("REKONTRA", "RECONTRA", "SURCONTRE", "REDOBLO", "REDOBLE"),
    ),
}

_STRAIN_BY_WORD = {word: suit for suit, words in _SUITS.items() for word in words}
_STRAIN_BY_WORD |= dict.fromkeys(_NO_TRUMP, "NT")
_LEVEL_BY_WORD = {
    word: str(level) for level, words in enumerate(_LEVELS, 1) for word in words
}
_CALL_BY_WORD = {word: call for call, words in _OTHERS.items() for word in words}

_LETTERS = {
    "♣": "C",
    "♦": "D",
    "♥": "H",
    "♠": "S",
    "D": "D",
    "H": "H",
    "S": "S",
    "NT": "NT",
}
_LATIN = {"T": "C", "K": "D", "P": "S"}
"""Treff, Karo and Pik; trèfle, carreau and pique; trébol and picas."""

_SIGNS = str.maketrans(
    {**dict(zip("♧♢♡♤×✕✗–—−", "♣♦♥♠XXX---", strict=True)), "Œ": "OE"}
)
_UNSAID = re.compile(r"[!*?\ufe0e\ufe0f]|=\d+=|\$\d+")
"""Alerts, numbers of notes, and what follows a sign to say how it is drawn."""

_BETWEEN = re.compile(r"[,;:.|/()\[\]{}<>\"'“”„«»…•→]")
_PHRASES = (
    (r"\b(ALL|ALLE|EVERYBODY|EVERYONE|TOUS|TODOS)[ -](PASS\w*|PASAN|PASO)\b", ALL_PASS),
    (r"\bNO[ -]BID\b|\bN\.B\b", PASS),
    (r"\b(S\.A|S\.T|N\.T)\b", "NT"),
    (r"\(-+\)", PASS),
    (r"\b(NO|SANS|SIN|OHNE)[ -](TRUMPS?|ATOUTS?|TRIUNFOS?|TRUMPF)\b", "NT"),
)

_STRAINS = "|".join(sorted((*_STRAIN_BY_WORD, *"♣♦♥♠CDHSTKP"), key=len, reverse=True))
_BID = re.compile(
    rf"\b(?:(\d)\s*|({'|'.join(_LEVEL_BY_WORD)})\s+)({_STRAINS})(?![A-Z])"
)
_WORD = re.compile(r"(?:([1-9])(NT|[♣♦♥♠CDHSTKP]))?(XX?)?(P*)")
"""A bid, a double and passes, any of which may be missing: `1S`, `4♥XX`, `PPP`,
`3NTPPP`.
"""


def read_calls(text: str) -> tuple[str, ...]:
    """Return calls in the one way that is used here: `3NT`, `P`, `X`, `XX`, and `AP`.

    WrongFieldsError for a word that is no call, or could be two.

    >>> read_calls("1 Herz (pass) 2♠ dbl; all pass")
    ('1H', 'P', '2S', 'X', 'AP')
    >>> read_calls("1ST - 3SA - - -"), read_calls("1C-p-1h-ppp")
    (('1NT', 'P', '3NT', 'P', 'P', 'P'), ('1C', 'P', '1H', 'P', 'P', 'P'))
    """
    words = _without_separators(_plain(text).split(), has_brackets="(" in text)
    suits = {**_LETTERS, **_suits_by_letter(words)}
    return tuple(call for word in words for call in _calls_in(word, suits))


def _plain(text: str) -> str:
    """Return the text in capitals without accents and marks, each bid as one word of a
    level and a short strain.
    """
    capitals = unicodedata.normalize("NFKC", text).upper().translate(_SIGNS)
    letters = unicodedata.normalize("NFKD", capitals)
    plain = "".join(sign for sign in letters if not unicodedata.combining(sign))
    plain = _UNSAID.sub("", plain)
    for pattern, word in _PHRASES:
        plain = re.sub(pattern, word, plain)

    plain = _BETWEEN.sub(" ", plain)
    plain = _BID.sub(_shorten_bid, plain)
    return re.sub(r"-+", _part_dashes, plain)


def _shorten_bid(found: re.Match[str]) -> str:
    digit, word, strain = found.groups()
    level = digit or _LEVEL_BY_WORD[word]
    return f" {level}{_STRAIN_BY_WORD.get(strain, strain)}"


def _part_dashes(found: re.Match[str]) -> str:
    """Part dashes from the words beside them: `--` is a long dash, `---` are three."""
    dashes = len(found.group())
    return " - " * (1 if dashes == 2 else dashes)


def _without_separators(words: Sequence[str], has_brackets: bool) -> Sequence[str]:
    """Return the words without dashes that only part them.

    A dash passes, unless one parts each call from the next, and passes are written out,
    or the other side's calls stand in brackets.
    """
    calls = words[::2]
    parts_each = len(words) % 2 == 1 and set(words[1::2]) == {"-"} and "-" not in calls
    passes = any(
        set(word) == {PASS} or _CALL_BY_WORD.get(word) == PASS for word in calls
    )
    return calls if parts_each and (passes or has_brackets) else words


def _suits_by_letter(words: Sequence[str]) -> Mapping[str, str]:
    """Return the suits of the letters that languages use differently.

    C is clubs in English. Beside T, K or P it is hearts, unless these have an H.
    """
    letters = {found.group(2) for word in words if (found := _WORD.fullmatch(word))}
    if not letters & set(_LATIN):
        return {"C": "C"}
    return _LATIN if "H" in letters else {**_LATIN, "C": "H"}


def _calls_in(word: str, suits: Mapping[str, str]) -> Iterator[str]:
    if word == "-":
        yield PASS
        return
    if word in _CALL_BY_WORD:
        yield _CALL_BY_WORD[word]
        return

    found = _WORD.fullmatch(word)
    if not found:
        raise _unreadable(
            "“{word}” is no call. Write bids like 1S or 3NT, or P, X and XX.", word
        )
    level, strain, double, passes = found.groups()
    if level and strain not in suits:
        raise _unreadable("“{word}” could be clubs or hearts here. Write ♣ or ♥.", word)
    if level:
        yield level + suits[strain]
    if double:
        yield double
    yield from passes


def _unreadable(template: str, word: str) -> WrongFieldsError:
    return WrongFieldsError(FieldError("calls", say(template, word=word)))
