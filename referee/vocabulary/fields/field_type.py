"""What a type of field is: how its values are read and written, and what they are held
to.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, Protocol, TypeVar, cast

from referee.cards.card import Card
from referee.cards.decks import FIFTY_FOUR, without
from referee.cards.naming import JokerWording
from referee.vocabulary.jsonable import jsonable
from referee.vocabulary.prompt import Field
from referee.vocabulary.text import Text, say
from referee.vocabulary.values import Values


class Misread(Exception):
    """A value is not what its field wants; `message` says what is."""

    def __init__(self, message: Text) -> None:
        super().__init__(str(message))
        self.message = message


@dataclass(frozen=True, slots=True)
class ReadingContext:
    """What values are read by: the seats that exist (None: any name), what the table
    calls its jokers, and the deck.
    """

    seats: tuple[str, ...] | None = None
    jokers: JokerWording | None = None
    deck: tuple[Card, ...] = FIFTY_FOUR


ANY_NAME = ReadingContext()
"""Without a table any name is a seat."""


@dataclass(frozen=True, slots=True)
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
        """What was picked and then typed."""
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
        """A number from 0 up to 1, without the 1."""

    def randint(self, a: int, b: int) -> int:
        """A whole number from `a` to `b`, both included."""

    def choice(self, seq: Sequence[Item]) -> Item:
        """One of these."""

    def sample(self, population: Sequence[Item], k: int) -> list[Item]:
        """`k` of these, in any order."""


@dataclass(frozen=True, slots=True)
class Chance:
    """What a field is filled in by at random.

    `rng` is a `random.Random`: this floor has no randomness of its own. `seats` are
    those for which a field by seat is filled in, `table` is everybody at the table,
    `spent` counts the codes of cards that are named already, `deck` what cards are
    named of where a field has no choices.
    """

    rng: Random
    seats: Sequence[str]
    table: Sequence[str]
    spent: Counter[str]
    deck: tuple[Card, ...] = FIFTY_FOUR

    def cards(self, field: Field, n: int) -> list[str]:
        """The codes of `n` cards that can be meant, or of all that are left. They are
        spent now.
        """
        free = without(
            [card.code for card in field.cards or self.deck], self.spent.elements()
        )
        chosen = self.rng.sample(free, min(n, len(free)))
        self.spent.update(chosen)
        return chosen


T = TypeVar("T")


class FieldType(ABC, Generic[T]):
    """A type of field. There is one object of each, in `FIELD_TYPES`, under its `name`.

    `control` names the template part that draws it, where that is not called like the
    type. `schema` is the JSON schema of what may be sent for it, `sample` a value as
    the command line takes it, and `alone` what an option says there without a value;
    None: it needs one. `by_seat`: values are given seat by seat. `tossed`: the referee
    tosses for what is left out. `raced`: a buzzer race can fill it in. `of_cards`: its
    choices are cards, and what is typed names cards; `of_seats`: its choices are seats;
    else they are words. `one_card`: it is one card, of each seat where it is by seat.
    `in_groups`: its cards are in groups. `needs_choices`: without choices it cannot be
    filled in. `own_words`: its values are what people write.
    """

    name: ClassVar[str]
    control: ClassVar[str] = ""
    schema: ClassVar[Mapping[str, Any]]
    sample: ClassVar[str] = ""
    alone: ClassVar[str | None] = None
    by_seat: ClassVar[bool] = False
    tossed: ClassVar[bool] = False
    raced: ClassVar[bool] = False
    of_cards: ClassVar[bool] = False
    one_card: ClassVar[bool] = False
    in_groups: ClassVar[bool] = False
    of_seats: ClassVar[bool] = False
    needs_choices: ClassVar[bool] = False
    own_words: ClassVar[bool] = False

    @abstractmethod
    def read(self, field: Field, value: object, context: ReadingContext) -> T:
        """The typed value of what JSON or a form gave, which is never None; Misread
        says what is wrong with it.
        """

    def written(self, value: T) -> Any:
        """A typed value as JSON, in canonical form: reading it gives the same value."""
        return jsonable(value)

    def cards_in(self, value: T) -> Iterable[Card]:
        """The cards that a typed value names, each as often as it does."""
        return (
            (one for one in parts_in(value) if isinstance(one, Card))
            if self.of_cards
            else ()
        )

    def seats_in(self, value: T) -> Iterable[str]:
        """The seats, or sides, that a typed value names."""
        return map(str, parts_in(value)) if self.of_seats else ()

    def numbers_in(self, value: T) -> Iterable[float]:
        """The numbers that people entered in a typed value."""
        return ()

    def amount(self, value: T) -> float:
        """What a typed value counts towards the `total` of its field."""
        return len(list(self.cards_in(value)))

    def faults(
        self, field: Field, given: Values, seats: Sequence[str] | None
    ) -> Iterator[Text]:
        """What is wrong with the value given for this field, by what the field states.

        A field by seat wants each of these seats, or of those that it names, unless a
        part of them will do; None: any part.
        """
        value = cast(T, given.values[field.name])
        if not field.suggests:
            yield from self.beyond(field, value)
        if field.total is None:
            return
        n = self.amount(value)
        if n > field.total or (n < field.total and not is_part_enough(field, given)):
            yield say(
                "This must come to {total} in all; it comes to {n}.",
                total=field.total,
                n=n,
            )

    def beyond(self, field: Field, value: T) -> Iterator[Text]:
        """What is wrong with a typed value by the bounds or the choices of its field."""
        return not_among_choices(
            field, self.cards_in(value) if self.of_cards else self.seats_in(value)
        )

    def from_inputs(self, field: Field, inputs: Inputs) -> Any:
        """What the inputs of a form say, as JSON has it; None where they leave the
        field out.
        """
        return next(iter(inputs.values), None)

    def to_inputs(self, field: Field, value: Any) -> Inputs:
        """The inputs of a form that say this value, which is as JSON has it."""
        return Inputs(
            picked=tuple(
                map(str, value if isinstance(value, (list, tuple)) else [value])
            )
        )

    def from_words(self, text: str) -> Any:
        """What a text on the command line says, as JSON has it: of one seat where it is
        by seat.
        """
        return text

    def example(self, field: Field, cards: Iterator[Card], seats: Sequence[str]) -> str:
        """A value as the command line takes it, of cards that can be meant, or for each
        of these seats.
        """
        return self.sample

    @abstractmethod
    def random(self, field: Field, chance: Chance) -> Any:
        """Any value as JSON has it; None where that is left to the referee."""


def is_part_enough(field: Field, given: Values) -> bool:
    """Whether a part of its total will do, since one of the fields is filled in that it
    goes by.
    """
    return field.total is not None and any(map(given.values.get, field.unless))


def parts_in(value: object) -> Iterator[object]:
    """Yield what stands in a typed value, in whatever lists, or by name."""
    if isinstance(value, (list, tuple, frozenset, Mapping)):
        for inner in value.values() if isinstance(value, Mapping) else value:
            yield from parts_in(inner)
    else:
        yield value


def not_among_choices(field: Field, named: Iterable[object]) -> Iterator[Text]:
    """Why these cannot all be meant, where the field has choices: cards, each as often
    as it is there, or words.
    """
    if not field.choices:
        return
    if field.cards:
        for card, n in Counter(named).items():
            there = field.cards.count(cast(Card, card))
            if not there:
                yield say(
                    "The {card} cannot stand here, in “{label}”.",
                    card=card,
                    label=field.label,
                )
            elif n > there:
                yield say(
                    "The {card} is named more often than it can be here.", card=card
                )
    elif any(one not in field.choices for one in named):
        yield say("Choose one of {choices}.", choices=field.choices)
