"""The hands of a player: their worth, with which cards, and why."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Literal, NamedTuple

from referee import (
    JOKERS,
    NOTHING,
    RANKS,
    SUITS,
    Card,
    Cards,
    Reason,
    Ruling,
    ShownCards,
    Text,
    Values,
    say,
)

from .game import cite

HandType = Literal["pairs", "flush", "straight", "straight flush", "non-hand"]
"""The type of a hand."""

NON_HAND_POINTS = -3

_PAIRS_POINTS = {
    "pair": -1,
    "three of a kind": 2,
    "two pair": 3,
    "full house": 10,
    "four of a kind": 10,
}
_FLUSH_OR_STRAIGHT_POINTS = {2: -2, 3: 0, 4: 2, 5: 6}
_STRAIGHT_FLUSH_POINTS = {2: -1, 3: 2, 4: 6, 5: 14}
MOST_THAT_SCORE = 5
"""The most cards of a suit, or in a row, that score."""

LADDER = "A" + RANKS
"""The ranks in the order of runs: the ace stands at both ends, and no run turns round.
"""


class HandPoints(NamedTuple):
    """The points of a hand.

    `points` are those of the best type; `types` all types that reach them, in the order
    pairs, flush, straight, straight flush, non-hand. `aces` is the number of aces, and
    `total` adds it to the points. `four_aces` says whether all four aces are in the
    hand, which wins the game.
    """

    points: int
    types: tuple[HandType, ...]
    aces: int
    total: int
    four_aces: bool


class Pattern(NamedTuple):
    """A pattern by which a hand reaches a type: name, points and cards.

    A name is `full house` or `3-card straight`. Pairs name the larger group first and
    flushes go from high to low; runs climb. A non-hand has no cards.
    """

    kind: HandType
    name: str
    points: int
    cards: Cards


def score_hand(cards: Iterable[Card]) -> HandPoints:
    """Return the points of a hand of any size; jokers count for nothing."""
    cards = tuple(cards)
    patterns = best_patterns(cards)
    points = patterns[0].points
    types = tuple(pattern.kind for pattern in patterns)
    aces = count_aces(cards)
    return HandPoints(points, types, aces, points + aces, aces == 4)


def count_aces(cards: Iterable[Card]) -> int:
    """Return the number of aces: all four in one hand win the game."""
    return [each.rank for each in cards].count("A")


def best_patterns(cards: Iterable[Card]) -> tuple[Pattern, ...]:
    """Return the patterns of a hand's best score, one for each type with it."""
    patterns = list_patterns(cards)
    points = max(pattern.points for pattern in patterns)
    return tuple(pattern for pattern in patterns if pattern.points == points)


def list_patterns(cards: Iterable[Card]) -> list[Pattern]:
    """Return a pattern for every type that a hand belongs to, or that of a non-hand.

    Six or more cards of a suit or in a row score as five. If several sets of cards
    would do, the higher ranks are named, then the higher suits.
    """
    in_order = sorted(cards, key=attrgetter("order"), reverse=True)
    high_to_low = [each for each in in_order if each.suit]
    of_suit = []
    for suit in reversed(SUITS):
        suited = [each for each in high_to_low if each.suit == suit]
        if len(suited) > 1:
            of_suit.append(suited)
    flushes = [suited[:MOST_THAT_SCORE] for suited in of_suit]
    flush = max(flushes, key=_length_and_ranks, default=())
    run = _find_run(high_to_low)
    suited_run = max(map(_find_run, of_suit), key=_length_and_height, default=())
    patterns = [
        *_find_pairs(high_to_low),
        *_rate("flush", flush, _FLUSH_OR_STRAIGHT_POINTS),
        *_rate("straight", run, _FLUSH_OR_STRAIGHT_POINTS),
        *_rate("straight flush", suited_run, _STRAIGHT_FLUSH_POINTS),
    ]
    return patterns or [Pattern("non-hand", "non-hand", NON_HAND_POINTS, ())]


def _rate(
    kind: HandType, cards: Sequence[Card], points: Mapping[int, int]
) -> Iterator[Pattern]:
    """Yield the pattern of these cards of a suit or in a row, if there are several."""
    n = len(cards)
    if n > 1:
        yield Pattern(kind, f"{n}-card {kind}", points[n], tuple(cards))


_SIZES = {
    "four of a kind": (4,),
    "full house": (3, 2),
    "three of a kind": (3,),
    "two pair": (2, 2),
    "pair": (2,),
}
"""The numbers of cards of one rank in each type of pairs, the best first."""


def _find_pairs(high_to_low: Sequence[Card]) -> Iterator[Pattern]:
    """Yield the best pattern of cards of one rank, if there is any."""
    by_rank: dict[str, list[Card]] = {}
    for each in high_to_low:
        by_rank.setdefault(each.rank, []).append(each)
    groups = sorted(by_rank.values(), key=len, reverse=True)
    numbers = tuple(map(len, groups))
    for name, sizes in _SIZES.items():
        if numbers >= sizes:
            cards = []
            for alike, size in zip(groups, sizes, strict=False):
                cards.extend(alike[:size])
            yield Pattern("pairs", name, _PAIRS_POINTS[name], tuple(cards))
            return


def _length_and_ranks(suited: Sequence[Card]) -> tuple[int, list[int]]:
    return len(suited), [RANKS.index(each.rank) for each in suited]


def _length_and_height(run: Sequence[Card]) -> tuple[int, int]:
    height = RANKS.index(run[-1].rank) if run else 0
    return len(run), height


def _list_runs() -> Iterator[str]:
    """Yield the ranks of every run: the longest first, equally long ones downwards.

    The first is `AKQJT`, the last `2A`.
    """
    downwards = LADDER[::-1]
    for length in range(MOST_THAT_SCORE, 1, -1):
        for high in range(len(LADDER) - length + 1):
            yield downwards[high : high + length]


_RUNS = tuple(_list_runs())


def _find_run(high_to_low: Iterable[Card]) -> Cards:
    """Return the longest run of two to five cards, and of several the highest."""
    by_rank: dict[str, Card] = {}
    for each in high_to_low:
        by_rank.setdefault(each.rank, each)
    # An ace stands at both ends: with `AK2A` there are `AK` and `2A`.
    ranks = "".join(by_rank)
    ranks += ranks[:1]
    for run in _RUNS:
        if run in ranks:
            return tuple(by_rank[rank] for rank in reversed(run))
    return ()


HIDDEN = say("the hidden hand")
EXPOSED = say("the exposed hand")
NAMES = {"hidden": HIDDEN, "exposed": EXPOSED}
"""The names of types in a sentence."""

TITLES = {"hidden": say("The hidden hand"), "exposed": say("The exposed hand")}
"""The names of types by themselves, and at the beginning of a sentence."""

_SECTION_OF = {
    "pairs": "pairs",
    "flush": "flush-or-straight",
    "straight": "flush-or-straight",
    "straight flush": "straight-flush",
    "non-hand": "non-hand",
}
_ACES = {
    1: say("one ace"),
    2: say("two aces"),
    3: say("three aces"),
    4: say("four aces"),
}

_PATTERNS = {
    "pair": say("one pair"),
    "two pair": say("two pair"),
    "three of a kind": say("three of a kind"),
    "full house": say("a full house"),
    "four of a kind": say("four of a kind"),
    "2-card flush": say("a two-card flush"),
    "3-card flush": say("a three-card flush"),
    "4-card flush": say("a four-card flush"),
    "5-card flush": say("a five-card flush"),
    "2-card straight": say("a two-card straight"),
    "3-card straight": say("a three-card straight"),
    "4-card straight": say("a four-card straight"),
    "5-card straight": say("a five-card straight"),
    "2-card straight flush": say("a two-card straight flush"),
    "3-card straight flush": say("a three-card straight flush"),
    "4-card straight flush": say("a four-card straight flush"),
    "5-card straight flush": say("a five-card straight flush"),
    "non-hand": say("a non-hand"),
}


@dataclass(frozen=True, slots=True)
class Hands:
    """The cards of one seat; the locked ones count in both hands, and stand apart."""

    hidden: Cards
    exposed: Cards
    locked: Cards

    @property
    def cards(self) -> Cards:
        """Return every card that the entry names, in the order of the fields."""
        return self.hidden + self.exposed + self.locked

    @property
    def whole_hidden(self) -> Cards:
        """Return the hidden hand with the locked cards."""
        return self.hidden + self.locked

    @property
    def whole_exposed(self) -> Cards:
        """Return the exposed hand with the locked cards."""
        return self.exposed + self.locked

    @property
    def jokers(self) -> int:
        """Return the number of jokers: each named, and one on each locked card."""
        return sum(map(JOKERS.__contains__, self.cards)) + len(self.locked)

    def show(self, seat: str | None = None) -> tuple[ShownCards, ShownCards]:
        """Return both hands as they are shown, the locked cards in each."""
        return (
            _show(self.whole_hidden, seat, HIDDEN),
            _show(self.whole_exposed, seat, EXPOSED),
        )


def hands_of(given: Values) -> Hands:
    """Return the hands that a question or an entry gives."""
    hidden = given.cards("hidden")
    exposed = given.cards("exposed")
    return Hands(hidden, exposed, given.cards("locked"))


def say_points(points: float) -> Text:
    """Return points as people say them: `1 point`, `minus 3 points`."""
    n = int(points)
    if n == -1:
        return say("minus 1 point")
    if n < 0:
        return say("minus {n} points", n=-n)
    if n == 1:
        return say("1 point")
    return say("{n} points", n=n)


def rule_hand(cards: Cards) -> Ruling:
    """Return the ruling on these cards as one hand."""
    scored = score_hand(cards)
    summary = _summarise(scored, best_patterns(cards))
    because = []
    for reason in hand_reasons(cards):
        text = say("This hand: {said}.", said=reason.text)
        because.append(replace(reason, text=text))
    return Ruling(scored._asdict(), summary, tuple(because), (_show(cards),))


def _show(cards: Cards, seat: str | None = None, name: Text = NOTHING) -> ShownCards:
    """Return a hand; the cards of its type and its aces are marked."""
    scoring = best_patterns(cards)[0].cards
    lit = [card for card in cards if card in scoring or card.rank == "A"]
    return ShownCards(seat, cards, tuple(lit), name)


def hand_reasons(cards: Cards) -> list[Reason]:
    """Return the reasons for a hand's points, each a piece of a sentence."""
    aces = count_aces(cards)
    patterns = best_patterns(cards)
    reasons = []
    if aces == 4:
        template = "it has all four aces, which win the game when called"
        reasons.append(cite("four-aces", template))
    reasons.extend(map(_explain, patterns))
    if aces:
        template = "{aces}: {n} more"
        reasons.append(cite("ace-bonus", template, aces=_ACES[aces], n=aces))
    for pattern in patterns:
        if pattern.kind in ("straight", "straight flush"):
            reasons.extend(_remark_on_ace(pattern))
        if len(pattern.cards) == MOST_THAT_SCORE and _goes_on(pattern, cards):
            template = "more than five such cards count as five"
            reasons.append(cite("long-runs", template))

    if not cards:
        template = "a hand without cards counts as a non-hand"
        reasons.append(cite("empty-hand", template))
    jokers = tuple([card for card in cards if card in JOKERS])
    if jokers:
        template = "{jokers} not played: worth nothing"
        reasons.append(cite("unplayed-jokers", template, jokers=jokers))
    return reasons


def best_reason(cards: Cards) -> Reason:
    """Return one reason for a hand's whole score: its best pattern, and its aces."""
    why = _explain(best_patterns(cards)[0])
    aces = count_aces(cards)
    if not aces:
        return why
    text = say("{type}; {aces}: {n} more", type=why.text, aces=_ACES[aces], n=aces)
    return replace(why, text=text)


def _summarise(scored: HandPoints, patterns: tuple[Pattern, ...]) -> Text:
    first, *others = patterns
    types = _PATTERNS[first.name]
    for other in others:
        another = _PATTERNS[other.name]
        types = say("{these} or {another}", these=types, another=another)

    total = say_points(scored.total)
    if not scored.aces:
        return say("The hand scores {total}: {types}.", total=total, types=types)
    template = "The hand scores {total}: {types}, and {aces}."
    if scored.four_aces:
        template = (
            "All four aces: called, this hand wins the game. "
            "It scores {total}: {types}, and {aces}."
        )
    return say(template, total=total, types=types, aces=_ACES[scored.aces])


def _explain(pattern: Pattern) -> Reason:
    section = _SECTION_OF[pattern.kind]
    name = _PATTERNS[pattern.name]
    points = say_points(pattern.points)
    if not pattern.cards:
        return cite(section, "{name}: {points}", name=name, points=points)
    template = "{name}, {cards:short}: {points}"
    return cite(section, template, name=name, cards=pattern.cards, points=points)


def _remark_on_ace(run: Pattern) -> Iterator[Reason]:
    lowest = run.cards[0]
    highest = run.cards[-1]
    if lowest.rank == "A":
        yield cite("ace-in-a-run", "the {ace} is low here", ace=lowest)
    elif highest.rank == "A":
        yield cite("ace-in-a-run", "the {ace} is high here", ace=highest)


def _goes_on(pattern: Pattern, cards: Cards) -> bool:
    """Return whether five cards of a suit, or in a row, have a sixth in this hand."""
    if pattern.kind == "pairs":
        return False
    first = pattern.cards[0]
    if pattern.kind == "flush":
        of_suit = [card for card in cards if card.suit == first.suit]
        return len(of_suit) > MOST_THAT_SCORE
    if first.rank == "A":
        return False

    below = LADDER[RANKS.index(first.rank)]
    suits = {card.suit for card in cards if card.rank == below}
    if pattern.kind == "straight flush":
        return first.suit in suits
    return bool(suits)
