"""How people meet at an event: movements, and the meetings they seat."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from referee.vocabulary.text import Text, say

Entrants = tuple[str, ...]
"""Ids of entrants: people, or pairs that stay together."""


@dataclass(frozen=True, slots=True)
class Movement:
    """A way in which people meet at an event, with its promise.

    >>> from referee import Movement, say
    >>> Movement("once", say("Once"), say("All play once."), (2,)).at_table
    (2,)
    """

    id: str
    """The name of its entry point."""
    title: Text
    promise: Text
    """What holds for the number of rounds that the hook `count_rounds` returns."""
    at_table: tuple[int, ...]
    """The possible numbers of entrants at a table."""
    in_pairs: bool = False
    """Whether partners, who sit opposite each other, change from round to round."""
    needs_all_rounds: bool = False
    """Whether the promise holds only after all rounds of `count_rounds`."""
    counts: Literal["points", "places", "wins"] = "points"
    """How results count with it, unless the director chooses otherwise."""
    usual_at: Literal["", "drives", "others"] = ""
    """Where it is offered first: at drives, as for whist, or at all other events."""
    most: int = 200
    """The most entrants; more than these are seated in groups."""
    round: Text = say("round")  # noqa: RUF009  # a frozen value
    """The word before a round's number."""
    lines: tuple[Text, ...] = ()
    """The lines ranked apart, as North–South and East–West; empty: all together.

    An entrant is of the line of its first seat: with two lines the first half of each
    table's places is the first line's.
    """


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """An earlier round: who sat where, clockwise, who sat out, and who won.

    Of a table without a result, and of equals, the first side counts as the winner.

    >>> from referee import PlayedRound
    >>> PlayedRound((("a", "b"),), sits_out=("c",), winners=("a",)).seated
    ('a', 'b')
    """

    tables: tuple[Entrants, ...]
    """Those that were played, without numbers that stayed empty."""
    sits_out: Entrants = ()
    winners: Entrants = ()
    late: Entrants = ()
    """Those at its tables who came after it began."""

    @property
    def seated(self) -> Entrants:
        """Return everybody who sat at a table."""
        return tuple(entrant for table in self.tables for entrant in table)


@dataclass(frozen=True, slots=True)
class Meeting:
    """What a movement needs to know to seat a round.

    >>> from referee import Meeting, PlayedRound
    >>> before = PlayedRound((("a", "b"),), sits_out=("c",))
    >>> meeting = Meeting(("a", "b", "c"), (before,), {"b": 2, "a": 1, "c": 1})
    >>> meeting.ranked, meeting.met("a", "b"), meeting.byes("c")
    (('b', 'a', 'c'), True, 1)
    """

    present: Entrants
    """The entrants to seat, in the order of their lots."""
    rounds: tuple[PlayedRound, ...] = ()
    points: Mapping[str, float] = field(default_factory=dict)
    """Each entrant's points so far; the most are best."""
    starters: Entrants = ()
    """The entrants of the first round; empty before it.

    They stand in the order of their lots, those who came after it began last.
    """
    playing: PlayedRound | None = None
    """The round in play, if it gets more tables; None when a new round is seated."""

    @property
    def ranked(self) -> Entrants:
        """Return the entrants to seat, best first; equals in their order of lots."""
        return tuple(sorted(self.present, key=lambda each: -self.points.get(each, 0)))

    def met(self, one: str, other: str) -> bool:
        """Return whether these two entrants have sat at one table."""
        for played in self.rounds:
            if any(one in table and other in table for table in played.tables):
                return True
        return False

    def byes(self, entrant: str) -> int:
        """Return how often an entrant sat out."""
        return sum(entrant in played.sits_out for played in self.rounds)

    def losses(self, entrant: str) -> int:
        """Return how many tables an entrant sat at and did not win.

        >>> from referee import Meeting, PlayedRound
        >>> Meeting(("a", "b"), (PlayedRound((("a", "b"),), (), ("a",)),)).losses("b")
        1
        """
        lost = 0
        for played in self.rounds:
            lost += entrant in played.seated and entrant not in played.winners
        return lost

    def after(self, seating: "Seating", winners: Entrants = ()) -> "Meeting":
        """Return the meeting after this round with these winners, for tests.

        >>> from referee import Meeting, Seating
        >>> meeting = Meeting(("a", "b", "c")).after(Seating((("a", "b"),), ("c",)))
        >>> meeting.met("a", "b"), meeting.byes("c"), meeting.starters
        (True, 1, ('a', 'b', 'c'))
        """
        tables = tuple(filter(None, seating.tables))
        seated = PlayedRound(tables).seated
        late = tuple(each for each in seated if each not in self.present)
        sits_out = tuple(each for each in seating.sits_out if each not in seated)
        played = PlayedRound(tables, sits_out, winners, late)
        starters = self.starters or (*self.present, *late)
        return replace(self, rounds=(*self.rounds, played), starters=starters)

    def sitting_out(self, places: int) -> Entrants:
        """Return the entrants that sit out if the tables have so many places.

        The lowest of those who sat out least sit out first.
        """
        last_first = list(self.ranked)
        last_first.reverse()
        last_first.sort(key=self.byes)
        return tuple(last_first[: max(0, len(self.present) - places)])


@dataclass(frozen=True, slots=True)
class Seating:
    """A round as a movement seats it. Everybody present has one place in it.

    >>> from referee import Seating
    >>> Seating((("a", "b"), ("c", "d")), out=("e",)).sits_out
    ()
    >>> Seating((), out=("b", "c"), is_over=True).tables
    ()
    """

    tables: tuple[Entrants, ...]
    """Table by table, the seats clockwise; `()` is a number that stays empty."""
    sits_out: Entrants = ()
    """They get a win, or what else counts for a round that one has to sit out."""
    misses: tuple[Text, ...] = ()
    """The part of the promise that does not hold in this round."""
    out: Entrants = ()
    """Who plays no more, also those who have left: they get nothing, and stand behind
    those who play on or were out later.
    """
    is_over: bool = False
    """Whether all is decided: then there are no tables."""
