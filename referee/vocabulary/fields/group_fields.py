"""`card_groups`: cards in groups, such as the melds or sets that somebody lays down."""

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from referee.cards.card import Card
from referee.vocabulary.fields.card_fields import FEW, MOST_ITEMS, CardsField, read_lists
from referee.vocabulary.fields.field_type import Chance, FieldType, Inputs, Misread, ReadingContext
from referee.vocabulary.prompt import Field
from referee.vocabulary.text import GROUP_END, Text, count, say

CardGroups = tuple[tuple[Card, ...], ...]
"""Groups in the order in which they are named, none of them empty."""

MOST_AT_RANDOM = 2
"""Groups that are named at random, at most."""


class CardGroupsField(FieldType[CardGroups]):
    """Groups of cards: a list of lists, or a text with a `/` between groups. `min` and `max` hold for each group."""

    name = "card_groups"
    control = "card_groups"
    schema: ClassVar = {
        "anyOf": [{"type": "string"}, {"type": "array", "items": CardsField.schema}],
        "description": "Groups of cards: a list a group, or a text with a / between groups.",
    }
    of_cards = True
    in_groups = True

    def read(self, field: Field, value: object, context: ReadingContext) -> CardGroups:
        """The groups, each in the order in which its cards are named; at least one."""
        groups = _parted(value) if isinstance(value, str) else value
        if not isinstance(groups, (list, tuple)) or not groups or len(groups) > MOST_ITEMS:
            raise Misread(say("Name groups of cards here, with a / between them."))
        found = read_lists(groups, context)
        if not all(found):
            raise Misread(say("Name a card in each group."))
        return found

    def beyond(self, field: Field, value: CardGroups) -> Iterator[Text]:
        """Also whether a group has too few cards or too many."""
        fewest, most = min(map(len, value)), max(map(len, value))
        if field.min is not None and fewest < field.min:
            one, many = "Name at least {n} card in each group.", "Name at least {n} cards in each group."
            yield count(one, many, field.min)
        if field.max is not None and most > field.max:
            yield count("Name at most {n} card in each group.", "Name at most {n} cards in each group.", field.max)
        yield from super().beyond(field, value)

    def from_inputs(self, field: Field, inputs: Inputs) -> Any:
        """The groups that were picked, and then those that were typed; a `/` ends a group in either."""
        picked = _split(inputs.picked)
        typed = [[group] for text in inputs.typed for group in _parted(text)]
        return [*picked, *typed] or None

    def to_inputs(self, field: Field, value: Any) -> Inputs:
        """The groups as typed."""
        groups = (
            [value] if isinstance(value, str) else [one if isinstance(one, str) else " ".join(one) for one in value]
        )
        return Inputs(typed=(f" {GROUP_END} ".join(groups),))

    def example(self, field: Field, cards: Iterator[Card]) -> str:
        """Two groups, each of as many cards as the field wants."""
        many = field.min or min(3, field.max or 3)
        return f" {GROUP_END} ".join(" ".join(next(cards).code for _ in range(many)) for _ in range(2))

    def random(self, field: Field, chance: Chance) -> list[list[str]]:
        """A group or two, each of as few cards as possible or some more."""
        least = field.min or 1
        most = least + FEW if field.max is None else min(field.max, least + FEW)
        groups = [
            chance.cards(field, chance.rng.randint(least, most)) for _ in range(chance.rng.randint(1, MOST_AT_RANDOM))
        ]
        return [group for group in groups if group]


def _parted(text: str) -> list[str]:
    """The groups of a text, without empty ones."""
    return [part for part in text.split(GROUP_END) if part.strip()]


def _split(codes: Sequence[str]) -> list[list[str]]:
    """Codes in groups, which a `/` among them ends."""
    groups: list[list[str]] = [[]]
    for code in codes:
        if code == GROUP_END:
            groups.append([])
        else:
            groups[-1].append(code)
    return [group for group in groups if group]
