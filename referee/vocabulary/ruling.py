"""A ruling is an object with its reasons; a refusal is a ruling too."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from typing import Literal, Protocol

from referee.cards.card import Cards
from referee.lazy_dataclass import frozen
from referee.vocabulary.text import NOTHING, Text
from referee.vocabulary.values import Count, Values, parts_of

Basis = Literal["rules", "reading", "house-rule"]
"""What a reason rests on: the author's text (`rules`), how this referee reads a silent
or unclear place (`reading`), a house rule (`house-rule`).
"""


@frozen
class Reason:
    """Why it was ruled so.

    >>> from referee import say
    >>> Reason("whist#trick", "rules", say("The highest card led wins.")).basis
    'rules'
    """

    rule: str
    """The section it rests on, as `game#section`."""
    basis: Basis
    """Whose word it is."""
    text: Text
    """What it says in this case."""


Reasons = tuple[Reason, ...]
"""Reasons, as a ruling has them: most telling first."""


class Cite(Protocol):
    """How a game makes its reasons: `Sections.cite`.

    >>> from referee import Section, sections_of
    >>> rules = sections_of("whist", Section("trick", "The trick", "The highest wins."))
    >>> cite: Cite = rules.cite
    >>> cite("trick", "{seat} played the highest card.", seat="Ana").rule
    'whist#trick'
    """

    def __call__(self, section: str, template: str, **values: object) -> Reason:
        """Return a reason that rests on this section, worded with these values."""


@frozen
class ShownCards:
    """Cards that a ruling is about.

    >>> from referee import card
    >>> ShownCards("Ana", (card("2H"), card("JH")), deciding=(card("JH"),)).seat
    'Ana'
    """

    seat: str | None
    """Whose they are: a seat or a side. None: the table's."""
    cards: Cards
    """In the order in which they lie."""
    deciding: Cards = ()
    """Those of them that decided it. Where a card stands twice among `cards`, the later
    one is meant.
    """
    name: Text = NOTHING
    """What they are, where their owner does not say it."""

    def belongs_to(self, seats: Sequence[str]) -> bool:
        """Return whether they are those of one of these seats, or of its side."""
        if self.seat is None:
            return False
        partners = parts_of(self.seat)
        return any(seat in partners for seat in seats)


@frozen
class ReckoningColumn:
    """A column of a reckoning.

    >>> from referee import say
    >>> ReckoningColumn(say("Tricks")).aside
    False
    """

    name: Text
    """A word that heads it."""
    aside: bool = False
    """It only informs: it is no part of what the last column comes to."""


@frozen
class ReckonedSeat:
    """A row of a reckoning: what it says of one seat or side; or of something else that
    is counted.

    >>> from referee import say
    >>> ReckonedSeat("Ana", (3, 10), ahead=True).cells
    (3, 10)
    >>> print(ReckonedSeat(None, (2, 4), name=say("Fifteens")).name)
    Fifteens
    """

    seat: str | None
    """A seat or a side; None where `name` says what is counted."""
    cells: tuple[float | Text, ...]
    """A number or a few words for each column; `NOTHING` where there is nothing to say.
    """
    ahead: bool = False
    """It has won by this, or is ahead."""
    check: Text = NOTHING
    """What the table should look at once more, as a sentence; empty where nothing."""
    name: Text = NOTHING
    """What is counted in this row, where it is no seat's."""


@frozen
class Reckoning:
    """What a ruling adds up, for each seat or thing that counts: pages show it as
    people write it on paper.

    >>> from referee import say
    >>> columns = ReckoningColumn(say("Tricks")), ReckoningColumn(say("Score"))
    >>> rows = ReckonedSeat("Ana", (3, 10)), ReckonedSeat("Ben", (1, 2))
    >>> Reckoning(columns, rows).rows[1].seat
    'Ben'
    """

    columns: tuple[ReckoningColumn, ...]
    """At least one; the last is what the others come to."""
    rows: tuple[ReckonedSeat, ...]
    """In the order in which they are shown, each with a cell for every column."""


@frozen
class Contest:
    """Between whom a ruling decided, and how narrowly: the closest one of a match is
    told at its end.

    >>> from referee import say
    >>> Contest("Ana", "Ben", margin=1, text=say("18 against 17")).margin
    1
    """

    winner: str
    """A seat or a side."""
    against: str | None
    """Whoever would have won otherwise: a seat or a side. None: nobody, as where a card
    was to be beaten.
    """
    margin: Count
    """By how much, 0 or more, as the game measures it: the less, the closer. Compared
    within a match only.
    """
    text: Text
    """A sentence without a full stop: both of them, and what parted them."""


class Origin:
    """Where a ruling came from: one question answered, or one ruling put to the table.
    No two are equal.
    """

    __slots__ = ()


@frozen
class Ruling:
    """A ruling: what was decided, in one sentence, and why.

    >>> from referee import say
    >>> why = Reason("whist#trick", "rules", say("The highest card led wins."))
    >>> summary = say("{seat} wins the trick", seat="Ana")
    >>> ruling = Ruling({"winner": "Ana"}, summary, (why,))
    >>> print(ruling.summary, ruling.decided.seat("winner"), sep=": ")
    Ana wins the trick: Ana
    """

    verdict: Mapping[str, object]
    """What was decided, as plain values (seats, numbers, cards, lists of them, None) by
    names, which are the question's own.
    """
    summary: Text
    because: Reasons
    """Most telling first."""
    shown: tuple[ShownCards, ...] = field(
        default=(), compare=False, repr=False, metadata={"json": "laid"}
    )
    """The cards that it is about."""
    about: Text = NOTHING
    """What of the match it rules on, as in `Round 2, trick 3`; empty where nobody
    counts.
    """
    reckoning: Reckoning | None = field(
        default=None, compare=False, repr=False, metadata={"if_any": True}
    )
    """What it adds up for each seat, where it does: the result of a round, or of the
    game.
    """
    contest: Contest | None = field(
        default=None, compare=False, repr=False, metadata={"if_any": True}
    )
    """Between whom it decided, where anybody could have won; one whose winner the
    verdict does not name is ignored.
    """
    origin: Origin | None = field(
        default=None, compare=False, repr=False, metadata={"json": False}
    )
    """What it came of, as the rulebook says; a game that rewords it with `replace`
    keeps it.
    """

    @property
    def decided(self) -> Values:
        """Return the parts of the verdict by type: `ruling.decided.seat("winner")`."""
        return Values(self.verdict, self.verdict)


Rulings = tuple[Ruling, ...]
"""Rulings, as an entry has them: in the order in which they are read."""


def most_telling(rulings: Sequence[Ruling]) -> int:
    """Return the place of the ruling that tells most, of those of one entry.

    It is the last about who has won a round or the match, else that something was not
    legal, else the last about a winner, else the first. About winning is a ruling whose
    verdict has `winners` or a `winner`, even if that is nobody.
    """
    tell_most: tuple[Callable[[Mapping[str, object]], bool], ...] = (
        lambda verdict: "winners" in verdict,
        lambda verdict: verdict.get("legal") is False,
        lambda verdict: "winner" in verdict,
    )
    for tells in tell_most:
        for place in range(len(rulings) - 1, -1, -1):
            if tells(rulings[place].verdict):
                return place
    return 0
