"""What parts two hands: their kinds, their ranks, or the single cards besides."""

from collections.abc import Mapping
from itertools import pairwise

from referee import POKER_CATEGORIES, RANKS, Card, PokerHand, Reason, name_poker_hand

from .rules import cite

Ranking = tuple[tuple[str, ...], ...]
Hands = Mapping[str, PokerHand]

_RANKS_IN_NAME = {"two pair": 2, "full house": 2}
"""How many ranks the name of a hand tells, where it is more than one."""
WITHOUT_KICKERS = ("high card", "flush")
"""Hands of five single cards: of these one speaks of the next card, not of a kicker."""


def explain_ranking(ranking: Ranking, hands: Hands) -> tuple[Reason, ...]:
    """What parts each place from the next, and why others share one."""
    found = [
        _why_above(above[0], below[0], hands) for above, below in pairwise(ranking)
    ]
    template = "The five cards of {seats} are of the same ranks: they share."
    found += [
        cite("share", template, seats=place) for place in ranking if len(place) > 1
    ]
    return tuple(found) or (cite("best-five", "Nobody else has shown cards."),)


def deciding_cards(one: PokerHand, two: PokerHand) -> tuple[Card, ...]:
    """The single cards that part two hands of one name; none where their names do."""
    pairs = enumerate(zip(one.strength, two.strength, strict=False))
    place = next(place for place, (high, low) in pairs if high != low)
    if place <= _RANKS_IN_NAME.get(one.category, 1):
        return ()
    return tuple(
        next(
            card
            for card in hand.cards
            if RANKS.index(card.rank) + 2 == hand.strength[place]
        )
        for hand in (one, two)
    )


def _why_above(seat: str, other: str, hands: Hands) -> Reason:
    """Why the hand of a seat is above that of another."""
    one, two = hands[seat], hands[other]
    told: dict[str, object] = {"seat": seat, "other": other}
    told |= {"hand": name_poker_hand(one), "lower": name_poker_hand(two)}
    if cards := deciding_cards(one, two):
        template = (
            "{seat} and {other} have the same: {hand}. The kicker decides: "
            "{card:short} to {lower:short}."
        )
        if one.category in WITHOUT_KICKERS:
            template = (
                "{seat} and {other} have the same: {hand}. The next card decides: "
                "{card:short} to {lower:short}."
            )
        return cite(
            "kickers", template, **{**told, "card": cards[0], "lower": cards[1]}
        )
    if one.category == two.category:
        return cite("kickers", "{seat}: {hand}. {other}: {lower}.", **told)
    words = {
        "hand": POKER_CATEGORIES[one.category],
        "lower": POKER_CATEGORIES[two.category],
    }
    return cite(
        "best-five", "{seat} has {hand}, {other} only {lower}.", **{**told, **words}
    )
