"""Examples: a field's value on the command line, and at random."""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol, TypeVar

from referee.cards.card import Card, Cards
from referee.cards.decks import FIFTY_FOUR, without
from referee.vocabulary.prompt import Field

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
        """Return one of these values."""

    def sample(self, population: Sequence[Item], k: int) -> list[Item]:
        """Return `k` of these values, in any order."""


@dataclass(frozen=True, slots=True)
class Chance:
    """A source of random values for fields."""

    rng: Random
    """A `random.Random` from a floor above."""
    seats: Sequence[str]
    """The seats that need a value in a field by seat."""
    table: Sequence[str]
    """The seats at the table."""
    spent: Counter[str]
    """How often each code has been named already."""
    deck: Cards = FIFTY_FOUR
    """The cards to name in fields without choices."""

    def cards(self, field: Field, n: int) -> list[str]:
        """Return up to `n` codes of possible cards, and reserve them."""
        codes = [card.code for card in field.cards or self.deck]
        free = without(codes, self.spent.elements())
        chosen = self.rng.sample(free, min(n, len(free)))
        self.spent.update(chosen)
        return chosen


@dataclass(frozen=True, slots=True)
class Samples:
    """The material of examples: cards in order, and seats."""

    cards: Iterator[Card]
    seats: Sequence[str]

    def name_cards(self, n: int) -> str:
        """Return the next `n` codes."""
        return " ".join(next(self.cards).code for _ in range(n))


class ValueMaker(ABC):
    """The part of a field type that writes examples and fills fields in at random."""

    sample = ""
    """The form of a value on the command line."""
    alone: ClassVar[str | None] = None
    """The value of an option without one on the command line; None: the option needs
    one.
    """

    def from_words(self, text: str) -> Any:
        """Return a command line text as JSON; one seat's value in a by-seat field."""
        return text

    def example(self, field: Field, samples: Samples) -> str:
        """Return an example for the command line: possible cards, or for each seat."""
        return self.sample

    @abstractmethod
    def random(self, field: Field, chance: Chance) -> Any:
        """Return a random value as JSON; None to leave it to the referee."""
