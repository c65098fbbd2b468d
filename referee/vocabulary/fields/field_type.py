"""What a type of field is: how values are read, written, chosen and checked."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from typing import Any, ClassVar, Generic, Protocol, TypeVar, cast

from referee.cards.card import Card, Cards
from referee.cards.decks import FIFTY_FOUR, without
from referee.cards.naming import JokerWording
from referee.lazy_dataclass import frozen
from referee.vocabulary.jsonable import jsonable
from referee.vocabulary.prompt import Field
from referee.vocabulary.text import Text, say
from referee.vocabulary.values import Seats, Values


class Misread(Exception):
    """A value is not what its field wants; `message` says what is."""

    def __init__(self, message: Text) -> None:
        super().__init__(str(message))
        self.message = message


@frozen
class ReadingContext:
    """What values are read by: the seats that exist (None: any name), what the table
    calls its jokers, and the deck.
    """

    seats: Seats | None = None
    jokers: JokerWording | None = None
    deck: Cards = FIFTY_FOUR


ANY_NAME = ReadingContext()
"""Without a table any name is a seat."""


@frozen
class Inputs:
    """What stands in the inputs of a field on a form, or in those of one of its seats,
    however the form calls them.

    `none` says that there is nothing, which is more than that nothing was filled in.
    `by_seat` has what was filled in for each seat, in the order of the seats on the
    form.
    """

    picked: tuple[str, ...] = ()
    typed: tuple[str, ...] = ()
    none: bool = False
    by_seat: Mapping[str, Inputs] = field(default_factory=dict)

    @property
    def values(self) -> list[str]:
        """Return what was picked and then typed."""
        return [*self.picked, *self.typed]


Item = TypeVar("Item")


class Random(Protocol):
    """What a `random.Random` can do: games and floors without randomness of their own
    are given one.

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
    """What a field is filled in by at random."""

    rng: Random
    """A `random.Random`: this floor has no randomness of its own."""
    seats: Sequence[str]
    """Those for which a field by seat is filled in."""
    table: Sequence[str]
    """Everybody at the table."""
    spent: Counter[str]
    """How often each code of a card is named already."""
    deck: Cards = FIFTY_FOUR
    """What cards are named of where a field has no choices."""

    def cards(self, field: Field, n: int) -> list[str]:
        """Return the codes of `n` cards that can be meant, or of all that are left, and
        mark them as spent.
        """
        codes = [card.code for card in field.cards or self.deck]
        free = without(codes, self.spent.elements())
        chosen = self.rng.sample(free, min(n, len(free)))
        self.spent.update(chosen)
        return chosen


@frozen
class Samples:
    """What examples are made of: cards, one after the other, and seats."""

    cards: Iterator[Card]
    seats: Sequence[str]

    def name_cards(self, n: int) -> str:
        """Return the codes of the next `n` cards."""
        return " ".join(next(self.cards).code for _ in range(n))


T = TypeVar("T")


class FieldType(ABC, Generic[T]):
    """A type of field. There is one object of each, in `FIELD_TYPES`, under its
    `name`.
    """

    name: ClassVar[str]
    control = ""
    """The template part that draws it, where that is not called like the type."""
    schema: ClassVar[Mapping[str, Any]]
    """The JSON schema of what may be sent for it."""
    sample = ""
    """A value as the command line takes it."""
    alone: ClassVar[str | None] = None
    """What an option says on the command line without a value; None: it needs one."""
    by_seat = False
    """Values are given seat by seat."""
    tossed = False
    """The referee tosses for what is left out."""
    raced = False
    """A buzzer race can fill it in."""
    of_cards = False
    """Its choices are cards, and what is typed names cards."""
    one_card = False
    """It is one card, of each seat where it is by seat."""
    in_groups = False
    """Its cards are in groups."""
    of_seats = False
    """Its choices are seats. Without this and `of_cards` they are words."""
    own_choices: ClassVar[Mapping[str, Text]] = {}
    """What can be chosen where a field states no choices."""
    needs_choices = False
    """Without choices it cannot be filled in, and random play draws its options."""
    own_words = False
    """Its values are what people write."""
    is_typed = False
    """A form has an input for its text."""

    def choices(self, field: Field) -> Mapping[str, object]:
        """Return what can be chosen, each value with what it is called."""
        values = field.choices or self.own_choices
        return {str(value): self.label(field, value) for value in values}

    def label(self, field: Field, value: object) -> object:
        """Return what this value is called; the value itself where it has no name."""
        key = str(value)
        return field.labels.get(key) or self.own_choices.get(key, value)

    @abstractmethod
    def read(self, field: Field, value: object, context: ReadingContext) -> T:
        """Return the typed value, never None, of what JSON or a form gave; Misread says
        what is wrong with it.
        """

    def written(self, value: T) -> Any:
        """Return a typed value as JSON; reading it gives the same value."""
        return jsonable(value)

    def cards_in(self, value: T) -> Iterable[Card]:
        """Return the cards that a typed value names, each as often as it does."""
        if not self.of_cards:
            return ()
        return (item for item in parts_in(value) if isinstance(item, Card))

    def seats_in(self, value: T) -> Iterable[str]:
        """Return the seats, or sides, that a typed value names."""
        if not self.of_seats:
            return ()
        return map(str, parts_in(value))

    def numbers_in(self, value: T) -> Iterable[float]:
        """Return the numbers that people entered in a typed value."""
        return ()

    def amount(self, value: T) -> float:
        """Return what a typed value counts towards the `total` of its field."""
        return len(list(self.cards_in(value)))

    def faults(
        self, field: Field, given: Values, seats: Sequence[str] | None
    ) -> Iterator[Text]:
        """Yield what is wrong with the value given for this field, by what it states.

        A field by seat wants each of these seats, or of those that it names, unless a
        part of them will do; None: any part.
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
        """Yield what is wrong with a typed value by the bounds or the choices of its
        field.
        """
        if self.of_cards:
            return not_among_choices(field, self.cards_in(value))
        return not_among_choices(field, self.seats_in(value))

    def from_inputs(self, field: Field, inputs: Inputs) -> Any:
        """Return what the inputs of a form say, as JSON has it; None where they leave
        the field out.
        """
        return next(iter(inputs.values), None)

    def to_inputs(self, field: Field, value: Any) -> Inputs:
        """Return the inputs of a form that say this value, which is as JSON has it."""
        if self.is_typed:
            return Inputs(typed=(str(value),))
        if not isinstance(value, (list, tuple)):
            value = [value]
        return Inputs(picked=tuple(map(str, value)))

    def from_words(self, text: str) -> Any:
        """Return what a text on the command line says, as JSON has it: of one seat
        where it is by seat.
        """
        return text

    def example(self, field: Field, samples: Samples) -> str:
        """Return a value as the command line takes it, of cards that can be meant, or
        for each of these seats.
        """
        return self.sample

    @abstractmethod
    def random(self, field: Field, chance: Chance) -> Any:
        """Return any value as JSON has it; None where that is left to the referee."""


def is_part_enough(field: Field, given: Values) -> bool:
    """Return whether a part of its total will do, since one of the fields is filled in
    that it goes by.
    """
    return field.total is not None and any(map(given.values.get, field.unless))


def parts_in(value: object) -> Iterator[object]:
    """Yield what stands in a typed value, in whatever lists, or by name."""
    if isinstance(value, Mapping):
        value = value.values()
    elif not isinstance(value, (list, tuple, frozenset)):
        yield value
        return
    for inner in value:
        yield from parts_in(inner)


def not_among_choices(field: Field, named: Iterable[object]) -> Iterator[Text]:
    """Yield why these cannot all be meant, where the field has choices: cards, each as
    often as it is there, or words.
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
