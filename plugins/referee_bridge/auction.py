"""The auction: the contract that its calls make, or the first that cannot be."""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence

from referee import (
    DOUBLE,
    PASS,
    REDOUBLE,
    Auction,
    Ruling,
    Seats,
    Text,
    Values,
    WrongFieldsError,
    rule_illegal,
    say,
    wrong_field,
)

from .game import cite
from .state import STRAINS, Contract

DIRECTIONS = ("N", "E", "S", "W")


def rule_auction(given: Values) -> Ruling:
    """Return the ruling on the calls of an auction, dealer first.

    The ruling is on the contract that the calls make, or on the first impossible call.
    """
    auction = Auction(_seats_in(given), BIDS)
    for call in read_calls(given.text("calls")):
        ends = call == TO_THE_END
        wrong = refuse_call(auction, PASS if ends else call)
        if wrong:
            seat = auction.turn
            because = cite("auction", wrong.template, **wrong.values)
            summary = say("{seat} can’t call {call}", call=call, seat=seat)
            return rule_illegal(summary, because, seat=seat, call=call)
        if not ends:
            auction = auction.with_call(call)
            continue
        while not auction.is_over:
            auction = auction.with_call(PASS)
    return _rule_contract(auction)


def _seats_in(given: Values) -> Seats:
    """Return all four seats, dealer first; the dealer's direction tells the others."""
    seats = given.seats("seats")
    first = 0
    if seats and seats[0] in DIRECTIONS:
        first = DIRECTIONS.index(seats[0])
    clockwise = DIRECTIONS[first:] + DIRECTIONS[:first]
    n = len(seats)
    if seats == clockwise[:n]:
        return clockwise
    if n == 4 and set(seats) != set(DIRECTIONS):
        return seats
    raise wrong_field("seats", say("Name all four clockwise, dealer first."))


def _rule_contract(auction: Auction) -> Ruling:
    contract = contract_of(auction)
    declarer = contract.declarer
    over = auction.is_over
    verdict = {
        "level": contract.level,
        "strain": contract.strain,
        "doubled": contract.doubled,
        "legal": True,
        "over": over,
        "declarer": declarer or None,
    }
    template = "It ends when three pass after a bid, or all four without one."
    why = cite("auction", template)
    if not over:
        summary = say("{seat} calls next", seat=auction.turn)
    elif not contract.level:
        summary = say("The deal is passed out")
    else:
        template = "{declarer} was the first of the side to bid it."
        why = cite("declarer", template, declarer=declarer)
        template = "The contract is {contract}, played by {declarer}"
        summary = say(template, contract=contract.name, declarer=declarer)
    return Ruling(verdict, summary, (why,))


# Which calls may follow others, and what they make


BIDS = {
    f"{level}{strain}": 5 * level + height
    for level in range(1, 8)
    for height, strain in enumerate(STRAINS)
}
"""All bids, each with its height."""

_DOUBLED = {"": "no", DOUBLE: "doubled", REDOUBLE: "redoubled"}


def refuse_call(auction: Auction, call: str) -> Text | None:
    """Return why this call cannot be made now; None if it can."""
    if call[0] in "89" and not auction.is_over:
        return say("Nobody can bid more than seven.")
    return auction.refuse(call)


def contract_of(auction: Auction) -> Contract:
    """Return the contract of these calls; of level 0, without a bid.

    The first player of the side to bid its strain is the declarer.
    """
    bid = auction.bid
    if not bid:
        return Contract("", 0, "")
    strain = bid[1:]
    declarer = next(
        seat
        for seat, call in auction.by_seat
        if call[1:] == strain and auction.is_partner(seat, auction.bidder)
    )
    return Contract(declarer, int(bid[0]), strain, _DOUBLED[auction.doubled])


TO_THE_END = "AP"
"""The call “all pass”: as many passes as end the auction."""


# Reading calls, in English, German, Spanish and French ways


def _by_word(table: Mapping[str, str]) -> dict[str, str]:
    """Return a table's names by word, the reverse of the table."""
    meanings = {}
    for meaning, words in table.items():
        for word in words.split():
            meanings[word] = meaning
    return meanings


_STRAIN_BY_WORD = _by_word(
    {
        "♣": "CLUB CLUBS TREFF KREUZ TREBOL TREBOLES TREFLE TREFLES",
        "♦": "DIAMOND DIAMONDS KARO DIAMANTE DIAMANTES CARREAU CARREAUX",
        "♥": "HEART HEARTS HERZ CORAZON CORAZONES COEUR COEURS",
        "♠": "SPADE SPADES PIK PIC PICA PICAS PIQUE PIQUES",
        "NT": "NT NTS N SA ST OT NOTRUMP NOTRUMPS SANS OHNE",
    }
)
_LEVEL_BY_WORD = _by_word(
    {
        "1": "ONE EIN EINS UN UNA UNO UNE",
        "2": "TWO ZWEI DOS DEUX",
        "3": "THREE DREI TRES TROIS",
        "4": "FOUR VIER CUATRO QUATRE",
        "5": "FIVE FUNF FUENF CINCO CINQ",
        "6": "SIX SECHS SEIS",
        "7": "SEVEN SIEBEN SIETE SEPT",
    }
)
_CALL_BY_WORD = _by_word(
    {
        PASS: "PASS PASSES PASSED PASSE PASST PASO PASA NB NO NOBID WEITER WEG",
        TO_THE_END: "AP ALLPASS",
        DOUBLE: "DBL DBLE DB D DOUBLE DOUBLED DOUBLES KONTRA CONTRA CONTRE DOBLO DOBLE",
        REDOUBLE: "RDBL RDBLE RDB REDBL R RD RE REDOUBLE REDOUBLED REDOUBLES REKONTRA "
        "RECONTRA SURCONTRE REDOBLO REDOBLE",
    }
)

_LETTERS = {**dict(zip("♣♦♥♠DHS", "CDHSDHS", strict=True)), "NT": "NT"}
_LATIN = {"T": "C", "K": "D", "P": "S"}
"""The Latin letters of suits: treff, karo and pik; trèfle, carreau and pique; trébol
and picas.
"""

_SIGNS = str.maketrans(
    {**dict(zip("♧♢♡♤×✕✗–—−", "♣♦♥♠XXX---", strict=True)), "Œ": "OE"}
)
_UNSAID = re.compile(r"[!*?\ufe0e\ufe0f]|=\d+=|\$\d+")
"""Characters without a meaning: alerts, numbers of notes, and selectors of drawings."""

_BETWEEN = re.compile(r"[,;:.|/()\[\]{}<>\"'“”„«»…•→]")
_PHRASES = (
    (
        r"\b(ALL|ALLE|EVERYBODY|EVERYONE|TOUS|TODOS)[ -](PASS\w*|PASAN|PASO)\b",
        TO_THE_END,
    ),
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
"""A bid, a double and passes, any of which may be missing: `4♥XX`, `PPP`, `3NTPPP`."""


def read_calls(text: str) -> tuple[str, ...]:
    """Return calls in their only written form: `3NT`, `P`, `X`, `XX`, and `AP`.

    Raise WrongFieldsError for a word that is no call, or could be two.

    >>> read_calls("1 Herz (pass) 2♠ dbl; all pass")
    ('1H', 'P', '2S', 'X', 'AP')
    >>> read_calls("1ST - 3SA - - -"), read_calls("1C-p-1h-ppp")
    (('1NT', 'P', '3NT', 'P', 'P', 'P'), ('1C', 'P', '1H', 'P', 'P', 'P'))
    """
    words = _drop_separators(_spell_plainly(text).split(), has_brackets="(" in text)
    suits = {**_LETTERS, **_suits_by_letter(words)}
    calls: list[str] = []
    for word in words:
        calls.extend(_calls_in(word, suits))
    return tuple(calls)


def _spell_plainly(text: str) -> str:
    """Return the text in plain capitals, each bid a word of a level and a short strain.

    Accents and marks are left out.
    """
    capitals = unicodedata.normalize("NFKC", text).upper().translate(_SIGNS)
    letters = unicodedata.normalize("NFKD", capitals)
    plain = "".join(sign for sign in letters if not unicodedata.combining(sign))
    plain = _UNSAID.sub("", plain)
    for pattern, word in _PHRASES:
        plain = re.sub(pattern, word, plain)

    plain = _BETWEEN.sub(" ", plain)
    plain = _BID.sub(_shorten_bid, plain)
    # Two dashes are a long one; three are three passes.
    plain = re.sub(r"(?<!-)--(?!-)", "-", plain)
    return plain.replace("-", " - ")


def _shorten_bid(bid: re.Match[str]) -> str:
    digit, word, strain = bid.groups()
    level = digit or _LEVEL_BY_WORD[word]
    return f" {level}{_STRAIN_BY_WORD.get(strain, strain)}"


def _drop_separators(words: Sequence[str], has_brackets: bool) -> Sequence[str]:
    """Return the words without dashes that only part them.

    A dash is a pass. It only parts if a dash stands between every two calls and passes
    are written out, or if the other side's calls stand in brackets.
    """
    calls = words[::2]
    between = set(words[1::2])
    parts_each = len(words) % 2 == 1 and between == {"-"} and "-" not in calls
    if parts_each and (has_brackets or any(map(_passes, calls))):
        return calls
    return words


def _passes(word: str) -> bool:
    return set(word) == {PASS} or _CALL_BY_WORD.get(word) == PASS


def _suits_by_letter(words: Sequence[str]) -> Mapping[str, str]:
    """Return the suits of the letters that languages use differently.

    C is clubs in English. Beside T, K or P the letter C is hearts, unless the calls
    have an H.
    """
    letters = set()
    for word in words:
        call = _WORD.fullmatch(word)
        if call:
            letters.add(call[2])
    if letters.isdisjoint(_LATIN):
        return {"C": "C"}
    if "H" in letters:
        return _LATIN
    return {**_LATIN, "C": "H"}


def _calls_in(word: str, suits: Mapping[str, str]) -> Iterator[str]:
    if word == "-":
        yield PASS
        return
    if word in _CALL_BY_WORD:
        yield _CALL_BY_WORD[word]
        return

    call = _WORD.fullmatch(word)
    if not call:
        template = "“{word}” isn’t a call. Write bids like 1S or 3NT, or P, X and XX."
        raise _unreadable(template, word)
    level, strain, double, passes = call.groups()
    if level and strain not in suits:
        raise _unreadable("“{word}” could be clubs or hearts here. Write ♣ or ♥.", word)
    if level:
        yield level + suits[strain]
    if double:
        yield double
    yield from passes


def _unreadable(template: str, word: str) -> WrongFieldsError:
    return wrong_field("calls", say(template, word=word))
