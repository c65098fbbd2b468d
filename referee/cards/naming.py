"""How cards are written (`10♥`) and spoken (`ten of hearts`) for people.

The names of ranks and suits stand on the cards. A deck's jokers are either a black and
a red one, or a coloured and a greyscale one; the table says which, and both names go by
that. Every name given here can be read back by `reading` under the same wording.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import cache, lru_cache, partial
from typing import Final, Literal, TypeAlias

from referee.cards.card import Card
from referee.cards.decks import (
    COLOURS,
    FIFTY_FOUR,
    GERMAN_THIRTY_SIX,
    SPANISH_FORTY_EIGHT,
    TAROT,
)

JokerWording: TypeAlias = Literal["black-red", "colour-grey"]
"""What a table calls its jokers, the higher one (`XB`) first."""

JOKER_WORDINGS: Final[tuple[JokerWording, ...]] = ("black-red", "colour-grey")
"""Both wordings, the one used unless a table says otherwise first."""

Translate: TypeAlias = Callable[[str], str]
"""What an English name or template is in another language."""


def as_it_is(template: str) -> str:
    """English."""
    return template


JOKER_SIGN: Final = "★"
"""What stands for a joker where a card is written: the star that many decks print in
its corner.
"""

JOKER_NAMES: Final[dict[JokerWording, dict[str, str]]] = {
    "black-red": {"XB": "black", "XR": "red"},
    "colour-grey": {"XB": "colour", "XR": "grey"},
}
"""What tells the jokers apart, by wording and code."""

OTHER_SPELLINGS: Final = "é=e"
"""How letters may be typed that a keyboard may not have, in pairs. That marks may be
left out needs no mention.
"""


def _rank_first(pattern: str) -> bool:
    """Whether the article of a card named like this belongs to its rank: `the ten of
    hearts`, but `the red ten`.
    """
    return pattern.startswith("{rank}")


def names_of(deck: Iterable[Card]) -> tuple[str, ...]:
    """All names that cards of a deck are put together from, each once: what a
    translator translates.
    """
    cards = [card for card in deck if not card.is_joker]
    alone = [card.printed_rank.name for card in cards]
    suits = [card.printed_suit for card in cards if card.printed_suit is not None]
    with_article = [
        f"the {suit.naming}" for suit in suits if not _rank_first(suit.naming)
    ]
    names = [
        *alone,
        *(f"the {name}" for name in alone),
        *(suit.name for suit in suits),
        *(suit.naming for suit in suits),
        *with_article,
    ]
    return tuple(dict.fromkeys(names))


NAMES: Final[tuple[str, ...]] = (
    *names_of(
        (*FIFTY_FOUR, *GERMAN_THIRTY_SIX, *SPANISH_FORTY_EIGHT, *TAROT, *COLOURS)
    ),
    *(
        f"{the}{name} joker"
        for the in ("", "the ")
        for names in JOKER_NAMES.values()
        for name in names.values()
    ),
    *(name.capitalize() for names in JOKER_NAMES.values() for name in names.values()),
    "no cards",
    "and",
    "or",
    "and ~ pattern",
    "or ~ pattern",
    OTHER_SPELLINGS,
)
"""All that is put together here to name cards: what a translator translates."""


# Every sentence with cards names some of the same few again: their names are kept, and
# all those of four languages fit.
_NAMES_KEPT = 4_096


@lru_cache(_NAMES_KEPT)
def written(
    card: Card, jokers: JokerWording = "black-red", translate: Translate = as_it_is
) -> str:
    """Return the card as people write it: `10♥`, `A♠`; with the letter of a suit that
    has no sign, `10E`.

    One without a suit goes by its name, `Fool`; a joker as `★Black`, `★Red`, `★Colour`
    or `★Grey`. There is never a space in it, and no two cards of a deck differ by
    colour alone.
    """
    if card.printed_suit is None:
        if card.is_joker:
            return f"{JOKER_SIGN}{joker_label(card, jokers, translate)}"
        return capitalized(translate(card.printed_rank.name))
    return f"{in_text(card)}{card.printed_suit.sign or card.suit}"


def corner(card: Card) -> str:
    """What stands in the corner of a card: its rank."""
    return card.printed_rank.corner or card.printed_rank.code


def in_text(card: Card) -> str:
    """A card's rank as people write it: what stands in its corner, or its code where
    that is no letter or number.
    """
    shown = corner(card)
    return shown if shown.isalnum() else card.rank


def capitalized(name: str) -> str:
    """A name as it stands alone: its first letter is a capital, the others stay."""
    return name[:1].upper() + name[1:]


def joker_label(
    card: Card, jokers: JokerWording = "black-red", translate: Translate = as_it_is
) -> str:
    """What stands on a joker to tell it apart: `Black`, `Grey`."""
    return translate(JOKER_NAMES[jokers][card.code].capitalize())


@lru_cache(_NAMES_KEPT)
def spoken(
    card: Card,
    jokers: JokerWording = "black-red",
    translate: Translate = as_it_is,
    *,
    the: Literal["", "the "] = "",
) -> str:
    """Return the card as people say it, without an article unless `the` is given: `ten
    of hearts`, `grey joker`.
    """
    rank, suit = card.printed_rank.name, card.printed_suit
    if suit is None:
        return translate(
            f"{the}{JOKER_NAMES[jokers][card.code]} joker"
            if card.is_joker
            else the + rank
        )
    if _rank_first(suit.naming):
        pattern, rank = suit.naming, the + rank
    else:
        pattern = the + suit.naming
    return translate(pattern).format(rank=translate(rank), suit=translate(suit.name))


spoken_with_article = partial(spoken, the="the ")
"""The card as it stands in a sentence: `the ten of hearts`, `the black joker`."""


def written_all(
    cards: Iterable[Card],
    jokers: JokerWording = "black-red",
    translate: Translate = as_it_is,
) -> str:
    """Cards as people write them, in the order given, parted by spaces: `3♣ 4♠`; no
    cards are empty text.
    """
    return " ".join(written(card, jokers, translate) for card in cards)


def spoken_all(
    cards: Iterable[Card],
    jokers: JokerWording = "black-red",
    translate: Translate = as_it_is,
    conjunction: str = "and",
) -> str:
    """Cards as they stand in a sentence, in the order given, each with its article.

    `the three of clubs, the four of spades and the red joker`; no cards are `no cards`.
    """
    names = [spoken_with_article(card, jokers, translate) for card in cards]
    return listed(names, translate, conjunction) if names else translate("no cards")


def listed(
    words: Sequence[str], translate: Translate = as_it_is, conjunction: str = "and"
) -> str:
    """Words as people list them: `Ana, Ben and Cy`; `conjunction` is `and` or `or`."""
    if len(words) < 2:
        return "".join(words)
    return (
        f"{', '.join(words[:-1])} {_joining(words[-1], translate, conjunction)} "
        f"{words[-1]}"
    )


def conjunctions(translate: Translate, conjunction: str) -> tuple[str, str, str]:
    """`and` or `or` in a language, what it says instead before some sounds, and the
    pattern of those sounds.

    A language that has such a form translates `and ~ pattern` as that form, ` ~ ` and a
    regular expression for the beginning of the word that follows. In all others the
    last two are empty.
    """
    template = f"{conjunction} ~ pattern"
    said = translate(template)
    before, _, pattern = said.partition(" ~ ") if said != template else ("", "", "")
    return translate(conjunction), before if pattern else "", pattern


@cache
def _sound(pattern: str) -> re.Pattern[str] | None:
    """The pattern of a catalogue; None where it is empty or no pattern."""
    with suppress(re.error):
        return re.compile(pattern, re.IGNORECASE) if pattern else None
    return None


def _joining(word: str, translate: Translate, conjunction: str) -> str:
    said, before, pattern = conjunctions(translate, conjunction)
    sound = _sound(pattern)
    return before if sound is not None and sound.match(word) else said


def other_spellings(translate: Translate) -> dict[str, str]:
    """How letters of a language may be typed otherwise: by the letter, what is typed
    for it.
    """
    return dict(re.findall(r"(\w)=(\w+)", translate(OTHER_SPELLINGS)))
