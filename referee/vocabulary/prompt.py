"""What may be entered now: enough for a page or a program to referee a game it does not know."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from referee.cards.card import Card
from referee.vocabulary.text import NOTHING, Text
from referee.vocabulary.values import Values

FieldType = Literal[
    "card",
    "cards",
    "card_by_seat",
    "cards_by_seat",
    "number",
    "numbers_by_seat",
    "seat",
    "seats",
    "order",
    "choice",
    "flag",
    "toss",
]
"""The types a field can have; `given.Given` says what each is read as."""

BY_SEAT: frozenset[FieldType] = frozenset({"card_by_seat", "cards_by_seat", "numbers_by_seat"})
"""The field types whose value is an object with seats as its keys."""


@dataclass(frozen=True, slots=True)
class Field:
    """One thing to fill in.

    `min` and `max` bound a number, or how many cards or seats there must be (per seat in a `…_by_seat` field); None is
    no bound. `choices` are the cards that can be meant, the seats or the words to choose from; empty means any.
    `labels` names choices for people, of a flag its `yes` and `no`. `default` stands where nothing is chosen (options);
    in a prompt a form begins with it, as with cards that are known (their codes) or the order of a race that was run.
    `partners`: in a `cards_by_seat` field the keys are sides, and a side's value may be None, cards, or a list of each
    partner's cards. `among` names an `order` field of the same entry: a `toss` is then between the seats of its first
    group alone, and is needed only when that is a dead heat. `unless` names other fields: where one of them is filled
    in, this one may be missing, for the game to judge.

    In a match the referee holds all to what a field states, before the game sees it: bounds, `choices`, no card more
    often than `choices` has it, in a by-seat field each seat (those among `choices`, or all at the table) unless
    `some` says that a part of them will do, and `total`, what all numbers or cards of the field come to. With
    `suggests` choices and the number of cards or seats are only what can be meant: the game itself rules on others,
    with its reasons.
    """

    name: str
    type: FieldType
    label: Text
    optional: bool = False
    min: int | None = None
    max: int | None = None
    choices: tuple[Card, ...] | tuple[str, ...] = ()
    labels: Mapping[str, Text] = field(default_factory=dict)
    default: object = None
    partners: bool = False
    among: str | None = None
    unless: tuple[str, ...] = ()
    some: bool = False
    suggests: bool = False
    total: int | None = None


@dataclass(frozen=True, slots=True)
class Prompt:
    """An entry that may be made now.

    `kind` is the entry's kind and `seats` are those who may make it. `own`: the entry is that of one seat,
    which it must name. `optional`: the game goes on without it. `secret`: what is entered stays unseen until all
    are in; the entry is that of one seat, or of those that its `…_by_seat` fields name. `race`: the id of the buzzer
    race that can fill the `order` field, or None; each race of a match has one of its own, which stays the same until
    the race is entered. `again` is the referee's to set: what was entered in secret cannot all be so, and is asked of
    this seat once more, openly.
    """

    kind: str
    seats: tuple[str, ...]
    title: Text
    help: Text = NOTHING
    fields: tuple[Field, ...] = ()
    optional: bool = False
    secret: bool = False
    own: bool = False
    race: str | None = None
    again: bool = False


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry as a game gets it: its kind, the seat it is for (None: the table), and what was given."""

    kind: str
    seat: str | None
    given: Values
