"""The type of a field: its traits, its choices, and whether a value fits them."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import ClassVar, cast

from referee.vocabulary.fields.examples import ValueMaker
from referee.vocabulary.fields.inputs import FormControl
from referee.vocabulary.fields.reading import T, ValueReader
from referee.vocabulary.prompt import Field
from referee.vocabulary.text import Text, say
from referee.vocabulary.values import Values


class FieldType(ValueReader[T], FormControl, ValueMaker):
    """A type of field; `FIELD_TYPES` has one object of each, under its `name`."""

    name: ClassVar[str]
    by_seat = False
    """Whether a value has a part for each seat."""
    tossed = False
    """Whether the referee tosses for a missing value."""
    raced = False
    """Whether a buzzer race can fill it in."""
    one_card = False
    """Whether a value is one card, or one for each seat."""
    in_groups = False
    """Whether a value has its cards in groups."""
    own_choices: ClassVar[Mapping[str, Text]] = {}
    """The choices of a field that states none."""
    needs_choices = False
    """Whether a field needs choices; random play then draws its options."""
    own_words = False
    """Whether values are people's own words."""

    def choices(self, field: Field) -> Mapping[str, object]:
        """Return the choices, each with its label."""
        values = field.choices or self.own_choices
        return {str(value): self.label(field, value) for value in values}

    def label(self, field: Field, value: object) -> object:
        """Return a value's label, or the value itself."""
        key = str(value)
        return field.labels.get(key) or self.own_choices.get(key, value)

    def faults(
        self, field: Field, given: Values, seats: Sequence[str] | None
    ) -> Iterator[Text]:
        """Yield the faults of a value by its field.

        In a field by seat, each of `seats` or each seat that the field names needs a
        value. If `seats` is None, or if a part is enough, seats may be missing.
        """
        value = cast(T, given.values[field.name])
        if not field.suggests:
            yield from self.beyond(field, value)

        total = field.total
        if total is None:
            return
        n = self.amount(value)
        if n > total or (n < total and not is_part_enough(field, given)):
            template = "These must total {total}; you have {n}."
            yield say(template, total=total, n=n)

    def beyond(self, field: Field, value: T) -> Iterator[Text]:
        """Yield the faults of a typed value by its field's bounds or choices."""
        if self.of_cards:
            return not_among_choices(field, self.cards_in(value))
        return not_among_choices(field, self.seats_in(value))


def is_part_enough(field: Field, given: Values) -> bool:
    """Return whether a field of its `unless` is filled in, so that a part is enough."""
    return field.total is not None and any(map(given.values.get, field.unless))


def not_among_choices(field: Field, named: Iterable[object]) -> Iterator[Text]:
    """Yield the words, and the cards as often as named, that are no choices."""
    choices = field.choices
    if not choices:
        return
    if not field.cards:
        if any(word not in choices for word in named):
            yield say("Choose one of {choices}.", choices=choices)
        return

    copies = Counter[object](choices)
    for card, n in Counter(named).items():
        if not copies[card]:
            template = "The {card} can’t go here, in “{label}”."
            yield say(template, card=card, label=field.label)
        elif n > copies[card]:
            yield say("The {card} is entered too often here.", card=card)
