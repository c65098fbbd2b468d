"""`cards`: some cards, in the order in which they are named."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from referee.cards.card import CARDS, Card
from referee.cards.reading import CardsMisread, Named, Offered, read_cards
from referee.vocabulary.fields.field_type import (
    FieldType,
    Misread,
    ReadingContext,
    not_among_choices,
    too_few,
    too_many,
)
from referee.vocabulary.prompt import Field
from referee.vocabulary.text import Text, count, say
from referee.vocabulary.values import Values

LONGEST = 2_000
"""Items of a list of cards, at most."""


class CardsField(FieldType[tuple[Card, ...]]):
    """Some cards: a list, or a text as people type it."""

    name = "cards"
    of_cards = True

    def read(self, field: Field, value: object, context: ReadingContext) -> tuple[Card, ...]:
        return read_several(value, context)

    def cards_in(self, value: tuple[Card, ...]) -> Iterable[Card]:
        return value

    def beyond(self, field: Field, value: tuple[Card, ...], given: Values) -> Iterator[Text]:
        yield from too_few_or_many_cards(field, [len(value)])
        yield from not_among_choices(field, value)


def too_few_or_many_cards(field: Field, numbers: Sequence[int]) -> Iterator[Text]:
    """Why one of these numbers of cards is beyond the bounds of its field."""
    if field.min is not None and too_few(field, numbers):
        yield count("Name at least {n} card here.", "Name at least {n} cards here.", field.min)
    if field.max is not None and too_many(field, numbers):
        yield count("Name at most {n} card here.", "Name at most {n} cards here.", field.max)


def read_several(value: object, context: ReadingContext) -> tuple[Card, ...]:
    """The cards that a text, or a list of codes and texts, names; Misread."""
    if isinstance(value, str):
        return _typed(value, context)
    if not isinstance(value, (list, tuple)):
        raise Misread(say("Name cards here, like 3C 4S."))
    found: list[Card] = []
    for item in value[: LONGEST + 1]:
        if not isinstance(item, str):
            raise Misread(say("Name cards here, like 3C 4S."))
        known = CARDS.get(item)
        found.extend((known,) if known else _typed(item, context))
    return tuple(found)


def _typed(text: str, context: ReadingContext) -> tuple[Card, ...]:
    try:
        return read_cards(text, context.jokers)
    except CardsMisread as misread:
        raise Misread(_in_words(misread)) from None


def _in_words(misread: CardsMisread) -> Text:
    return Text(misread.template, {name: _in_a_sentence(value) for name, value in misread.values.items()})


def _in_a_sentence(value: object) -> object:
    if isinstance(value, Offered):
        return tuple(say("{card:the} ({code})", card=named.card, code=named.code) for named in value)
    return value.card if isinstance(value, Named) else value
