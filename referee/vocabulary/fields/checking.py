"""Checking: whether a value fits its field's bounds, choices and total."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar, cast

from referee.vocabulary.fields.reading import ValueReader
from referee.vocabulary.prompt import Field
from referee.vocabulary.text import Text, say
from referee.vocabulary.values import Values

T = TypeVar("T")


class ValueChecker(ValueReader[T]):
    """How a type of field checks a typed value."""

    def faults(
        self, field: Field, given: Values, seats: Sequence[str] | None
    ) -> Iterator[Text]:
        """Yield the faults of a value by its field.

        A by-seat field needs each of these seats, or of those it names, unless a part
        will do; None: any part.
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
    """Return whether a field of its `unless` is filled in, so that a part will do."""
    return field.total is not None and any(map(given.values.get, field.unless))


def not_among_choices(field: Field, named: Iterable[object]) -> Iterator[Text]:
    """Yield the cards (as often as named) or words that are not among the field's
    choices.
    """
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
            template = "The {card} can't go here, in “{label}”."
            yield say(template, card=card, label=field.label)
        elif n > copies[card]:
            yield say("The {card} is entered too often here.", card=card)
