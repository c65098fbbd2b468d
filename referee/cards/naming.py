"""Names of cards for people, written (`10♥`) and spoken (`ten of hearts`).

The names of ranks and suits stand on the cards. A deck's jokers are a black and a red
one, or a coloured and a greyscale one; the table says which. `reading` reads every name
back under the same wording.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Literal

from referee.cards.card import FRENCH_SUITS, Card
from referee.cards.decks import (
    COLOURS,
    FIFTY_FOUR,
    GERMAN_THIRTY_SIX,
    ONLY_JOKER,
    SPANISH_FORTY_EIGHT,
    TAROT,
)

JokerWording = Literal["black-red", "colour-grey"]
"""A table's names for its jokers, the higher one (`XB`) first."""

Translate = Callable[[str], str]
"""Translates an English name or template into a language."""


def as_it_is(template: str) -> str:
    """Return the template unchanged, for English."""
    return template


JOKER_SIGN = "★"
"""The sign of a joker: the star that many decks print in its corner."""

JOKER_NAMES: dict[JokerWording, dict[str, str]] = {
    "black-red": {"XB": "black", "XR": "red"},
    "colour-grey": {"XB": "colour", "XR": "grey"},
}
"""The words that tell the jokers apart, by wording and code."""

Letters = tuple[tuple[str, str], ...]
"""Letters in corners of French-suited cards, each with the code that it replaces."""

OTHER_SPELLINGS = "é=e"
"""Letters and their replacements on keyboards without them; accents may be dropped."""


def _rank_first(pattern: str) -> bool:
    """Return whether the rank takes the article, as in `the ten of hearts`."""
    return pattern.startswith("{rank}")


def names_of(deck: Iterable[Card]) -> tuple[str, ...]:
    """Return every name from which a deck's cards are named, for translators."""
    ranks = []
    the_ranks = []
    suits = []
    patterns = []
    the_patterns = []
    for card in deck:
        if card.is_joker and not card.is_only_joker:
            continue
        name = card.printed_rank.name
        suit = card.printed_suit
        ranks.append(name)
        the_ranks.append(f"the {name}")
        if suit is not None:
            pattern = suit.naming
            suits.append(suit.name)
            patterns.append(pattern)
            if not _rank_first(pattern):
                the_patterns.append(f"the {pattern}")
    names = (*ranks, *the_ranks, *suits, *patterns, *the_patterns)
    return tuple(dict.fromkeys(names))


_ON_JOKERS = [name for pair in JOKER_NAMES.values() for name in pair.values()]

NAMES = (
    *names_of(
        (
            *FIFTY_FOUR,
            ONLY_JOKER,
            *GERMAN_THIRTY_SIX,
            *SPANISH_FORTY_EIGHT,
            *TAROT,
            *COLOURS,
        )
    ),
    *map("{} joker".format, _ON_JOKERS),
    *map("the {} joker".format, _ON_JOKERS),
    *map(str.capitalize, (*_ON_JOKERS, ONLY_JOKER.printed_rank.name)),
    "no cards",
    "and",
    "or",
    "and ~ pattern",
    "or ~ pattern",
    OTHER_SPELLINGS,
)
"""Every template that names cards, for translators."""


def write_card(
    card: Card,
    jokers: JokerWording = "black-red",
    translate: Translate = as_it_is,
    letters: Letters = (),
) -> str:
    """Return the card as people write it: `10♥`, `A♠`, or without a sign `10E`.

    A card without a suit goes by its name, `Fool`; a joker as `★Black`, `★Red`,
    `★Colour` or `★Grey`. There is never a space in it, and no two cards of a deck
    differ by colour alone.
    """
    suit = card.printed_suit
    if suit is not None:
        rank = in_text(card)
        if suit in FRENCH_SUITS:
            rank = dict(letters).get(rank, rank)
        return rank + (suit.sign or suit.code)
    if card.is_joker:
        return JOKER_SIGN + joker_label(card, jokers, translate)
    return capitalize(translate(card.printed_rank.name))


def corner(card: Card) -> str:
    """Return the rank in the corner of a card."""
    rank = card.printed_rank
    return rank.corner or rank.code


def in_text(card: Card) -> str:
    """Return a card's rank as in its corner, or its code if the corner has a sign."""
    printed = corner(card)
    if printed.isalnum():
        return printed
    return card.rank


def capitalize(name: str) -> str:
    """Return a name with a capital first letter."""
    return name[:1].upper() + name[1:]


def joker_label(card: Card, jokers: JokerWording, translate: Translate) -> str:
    """Return the word on a joker that tells it apart: `Black`, `Grey`; or `Joker`."""
    word = card.printed_rank.name
    if not card.is_only_joker:
        word = JOKER_NAMES[jokers][card.code]
    return translate(word.capitalize())


def speak_card(
    card: Card,
    jokers: JokerWording = "black-red",
    translate: Translate = as_it_is,
    *,
    the: Literal["", "the "] = "",
    case: int = 1,
) -> str:
    """Return the card as people say it: `ten of hearts`, `grey joker`.

    It has an article only if `the` is given, in a case that the language has.
    """
    if card.is_joker and not card.is_only_joker:
        name = JOKER_NAMES[jokers][card.code]
        return _choose_case(translate(f"{the}{name} joker"), case)

    rank = card.printed_rank.name
    suit = card.printed_suit
    if suit is None:
        return _choose_case(translate(the + rank), case)
    pattern = suit.naming
    suit_name = translate(suit.name)
    if not _rank_first(pattern):
        return translate(the + pattern).format(rank=translate(rank), suit=suit_name)

    article, space, noun = _choose_case(translate(the + rank), case).rpartition(" ")
    # German has the suit between article and rank: `die Herz-Zehn`.
    return article + space + translate(pattern).format(rank=noun, suit=suit_name)


_BETWEEN_CASES = " ~ "


def _choose_case(forms: str, case: int) -> str:
    """Return one of a name's forms, `den König` of `der König ~ den König ~ …`."""
    each = forms.split(_BETWEEN_CASES)
    return each[min(case, len(each)) - 1]


def speak_in_list(card: Card, jokers: JokerWording, translate: Translate) -> str:
    """Return a card with its article, or without if the language has cases for it.

    A list does not know in which case its sentence puts it.
    """
    if _BETWEEN_CASES in translate("the ten"):
        return speak_card(card, jokers, translate)
    return speak_with_article(card, jokers, translate)


speak_with_article = partial(speak_card, the="the ")
"""A card as it appears in a sentence: `the ten of hearts`, `the black joker`."""


def write_cards(
    cards: Iterable[Card],
    jokers: JokerWording = "black-red",
    translate: Translate = as_it_is,
    letters: Letters = (),
) -> str:
    """Return cards as people write them, in the order given: `3♣ 4♠`.

    No cards are empty text.
    """
    return " ".join([write_card(card, jokers, translate, letters) for card in cards])


def speak_cards(
    cards: Iterable[Card],
    jokers: JokerWording = "black-red",
    translate: Translate = as_it_is,
    conjunction: str = "and",
) -> str:
    """Return cards with articles, for a sentence, in the order given.

    `the three of clubs, the four of spades and the red joker`; no cards are `no cards`.
    """
    names = [speak_in_list(card, jokers, translate) for card in cards]
    if not names:
        return translate("no cards")
    return join_words(names, translate, conjunction)


def join_words(
    words: Sequence[str], translate: Translate = as_it_is, conjunction: str = "and"
) -> str:
    """Return words as a list for people: `Ana, Ben and Cy`.

    `conjunction` is `and` or `or`.
    """
    *others, last = words or [""]
    if not others:
        return last
    joint = _joint_before(last, translate, conjunction)
    return f"{', '.join(others)} {joint} {last}"


def conjunctions(translate: Translate, conjunction: str) -> tuple[str, str, str]:
    """Return `and` or `or` in a language, its other form, and the pattern for that.

    A language with another form before some sounds translates the word as `and ~
    pattern`. The form follows the `~`, then ` ~ ` and a regular expression for the
    beginning of the next word. In all other languages the last two are empty.
    """
    word = translate(conjunction)
    template = f"{conjunction} ~ pattern"
    translation = translate(template)
    if translation == template:
        return word, "", ""
    form, _, pattern = translation.partition(" ~ ")
    if not pattern:
        return word, "", ""
    return word, form, pattern


def _joint_before(word: str, translate: Translate, conjunction: str) -> str:
    usual, form, pattern = conjunctions(translate, conjunction)
    if not pattern:
        return usual
    try:
        sounds_alike = re.match(pattern, word, re.IGNORECASE)
    except re.error:  # translators may write anything
        return usual
    return form if sounds_alike else usual


def other_spellings(translate: Translate) -> dict[str, str]:
    """Return other spellings, by letter, of letters that keyboards may lack."""
    return dict(re.findall(r"(\w)=(\w+)", translate(OTHER_SPELLINGS)))
