"""What cards count: in a hand or the crib with the starter, and as they are played."""

from dataclasses import dataclass
from itertools import combinations, groupby

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

MOST = 31
"""No count goes further."""

ALIKE = {2: (say("Pair"), 2), 3: (say("Pair royal"), 6), 4: (say("Double pair royal"), 12)}
"""What so many cards of one rank are called, and their points: 2 for each pair among them."""


@dataclass(frozen=True, slots=True)
class Combination:
    """Cards that score together: the section that says so, what they are called, and their points."""

    section: str
    name: Text
    points: int
    cards: tuple[Card, ...]


def count_of(cards: tuple[Card, ...]) -> int:
    """The count to which these cards come: an ace adds 1, ten and court cards 10."""
    return sum(min(RANKS.index(card.rank) + 1, 10) for card in cards)


def is_run(cards: tuple[Card, ...]) -> bool:
    """Whether these cards are three or more in sequence, in any order and of any suit."""
    places = sorted(RANKS.index(card.rank) for card in cards)
    return len(cards) > 2 and places == [*range(places[0], places[0] + len(cards))]


def combinations_in(hand: tuple[Card, ...], starter: Card, crib: bool) -> tuple[Combination, ...]:
    """All that scores in these four cards and the starter, in the order in which people count it.

    >>> from referee import card
    >>> hand = card("5C"), card("5D"), card("5S"), card("JH")
    >>> [(one.section, one.points) for one in combinations_in(hand, card("5H"), crib=False)][-2:]
    [('pairs', 12), ('nobs', 1)]
    """
    five = sorted((*hand, starter), key=lambda card: RANKS.index(card.rank))
    sets = [cards for n in range(2, len(five) + 1) for cards in combinations(five, n)]
    found = [Combination("fifteens", say("Fifteen"), 2, cards) for cards in sets if count_of(cards) == 15]
    alike = [tuple(cards) for _, cards in groupby(five, key=lambda card: card.rank)]
    found += [Combination("pairs", *ALIKE[len(cards)], cards) for cards in alike if len(cards) > 1]
    runs = [cards for cards in sets if is_run(cards)]
    n = max(map(len, runs), default=0)
    # A run within a longer one does not count.
    found += [Combination("runs", say("Run of {n}", n=n), n, cards) for cards in runs if len(cards) == n]
    of_suit = (*hand, starter) if starter.suit == hand[0].suit else hand
    if len({card.suit for card in hand}) == 1 and (len(of_suit) > HAND or not crib):
        found.append(Combination("flush", say("Flush"), len(of_suit), of_suit))
    nobs = [card for card in hand if card.rank == "J" and card.suit == starter.suit]
    return (*found, *(Combination("nobs", say("His nobs"), 1, (jack,)) for jack in nobs))


_COLUMNS = (ReckoningColumn(say("Cards"), aside=True), ReckoningColumn(say("Points")))


def rule_hand(hand: tuple[Card, ...], starter: Card, scoring: tuple[Combination, ...], crib: bool) -> Ruling:
    """The ruling on what a hand or the crib counts, made of these combinations."""
    n, counted = sum(one.points for one in scoring), {card for one in scoring for card in one.cards}
    summary = count("The hand counts {n} point", "The hand counts {n} points", n)
    if crib:
        summary = count("The crib counts {n} point", "The crib counts {n} points", n)
    cut = ShownCards(None, (starter,), tuple({starter} & counted), say("Starter"))
    shown = ShownCards(None, hand, tuple(card for card in hand if card in counted)), cut
    rows = [ReckonedSeat(None, (say("{cards:short}", cards=one.cards), one.points), name=one.name) for one in scoring]
    total = ReckonedSeat(None, (NOTHING, n), ahead=True, name=say("In all"))
    because = _reasons(scoring) or (cite("show", "Nothing in these cards scores."),)
    return Ruling({"points": n}, summary, because, shown, reckoning=Reckoning(_COLUMNS, (*rows, total)))


def _reasons(scoring: tuple[Combination, ...]) -> tuple[Reason, ...]:
    """One for those of a kind that follow one another, with all their cards and what they come to."""
    kinds = [tuple(kind) for _, kind in groupby(scoring, key=lambda one: (one.section, one.points))]
    points = [sum(one.points for one in kind) for kind in kinds]
    cards = [tuple(one.cards for one in kind) for kind in kinds]
    return tuple(
        cite(kind[0].section, "{what} for {n}: {cards:short}.", what=kind[0].name, n=n, cards=laid)
        for kind, n, laid in zip(kinds, points, cards, strict=True)
    )


def rule_play(lying: tuple[Card, ...], card: Card) -> Ruling:
    """The ruling on a card played on those that lie in this count: whether it may be, and what it scores."""
    cards, told = (*lying, card), {"card": card, "count": count_of((*lying, card))}
    scoring = _pegged(cards, count_of(cards))
    made = {one for scored in scoring for one in scored.cards}
    shown = (ShownCards(None, cards, tuple(one for one in cards if one in made), say("The count")),)
    if count_of(cards) > MOST:
        why = cite("play", "The count stands at {n}, and the {card} would make {count}.", n=count_of(lying), **told)
        summary = say("The {card} may not be played: no count goes over 31", card=card)
        return Ruling({"legal": False, "count": count_of(cards), "points": 0}, summary, (why,), shown)
    n = sum(one.points for one in scoring)
    summary = (
        say("{card:short} makes {count}, for {n}", n=n, **told) if n else say("{card:short} makes {count}", **told)
    )
    because = _reasons(scoring) or (cite("play", "It makes no fifteen, thirty-one, pair or run."),)
    return Ruling({"legal": True, "count": count_of(cards), "points": n}, summary, because, shown)


def _pegged(cards: tuple[Card, ...], n: int) -> tuple[Combination, ...]:
    """What the last of these cards makes with those before it, at this count."""
    found = [Combination("pegging", say("Fifteen"), 2, cards)] if n == 15 else []
    found += [Combination("thirty-one", say("Thirty-one"), 2, cards)] if n == MOST else []
    alike = next(cards[-n:] for n in (4, 3, 2, 1) if len({card.rank for card in cards[-n:]}) == 1)
    found += [Combination("pegging", *ALIKE[len(alike)], alike)] if len(alike) > 1 else []
    run = next((cards[-n:] for n in range(len(cards), 2, -1) if is_run(cards[-n:])), ())
    found += [Combination("pegging", say("Run of {n}", n=len(run)), len(run), run)] if run else []
    return tuple(found)
