"""Cards: `card`, `cards`, `card_groups`, `card_by_seat`, `cards_by_seat`."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, cast

from referee.cards.card import Card, Cards, by_code
from referee.cards.reading import CardsMisread, read_cards, type_code
from referee.vocabulary.fields.examples import Chance, Samples
from referee.vocabulary.fields.field_type import FieldType
from referee.vocabulary.fields.inputs import Inputs
from referee.vocabulary.fields.plain_fields import TEXTS, FieldBySeat, parts_of_total
from referee.vocabulary.fields.reading import Misread, ReadingContext
from referee.vocabulary.prompt import Field
from referee.vocabulary.text import GROUP_END, Text, say, say_count

MOST_ITEMS = 2_000
"""The most cards, or groups of cards, read at once."""

FEW = 3
"""The most extra cards in random values, since hands are small and cards run out."""

CardGroups = tuple[Cards, ...]
"""Groups in the order named, none empty."""

MOST_AT_RANDOM = 2
"""The most groups in random values."""

CardsOfSeat = Cards | CardGroups | None
"""A seat's cards; for a side None, or each partner's cards."""


class CardsField(FieldType[Cards]):
    """Some cards: a list, or a text as people type it."""

    name = "cards"
    schema: ClassVar = {
        "anyOf": [{"type": "string"}, TEXTS],
        "description": "Cards: codes, or a text as people write it.",
    }
    of_cards = True

    def read(self, field: Field, value: object, context: ReadingContext) -> Cards:
        """Return the cards named, in order, repeats included."""
        return read_several(value, context)

    def beyond(self, field: Field, value: Cards) -> Iterator[Text]:
        """Yield also too few or too many cards."""
        yield from too_few_or_many_cards(field, [("", len(value))])
        yield from super().beyond(field, value)

    def from_inputs(self, field: Field, inputs: Inputs) -> Any:
        """Return an empty list if a needed field may be empty."""
        if not inputs.values and (field.optional or field.min):
            return None
        return inputs.values

    def example(self, field: Field, samples: Samples) -> str:
        """Return two cards, or as many as the field needs."""
        n = max(field.min or 0, 2)
        if field.max is not None:
            n = min(n, field.max)
        return samples.name_cards(n)

    def random(self, field: Field, chance: Chance) -> list[str]:
        """Return a small random number of cards, those of the default first."""
        least, most = _bounds_at_random(field, 0)
        n = least
        if chance.rng.random() >= 0.5:
            n = chance.rng.randint(least, most)
        known = [*map(str, cast("Sequence[str]", field.default or ()))]
        others = [code for code in chance.cards(field, n) if code not in known]
        return [*known, *others][: max(n, len(known))]


def _bounds_at_random(field: Field, fewest: int) -> tuple[int, int]:
    least = field.min or fewest
    most = least + FEW
    if field.max is not None:
        most = min(field.max, most)
    return least, most


class CardField(FieldType[Card]):
    """One card, or a list of one."""

    name = "card"
    control = "cards"
    schema: ClassVar = {
        "type": "string",
        "description": "A card: its code, as TH, or as people write it.",
    }
    of_cards = True
    one_card = True

    def read(self, field: Field, value: object, context: ReadingContext) -> Card:
        """Return the one card that is named."""
        cards = read_several(value, context)
        if len(cards) != 1:
            raise Misread(say("Enter one card, not {n}.", n=len(cards)))
        return cards[0]

    def from_inputs(self, field: Field, inputs: Inputs) -> Any:
        """Return all cards named; reading refuses more than one."""
        return inputs.values or None

    def example(self, field: Field, samples: Samples) -> str:
        """Return the next card."""
        return samples.name_cards(1)

    def random(self, field: Field, chance: Chance) -> str:
        """Return a card, or nothing if none is left, which reading refuses."""
        return next(iter(chance.cards(field, 1)), "")


class CardGroupsField(FieldType[CardGroups]):
    """Groups of cards: a list of lists, or a text with `/`; bounds are per group."""

    name = "card_groups"
    schema: ClassVar = {
        "anyOf": [{"type": "string"}, {"type": "array", "items": CardsField.schema}],
        "description": (
            "Groups of cards: a list a group, or a text with a / between groups."
        ),
    }
    of_cards = True
    in_groups = True

    def read(self, field: Field, value: object, context: ReadingContext) -> CardGroups:
        """Return the groups in order, at least one."""
        lists = _split_groups([value]) if isinstance(value, str) else value
        if not isinstance(lists, (list, tuple)) or not 0 < len(lists) <= MOST_ITEMS:
            raise Misread(say("Enter groups of cards, with a / between them."))
        groups = read_lists(lists, context)
        if not all(groups):
            raise Misread(say("Enter a card in each group."))
        return groups

    def beyond(self, field: Field, value: CardGroups) -> Iterator[Text]:
        """Yield also groups with too few or too many cards."""
        sizes = [*map(len, value)]
        if field.min is not None and min(sizes) < field.min:
            yield say_count(
                "Enter at least {n} card in each group.",
                "Enter at least {n} cards in each group.",
                field.min,
            )
        if field.max is not None and max(sizes) > field.max:
            yield say_count(
                "Enter at most {n} card in each group.",
                "Enter at most {n} cards in each group.",
                field.max,
            )
        yield from super().beyond(field, value)

    def from_inputs(self, field: Field, inputs: Inputs) -> Any:
        """Return the groups picked, then those typed; a `/` ends a group in either."""
        return _split_groups(inputs.picked) + _split_groups(inputs.typed) or None

    def to_inputs(self, field: Field, value: Any) -> Inputs:
        """Return the groups as typed text."""
        if not isinstance(value, str):
            value = _join_groups(value)
        return Inputs(typed=(value,))

    def example(self, field: Field, samples: Samples) -> str:
        """Return two groups of the size that the field needs."""
        n = field.min or min(3, field.max or 3)
        return _join_groups([samples.name_cards(n), samples.name_cards(n)])

    def random(self, field: Field, chance: Chance) -> list[list[str]]:
        """Return one or two groups with few cards."""
        least, most = _bounds_at_random(field, 1)
        groups = []
        for _ in range(chance.rng.randint(1, MOST_AT_RANDOM)):
            group = chance.cards(field, chance.rng.randint(least, most))
            if group:
                groups.append(group)
        return groups


class CardBySeatField(FieldBySeat[Card]):
    """One card of each seat."""

    name = "card_by_seat"
    control = "cards_by_seat"
    schema: ClassVar = {"type": "object", "additionalProperties": CardField.schema}
    each = CardField()
    as_typed = '{"Ana": "9h"}'
    of_cards = True
    one_card = True


class CardsBySeatField(FieldBySeat[CardsOfSeat]):
    """Some cards of each seat; with `partners` a side's, each partner's, or None."""

    name = "cards_by_seat"
    schema: ClassVar = {
        "type": "object",
        "additionalProperties": {
            "anyOf": [
                CardsField.schema,
                {"type": "array", "items": TEXTS},
                {"type": "null"},
            ]
        },
    }
    each = CardsField()
    as_typed = '{"Ana": "9h kc"}'
    of_cards = True

    def read_one(
        self, field: Field, value: object, context: ReadingContext
    ) -> CardsOfSeat:
        """Return a seat's cards; with `partners` None, or the cards of each partner."""
        if not field.partners:
            return read_several(value, context)
        if value is None:
            return None
        hands = [value]
        if isinstance(value, list) and {list} == set(map(type, value)):
            hands = value
        return read_lists(hands, context)

    def beyond(self, field: Field, value: Mapping[str, CardsOfSeat]) -> Iterator[Text]:
        """Yield also seats or sides with too few or too many cards, or uneven ones."""
        numbers = list[tuple[str, int]]()
        sides = [(seat, cards) for seat, cards in value.items() if cards is not None]
        for seat, cards in sides:
            hands: Iterable[Any] = (cards,)
            if field.partners:
                hands = cards
            if cards or "none" not in field.labels:
                numbers.extend((seat, len(hand)) for hand in hands)
        yield from too_few_or_many_cards(field, numbers)

        partners = {len(cards) for _, cards in sides}
        if field.partners and len(partners) > 1:
            yield say("Enter the cards of the same number of partners on each side.")
        yield from super().beyond(field, value)

    def random(self, field: Field, chance: Chance) -> dict[str, Any]:
        """Return cards of every seat, in all as many as the field's total, if any."""
        if field.total is None:
            return super().random(field, chance)
        hands = {}
        for seat, n in parts_of_total(field.total, field, chance).items():
            hands[seat] = self.each.random(replace(field, min=n, max=n), chance)
        return hands

    def from_inputs(self, field: Field, inputs: Inputs) -> Any:
        """Return the cards of each seat that has any, or has none explicitly.

        With `partners` the result has every side.
        """
        by_seat: dict[str, Any] = {}
        for seat, own in inputs.by_seat.items():
            cards = own.values
            if field.partners:
                by_seat[seat] = _split_groups(cards, empty=True) if cards else None
            elif cards or own.none:
                by_seat[seat] = cards
        return by_seat or None

    def to_inputs(self, field: Field, value: Any) -> Inputs:
        """Return each seat's cards as picked.

        With `partners` the cards are typed, separated by `/`.
        """
        by_seat = {}
        for seat, own in value.items():
            if field.partners:
                by_seat[seat] = Inputs(typed=(_join_groups(own or ()),))
            elif isinstance(own, str):
                by_seat[seat] = Inputs(picked=(own,))
            else:
                by_seat[seat] = Inputs(picked=tuple(own), none=not own)
        return Inputs(by_seat=by_seat)


def _split_groups(values: Sequence[str], empty: bool = False) -> list[list[str]]:
    """Return the groups between slashes, empty ones only with `empty`."""
    groups: list[list[str]] = [[]]
    for value in values:
        for index, cards in enumerate(value.split(GROUP_END)):
            if index:
                groups.append([])
            if cards.strip():
                groups[-1].append(cards.strip())
    if empty:
        return groups
    return [group for group in groups if group]


def _join_groups(groups: Iterable[str | Iterable[str]]) -> str:
    words = []
    for group in groups:
        if not isinstance(group, str):
            group = " ".join(group)
        words.append(group)
    return f" {GROUP_END} ".join(words)


def too_few_or_many_cards(
    field: Field, numbers: Iterable[tuple[str, int]]
) -> Iterator[Text]:
    """Yield the numbers of cards outside a field's bounds, with their seat or ""."""
    few = list[str]()
    many = list[str]()
    least = field.min
    most = field.max
    for seat, n in numbers:
        if least is not None and n < least:
            few.append(seat)
        if most is not None and n > most:
            many.append(seat)

    if few and least is not None:
        yield say_count(
            "Enter at least {n} card for {what}.",
            "Enter at least {n} cards for {what}.",
            least,
            what=_name_field(field, few),
        )
    if many and most is not None:
        yield say_count(
            "Enter at most {n} card for {what}.",
            "Enter at most {n} cards for {what}.",
            most,
            what=_name_field(field, many),
        )


def _name_field(field: Field, seats: Sequence[str]) -> Text:
    names = tuple(dict.fromkeys(filter(None, seats)))
    if not names:
        return say("“{label}”", label=field.label)
    return say("“{label}” ({seats})", label=field.label, seats=names)


def read_several(value: object, context: ReadingContext) -> Cards:
    """Return the cards in a text, or in a list of codes and texts.

    Raise Misread for anything else, and for too many cards.
    """
    deck = by_code(context.deck)
    items = [value] if isinstance(value, str) else value
    if not isinstance(items, (list, tuple)) or not set(map(type, items)) <= {str}:
        codes = tuple(deck)
        examples = f"{codes[4 % len(codes)]} {codes[11 % len(codes)]}"
        raise Misread(say("Enter cards, like {examples}.", examples=examples))
    _require_few(len(items))
    cards = []
    for item in items:
        if item in deck:
            cards.append(deck[item])
        else:
            cards += _read_typed(item, context)
            _require_few(len(cards))
    return tuple(cards)


def read_lists(lists: Iterable[object], context: ReadingContext) -> CardGroups:
    """Return the cards of several lists, each read as by `read_several`.

    All lists together may not have too many cards. Raise Misread for the faults that
    `read_several` finds.
    """
    groups = []
    named = 0
    for value in lists:
        cards = read_several(value, context)
        named += len(cards)
        _require_few(named)
        groups.append(cards)
    return tuple(groups)


def _require_few(named: int) -> None:
    if named > MOST_ITEMS:
        template = "Enter at most {most:,} cards at a time."
        raise Misread(say(template, most=MOST_ITEMS))


def _read_typed(text: str, context: ReadingContext) -> Cards:
    jokers = context.jokers
    try:
        cards = read_cards(text, jokers, context.deck)
    except CardsMisread as misread:
        offered = tuple(
            say("{card:the} ({code})", card=card, code=type_code(card, jokers))
            for card in misread.nearest
        )
        values = {**misread.values, "offered": offered}
        raise Misread(Text(misread.template, values)) from None

    deck = by_code(context.deck)
    for card in cards:
        if card.code not in deck:
            raise Misread(say("The {card} isn’t in the deck.", card=card))
    return cards


CARD_TYPES: tuple[FieldType[Any], ...] = (
    CardField(),
    CardsField(),
    CardGroupsField(),
    CardBySeatField(),
    CardsBySeatField(),
)
"""The field types with cards."""
