"""What a hand or the crib counts with the starter: fifteens, pairs, runs, a flush, his nobs."""

from itertools import combinations, groupby

from referee import (
    NOTHING,
    Card,
    ReckonedSeat,
    Reckoning,
    ReckoningColumn,
    Ruling,
    ShownCards,
    count,
    count_pips,
    place_in_suit,
    say,
)

from .rules import HAND, cite
from .scoring import ALIKE, Combination, is_run, reasons_for

_COLUMNS = (ReckoningColumn(say("Cards"), aside=True), ReckoningColumn(say("Points")))


def combinations_in(hand: tuple[Card, ...], starter: Card, crib: bool) -> tuple[Combination, ...]:
    """All that scores in these four cards and the starter, in the order in which people count it.

    >>> from referee import card
    >>> hand = card("5C"), card("5D"), card("5S"), card("JH")
    >>> [(one.section, one.points) for one in combinations_in(hand, card("5H"), crib=False)][-2:]
    [('pairs', 12), ('nobs', 1)]
    """
    five = sorted((*hand, starter), key=place_in_suit)
    sets = [cards for n in range(2, len(five) + 1) for cards in combinations(five, n)]
    found = [Combination("fifteens", say("Fifteen"), 2, cards) for cards in sets if count_pips(cards) == 15]
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
    because = reasons_for(scoring) or (cite("show", "Nothing in these cards scores."),)
    return Ruling({"points": n}, summary, because, shown, reckoning=Reckoning(_COLUMNS, (*rows, total)))
