"""Cards: `card`, `cards`, `card_groups`, `card_by_seat`, `cards_by_seat`."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, cast

from referee.cards.card import Card, by_code
from referee.cards.reading import CardsMisread, read_cards, typed_code
from referee.vocabulary.fields.field_type import (
    Chance,
    FieldType,
    Inputs,
    Misread,
    ReadingContext,
)
from referee.vocabulary.fields.plain_fields import FieldBySeat, parts_of_total
from referee.vocabulary.prompt import Field
from referee.vocabulary.text import GROUP_END, Text, count, say

MOST_ITEMS = 2_000
"""Cards that are read at once, at most, and groups of them."""

FEW = 3
"""How many more cards than necessary are named at random, at most: hands are small, and
cards run out.
"""

CardGroups = tuple[tuple[Card, ...], ...]
"""Groups in the order in which they are named, none of them empty."""

MOST_AT_RANDOM = 2
"""Groups that are named at random, at most."""

Cards = tuple[Card, ...] | tuple[tuple[Card, ...], ...] | None
"""A seat's cards; of a side None, or the cards of each partner."""

_HANDS = {"type": "array", "items": {"type": "array", "items": {"type": "string"}}}


class CardsField(FieldType[tuple[Card, ...]]):
    """Some cards: a list, or a text as people type it."""

    name = "cards"
    schema: ClassVar = {
        "anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}],
        "description": "Cards: codes, or a text as people write it.",
    }
    of_cards = True

    def read(
        self, field: Field, value: object, context: ReadingContext
    ) -> tuple[Card, ...]:
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

    def example(self, field: Field, cards: Iterator[Card], seats: Sequence[str]) -> str:
        """Two cards, or as many as the field wants."""
        many = max(field.min or 0, 2)
        return " ".join(
            next(cards).code
            for _ in range(many if field.max is None else min(many, field.max))
        )

    def random(self, field: Field, chance: Chance) -> list[str]:
        """Every other time as few as possible, those first that it begins with."""
        least = field.min or 0
        most = least + FEW if field.max is None else min(field.max, least + FEW)
        n = least if chance.rng.random() < 0.5 else chance.rng.randint(least, most)
        known = [str(code) for code in cast("Sequence[str]", field.default or ())]
        return [
            *known,
            *(code for code in chance.cards(field, n) if code not in known),
        ][: max(n, len(known))]


class CardField(FieldType[Card]):
    """One card; a list of one will do."""

    name = "card"
    control = "cards"
    schema: ClassVar = {
        "type": "string",
        "description": "A card: its code, as TH, or as people write it.",
    }
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

    def example(self, field: Field, cards: Iterator[Card], seats: Sequence[str]) -> str:
        """The next card."""
        return next(cards).code

    def random(self, field: Field, chance: Chance) -> str:
        """A card; nothing where none is left, which is refused."""
        return next(iter(chance.cards(field, 1)), "")


class CardGroupsField(FieldType[CardGroups]):
    """Groups of cards: a list of lists, or a text with a `/` between groups. `min` and
    `max` hold for each group.
    """

    name = "card_groups"
    schema: ClassVar = {
        "anyOf": [{"type": "string"}, {"type": "array", "items": CardsField.schema}],
        "description": "Groups of cards: a list a group, or a text with a / between groups.",
    }
    of_cards = True
    in_groups = True

    def read(self, field: Field, value: object, context: ReadingContext) -> CardGroups:
        """The groups, each in the order in which its cards are named; at least one."""
        groups = _split([value]) if isinstance(value, str) else value
        if (
            not isinstance(groups, (list, tuple))
            or not groups
            or len(groups) > MOST_ITEMS
        ):
            raise Misread(say("Name groups of cards here, with a / between them."))
        found = read_lists(groups, context)
        if not all(found):
            raise Misread(say("Name a card in each group."))
        return found

    def beyond(self, field: Field, value: CardGroups) -> Iterator[Text]:
        """Also whether a group has too few cards or too many."""
        fewest, most = min(map(len, value)), max(map(len, value))
        if field.min is not None and fewest < field.min:
            one, many = (
                "Name at least {n} card in each group.",
                "Name at least {n} cards in each group.",
            )
            yield count(one, many, field.min)
        if field.max is not None and most > field.max:
            yield count(
                "Name at most {n} card in each group.",
                "Name at most {n} cards in each group.",
                field.max,
            )
        yield from super().beyond(field, value)

    def from_inputs(self, field: Field, inputs: Inputs) -> Any:
        """The groups that were picked, and then those that were typed; a `/` ends a
        group in either.
        """
        return [*_split(inputs.picked), *_split(inputs.typed)] or None

    def to_inputs(self, field: Field, value: Any) -> Inputs:
        """The groups as typed."""
        groups = (
            [value]
            if isinstance(value, str)
            else [one if isinstance(one, str) else " ".join(one) for one in value]
        )
        return Inputs(typed=(f" {GROUP_END} ".join(groups),))

    def example(self, field: Field, cards: Iterator[Card], seats: Sequence[str]) -> str:
        """Two groups, each of as many cards as the field wants."""
        many = field.min or min(3, field.max or 3)
        return f" {GROUP_END} ".join(
            " ".join(next(cards).code for _ in range(many)) for _ in range(2)
        )

    def random(self, field: Field, chance: Chance) -> list[list[str]]:
        """A group or two, each of as few cards as possible or some more."""
        least = field.min or 1
        most = least + FEW if field.max is None else min(field.max, least + FEW)
        groups = [
            chance.cards(field, chance.rng.randint(least, most))
            for _ in range(chance.rng.randint(1, MOST_AT_RANDOM))
        ]
        return [group for group in groups if group]


class CardBySeatField(FieldBySeat[Card]):
    """One card of each seat."""

    name = "card_by_seat"
    control = "cards_by_seat"
    schema: ClassVar = {"type": "object", "additionalProperties": CardField.schema}
    one = CardField()
    of_cards = True
    one_card = True


class CardsBySeatField(FieldBySeat[Cards]):
    """Some cards of each seat. With `partners` a side has None, cards, or a list of
    each partner's cards.
    """

    name = "cards_by_seat"
    schema: ClassVar = {
        "type": "object",
        "additionalProperties": {
            "anyOf": [CardsField.schema, _HANDS, {"type": "null"}]
        },
    }
    one = CardsField()
    of_cards = True

    def read_one(self, field: Field, value: object, context: ReadingContext) -> Cards:
        """A seat's cards; with `partners` None, or the cards of each partner."""
        if not field.partners:
            return read_several(value, context)
        if value is None:
            return None
        hands = (
            value
            if isinstance(value, list)
            and value
            and all(isinstance(one, list) for one in value)
            else [value]
        )
        return read_lists(hands, context)

    def beyond(self, field: Field, value: Mapping[str, Cards]) -> Iterator[Text]:
        """Also whether a seat, or a partner, has too few cards or too many, or one side
        more partners than another.
        """
        sides: dict[str, tuple[Any, ...]] = {
            seat: cards for seat, cards in value.items() if cards is not None
        }
        hands = [
            (seat, hand)
            for seat, side in sides.items()
            for hand in (side if field.partners else (side,))
        ]
        yield from too_few_or_many_cards(
            field, [(seat, len(hand)) for seat, hand in hands]
        )
        if field.partners and len(set(map(len, sides.values()))) > 1:
            yield say("Name the cards of as many partners on each side.")
        yield from super().beyond(field, value)

    def random(self, field: Field, chance: Chance) -> dict[str, Any]:
        """Cards of every seat, in all as many as the field's total says, where it has
        one.
        """
        if field.total is None:
            return super().random(field, chance)
        numbers = parts_of_total(field.total, field, chance)
        return {
            seat: self.one.random(replace(field, min=n, max=n), chance)
            for seat, n in numbers.items()
        }

    def from_inputs(self, field: Field, inputs: Inputs) -> Any:
        """Those seats that have cards, or are said to have none; with `partners` every
        side.
        """
        if field.partners:
            sides = inputs.by_seat.items()
            return {
                side: _split(of.values, empty=True) if of.values else None
                for side, of in sides
            } or None
        found = {
            seat: one.values
            for seat, one in inputs.by_seat.items()
            if one.values or one.none
        }
        return found or None

    def to_inputs(self, field: Field, value: Any) -> Inputs:
        """The cards of each seat as picked; with `partners` as typed, with a `/`
        between partners.
        """
        if field.partners:
            hands = {
                side: " / ".join(" ".join(hand) for hand in one or ())
                for side, one in value.items()
            }
            return Inputs(
                by_seat={side: Inputs(typed=(text,)) for side, text in hands.items()}
            )
        lists = {
            seat: [one] if isinstance(one, str) else one for seat, one in value.items()
        }
        return Inputs(
            by_seat={
                seat: Inputs(picked=tuple(cards), none=not cards)
                for seat, cards in lists.items()
            }
        )


def _split(values: Sequence[str], empty: bool = False) -> list[list[str]]:
    """Return what stands between one `/` and the next, group by group, those that are
    `empty` only if asked for.
    """
    groups: list[list[str]] = [[]]
    for value in values:
        first, *others = value.split(GROUP_END)
        groups[-1].append(first)
        groups.extend([other] for other in others)
    groups = [[part.strip() for part in group if part.strip()] for group in groups]
    return [group for group in groups if group or empty]


def too_few_or_many_cards(
    field: Field, numbers: Iterable[tuple[str, int]]
) -> Iterator[Text]:
    """Why numbers of cards are beyond the bounds of their field, each with its seat; an
    empty name is none.
    """
    numbers, least, most = tuple(numbers), field.min, field.max
    if least is not None and (seats := [seat for seat, n in numbers if n < least]):
        what = _what_of(field, seats)
        yield count(
            "Name at least {n} card for {what}.",
            "Name at least {n} cards for {what}.",
            least,
            what=what,
        )
    if most is not None and (seats := [seat for seat, n in numbers if n > most]):
        what = _what_of(field, seats)
        yield count(
            "Name at most {n} card for {what}.",
            "Name at most {n} cards for {what}.",
            most,
            what=what,
        )


def _what_of(field: Field, seats: Sequence[str]) -> Text:
    whose = tuple(dict.fromkeys(filter(None, seats)))
    if not whose:
        return say("“{label}”", label=field.label)
    return say("“{label}” ({seats})", label=field.label, seats=whose)


def read_several(value: object, context: ReadingContext) -> tuple[Card, ...]:
    """The cards that a text, or a list of codes and texts, names; Misread, also where
    they are too many.
    """
    items = [value] if isinstance(value, str) else value
    deck = by_code(context.deck)
    if not isinstance(items, (list, tuple)) or not set(map(type, items)) <= {str}:
        raise Misread(
            say("Name cards here, like {examples}.", examples=_examples(deck))
        )
    _not_too_many(len(items))
    found: list[Card] = []
    for item in items:
        if item in deck:
            found.append(deck[item])
        else:
            found += _typed(item, context)
            _not_too_many(len(found))
    return tuple(found)


def read_lists(
    lists: Iterable[object], context: ReadingContext
) -> tuple[tuple[Card, ...], ...]:
    """The cards of several lists, each as `read_several` reads it; Misread, also where
    they are too many together.
    """
    found: list[tuple[Card, ...]] = []
    named = 0
    for one in lists:
        found.append(read_several(one, context))
        named += len(found[-1])
        _not_too_many(named)
    return tuple(found)


def _not_too_many(named: int) -> None:
    if named > MOST_ITEMS:
        raise Misread(
            say(
                "At most {most:,} cards are read at once. Enter fewer cards at a time.",
                most=MOST_ITEMS,
            )
        )


def _examples(deck: Mapping[str, Card]) -> str:
    """Two cards of a deck, by their codes."""
    codes = tuple(deck)
    return " ".join(codes[place % len(codes)] for place in (4, 11))


def _typed(text: str, context: ReadingContext) -> tuple[Card, ...]:
    try:
        cards = read_cards(text, context.jokers, context.deck)
    except CardsMisread as misread:
        offered = tuple(
            say("{card:the} ({code})", card=card, code=typed_code(card, context.jokers))
            for card in misread.nearest
        )
        raise Misread(
            Text(misread.template, {**misread.values, "offered": offered})
        ) from None
    deck = by_code(context.deck)
    if missing := [card for card in cards if card.code not in deck]:
        raise Misread(say("The {card} is not in the deck.", card=missing[0]))
    return cards


CARD_TYPES: tuple[FieldType[Any], ...] = (
    *(CardField(), CardsField(), CardGroupsField()),
    *(CardBySeatField(), CardsBySeatField()),
)
"""The types of fields whose values are cards."""
