"""Reading: typed values from JSON and back, with their seats and numbers."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

from referee.cards.card import Card, Cards
from referee.cards.decks import FIFTY_FOUR
from referee.cards.naming import JokerWording
from referee.vocabulary.jsonable import jsonable
from referee.vocabulary.prompt import Field
from referee.vocabulary.text import Text
from referee.vocabulary.values import Seats

T = TypeVar("T")


class Misread(Exception):
    """A value does not fit its field; `message` says what the field wants."""

    def __init__(self, message: Text) -> None:
        super().__init__(str(message))
        self.message = message


@dataclass(frozen=True, slots=True)
class ReadingContext:
    """The context for reading values: seats (None: any name), names of jokers, deck."""

    seats: Seats | None = None
    jokers: JokerWording | None = None
    deck: Cards = FIFTY_FOUR


ANY_NAME = ReadingContext()
"""The context without a table, in which any name is a seat."""


class ValueReader(ABC, Generic[T]):
    """The part of a field type that reads values and finds cards and seats in them."""

    schema: ClassVar[Mapping[str, Any]]
    """The JSON schema of its values."""
    of_cards = False
    """Whether its choices are cards, and typed text names cards."""
    of_seats = False
    """Whether its choices are seats. Without this and `of_cards` they are words."""

    @abstractmethod
    def read(self, field: Field, value: object, context: ReadingContext) -> T:
        """Return the typed value, never None, from JSON or a form.

        Raise Misread for anything else.
        """

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


def parts_in(value: object) -> Iterator[object]:
    """Yield the parts of a typed value, however nested."""
    if isinstance(value, Mapping):
        value = value.values()
    elif not isinstance(value, (list, tuple, frozenset)):
        yield value
        return
    for inner in value:
        yield from parts_in(inner)
