"""What a hand or the crib counts with the starter: fifteens, pairs, runs, a flush, his nobs."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from referee import (
    NOTHING,
    Card,
    Reason,
    ReckonedSeat,
    Reckoning,
    ReckoningColumn,
    Ruling,
    ShownCards,
    Text,
    count,
    say,
)

from .rules import HAND, cite

RANKS = "A23456789TJQK"
"""From the lowest to the highest: the ace is low."""

SAME_RANK = {2: 2, 3: 6, 4: 12}
"""Points for so many cards of one rank, which is 2 for each pair among them."""


def value_of(card: Card) -> int:
    """What a card adds to a count: an ace 1, ten and court cards 10."""
    return min(RANKS.index(card.rank) + 1, 10)


def is_run(cards: tuple[Card, ...]) -> bool:
    """Whether these cards are three or more in sequence, in any order and of any suit."""
    places = sorted(RANKS.index(card.rank) for card in cards)
    return len(cards) > 2 and places == [*range(places[0], places[0] + len(cards))]


@dataclass(frozen=True, slots=True)
class Combination:
    """Cards that score together: the section that says so, what they are called, and their points."""

    section: str
    name: Text
    cards: tuple[Card, ...]
    points: int


_NAMES = {2: say("Pair"), 3: say("Pair royal"), 4: say("Double pair royal")}


def combinations_in(hand: tuple[Card, ...], starter: Card, crib: bool) -> tuple[Combination, ...]:
    """All that scores in these four cards and the starter, in the order in which people count it.

    >>> from referee import card
    >>> hand = card("5C"), card("5D"), card("5S"), card("JH")
    >>> [(one.section, one.points) for one in combinations_in(hand, card("5H"), crib=False)][-2:]
    [('pairs', 12), ('nobs', 1)]
    """
    five = tuple(sorted((*hand, starter), key=lambda card: RANKS.index(card.rank)))
    return (*_fifteens(five), *_pairs(five), *_runs(five), *_flush(hand, starter, crib), *_nobs(hand, starter))


def _fifteens(five: tuple[Card, ...]) -> Iterator[Combination]:
    for size in range(2, len(five) + 1):
        for cards in combinations(five, size):
            if sum(map(value_of, cards)) == 15:
                yield Combination("fifteens", say("Fifteen"), cards, 2)


def _pairs(five: tuple[Card, ...]) -> Iterator[Combination]:
    for rank in RANKS:
        cards = tuple(card for card in five if card.rank == rank)
        if len(cards) in SAME_RANK:
            yield Combination("pairs", _NAMES[len(cards)], cards, SAME_RANK[len(cards)])


def _runs(five: tuple[Card, ...]) -> Iterator[Combination]:
    """The longest runs alone: a shorter one within them does not count."""
    for size in range(len(five), 2, -1):
        runs = [cards for cards in combinations(five, size) if is_run(cards)]
        if runs:
            yield from (Combination("runs", say("Run of {n}", n=size), cards, size) for cards in runs)
            return


def _flush(hand: tuple[Card, ...], starter: Card, crib: bool) -> Iterator[Combination]:
    if len({card.suit for card in hand}) > 1:
        return
    if starter.suit == hand[0].suit:
        yield Combination("flush", say("Flush of five"), (*hand, starter), HAND + 1)
    elif not crib:
        yield flush_of_four(hand)


def flush_of_four(hand: tuple[Card, ...]) -> Combination:
    """Four cards of one suit, which is not that of the starter."""
    return Combination("flush", say("Flush of four"), hand, HAND)


def _nobs(hand: tuple[Card, ...], starter: Card) -> Iterator[Combination]:
    jack = tuple(card for card in hand if card.rank == "J" and card.suit == starter.suit)
    if jack:
        yield Combination("nobs", say("His nobs"), jack, 1)


def rule_hand(hand: tuple[Card, ...], starter: Card, scoring: tuple[Combination, ...], crib: bool) -> Ruling:
    """The ruling on what a hand or the crib counts, made of these combinations."""
    points = sum(one.points for one in scoring)
    counted = {card for one in scoring for card in one.cards}
    shown = ShownCards(None, hand, tuple(card for card in hand if card in counted), say("Crib") if crib else NOTHING)
    cut = ShownCards(None, (starter,), tuple({starter} & counted), say("Starter"))
    because = tuple(_reasons(scoring)) or (cite("show", "Nothing in these cards scores."),)
    reckoning = _reckoned(scoring, points) if scoring else None
    return Ruling({"points": points}, _summary(points, crib), because, (shown, cut), reckoning=reckoning)


def _summary(points: int, crib: bool) -> Text:
    if crib:
        return count("The crib counts {n} point", "The crib counts {n} points", points)
    return count("The hand counts {n} point", "The hand counts {n} points", points)


def _reasons(scoring: tuple[Combination, ...]) -> Iterator[Reason]:
    """One for each kind of combination, with all the cards that make it."""
    for section in dict.fromkeys(one.section for one in scoring):
        alike = [one for one in scoring if one.section == section]
        points, cards = sum(one.points for one in alike), tuple(one.cards for one in alike)
        yield cite(section, _WHY[section], cards=cards, n=points)


_WHY = {
    "fifteens": "Fifteens for {n}: {cards:short}.",
    "pairs": "Cards of one rank for {n}: {cards:short}.",
    "runs": "Runs for {n}: {cards:short}.",
    "flush": "A flush for {n}: {cards:short}.",
    "nobs": "His nobs for {n}: {cards:short}, the jack of the starter’s suit.",
}

_COLUMNS = (ReckoningColumn(say("Cards"), aside=True), ReckoningColumn(say("Points")))


def _reckoned(scoring: tuple[Combination, ...], points: int) -> Reckoning:
    """A row for each combination, and what they come to."""
    rows = [ReckonedSeat(None, (say("{cards:short}", cards=one.cards), one.points), name=one.name) for one in scoring]
    total = ReckonedSeat(None, (NOTHING, points), ahead=True, name=say("In all"))
    return Reckoning(_COLUMNS, (*rows, total))
