"""Sentences that are worded late: for people or for speech, with the table's names for
jokers, in any language.
"""

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import astuple, dataclass, field, replace
from functools import lru_cache
from string import Formatter
from types import MappingProxyType
from typing import Any, cast

from referee.cards.card import CARDS, Card, Rank, Suit, made_card
from referee.cards.naming import (
    JokerWording,
    Translate,
    as_it_is,
    listed,
    spoken,
    spoken_all,
    spoken_with_article,
    written,
    written_all,
)
from referee.vocabulary.values import MINUS


def _one_or_many(one: str, many: str, n: int) -> str:
    return one if n == 1 else many


@dataclass(frozen=True, slots=True, eq=False)
class Language:
    """A language: its code as browsers name it, and how it says a template, and one
    about a number of things.

    Both answer with the template itself where they know nothing better. Two languages
    are equal only if they are one: each is loaded once.
    """

    code: str
    gettext: Translate = as_it_is
    ngettext: Callable[[str, str, int], str] = _one_or_many


ENGLISH = Language("en")
"""The language in which all templates are written."""


@dataclass(frozen=True, slots=True)
class Wording:
    """How a reader wants to be spoken to: what the jokers are called, and in which
    language.

    `aloud`: it is for ears, so no card is written in signs.
    """

    jokers: JokerWording = "black-red"
    language: Language = ENGLISH
    aloud: bool = False


PLAIN = Wording()
"""English, with a black and a red joker."""


@dataclass(frozen=True, slots=True)
class Text:
    """A sentence not yet worded: a template and the values that stand in its braces.

    A card in braces is spoken ("the {card}" gives "the jack of hearts"), `{card:the}`
    with its article, which a language may write otherwise or not at all, `{card:short}`
    writes `J♥`; a tuple of cards, seats or texts is listed, `{seats:or}` with "or",
    `{seats:;}` by semicolons; groups of cards stand apart; a Text within is worded in
    its turn. A number below zero has a minus sign; other values stand as they are.
    `many`, where given, is the template for every number `n` but one.

    >>> from referee import card
    >>> str(Text("{seats} play {cards:short}", {"seats": ("Ana", "Ben"), "cards": (card("TH"), card("JS"))}))
    'Ana and Ben play 10♥ J♠'
    """

    template: str
    values: Mapping[str, object] = field(default_factory=dict)
    many: str = ""

    def word(self, wording: Wording = PLAIN) -> str:
        """The sentence in this wording."""
        language = wording.language
        template = (
            self.template
            if language is ENGLISH and not self.many
            else template_in(self, language)
        )
        if not self.values:
            return template
        words: list[str] = []
        for before, name, spec in _parts(template):
            words.append(before)
            if name is not None:
                value = self.values[name]
                words.append(
                    value if type(value) is str else _word_value(value, spec, wording)
                )
        return "".join(words)

    def __str__(self) -> str:
        return self.word()


def template_in(text: Text, language: Language) -> str:
    """The template of a text in a language, its braces not yet filled."""
    if text.many:
        return language.ngettext(text.template, text.many, cast(int, text.values["n"]))
    return language.gettext(text.template)


def say(template: str, **values: object) -> Text:
    """A Text from a template and its values; `say` marks what translators translate.

    >>> from referee import card
    >>> str(say("{seat} wins with {card:the}", seat="Ana", card=card("JH")))
    'Ana wins with the jack of hearts'
    """
    return Text(template, MappingProxyType(values))


def count(one: str, many: str, n: int, **values: object) -> Text:
    """A Text about `n` things: from the first template for one of them, from the second
    for any other number.

    `count` marks both for translators.

    >>> str(count("{n} card", "{n} cards", 1)), str(count("{n} card", "{n} cards", 3))
    ('1 card', '3 cards')
    """
    return Text(one, MappingProxyType({"n": n, **values}), many)


def count_cards(n: int) -> Text:
    """A number of cards.

    >>> print(count_cards(1), count_cards(7), sep=", ")
    1 card, 7 cards
    """
    return count("{n} card", "{n} cards", n)


NOTHING = Text("")
"""A text that says nothing."""


@lru_cache(maxsize=2_000)
def names_in(template: str) -> frozenset[str]:
    """The names in the braces of a template; ValueError where there is more in its
    braces, or they are not paired.
    """
    return frozenset(name for _, name, _ in _parts(template) if name is not None)


@lru_cache(maxsize=2_000)
def _parts(template: str) -> tuple[tuple[str, str | None, str], ...]:
    """A template taken apart, once for all its sentences: text before a name, the name,
    how it is written.
    """
    parts = []
    for before, name, spec, conversion in Formatter().parse(template):
        if (
            conversion
            or (name is not None and not name.isidentifier())
            or (spec and "{" in spec)
        ):
            raise ValueError(f"{template!r} has more in its braces than names")
        parts.append((before, name, spec or ""))
    return tuple(parts)


GROUP_END = "/"
"""What stands between groups of cards, as people type and read them."""

_OF_NUMBERS = re.compile(r"\+?,?(\.\d)?[dfg%]?")
"""How a number may be written. A template, or a translation, that asks for anything
else gets it as it is.
"""


def _word_value(value: object, spec: str, wording: Wording) -> str:
    """Return a value as it stands in a sentence, written as the template asks for."""
    if isinstance(value, Text):
        return value.word(wording)
    if isinstance(value, Card):
        return _word_card(value, spec, wording)
    if isinstance(value, (tuple, list)):
        return _word_list(tuple(value), spec, wording)
    if isinstance(value, (int, float)) and _OF_NUMBERS.fullmatch(spec):
        with suppress(ValueError):
            return format(value, spec).replace("-", MINUS, 1)
    return str(value)


def _word_card(card: Card, spec: str, wording: Wording) -> str:
    if spec == "short":
        name = spoken_with_article if wording.aloud else written
    else:
        name = spoken_with_article if spec == "the" else spoken
    return name(card, wording.jokers, wording.language.gettext)


def _word_list(values: tuple[object, ...], spec: str, wording: Wording) -> str:
    if values and all(isinstance(value, (tuple, list)) for value in values):
        between = "; " if wording.aloud or spec != "short" else f" {GROUP_END} "
        return between.join(_word_value(value, spec, wording) for value in values)
    translate = wording.language.gettext
    cards = tuple([value for value in values if isinstance(value, Card)])
    if len(cards) == len(values) and (cards or not spec):
        if spec == "short" and not wording.aloud:
            return written_all(cards, wording.jokers, translate)
        conjunction = "and" if spec in ("", "short") else spec
        return spoken_all(cards, wording.jokers, translate, conjunction)
    words = [_word_value(value, "", wording) for value in values]
    return "; ".join(words) if spec == ";" else listed(words, translate, spec or "and")


# As a store keeps them


def encoded(text: Text) -> dict[str, Any]:
    """A text as JSON has it: what it says, about many things too where it has that, and
    with which values.
    """
    told: dict[str, Any] = {"say": text.template}
    if text.many:
        told["many"] = text.many
    return told | {
        "with": {name: _stored(value) for name, value in text.values.items()}
    }


def decoded(told: Mapping[str, Any]) -> Text:
    """The text of a stored form."""
    values = {name: _value(value) for name, value in told["with"].items()}
    return replace(
        NOTHING, template=told["say"], values=values, many=told.get("many", "")
    )


def _stored(value: object) -> Any:
    if isinstance(value, Text):
        return {"text": encoded(value)}
    if isinstance(value, Card):
        return _stored_card(value)
    if isinstance(value, (tuple, list)):
        return [_stored(inner) for inner in value]
    return value


def _value(told: Any) -> object:
    if isinstance(told, list):
        return tuple(_value(inner) for inner in told)
    if isinstance(told, dict):
        return _card(told) if "card" in told else decoded(told["text"])
    return told


def _stored_card(card: Card) -> dict[str, Any]:
    """A French-suited card by its code; one of another deck with all that names it,
    whatever becomes of its game.
    """
    if CARDS.get(card.code) is card:
        return {"card": card.code}
    suit = None if card.printed_suit is None else astuple(card.printed_suit)
    return {
        "card": card.code,
        "order": card.order,
        "rank": astuple(card.printed_rank),
        "suit": suit,
    }


def _card(told: Mapping[str, Any]) -> Card:
    """The card of a stored form."""
    if "rank" not in told:
        return CARDS[told["card"]]
    rank, suit = Rank(*told["rank"]), Suit(*told["suit"]) if told["suit"] else None
    return made_card(
        told["card"], rank.code, suit.code if suit else None, told["order"], rank, suit
    )
