"""Rulings with their reasons; a refusal is a ruling too."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, Protocol

from referee.cards.card import Card, Cards
from referee.vocabulary.jsonable import IF_ANY
from referee.vocabulary.text import NOTHING, Text, say
from referee.vocabulary.values import (
    Count,
    Side,
    Values,
    seats_in_side,
    winners_in,
    written_gain,
    written_score,
)

Basis = Literal["rules", "reading", "house-rule"]
"""What a reason rests on.

`rules` is the author's text, `reading` our interpretation of a silent or unclear place,
and `house-rule` a rule that the table chose.
"""


OVERRULED = say("Overturned")
"""What is rare about a ruling that the table has overturned."""


@dataclass(frozen=True, slots=True)
class Reason:
    """A reason for a ruling.

    >>> from referee import say
    >>> Reason("whist#trick", "rules", say("The highest card led wins.")).basis
    'rules'
    """

    rule: str
    """The section that it rests on, as `game#section`."""
    basis: Basis
    """Whose word the reason is."""
    text: Text
    """The sentence on this case."""

    @property
    def game(self) -> str:
        """Return the id of the game whose section it is."""
        return self.rule.partition("#")[0]

    @property
    def section(self) -> str:
        """Return the id of the section in its game."""
        return self.rule.partition("#")[2]


Reasons = tuple[Reason, ...]
"""A ruling's reasons, most telling first."""


class Cite(Protocol):
    """Makes a game's reasons: `Sections.cite`.

    >>> from referee import Section, sections_of
    >>> rules = sections_of("whist", Section("trick", "The trick", "The highest wins."))
    >>> cite: Cite = rules.cite
    >>> cite("trick", "{seat} played the highest card.", seat="Ana").rule
    'whist#trick'
    """

    def __call__(self, section: str, template: str, **values: object) -> Reason:
        """Return a reason that rests on this section, with these values."""


@dataclass(frozen=True, slots=True)
class ShownCards:
    """Cards that a ruling is about.

    >>> from referee import card
    >>> ShownCards("Ana", (card("2H"), card("JH")), deciding=(card("JH"),)).seat
    'Ana'
    """

    seat: str | None
    """The owner, a seat or a side; None: the table."""
    cards: Cards
    """The cards in the order in which they lie."""
    deciding: Cards = ()
    """The deciding cards among them; of a repeated card the later one."""
    name: Text = NOTHING
    """A label instead of the owner."""

    def belongs_to(self, seats: Sequence[str]) -> bool:
        """Return whether the cards belong to one of these seats, or to its side."""
        if self.seat is None:
            return False
        partners = seats_in_side(self.seat)
        return any(seat in partners for seat in seats)

    @property
    def marked(self) -> list[tuple[Card, bool]]:
        """Return the cards, each with whether it decided."""
        deciding = list(self.deciding)
        marked: list[tuple[Card, bool]] = []
        for card in reversed(self.cards):
            decides = card in deciding
            if decides:
                deciding.remove(card)
            marked.insert(0, (card, decides))
        return marked


@dataclass(frozen=True, slots=True)
class ReckoningColumn:
    """A column of a reckoning.

    >>> from referee import say
    >>> ReckoningColumn(say("Tricks")).aside
    False
    """

    name: Text
    """The heading."""
    aside: bool = False
    """Whether the column only informs, and does not count in the last one."""


@dataclass(frozen=True, slots=True)
class ReckonedSeat:
    """A row of a reckoning, for a seat, a side, or anything else that counts.

    >>> from referee import say
    >>> ReckonedSeat("Ana", (3, 10), ahead=True).cells
    (3, 10)
    >>> print(ReckonedSeat(None, (2, 4), name=say("Fifteens")).name)
    Fifteens
    """

    seat: str | None
    """A seat or a side; None if `name` says what counts."""
    cells: tuple[float | Text, ...]
    """A number or a few words for each column; `NOTHING` for an empty cell."""
    ahead: bool = False
    """Whether the row's owner wins by this ruling, or is ahead."""
    check: Text = NOTHING
    """A sentence on what the table should check; or empty."""
    name: Text = NOTHING
    """The label of a row that belongs to no seat."""


@dataclass(frozen=True, slots=True)
class Reckoning:
    """A ruling's calculation, for each seat or item: pages show it as people write it.

    >>> from referee import say
    >>> columns = ReckoningColumn(say("Tricks")), ReckoningColumn(say("Score"))
    >>> rows = ReckonedSeat("Ana", (3, 10)), ReckonedSeat("Ben", (1, 2))
    >>> Reckoning(columns, rows).rows[1].seat
    'Ben'
    """

    columns: tuple[ReckoningColumn, ...]
    """The columns, at least one; the last has the result."""
    rows: tuple[ReckonedSeat, ...]
    """The rows in display order, each with a cell for every column."""

    @property
    def worded_columns(self) -> list[ReckoningColumn]:
        """Return the columns that have words, which stand to the left."""
        columns = []
        for number, column in enumerate(self.columns):
            cells = [row.cells[number] for row in self.rows]
            if any(isinstance(cell, Text) and cell != NOTHING for cell in cells):
                columns.append(column)
        return columns

    def cell(self, row: ReckonedSeat, column: ReckoningColumn) -> str | Text:
        """Return a cell as written; a number has a plus where others are negative.

        The last column holds totals, which have none.
        """
        at = self.columns.index(column)
        value = row.cells[at]
        if not isinstance(value, Text) and column != self.columns[-1]:
            for each in self.rows:
                other = each.cells[at]
                if not isinstance(other, Text) and other < 0:
                    return written_gain(value)
        return _write_cell(value)

    def beside(self, row: ReckonedSeat) -> list[tuple[Text, str | Text]]:
        """Return a row's informative cells, each after its column's name.

        A nought is left out only where every row has one.
        """
        informing = []
        for at, column in enumerate(self.columns):
            is_told = any(each.cells[at] for each in self.rows)
            value = row.cells[at]
            if column.aside and is_told and value != NOTHING:
                informing.append((column.name, _write_cell(value)))
        return informing


def _write_cell(value: float | Text) -> str | Text:
    if isinstance(value, Text):
        return value
    return written_score(value)


@dataclass(frozen=True, slots=True)
class Contest:
    """The opponents in a ruling and the margin.

    The scores show the closest contest of a match.

    >>> from referee import say
    >>> Contest("Ana", "Ben", margin=1, text=say("18 against 17")).margin
    1
    """

    winner: str
    """The winning seat or side."""
    against: str | None
    """The next best seat or side.

    None: there is nobody, for instance if a card was to be beaten.
    """
    margin: Count
    """The margin, 0 or more, in the game's unit, comparable within a match."""
    text: Text
    """A sentence without a full stop: both opponents, and what separated them."""


@dataclass(frozen=True, slots=True, eq=False)
class Origin:
    """The origin of a ruling: one answered or submitted question. No two are equal."""

    parts: tuple[str, ...]
    """The parts of the verdict that answered it: those the table can decide."""
    hook: str = ""
    """The hook that answered; empty for a ruling in the place of a question."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """A decision in one sentence, with its reasons.

    >>> from referee import say
    >>> why = Reason("whist#trick", "rules", say("The highest card led wins."))
    >>> summary = say("{seat} wins the trick", seat="Ana")
    >>> ruling = Ruling({"winner": "Ana"}, summary, (why,))
    >>> print(ruling.summary, ruling.decided.seat("winner"), sep=": ")
    Ana wins the trick: Ana
    """

    verdict: Mapping[str, object]
    """The decision as plain values (seats, numbers, cards, lists of them, None) by
    name.
    """
    summary: Text
    because: Reasons
    """The reasons, most telling first."""
    shown: tuple[ShownCards, ...] = field(
        default=(), compare=False, repr=False, metadata={"json": "laid"}
    )
    """The cards that the ruling is about."""
    about: Text = NOTHING
    """The subject in the match, as in `Round 2, trick 3`; or empty."""
    reckoning: Reckoning | None = field(
        default=None, compare=False, repr=False, metadata=IF_ANY
    )
    """The calculation of a round's or game's result, if any."""
    contest: Contest | None = field(
        default=None, compare=False, repr=False, metadata=IF_ANY
    )
    """The opponents, if anybody could have won.

    It is ignored unless the verdict names its winner.
    """
    rare: Text | None = field(default=None, compare=False, repr=False, metadata=IF_ANY)
    """The name of an event that happens once in many evenings, as in `say("The moon")`.

    Phones and the board stop at it for a moment.
    """
    anecdote: Text | None = field(
        default=None, compare=False, repr=False, metadata={"json": False}
    )
    """A sentence that people tell of it afterwards, with how often it was so.

    As in `say("The queen of spades went home with {seat}", seat=seat)`.
    """
    origin: Origin | None = field(
        default=None, compare=False, repr=False, metadata={"json": False}
    )
    """The origin, set by the rulebook; `replace` keeps it."""

    @property
    def bare(self) -> "Ruling":
        """Return the decision and its reasons alone, as a dispute keeps them."""
        return Ruling(self.verdict, self.summary, self.because)

    @property
    def decided(self) -> Values:
        """Return the verdict's parts by type: `ruling.decided.seat("winner")`."""
        hook = self.origin.hook if self.origin else ""
        return Values(self.verdict, self.verdict, hook=hook)

    def winners_in(self, seats: Sequence[str]) -> Side:
        """Return the winners among these seats, with partners; empty without any."""
        return winners_in(self.verdict, seats)

    @property
    def shown_by_seat(self) -> list[tuple[list[ShownCards], bool]]:
        """Return its cards by seat, and whether a card won alone.

        The cards of a trick stay in the order of play; of hands the winners' come
        first.
        """
        verdict = self.verdict
        winners = verdict.get("winners") or (verdict.get("winner"),)
        if not isinstance(winners, (tuple, list)):
            winners = ()
        theirs = []
        others = []
        for group in self.shown:
            if group.seat is not None and group.seat in winners:
                theirs.append(group)
            else:
                others.append(group)
        leads = len(theirs) == 1 and len(theirs[0].cards) == 1
        rows: list[tuple[list[ShownCards], bool]] = []
        for group in self.shown if leads else (*theirs, *others):
            if rows and group.seat is not None and rows[-1][0][0].seat == group.seat:
                rows[-1][0].append(group)
            else:
                rows.append(([group], leads and group is theirs[0]))
        return rows


def is_proven_offence(ruling: Ruling) -> bool:
    """Return whether the ruling says that somebody broke a rule earlier."""
    verdict = ruling.verdict
    return verdict.get("legal") is False and ("seat" in verdict or "seats" in verdict)


def cost_of(ruling: Ruling) -> Reason | None:
    """Return the reason with a proven offence's cost, the last of several; or None."""
    because = ruling.because
    if is_proven_offence(ruling) and len(because) > 1:
        return because[-1]
    return None


Rulings = tuple[Ruling, ...]
"""An entry's rulings, in reading order."""


def most_telling(rulings: Sequence[Ruling]) -> int:
    """Return the index of an entry's most telling ruling.

    It is the last one about the winner of a round or match. Without one it is a ruling
    that something was not legal, then the last about any winner, then the first. A
    ruling is about winning if its verdict has `winners` or a `winner`, even None.
    """
    tell_most: tuple[Callable[[Mapping[str, object]], bool], ...] = (
        lambda verdict: "winners" in verdict,
        lambda verdict: verdict.get("legal") is False,
        lambda verdict: "winner" in verdict,
    )
    for tells in tell_most:
        for index in range(len(rulings) - 1, -1, -1):
            if tells(rulings[index].verdict):
                return index
    return 0


def ruling_with_cards(rulings: Iterable[Ruling], seats: Sequence[str]) -> Ruling | None:
    """Return an entry's first ruling that shows cards of these seats, or None.

    It then shows all cards of these seats that any ruling shows. If more than half of
    the cards decide, the marks are left out.
    """
    first = None
    shown: list[ShownCards] = []
    for ruling in rulings:
        # A seat may show several hands in one ruling.
        before = [group.seat for group in shown]
        for group in ruling.shown:
            if group.cards and group.belongs_to(seats):
                first = first or ruling
                if group.seat not in before:
                    shown.append(group)
    if first is None:
        return None
    found = replace(first, shown=tuple(shown))
    cards = sum(len(group.cards) for group in shown)
    deciding = sum(len(group.deciding) for group in shown)
    return without_marks(found) if deciding > cards / 2 else found


def hand_ruling(rulings: Iterable[Ruling], seats: Sequence[str]) -> Ruling | None:
    """Return an entry's first ruling that shows a hand of these seats, or None.

    It then shows that hand, and the table's cards that are not in the hand, without
    marks. A single card is no hand; a lost hand is left out.
    """
    for ruling in rulings:
        hand = [group for group in ruling.shown if group.belongs_to(seats)]
        has_cards = any(len(group.cards) > 1 for group in hand)
        if not has_cards or _has_lost(ruling.verdict, seats):
            continue
        held: set[Card] = set()
        for group in hand:
            held.update(group.cards)
        for group in ruling.shown:
            if group.seat is None and held.isdisjoint(group.cards):
                hand.append(group)
        return without_marks(replace(ruling, shown=tuple(hand)))
    return None


def _has_lost(verdict: Mapping[str, object], seats: Sequence[str]) -> bool:
    """Return whether a verdict names winners, and none of these seats among them."""
    winners = verdict.get("winners")
    winner = verdict.get("winner")
    if isinstance(winner, str):
        winners = seats_in_side(winner)
    if not isinstance(winners, (list, tuple)) or not winners:
        return False
    return not any(seat in seats for seat in winners)


def without_marks(ruling: Ruling) -> Ruling:
    """Return the ruling without marks at the cards that decided."""
    shown = tuple(replace(group, deciding=()) for group in ruling.shown)
    return replace(ruling, shown=shown)
