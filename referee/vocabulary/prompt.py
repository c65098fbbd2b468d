"""What may be entered now: enough for a page or a program to referee a game it does not
know.
"""

from collections.abc import Mapping
from dataclasses import field
from typing import Any

from referee.cards.card import Card, Cards
from referee.lazy_dataclass import frozen
from referee.vocabulary.text import NOTHING, Text
from referee.vocabulary.values import Seats, Values

STOP = "stop"
"""The kind of the entry by which the host ends a match early: no game asks for it."""


@frozen
class Field:
    """One thing to fill in.

    In a match and in a question the referee holds all to what a field states, before
    the game sees it: bounds, `choices`, no card more often than `choices` has it, in a
    by-seat field each seat (those among `choices`, its `seats`, or all at the table; in
    a question all that it names) unless `some` is set, and `total`.

    >>> from referee import FIFTY_TWO, say
    >>> Field("cards", "cards", say("Cards"), min=3, max=3, choices=FIFTY_TWO).optional
    False
    """

    name: str
    type: str
    """The name of one of the types of fields."""
    label: Text
    optional: bool = False
    """It may be left out, or None."""
    min: int | None = None
    """The least number, or the fewest cards or seats (per seat or partner in a
    `…_by_seat` field, per group in a `card_groups` field); None: no bound.
    """
    max: int | None = None
    """The greatest number, or the most cards or seats; None: no bound."""
    choices: Cards | tuple[str, ...] = ()
    """The cards, seats or words that can be meant; empty: any. Of a text they are
    examples. `cards` and `words` have them by their types.
    """
    labels: Mapping[str, Text] = field(default_factory=dict)
    """What choices are called, where they are not called as they are written; of a flag
    its `yes` and `no`.
    """
    default: object = None
    """What stands where nothing is chosen, or None. In a prompt what a form begins
    with, as numbers, cards that are known (their codes) or the order of a race that was
    run: it counts only once it is entered.
    """
    partners: bool = False
    """In a `cards_by_seat` field: keys are sides, and a side's value may be None,
    cards, or a list of each partner's cards, of as many partners as the other sides
    have. In a `seat` field: partners may be meant together, by the name of their side;
    among its choices these names may stand too.
    """
    among: str | None = None
    """Of a toss: the `order` field whose dead heat for first it settles. It is then
    between the seats of that first group alone, and needed only when that is a dead
    heat.
    """
    unless: tuple[str, ...] = ()
    """Other fields: where one of them is filled in, this one may be missing, for the
    game to judge; and one with a `total` may lack seats, or come to less.
    """
    seats: Seats = ()
    """Of a field of cards by seat: the seats that it asks about, for a trick in the
    order of play; empty: all at the table. One of numbers has them among its `choices`.
    """
    some: bool = False
    """Of a field by seat: a part of the seats will do. Else each seat is needed."""
    suggests: bool = False
    """`choices`, and how many cards or seats there may be, only suggest: on any other
    the game itself rules, with its reasons. Else what is not among them is refused, and
    a card named more often than there. The bounds of numbers hold in any case: where
    the game is to rule on a number that is too high, leave `max` out.
    """
    halves: bool = False
    """Of numbers: they may have a half, as 2.5."""
    adds: int = 0
    """Of numbers by seat: 1 where each is added to what its seat has, -1 where it is
    taken off, 0 where neither. Pages show the total beside what is typed.
    """
    leads: str | None = None
    """Of a seat: the field of cards by seat of which it says who played first. Left
    out, that was its `default`: pages ask for it only where somebody says otherwise.
    """
    total: int | None = None
    """What all its numbers come to, or how many cards there are in all; None: unsaid.
    """
    folded: Text = NOTHING
    """Of an optional field that is seldom needed: what pages say where they fold it
    away, together with all that say the same, as “Something happened?”; empty: it
    stands open.
    """
    not_in: tuple[str, ...] = field(default=(), metadata={"json": False})
    """Versions of the game that did not ask for it: what was entered under them stands
    without it.
    """

    @property
    def cards(self) -> Cards:
        """Return those of its choices that are cards: all of a field of cards, none of
        others.
        """
        return tuple([choice for choice in self.choices if isinstance(choice, Card)])

    @property
    def words(self) -> tuple[str, ...]:
        """Return those of its choices that are words or seats: none of a field of
        cards, all of others.
        """
        return tuple([choice for choice in self.choices if isinstance(choice, str)])


def choice_field(
    name: str, label: Text, labels: Mapping[str, Text], **others: Any
) -> Field:
    """Return the field in which one of these words is chosen, each with what people
    call it.

    >>> from referee import say
    >>> kinds = {"rubber": say("Rubber"), "chicago": say("Chicago: four deals")}
    >>> choice_field("scoring", say("Score"), kinds, default="rubber").choices
    ('rubber', 'chicago')
    """
    choices = tuple(labels)
    return Field(name, "choice", label, choices=choices, labels=labels, **others)


@frozen
class Prompt:
    """An entry that may be made now.

    >>> from referee import say
    >>> played = Field("card", "card", say("Card"))
    >>> Prompt("play", ("Ana",), say("Play a card"), fields=(played,)).secret
    False
    """

    kind: str
    """The entry's kind."""
    seats: Seats
    """Who may make it."""
    title: Text
    help: Text = NOTHING
    fields: tuple[Field, ...] = ()
    optional: bool = False
    """The game goes on without it."""
    secret: bool = False
    """What is entered stays unseen until the game reveals it: it is the entry of one
    seat, or of those that its `…_by_seat` fields name.
    """
    own: bool = False
    """It is an entry of one seat: the sender's, or the one that the entry names."""
    race: str | None = None
    """The id of the buzzer race that can fill its `order` field, or None. Each race of
    a match has one of its own, which stays the same until the race is entered.
    """
    again: bool = False
    """What was entered in secret cannot all be so: this seat enters it once more,
    openly. The referee sets it, no game.
    """
    ends: bool = False
    """It ends the match here, as the game's rules score that. The host finds it where
    any match can be ended early.
    """


Prompts = tuple[Prompt, ...]
"""Prompts, as the hook `prompts` returns them: what is needed most comes first."""


@frozen
class Entry:
    """An entry as a game gets it: its kind, the seat it is for (None: the table), and
    what was given.

    >>> from referee import card
    >>> Entry("play", "Ana", Values({"card": card("JH")})).given.card("card")
    <JH>
    """

    kind: str
    seat: str | None
    given: Values
    version: str = ""
    """The game's version under which it was entered; empty in questions and in tests:
    as now. What a later version refuses or counts otherwise stays as it was for it.
    """

    @property
    def own_seat(self) -> str:
        """Return the seat whose entry it is; ValueError for an entry of the table.

        An entry to a prompt that is secret, or asks for something of each seat's `own`,
        always has one.
        """
        if self.seat is None:
            raise ValueError(
                f"an entry {self.kind!r} of the table is no seat's own: its prompt "
                "lacks `own=True`"
            )
        return self.seat
