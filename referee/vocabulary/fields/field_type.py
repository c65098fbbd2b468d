"""Field types: reading, writing, choosing and checking values."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from typing import Any, ClassVar, Generic, Protocol, TypeVar, cast

from referee.cards.card import Card, Cards
from referee.cards.decks import FIFTY_FOUR, without
from referee.cards.naming import JokerWording
from referee.frozen import frozen
from referee.vocabulary.jsonable import jsonable
from referee.vocabulary.prompt import Field
from referee.vocabulary.text import Text, say
from referee.vocabulary.values import Seats, Values


class Misread(Exception):
    """A value is not what its field wants; `message` says what it wants."""

    def __init__(self, message: Text) -> None:
        super().__init__(str(message))
        self.message = message


@frozen
class ReadingContext:
    """The context for reading values: seats (None: any name), names of jokers, deck."""

    seats: Seats | None = None
    jokers: JokerWording | None = None
    deck: Cards = FIFTY_FOUR


ANY_NAME = ReadingContext()
"""The context without a table, in which any name is a seat."""


@frozen
class Inputs:
    """The inputs of a field on a form, or of one of its seats.

    `none` means nothing explicitly, not just empty inputs. `by_seat` has each seat's
    inputs, in the form's order.
    """

    picked: tuple[str, ...] = ()
    typed: tuple[str, ...] = ()
    none: bool = False
    by_seat: Mapping[str, Inputs] = field(default_factory=dict)

    @property
    def values(self) -> list[str]:
        """Return the picked values, then the typed ones."""
        return [*self.picked, *self.typed]


Item = TypeVar("Item")


class Random(Protocol):
    """The interface of `random.Random`, for floors that import no randomness.

    >>> from random import Random as AnyRandom
    >>> def thrown(random: Random) -> int:
    ...     return random.randint(1, 6)
    >>> thrown(AnyRandom(7))
    3
    """

    def random(self) -> float:
        """Return a number from 0 up to 1, without the 1."""

    def randint(self, a: int, b: int) -> int:
        """Return a whole number from `a` to `b`, both included."""

    def choice(self, seq: Sequence[Item]) -> Item:
        """Return one of these."""

    def sample(self, population: Sequence[Item], k: int) -> list[Item]:
        """Return `k` of these, in any order."""


@frozen
class Chance:
    """A source of random values for fields."""

    rng: Random
    """A `random.Random`, given from above."""
    seats: Sequence[str]
    """The seats for which a by-seat field is filled in."""
    table: Sequence[str]
    """The seats at the table."""
    spent: Counter[str]
    """The number of times that each code is named already."""
    deck: Cards = FIFTY_FOUR
    """The cards to name in fields without choices."""

    def cards(self, field: Field, n: int) -> list[str]:
        """Return up to `n` codes of possible cards, and reserve them."""
        codes = [card.code for card in field.cards or self.deck]
        free = without(codes, self.spent.elements())
        chosen = self.rng.sample(free, min(n, len(free)))
        self.spent.update(chosen)
        return chosen


@frozen
class Samples:
    """The material of examples: cards in order, and seats."""

    cards: Iterator[Card]
    seats: Sequence[str]

    def name_cards(self, n: int) -> str:
        """Return the next `n` codes."""
        return " ".join(next(self.cards).code for _ in range(n))


T = TypeVar("T")


class FieldType(ABC, Generic[T]):
    """A type of field; `FIELD_TYPES` has one object of each, under its `name`."""

    name: ClassVar[str]
    control = ""
    """The template that draws it, if not named like the type."""
    schema: ClassVar[Mapping[str, Any]]
    """The JSON schema of its values."""
    sample = ""
    """The form of a value on the command line."""
    alone: ClassVar[str | None] = None
    """The value of a bare option on the command line; None: it needs one."""
    by_seat = False
    """Whether it has a value for each seat."""
    tossed = False
    """Whether the referee tosses for a missing value."""
    raced = False
    """Whether a buzzer race can fill it in."""
    of_cards = False
    """Whether its choices are cards, and typed text names cards."""
    one_card = False
    """Whether it is one card, or one for each seat."""
    in_groups = False
    """Whether its cards are in groups."""
    of_seats = False
    """Whether its choices are seats. Without this and `of_cards` they are words."""
    own_choices: ClassVar[Mapping[str, Text]] = {}
    """The choices of a field that states none."""
    needs_choices = False
    """Whether it needs choices; random play then draws its options."""
    own_words = False
    """Whether its values are people's own words."""
    is_typed = False
    """Whether a form has a text input for it."""

    def choices(self, field: Field) -> Mapping[str, object]:
        """Return the choices, each with its label."""
        values = field.choices or self.own_choices
        return {str(value): self.label(field, value) for value in values}

    def label(self, field: Field, value: object) -> object:
        """Return a value's label, or the value itself."""
        key = str(value)
        return field.labels.get(key) or self.own_choices.get(key, value)

    @abstractmethod
    def read(self, field: Field, value: object, context: ReadingContext) -> T:
        """Return the typed value, never None, from JSON or a form; Misread."""

    def written(self, value: T) -> Any:
        """Return a typed value as JSON; reading it returns the same value."""
        return jsonable(value)

    def cards_in(self, value: T) -> Iterable[Card]:
        """Return the cards in a typed value, with repeats."""
        if not self.of_cards:
            return ()
        return (item for item in parts_in(value) if isinstance(item, Card))

    def seats_in(self, value: T) -> Iterable[str]:
        """Return the seats, or sides, in a typed value."""
        if not self.of_seats:
            return ()
        return map(str, parts_in(value))

    def numbers_in(self, value: T) -> Iterable[float]:
        """Return the numbers that people entered in a typed value."""
        return ()

    def amount(self, value: T) -> float:
        """Return a typed value's part of the field's `total`."""
        return len(list(self.cards_in(value)))

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

    def from_inputs(self, field: Field, inputs: Inputs) -> Any:
        """Return a form's inputs as JSON; None if they leave the field out."""
        return next(iter(inputs.values), None)

    def to_inputs(self, field: Field, value: Any) -> Inputs:
        """Return the form's inputs for a JSON value."""
        if self.is_typed:
            return Inputs(typed=(str(value),))
        if not isinstance(value, (list, tuple)):
            value = [value]
        return Inputs(picked=tuple(map(str, value)))

    def from_words(self, text: str) -> Any:
        """Return a command line text as JSON; one seat's value in a by-seat field."""
        return text

    def example(self, field: Field, samples: Samples) -> str:
        """Return an example for the command line, with possible cards, or for each
        seat.
        """
        return self.sample

    @abstractmethod
    def random(self, field: Field, chance: Chance) -> Any:
        """Return a random value as JSON; None to leave it to the referee."""


def is_part_enough(field: Field, given: Values) -> bool:
    """Return whether a field of its `unless` is filled in, so that a part will do."""
    return field.total is not None and any(map(given.values.get, field.unless))


def parts_in(value: object) -> Iterator[object]:
    """Yield the parts of a typed value, however nested."""
    if isinstance(value, Mapping):
        value = value.values()
    elif not isinstance(value, (list, tuple, frozenset)):
        yield value
        return
    for inner in value:
        yield from parts_in(inner)


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
            template = "The {card} cannot stand here, in “{label}”."
            yield say(template, card=card, label=field.label)
        elif n > copies[card]:
            yield say("The {card} is named more often than it can be here.", card=card)
