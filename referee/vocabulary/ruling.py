"""A ruling is an object with its reasons; a refusal is a ruling too."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from referee.cards.card import Card
from referee.vocabulary.text import NOTHING, Text

Basis = Literal["rules", "reading", "house-rule"]
"""What a reason rests on: the author's text, how this referee reads a silent or unclear place, a house rule."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why: the rule section it rests on (`game#section`), on what basis, and what it says in this case."""

    rule: str
    basis: Basis
    text: Text


@dataclass(frozen=True, slots=True)
class ShownCards:
    """Cards that a ruling is about: whose they are, which, and those of them that decided it.

    `seat` is a seat or a side; None: the cards are the table's. `deciding` are some of `cards` (where a card
    stands twice among those, the later one is meant). `name` says what they are, where their owner does not.
    """

    seat: str | None
    cards: tuple[Card, ...]
    deciding: tuple[Card, ...] = ()
    name: Text = NOTHING


def nothing_shown() -> tuple[ShownCards, ...]:
    """No cards."""
    return ()


@dataclass(frozen=True, slots=True)
class Shown:
    """Cards that a ruling is about, looked at already: what its `laid` is from the moment that it stands."""

    cards: tuple[ShownCards, ...]

    def __call__(self) -> tuple[ShownCards, ...]:
        """These cards."""
        return self.cards


@dataclass(frozen=True, slots=True)
class Ruling:
    """A verdict, one sentence for people, and the reasons, most telling first.

    `verdict` maps names to plain values (seats, numbers, cards, lists of them, None); which names it holds is
    the question's promise. Its cards may be Card objects: they become codes where the ruling leaves Python.
    `laid` gives the cards that it is about: a function of no arguments, called once, when the ruling is made.
    `about` says what of the match it rules on, where a game counts that (`Round 2, trick 3`).
    """

    verdict: Mapping[str, object]
    summary: Text
    because: tuple[Reason, ...]
    laid: Callable[[], tuple[ShownCards, ...]] = field(default=nothing_shown, compare=False, repr=False)
    about: Text = NOTHING


def most_telling(rulings: Sequence[Ruling]) -> int:
    """The place of the ruling that tells most, of those of one entry: the last one about winning, or the first.

    About winning is a ruling whose verdict has a `winner` or `winners`, be it nobody.
    """
    places = range(len(rulings) - 1, -1, -1)
    about_winning = (place for place in places if rulings[place].verdict.keys() & {"winner", "winners"})
    return next(about_winning, 0)
