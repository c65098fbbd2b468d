"""`card` and `cards`: cards, in the order in which they are named."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, cast

from referee.cards.card import Card, by_code
from referee.cards.reading import CardsMisread, read_cards, typed_code
from referee.vocabulary.fields.field_type import Chance, FieldType, Inputs, Misread, ReadingContext
from referee.vocabulary.prompt import Field
from referee.vocabulary.text import Text, count, say

MOST_ITEMS = 2_000
"""Cards that are read at once, at most, and groups of them."""


FEW = 3
"""How many more cards than necessary are named at random, at most: hands are small, and cards run out."""


class CardsField(FieldType[tuple[Card, ...]]):
    """Some cards: a list, or a text as people type it."""

    name = "cards"
    control = "cards"
    schema: ClassVar = {
        "anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}],
        "description": "Cards: codes, or a text as people write it.",
    }
    of_cards = True

    def read(self, field: Field, value: object, context: ReadingContext) -> tuple[Card, ...]:
        """Every card that is named, in that order, also one that is named twice."""
        return read_several(value, context)

    def beyond(self, field: Field, value: tuple[Card, ...]) -> Iterator[Text]:
        """Also whether there are too few or too many."""
        yield from too_few_or_many_cards(field, [("", len(value))])
        yield from super().beyond(field, value)

    def from_inputs(self, field: Field, inputs: Inputs) -> Any:
        """An empty list where none may be named and the field is needed."""
        may_be_none = not field.optional and not field.min
        return inputs.values or ([] if may_be_none else None)

    def example(self, field: Field, cards: Iterator[Card]) -> str:
        """Two cards, or as many as the field wants."""
        many = max(field.min or 0, 2)
        return " ".join(next(cards).code for _ in range(many if field.max is None else min(many, field.max)))

    def random(self, field: Field, chance: Chance) -> list[str]:
        """Every other time as few as possible, those first that it begins with."""
        least = field.min or 0
        most = least + FEW if field.max is None else min(field.max, least + FEW)
        n = least if chance.rng.random() < 0.5 else chance.rng.randint(least, most)
        known = [str(code) for code in cast("Sequence[str]", field.default or ())]
        return [*known, *(code for code in chance.cards(field, n) if code not in known)][: max(n, len(known))]


class CardField(FieldType[Card]):
    """One card; a list of one will do."""

    name = "card"
    control = "cards"
    schema: ClassVar = {"type": "string", "description": "A card: its code, as TH, or as people write it."}
    of_cards = True
    one_card = True

    def read(self, field: Field, value: object, context: ReadingContext) -> Card:
        """The one card that is named."""
        cards = read_several(value, context)
        if len(cards) != 1:
            raise Misread(say("Name one card here, not {n}.", n=len(cards)))
        return cards[0]

    def from_inputs(self, field: Field, inputs: Inputs) -> Any:
        """All that was named: more than one card is refused when it is read."""
        return inputs.values or None

    def example(self, field: Field, cards: Iterator[Card]) -> str:
        """The next card."""
        return next(cards).code

    def random(self, field: Field, chance: Chance) -> str:
        """A card; nothing where none is left, which is refused."""
        return next(iter(chance.cards(field, 1)), "")


def too_few_or_many_cards(field: Field, numbers: Iterable[tuple[str, int]]) -> Iterator[Text]:
    """Why numbers of cards are beyond the bounds of their field, each with its seat; an empty name is none."""
    numbers, least, most = tuple(numbers), field.min, field.max
    if least is not None and (seats := [seat for seat, n in numbers if n < least]):
        what = _what_of(field, seats)
        yield count("Name at least {n} card for {what}.", "Name at least {n} cards for {what}.", least, what=what)
    if most is not None and (seats := [seat for seat, n in numbers if n > most]):
        what = _what_of(field, seats)
        yield count("Name at most {n} card for {what}.", "Name at most {n} cards for {what}.", most, what=what)


def _what_of(field: Field, seats: Sequence[str]) -> Text:
    whose = tuple(dict.fromkeys(filter(None, seats)))
    if not whose:
        return say("“{label}”", label=field.label)
    return say("“{label}” ({seats})", label=field.label, seats=whose)


def read_several(value: object, context: ReadingContext) -> tuple[Card, ...]:
    """The cards that a text, or a list of codes and texts, names; Misread, also where they are too many."""
    deck = by_code(context.deck)
    if isinstance(value, str) and value in deck:
        return (deck[value],)
    items = [value] if isinstance(value, str) else value
    if not isinstance(items, (list, tuple)) or not all(isinstance(item, str) for item in items[: MOST_ITEMS + 1]):
        raise Misread(say("Name cards here, like {examples}.", examples=_examples(deck)))
    _not_too_many(len(items))
    at_once = tuple(map(deck.get, items))
    if None not in at_once:
        return cast("tuple[Card, ...]", at_once)
    found: list[Card] = []
    for item in items:
        known = deck.get(item)
        found.extend((known,) if known else _typed(item, context))
        _not_too_many(len(found))
    return tuple(found)


def read_lists(lists: Iterable[object], context: ReadingContext) -> tuple[tuple[Card, ...], ...]:
    """The cards of several lists, each as `read_several` reads it; Misread, also where they are too many together."""
    found: list[tuple[Card, ...]] = []
    named = 0
    for one in lists:
        found.append(read_several(one, context))
        named += len(found[-1])
        _not_too_many(named)
    return tuple(found)


def _not_too_many(named: int) -> None:
    if named > MOST_ITEMS:
        raise Misread(say("At most {most:,} cards are read at once. Enter fewer cards at a time.", most=MOST_ITEMS))


def _examples(deck: Mapping[str, Card]) -> str:
    """Two cards of a deck, by their codes."""
    codes = tuple(deck)
    return " ".join(codes[place % len(codes)] for place in (4, 11))


def _typed(text: str, context: ReadingContext) -> tuple[Card, ...]:
    try:
        cards = read_cards(text, context.jokers, context.deck)
    except CardsMisread as misread:
        offered = tuple(
            say("{card:the} ({code})", card=card, code=typed_code(card, context.jokers)) for card in misread.nearest
        )
        raise Misread(Text(misread.template, {**misread.values, "offered": offered})) from None
    deck = by_code(context.deck)
    if missing := [card for card in cards if card.code not in deck]:
        raise Misread(say("The {card} is not in the deck.", card=missing[0]))
    return cards
