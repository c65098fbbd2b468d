"""Sentences worded late: in any language, written or spoken, in the table's terms."""

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import astuple, dataclass, field, replace
from functools import lru_cache, partial
from string import Formatter
from types import MappingProxyType
from typing import Any, cast

from referee.cards.card import CARDS, Card, Rank, Suit, unique_card
from referee.cards.naming import (
    JokerWording,
    Letters,
    Translate,
    as_it_is,
    capitalize,
    join_words,
    speak_card,
    speak_cards,
    speak_in_list,
    speak_with_article,
    write_card,
    write_cards,
)
from referee.vocabulary.values import MINUS


def _choose_form(one: str, many: str, n: int) -> str:
    return one if n == 1 else many


@dataclass(frozen=True, slots=True, eq=False)
class Language:
    """A language: its code in browsers, and its translations of templates.

    Unknown templates stay as they are. Each language is loaded once, so only identical
    ones are equal.
    """

    code: str
    gettext: Translate = as_it_is
    ngettext: Callable[[str, str, int], str] = _choose_form


ENGLISH = Language("en")
"""The language of all templates."""


@dataclass(frozen=True, slots=True)
class Wording:
    """A reader's wording: language, names of jokers, and `aloud` (no card signs).

    `letters` stand on the reader's cards instead of English ones. `brief` names every
    card by its signs.
    """

    jokers: JokerWording = "black-red"
    language: Language = ENGLISH
    aloud: bool = False
    letters: Letters = ()
    brief: bool = False


PLAIN = Wording()
"""The English wording, with a black and a red joker."""


@dataclass(frozen=True, slots=True)
class Text:
    """A sentence not yet worded: a template and the values that stand in its braces.

    - `{card}` is spoken: "the {card}" gives "the jack of hearts".
    - `{card:the}` has its article, which a language may write otherwise or leave out.
      `{card:The}` begins a sentence, `{card:the2}` has a second case.
    - `{card:short}` writes `J♥`.
    - A tuple of cards, seats or texts is listed: `{seats:or}` with "or", `{seats:;}`
      with semicolons, `{seats:,}` with commas alone. Groups of cards stand apart.
    - A Text within a Text is worded in its turn.
    - A number below zero has a minus sign; other values stand unchanged.

    `many`, if given, is the template for every number `n` but one.

    >>> from referee import card
    >>> values = {"seats": ("Ana", "Ben"), "cards": (card("TH"), card("JS"))}
    >>> str(Text("{seats} play {cards:short}", values))
    'Ana and Ben play 10♥ J♠'
    """

    template: str
    values: Mapping[str, object] = field(default_factory=partial(MappingProxyType, {}))
    many: str = ""

    def word(self, wording: Wording = PLAIN) -> str:
        """Return the sentence in this wording."""
        template = template_in(self, wording.language)
        if not self.values:
            return template
        words = []
        for before, name, spec in _parse_template(template):
            words.append(before)
            if name is not None:
                words.append(_word_value(self.values[name], spec, wording))
        return "".join(words)

    def __str__(self) -> str:
        return self.word()


def template_in(text: Text, language: Language) -> str:
    """Return a text's template in a language, with its braces."""
    if text.many:
        return language.ngettext(text.template, text.many, cast(int, text.values["n"]))
    return language.gettext(text.template)


def say(template: str, **values: object) -> Text:
    """Return a Text; translators find its template by `say`.

    >>> from referee import card
    >>> str(say("{seat} wins with {card:the}", seat="Ana", card=card("JH")))
    'Ana wins with the jack of hearts'
    """
    return Text(template, MappingProxyType(values))


def say_count(one: str, many: str, n: int, **values: object) -> Text:
    """Return a Text about `n` things, by the template for one or for others.

    Translators find both by it.

    >>> print(say_count("{n} card", "{n} cards", 3))
    3 cards
    """
    return Text(one, MappingProxyType({"n": n, **values}), many)


def say_card_count(n: int) -> Text:
    """Return a number of cards in words.

    >>> print(say_card_count(1), say_card_count(7), sep=", ")
    1 card, 7 cards
    """
    return say_count("{n} card", "{n} cards", n)


def say_round(n: int) -> Text:
    """Return a round's name within a sentence; a table at an event calls it a deal.

    >>> print(say("{seat} leads after {round}", seat="Ana", round=say_round(3)))
    Ana leads after round 3
    """
    return say("round {n}", n=n)


NOTHING = Text("")
"""An empty text."""


# Without it a trick of four takes 5 ms more of the processor, of 140 with it.
@lru_cache(maxsize=2_000)
def names_in(template: str) -> frozenset[str]:
    """Return the names in a template's braces.

    Raise ValueError for braces with anything else in them.
    """
    pieces = _parse_template(template)
    return frozenset([name for _, name, _ in pieces if name is not None])


def _parse_template(template: str) -> tuple[tuple[str, str | None, str], ...]:
    """Return each text, the name after it, and the name's format."""
    pieces = []
    for before, name, spec, conversion in Formatter().parse(template):
        is_name = name is None or name.isidentifier()
        if conversion or not is_name or "{" in (spec or ""):
            raise ValueError(f"{template!r} has more in its braces than names")
        pieces.append((before, name, spec or ""))
    return tuple(pieces)


GROUP_END = "/"
"""The separator of groups of cards, for people to read and type."""

_OF_NUMBERS = re.compile(r"\+?,?(\.\d)?[dfg%]?")
"""The formats of numbers; any other format is ignored in templates and translations."""


_WITH_ARTICLE = re.compile("[Tt]he[123]?")


def _word_value(value: object, spec: str, wording: Wording) -> str:
    """Return a value for a sentence, in the template's format."""
    if type(value) is int and not spec:
        return str(value).replace("-", MINUS)
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
    name: Callable[..., str] = speak_card
    if wording.brief or (spec == "short" and not wording.aloud):
        name = partial(write_card, letters=wording.letters)
    elif spec == "short":
        name = speak_in_list
    elif _WITH_ARTICLE.fullmatch(spec):
        case = int(spec[3:] or 1)
        name = partial(speak_with_article, case=case)
    said = name(card, wording.jokers, wording.language.gettext)
    if spec.startswith("The"):
        return capitalize(said)
    return said


def _word_list(values: tuple[object, ...], spec: str, wording: Wording) -> str:
    is_short = spec == "short" and not wording.aloud
    kinds = {*map(type, values)}
    if kinds and kinds <= {tuple, list}:
        groups = [_word_value(value, spec, wording) for value in values]
        return (f" {GROUP_END} " if is_short else "; ").join(groups)

    jokers = wording.jokers
    translate = wording.language.gettext
    if kinds == {Card} or (not values and not spec):
        cards = cast("tuple[Card, ...]", values)
        if is_short:
            return write_cards(cards, jokers, translate, wording.letters)
        if spec in ("", "short"):
            spec = "and"
        return speak_cards(cards, jokers, translate, spec)

    words = [_word_value(value, "", wording) for value in values]
    if spec in (";", ","):
        return f"{spec} ".join(words)
    return join_words(words, translate, spec or "and")


# As a store keeps them


def encoded(text: Text) -> dict[str, Any]:
    """Return a text as JSON: its template, its plural if any, and its values."""
    stored: dict[str, Any] = {"say": text.template}
    if text.many:
        stored["many"] = text.many
    stored["with"] = {name: _encode(value) for name, value in text.values.items()}
    return stored


def decoded(stored: Mapping[str, Any]) -> Text:
    """Return a text from its stored form."""
    values = {name: _decode(value) for name, value in stored["with"].items()}
    template = stored["say"]
    many = stored.get("many", "")
    return replace(NOTHING, template=template, values=values, many=many)


def _encode(value: object) -> Any:
    if isinstance(value, Text):
        return {"text": encoded(value)}
    if isinstance(value, Card):
        if CARDS.get(value.code) is value:
            return {"card": value.code}
        suit = value.printed_suit
        return {
            "card": value.code,
            "order": value.order,
            "rank": astuple(value.printed_rank),
            "suit": suit and astuple(suit),
        }
    if isinstance(value, (tuple, list)):
        return [_encode(inner) for inner in value]
    return value


def _decode(stored: Any) -> object:
    if isinstance(stored, list):
        return tuple(_decode(inner) for inner in stored)
    if not isinstance(stored, dict):
        return stored
    if "card" in stored:
        code = stored["card"]
        if "rank" not in stored:
            return CARDS[code]
        rank = Rank(*stored["rank"])
        suit = None
        suit_code = None
        if stored["suit"]:
            suit = Suit(*stored["suit"])
            suit_code = suit.code
        return unique_card(code, rank.code, suit_code, stored["order"], rank, suit)
    return decoded(stored["text"])
