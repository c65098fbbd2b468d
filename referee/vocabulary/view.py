"""A table as its game shows it, and as one viewer sees it."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any, Literal

from referee.cards.card import Card, Cards
from referee.vocabulary.jsonable import IF_ANY
from referee.vocabulary.photo_finish import PhotoFinish
from referee.vocabulary.prompt import Prompts
from referee.vocabulary.ruling import Ruling, Rulings, most_telling
from referee.vocabulary.text import NOTHING, Text, say
from referee.vocabulary.values import (
    Count,
    Ordinal,
    Score,
    Seats,
    Side,
    name_side,
    partners_of,
    require_seats,
    seats_in_side,
    sides_of,
)

EVERYBODY: Literal["everybody"] = "everybody"
"""The visibility of a zone whose cards everybody sees."""


@dataclass(frozen=True, slots=True)
class Zone:
    """A place on the table with cards.

    >>> from referee import card
    >>> Zone("trick", None, 1, (card("JH"),), EVERYBODY).seen_by
    'everybody'
    """

    name: str
    owner: str | None
    """The seat that owns it; None: the table."""
    count: Count
    """The number of its cards, which everybody may know."""
    cards: Cards | None = None
    """The known cards.

    None if the referee knows none, or the viewer may not see them.
    """
    seen_by: Seats | Literal["everybody"] = ()
    """The seats that see the cards, or `everybody`; nobody unless stated."""
    collapsed: bool = field(default=False, metadata={"json": "aside"})
    """Whether its cards are used up, so that pages need not show them first."""
    rows: tuple[Cards, ...] = ()
    """All `cards` in rows, as melds or columns of a patience.

    Empty without rows, or if the viewer may not see them. Single rows may be empty.
    """
    shared: bool = False
    """Whether its owner keeps it for the whole side."""


def zone_in_rows(
    name: str, owner: str | None, rows: Iterable[Iterable[Card]], shared: bool = False
) -> Zone:
    """Return a zone with its cards in these rows, visible to everybody.

    >>> from referee import card
    >>> rows = [card("7S"), card("8S"), card("9S")], [card("KS"), card("KH")]
    >>> melds = zone_in_rows("melds", "Ana", rows)
    >>> melds.count, len(melds.rows)
    (5, 2)
    """
    laid = tuple(map(tuple, rows))
    cards = tuple(chain(*laid))
    return Zone(name, owner, len(cards), cards, EVERYBODY, rows=laid, shared=shared)


@dataclass(frozen=True, slots=True)
class Trick:
    """The trick on the table: cards laid so far, and who wins so far.

    A complete trick stays until somebody leads to the next.

    >>> from referee import card
    >>> trick = Trick(1, ("Ben", "Cy", "Ana"), {"Ben": card("9H")}, "Ben")
    >>> trick.order[0]
    'Ben'
    """

    number: Ordinal
    order: Seats
    """The seats in their order of play; the first leads."""
    plays: Mapping[str, Card]
    """The cards laid so far, by seat."""
    winner: str | None = None
    """The seat that wins so far; None while nobody can tell, or it is secret."""

    @property
    def is_open(self) -> bool:
        """Return whether a card is laid, and another is still to come."""
        return 0 < len(self.plays) < len(self.order)


@dataclass(frozen=True, slots=True)
class Fact:
    """A current fact that everybody looks for: trump, contract, target.

    >>> from referee import say
    >>> Fact(say("Trump"), say("hearts")).seat
    """

    label: Text
    """The label, a word or two."""
    text: Text
    """The value, a word or two."""
    seat: str | None = None
    """The seat or side that it belongs to, if any, as for a contract."""
    role: str | None = field(default=None, metadata=IF_ANY)
    """The part that it gives its seat, in the words of `irregularities.toml`."""


def number_fact(label: Text, n: int, seat: str | None = None) -> Fact:
    """Return a fact whose value is a number.

    >>> from referee import say
    >>> print(number_fact(say("Pot"), 40).text)
    40
    """
    return Fact(label, say("{n}", n=n), seat)


@dataclass(frozen=True, slots=True)
class Clock:
    """A clock that counts down for all, such as that of a tournament's level.

    Games run and stop it at the time of an entry, its `at`: they never look at a clock.

    >>> clock = Clock(say("Level 1"), left=600).run_from(1_000_000)
    >>> clock.left_at(1_000_090), clock.stopped_at(1_000_090).left
    (510, 510)
    """

    label: Text
    """What the clock counts, a word or two."""
    left: int
    """The seconds left at `since`, or while it is stopped; negative if it ran out."""
    since: int | None = None
    """When it began to run, in seconds since 1970; None: it is stopped."""
    over: Text = NOTHING
    """What holds once the clock has run out, in a few words."""

    def left_at(self, now: int) -> int:
        """Return the seconds left at this time; negative if the clock has run out."""
        if self.since is None:
            return self.left
        return self.left - (now - self.since)

    def run_from(self, now: int) -> "Clock":
        """Return the clock, running from this time on."""
        return replace(self, left=self.left_at(now), since=now)

    def stopped_at(self, now: int) -> "Clock":
        """Return the clock, stopped at this time."""
        return replace(self, left=self.left_at(now), since=None)


@dataclass(frozen=True, slots=True)
class Standing:
    """A seat's score and place; equals share a place.

    >>> Standing("Ana", score=12, place=1).place
    1
    """

    seat: str
    score: Score
    place: Ordinal
    """The place; 1 is first."""
    ranked_by: Text | None = field(default=None, metadata=IF_ANY)
    """What decides the place if the score does not, in a few words: a pair of tens.

    None if the score decides.
    """
    so_far: Score | None = field(default=None, metadata=IF_ANY)
    """The round's open gain so far; None if it is not open."""

    @property
    def at_a_glance(self) -> Score:
        """Return the score that counts now: of chips, those not put in."""
        return self.score + min(self.so_far or 0, 0)

    @property
    def partners(self) -> Side:
        """Return the seat, or the seats of the side whose standing it is."""
        return seats_in_side(self.seat)


WinningScore = Literal["most", "fewest"]
"""Which scores win: the `most` or the `fewest`."""


def rank_seats(
    scores: Mapping[str, float],
    ranks: Mapping[str, Any] | None = None,
    wins: WinningScore = "most",
    ranked_by: Mapping[str, Text] | None = None,
) -> tuple[Standing, ...]:
    """Return the seats' standings: scores, and places by rank or score.

    The greatest is first, or with `fewest` the least; equals share a place. `ranked_by`
    explains ranks that scores do not.

    >>> scores = {"Ana": 3, "Ben": 5, "Cy": 3}
    >>> [standing.place for standing in rank_seats(scores)]
    [2, 1, 2]
    >>> [standing.place for standing in rank_seats(scores, wins="fewest")]
    [1, 3, 1]
    """
    words = ranked_by or {}
    if ranks is None:
        ranks = scores
    require_seats((*ranks, *words), scores)
    best_first = sorted(ranks.values(), reverse=wins == "most")
    standings = []
    for seat, score in scores.items():
        place = best_first.index(ranks[seat]) + 1
        standings.append(Standing(seat, score, place, words.get(seat)))
    return tuple(standings)


def rank_sides(
    scores: Mapping[Side, float],
    ranks: Mapping[Side, Any] | None = None,
    wins: WinningScore = "most",
) -> tuple[Standing, ...]:
    """Return the seats' standings by sides: partners share score and place.

    >>> standings = rank_sides({("Ana", "Cy"): 3, ("Ben",): 5})
    >>> [(standing.seat, standing.place) for standing in standings]
    [('Ana', 2), ('Cy', 2), ('Ben', 1)]
    """
    if ranks is None:
        ranks = scores
    best_first = sorted(ranks.values(), reverse=wins == "most")
    standings = list[Standing]()
    for side, score in scores.items():
        place = best_first.index(ranks[side]) + 1
        standings.extend([Standing(seat, score, place) for seat in side])
    return tuple(standings)


def leaders(
    scores: Mapping[str, Any], wins: WinningScore = "most", among: Collection[str] = ()
) -> Seats:
    """Return the seats, all or among these, with the best score or rank.

    There are several if they are level.

    >>> scores = {"Ana": 3, "Ben": 5, "Cy": 5}
    >>> leaders(scores), leaders(scores, "fewest", among=("Ben", "Cy"))
    (('Ben', 'Cy'), ('Ben', 'Cy'))
    """
    seats = [seat for seat in scores if not among or seat in among]
    first, *others = sorted(seats, key=scores.__getitem__, reverse=wins == "most")
    ties = [seat for seat in others if scores[seat] == scores[first]]
    return (first, *ties)


@dataclass(frozen=True, slots=True)
class Step:
    """A sentence about what to do now, and the seats that do it.

    >>> from referee import say
    >>> Step(("Ana",), say("{seat} leads.", seat="Ana")).seats
    ('Ana',)
    """

    seats: Seats
    """The seats that do it; empty: everybody."""
    text: Text


Steps = tuple[Step, ...]
"""A scene's steps, in order."""


def join_steps(steps: Sequence[Step]) -> Text:
    """Return all sentences as one text; `NOTHING` without any.

    >>> from referee import say
    >>> print(join_steps([Step((), say("Shuffle.")), Step((), say("Deal."))]))
    Shuffle. Deal.
    """
    joined = NOTHING
    for step in steps:
        if joined is NOTHING:
            joined = step.text
        else:
            joined = say("{before} {sentence}", before=joined, sentence=step.text)
    return joined


@dataclass(frozen=True, slots=True)
class Scene:
    """The current state of a match, as its game shows it.

    >>> standings = (Standing("Ana", 1, 1), Standing("Ben", 0, 2))
    >>> Scene("trick", round=1, to_act=("Ben",), standings=standings).finished
    False
    """

    phase: str
    """A word of the game for the current phase."""
    round: int
    to_act: Seats
    """The seats that the game waits for."""
    standings: tuple[Standing, ...]
    zones: tuple[Zone, ...] = ()
    steps: Steps = ()
    """Sentences on what people do now, also with the real cards."""
    finished: bool = False
    winners: Seats = ()
    """The winners; empty until `finished`, and after a match without a winner."""
    dealer: str | None = None
    """The seat that deals this round, in a `View` its `deals`; None if irrelevant."""
    facts: tuple[Fact, ...] = ()
    """Current facts for every phone and board: few, most telling first."""
    sides: tuple[Side, ...] = ()
    """The sides, constant in the match, with shared scores and places.

    Every seat is in one side. Empty without sides.
    """

    deals_next: str | None = None
    """The first dealer of a rematch; None: the seat after this match's first dealer."""
    clock: Clock | None = None
    """The clock that everybody looks at; None without one."""
    trick: Trick | None = None
    """The trick on the table; None if no trick is played card by card."""

    @property
    def next(self) -> Text:
        """Return the next steps as one text."""
        return join_steps(self.steps)


def totals_of(scene: Scene) -> Mapping[str, Score]:
    """Return each seat's score."""
    return {standing.seat: standing.score for standing in scene.standings}


@dataclass(frozen=True, slots=True)
class View:
    """The table as one viewer may see it."""

    code: str
    """The table's code."""
    game: str
    """The game's id."""
    seats: Seats
    """Seats by name, clockwise."""
    dealer: str | None
    """The first dealer, as in the `Setting`; None before the match."""
    phase: str
    """A word of the game for the current phase; `setting-up` before the match."""
    round: Count
    """The round; 0 before the match.

    After an early end it is the last round that counts, or 0.
    """
    seq: Count
    """The number of the last line of the log; 0 while there is none."""
    to_act: Seats
    """The seats that the game waits for."""
    next: Text
    """What people do now, as text."""
    zones: tuple[Zone, ...]
    standings: tuple[Standing, ...]
    finished: bool
    winners: Seats
    """The winners; empty until the match is finished, and without a winner."""
    prompts: Prompts
    """What the viewer may enter now."""
    rulings: Rulings
    """The latest rulings."""
    finish: PhotoFinish | None = None
    """The finish of a race not entered yet, which fills the `default` of its `order`
    field.

    Without one it is the finish of the latest rulings, or None.
    """
    finishes: tuple[PhotoFinish, ...] = ()
    """The finishes of all heats of a race not entered yet, in order, `finish` included.
    An entry chooses one by its `heat`.
    """
    deals: str | None = None
    """The seat that deals this round, the `dealer` of the `Scene`; None if irrelevant.
    """
    facts: tuple[Fact, ...] = ()
    """Current facts, such as the trump; none after the match."""
    sides: tuple[Side, ...] = ()
    """The sides; none if each seat plays for itself, and before the match."""
    ended_early: bool = False
    """Whether the host ended the match before its game did.

    Without a winner such a match has no result.
    """
    host_entries: Prompts = ()
    """The ways to end the match now, for the host alone, besides the prompts.

    The game's own come first, `stop` (without fields) last. Empty for everybody else.
    """
    clock: Clock | None = field(default=None, metadata=IF_ANY)
    """A clock that counts down for all; left out without one."""
    trick: Trick | None = None
    """The trick on the table; None if no trick is played card by card."""

    @property
    def telling(self) -> Ruling | None:
        """Return the most telling of the latest rulings, or None."""
        if not self.rulings:
            return None
        return self.rulings[most_telling(self.rulings)]

    @property
    def ranked(self) -> tuple[Standing, ...]:
        """Return the sides' standings, best first."""
        by_seat = {standing.seat: standing for standing in self.standings}
        ranked = []
        for side in sides_of(self.seats, self.sides):
            ranked.append(replace(by_seat[side[0]], seat=name_side(side)))
        return tuple(sorted(ranked, key=lambda standing: standing.place))

    def holder_of(self, zone: Zone) -> str | None:
        """Return a zone's owner: a seat, or the side it is kept for."""
        if zone.owner is None or not zone.shared:
            return zone.owner
        return name_side(partners_of(zone.owner, self.sides))
