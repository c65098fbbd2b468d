"""What a table looks like: to the game, and to one viewer."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import field, replace
from itertools import chain
from typing import Any, Literal

from referee.cards.card import Card, Cards
from referee.lazy_dataclass import frozen
from referee.vocabulary.jsonable import IF_ANY
from referee.vocabulary.photo_finish import PhotoFinish
from referee.vocabulary.prompt import Prompts
from referee.vocabulary.ruling import Rulings
from referee.vocabulary.text import NOTHING, Text, say
from referee.vocabulary.values import (
    Count,
    Ordinal,
    Score,
    Seats,
    Side,
    name_of,
    require_seats,
)

EVERYBODY: Literal["everybody"] = "everybody"
"""In place of the seats that see a zone's cards: everybody sees them."""


@frozen
class Zone:
    """A place on the table where cards lie.

    >>> from referee import card
    >>> Zone("trick", None, 1, (card("JH"),), EVERYBODY).seen_by
    'everybody'
    """

    name: str
    owner: str | None
    """The seat it belongs to; None: the table's."""
    count: Count
    """How many cards lie there. Everybody may know it."""
    cards: Cards | None = None
    """Those the referee knows. None where it knows none, or the viewer may not see
    them.
    """
    seen_by: Seats | Literal["everybody"] = ()
    """The seats that see the cards (none, unless said), or `everybody`."""
    collapsed: bool = field(default=False, metadata={"json": "aside"})
    """Used cards, which nobody decides by: not what a page shows first."""
    rows: tuple[Cards, ...] = ()
    """All its `cards`, as they lie in rows: melds, or the columns of a patience, of
    which some may be empty. None where they lie in no rows, or the viewer may not see
    them.
    """
    shared: bool = False
    """Its owner keeps it for the whole side."""


def zone_in_rows(
    name: str, owner: str | None, rows: Iterable[Iterable[Card]], shared: bool = False
) -> Zone:
    """Return a zone whose cards lie in these rows, for everybody to see.

    >>> from referee import card
    >>> rows = [card("7S"), card("8S"), card("9S")], [card("KS"), card("KH")]
    >>> melds = zone_in_rows("melds", "Ana", rows)
    >>> melds.count, len(melds.rows)
    (5, 2)
    """
    laid = tuple(map(tuple, rows))
    cards = tuple(chain(*laid))
    return Zone(name, owner, len(cards), cards, EVERYBODY, rows=laid, shared=shared)


@frozen
class Fact:
    """Something that holds at this moment and that everybody looks for: the trump, the
    contract, what is played to.

    >>> from referee import say
    >>> Fact(say("Trump"), say("hearts")).seat
    """

    label: Text
    """A word or two for what it is."""
    text: Text
    """What holds, in a word or two."""
    seat: str | None = None
    """Whose it is, where it is one seat's or one side's: whoever has bid the contract.
    """


@frozen
class Standing:
    """How a seat stands; equals share a place.

    >>> Standing("Ana", score=12, place=1).place
    1
    """

    seat: str
    score: Score
    place: Ordinal
    """1 is first."""
    ranked_by: Text | None = field(default=None, metadata=IF_ANY)
    """What gives it its place, in a few words, where the score alone does not: a pair
    of tens. None where it does.
    """


Wins = Literal["most", "fewest"]
"""Which scores are the better ones: the `most` or the `fewest`."""


def rank_seats(
    scores: Mapping[str, float],
    ranks: Mapping[str, Any] | None = None,
    wins: Wins = "most",
    ranked_by: Mapping[str, Text] | None = None,
) -> tuple[Standing, ...]:
    """Return how the seats stand: each with its score, placed by its rank, which is the
    score unless given otherwise.

    The greatest is first, or with `fewest` the least; equals share a place. `ranked_by`
    says it in words, for the seats whose score does not.

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
    wins: Wins = "most",
) -> tuple[Standing, ...]:
    """Return how the seats stand where sides have the scores, and what they are ranked
    by: partners share score and place.

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
        standings.extend(Standing(seat, score, place) for seat in side)
    return tuple(standings)


def by_side(
    standings: Iterable[Standing], sides: Sequence[Side]
) -> tuple[Standing, ...]:
    """Return one standing a side, under its name, best first.

    >>> standings = rank_sides({("Ana", "Cy"): 3, ("Ben",): 5})
    >>> [side.seat for side in by_side(standings, (("Ana", "Cy"), ("Ben",)))]
    ['Ben', 'Ana & Cy']
    """
    by_seat = {standing.seat: standing for standing in standings}
    named = [replace(by_seat[side[0]], seat=name_of(side)) for side in sides]
    return tuple(sorted(named, key=lambda standing: standing.place))


def leaders(
    scores: Mapping[str, Any], wins: Wins = "most", among: Collection[str] = ()
) -> Seats:
    """Return the seats with the best score, or the best of whatever else ranks them;
    several where they are level.

    It is looked for among all seats, or among these.

    >>> scores = {"Ana": 3, "Ben": 5, "Cy": 5}
    >>> leaders(scores), leaders(scores, "fewest", among=("Ben", "Cy"))
    (('Ben', 'Cy'), ('Ben', 'Cy'))
    """
    seats = [seat for seat in scores if not among or seat in among]
    first, *others = sorted(seats, key=scores.__getitem__, reverse=wins == "most")
    ties = [seat for seat in others if scores[seat] == scores[first]]
    return (first, *ties)


@frozen
class Step:
    """One sentence of what people do now, and whom it is for.

    >>> from referee import say
    >>> Step(("Ana",), say("{seat} leads.", seat="Ana")).seats
    ('Ana',)
    """

    seats: Seats
    """The seats that it names; none where it is for everybody."""
    text: Text


Steps = tuple[Step, ...]
"""Steps, as a scene has them: in the order in which they are done."""


def join_steps(steps: Sequence[Step]) -> Text:
    """Return all sentences as one text; `NOTHING` where there are none.

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


@frozen
class Scene:
    """Where a match stands, as its game tells it.

    >>> standings = (Standing("Ana", 1, 1), Standing("Ben", 0, 2))
    >>> Scene("trick", round=1, to_act=("Ben",), standings=standings).finished
    False
    """

    phase: str
    """A word of the game for what goes on."""
    round: int
    to_act: Seats
    """The seats that the game waits for."""
    standings: tuple[Standing, ...]
    zones: tuple[Zone, ...] = ()
    steps: Steps = ()
    """What people do now, with the real cards too, a sentence each."""
    finished: bool = False
    winners: Seats = ()
    """Empty until `finished`, and after a match that nobody has won."""
    dealer: str | None = None
    """Who deals in this round; None where that no longer matters."""
    facts: tuple[Fact, ...] = ()
    """What holds at this moment, shown on every phone and board: few, most telling
    first.
    """
    sides: tuple[Side, ...] = ()
    """Who plays with whom, the same in the whole match: every seat in one side,
    partners with one score and place. None where each seat plays for itself.
    """

    @property
    def next(self) -> Text:
        """What people do now, as one text."""
        return join_steps(self.steps)


@frozen
class View:
    """The table as one viewer may see it."""

    code: str
    """The table's code."""
    game: str
    """The game's id."""
    seats: Seats
    """Seats by name, clockwise."""
    dealer: str | None
    """Who deals first; None before the match."""
    phase: str
    """What goes on, in a word of the game; `setting-up` before the match."""
    round: Count
    """Which round; 0 before the match. Where it was ended early, the last one that
    counts: 0 where none was over.
    """
    seq: Count
    """The number of the last line of the log; 0 while there is none."""
    to_act: Seats
    """The seats that the game waits for."""
    next: Text
    """What people do now, in a sentence."""
    zones: tuple[Zone, ...]
    standings: tuple[Standing, ...]
    finished: bool
    winners: Seats
    """Empty until the match is finished, and where nobody has won it."""
    prompts: Prompts
    """What the viewer may enter now."""
    rulings: Rulings
    """The latest."""
    finish: PhotoFinish | None = None
    """The photo finish of a race that is not entered yet, whose order then is the
    `default` of the `order` field that asks for it; else the one that the latest
    rulings rest on; None where phones measured none.
    """
    finishes: tuple[PhotoFinish, ...] = ()
    """The photo finishes of all heats of a race that is not entered yet, in the order
    in which they were run, with the one in `finish`. An entry says by its `heat` which
    it is made of.
    """
    deals: str | None = None
    """Who deals in this round; None where that no longer matters."""
    facts: tuple[Fact, ...] = ()
    """What holds at this moment, such as the trump; none once the match is finished."""
    sides: tuple[Side, ...] = ()
    """Who plays with whom; none where each seat plays for itself, and before the match.
    """
    ended_early: bool = False
    """The host has ended the match before its game did. Without any winner it has no
    result.
    """
    host_entries: Prompts = ()
    """What the host alone is offered, apart from the prompts: how the match can end
    now, first as its game scores that, last the kind `stop`, which has no fields. None
    for everybody else.
    """
