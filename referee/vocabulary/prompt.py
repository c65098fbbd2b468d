"""Prompts: all that a page or a program needs to referee a game it does not know."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from types import MappingProxyType
from typing import Any

from referee.cards.card import Card, Cards
from referee.vocabulary.jsonable import IF_ANY
from referee.vocabulary.text import NOTHING, Text
from referee.vocabulary.values import Seats, Values

STOP = "stop"
"""The kind of the host's entry that ends a match early; no game asks for it."""


Needs = Mapping[str, tuple[object, ...]]
"""Names of options, each with the values that are needed."""


@dataclass(frozen=True, slots=True)
class Field:
    """One thing to fill in.

    The referee checks a value before the game sees it:

    - A number, or the number of cards or seats, lies within its bounds.
    - Every value is among its `choices`, and no card stands more often than there.
    - A by-seat field has a value for each seat unless `some` is set. The seats are its
      `choices`, its `seats`, or all at the table; in a question all that it names.
    - All parts add up to its `total`.

    >>> from referee import FIFTY_TWO, say
    >>> Field("cards", "cards", say("Cards"), min=3, max=3, choices=FIFTY_TWO).optional
    False
    """

    name: str
    type: str
    """The name of one of the types of fields."""
    label: Text
    optional: bool = False
    """Whether the field may be left out, or be None."""
    min: int | None = None
    """The least number, or the fewest cards or seats (per seat or partner in a
    `…_by_seat` field, per group in a `card_groups` field); None: no bound.
    """
    max: int | None = None
    """The greatest number, or the most cards or seats; None: no bound."""
    choices: Cards | tuple[str, ...] = ()
    """The cards, seats or words that can be meant; empty: any.

    A text's choices are examples. `cards` and `words` return the choices of their
    types.
    """
    labels: Mapping[str, Text] = field(default_factory=partial(MappingProxyType, {}))
    """Labels of choices, if they differ from the choices.

    A flag has labels for `yes` and `no`. Cards by seat may have one for `none`, by
    which a seat may say that it has none.
    """
    default: object = None
    """For an option: the value that stands if nothing is chosen; or None.

    In a prompt or a question it is what a form begins with: numbers, codes of known
    cards, or the order of a finished race. It counts only once it is entered.
    """
    partners: bool = False
    """Whether sides take the place of seats.

    In a `cards_by_seat` field keys are sides. A side's value may be None, cards, or a
    list of each partner's cards, of as many partners as the other sides have. In a
    `seat` field a side's name means its partners together, and may stand among the
    choices.
    """
    among: str | None = None
    """For a toss: the `order` field whose dead heat for first it settles.

    The toss is between these seats, and needed only after such a dead heat.
    """
    unless: tuple[str, ...] = ()
    """Other fields: if one of them is filled in, this field may be missing.

    A field with a `total` may then lack seats, or come to less. The game judges it.
    """
    seats: Seats = ()
    """For cards by seat: the seats, for a trick in playing order; empty: all at the
    table.

    Numbers by seat have their seats as `choices`.
    """
    some: bool = False
    """For a by-seat field: whether some of the seats are enough."""
    own: bool = False
    """For a field by seat, or of seats: whether each seat knows its own part, as its
    card.

    Each part is its seat's question, entered alone or with others, in any order. With
    `some` the game gets each part at once; else it gets all parts together.
    """
    speakers: Mapping[str, str] | None = field(default=None, metadata=IF_ANY)
    """For an `own` field: the seats that enter another's part, as declarer for dummy.
    """
    suggests: bool = False
    """Whether `choices` and the numbers of cards or seats only suggest.

    The game then rules on any other value itself, with its reasons. Otherwise the
    referee refuses values that are not among the choices, and cards named more often
    than there. The bounds of numbers hold in any case. Leave `max` out if the game is
    to rule on a number that is too high.
    """
    halves: bool = False
    """For numbers: whether halves are possible, as 2.5."""
    # JSON leaves None out.
    step: int | None = field(default=None, metadata=IF_ANY)
    """For numbers: values are multiples of this; None: any number."""
    skips: tuple[int, ...] | None = field(default=None, metadata=IF_ANY)
    """For numbers: impossible numbers within the bounds.

    Pages do not offer them; the game itself rules on them.
    """
    adds: int = 0
    """For numbers by seat: 1 adds them to the scores, -1 subtracts them, 0 neither.

    Pages show the new total.
    """
    leads: str | None = None
    """For a seat: the field of cards by seat whose first player it names.

    Its `default` is the seat if nobody names one: pages ask only when somebody says
    otherwise.
    """
    total: int | None = None
    """The sum of the numbers, or the number of all cards; None: not stated."""
    folded: Text = NOTHING
    """For an optional field seldom needed: the title under which pages fold it away.

    An example is “Something happened?”; empty: the field is always open.
    """
    needs: Needs | None = field(default=None, metadata=IF_ANY)
    """For an option: the other options that it needs, each with the values that fit.

    Beside other values it keeps its default. `players` are numbers of players.
    """
    at_most: str | None = field(default=None, metadata=IF_ANY)
    """For an option that is a number: another number that it does not exceed."""
    most_together: int | None = field(default=None, metadata=IF_ANY)
    """For an option that is a number for each player: the most that all may need
    together, as the cards of a pack.
    """
    named: bool = field(default=False, metadata={"json": False})
    """For an option that is a choice: whether the name of what a table plays includes
    its label.

    An example is “Big gin: 31”.
    """
    not_in: tuple[str, ...] = field(default=(), metadata={"json": False})
    """Earlier versions of the game without this field: their entries lack it."""

    @property
    def cards(self) -> Cards:
        """Return the choices if they are cards, else none."""
        return tuple([choice for choice in self.choices if isinstance(choice, Card)])

    @property
    def words(self) -> tuple[str, ...]:
        """Return the choices if they are words or seats, else none."""
        return tuple([choice for choice in self.choices if isinstance(choice, str)])


def flag_field(name: str, label: Text, **others: Any) -> Field:
    """Return a field for yes or no; it is no unless somebody says otherwise.

    >>> from referee import say
    >>> flag_field("honours", say("Honours are scored")).default
    False
    """
    return Field(name, "flag", label, default=False, **others)


def number_field(
    name: str,
    label: Text,
    min: int | None = None,
    max: int | None = None,
    **others: Any,
) -> Field:
    """Return a field for a whole number within these bounds.

    >>> from referee import say
    >>> number_field("deals", say("Deals each"), 1, 24, default=6).max
    24
    """
    return Field(name, "number", label, min=min, max=max, **others)


def as_optional(fields: Iterable[Field]) -> tuple[Field, ...]:
    """Return these fields, each of which may be left out.

    >>> from referee import say
    >>> [field.optional for field in as_optional([flag_field("pigs", say("Pigs"))])]
    [True]
    """
    return tuple([replace(field, optional=True) for field in fields])


def choice_field(
    name: str,
    label: Text,
    labels: Mapping[str, Text],
    **others: Any,
) -> Field:
    """Return a field to choose one of these words, each with its label.

    >>> from referee import say
    >>> kinds = {"rubber": say("Rubber"), "chicago": say("Chicago: four deals")}
    >>> choice_field("scoring", say("Score"), kinds, default="rubber").choices
    ('rubber', 'chicago')
    """
    frozen_labels = MappingProxyType({**labels})
    choices = tuple(frozen_labels)
    return Field(name, "choice", label, choices=choices, labels=frozen_labels, **others)


@dataclass(frozen=True, slots=True)
class Prompt:
    """An entry that people may make now.

    >>> from referee import say
    >>> played = Field("card", "card", say("Card"))
    >>> Prompt("play", ("Ana",), say("Play a card"), fields=(played,)).secret
    False
    """

    kind: str
    """The entry's kind."""
    seats: Seats
    """The seats that may make it."""
    title: Text
    help: Text = NOTHING
    fields: tuple[Field, ...] = ()
    optional: bool = False
    """Whether the game goes on without it."""
    secret: bool = False
    """Whether entries stay sealed until the game reveals them.

    Each entry is one seat's, or that of the seats in its `…_by_seat` fields.
    """
    own: bool = False
    """Whether the prompt belongs to one seat: the sender's, or one that the entry
    names.
    """
    race: str | None = None
    """The id of the buzzer race that can fill its `order` field, or None.

    The id is unique in the match, and constant until the race is entered.
    """
    again: bool = False
    """Whether this seat repeats, openly, an entry that clashed; only the referee sets
    it.
    """
    anew: bool = False
    """Whether the deal begins anew with the entry: parts that wait for others are
    dropped.
    """
    ends: bool = False
    """Whether the entry ends the match by the game's own rules.

    The host finds the prompt beside the early end.
    """


Prompts = tuple[Prompt, ...]
"""Prompts as the hook `prompts` returns them, most needed first."""


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry as games get it: kind, seat (None: the table), and values.

    >>> from referee import card
    >>> Entry("play", "Ana", Values({"card": card("JH")})).given.card("card")
    <JH>
    """

    kind: str
    seat: str | None
    given: Values
    version: str = ""
    """The version of the game that the entry was made under.

    Later changes do not apply to it. In questions and tests it is empty: the current
    version.
    """
    at: int = 0
    """The second since 1970 in which the entry arrived, by the log.

    A game with a clock knows no other time.
    """

    def is_under(self, *versions: str) -> bool:
        """Return whether the entry was made under one of these versions of the game."""
        return self.version in versions

    @property
    def own_seat(self) -> str:
        """Return the entry's seat; raise ValueError for an entry of the table.

        An entry to a prompt that is secret, or asks for something of each seat's `own`,
        always has one.
        """
        if self.seat is None:
            raise ValueError(
                f"an entry {self.kind!r} of the table is no seat's own: its prompt "
                "lacks `own=True`"
            )
        return self.seat
