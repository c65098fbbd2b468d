"""The best poker hand of a pile of trick cards, and how the rules part equal ones by
suit.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from typing import NamedTuple

from referee import (
    POKER_CATEGORIES,
    Card,
    PokerHand,
    Reason,
    Ruling,
    ShownCards,
    Text,
    best_poker_hand,
    say,
)

from .rules import cite
from .stacks import TRICK_CARDS

_TRICK_CARDS = frozenset(TRICK_CARDS)
_CLUBS = 0x111111111
_DIAMONDS, _HEARTS, _SPADES = _CLUBS << 1, _CLUBS << 2, _CLUBS << 3


class BestHand(NamedTuple):
    """The best hand of a pile. Hands compare by what wins: `max(hands)` is the winning
    one.

    `high_suit` is the highest suit in the hand and `top_suit` the suit of its highest
    card, the higher one if that rank is paired; both are letters, which sort as the
    suits rank, and empty without cards.
    """

    strength: tuple[int, ...]
    high_suit: str
    top_suit: str
    hand: PokerHand

    @property
    def category(self) -> str:
        """The category's name."""
        return self.hand.category

    @property
    def cards(self) -> tuple[Card, ...]:
        """The hand's cards, five or as many as there are: those that make the category
        first, high to low.
        """
        return self.hand.cards


def best_hand(cards: Collection[Card]) -> BestHand:
    """The best poker hand of any number of trick cards; under five there is no straight
    and no flush.

    Of several equally good fives it is the one that is best under the tie-breaks by
    suit. Raises ValueError for a card that is no trick card, and for one that stands
    twice.
    """
    if not _TRICK_CARDS.issuperset(cards):
        wrong = next(each for each in cards if each not in _TRICK_CARDS)
        raise ValueError(f"{wrong} is no trick card: players win cards from 2 to 10")
    hand = best_poker_hand(cards)
    five = hand.five
    if not five:
        return BestHand(hand.strength, "", "", hand)
    high = (
        "S"
        if five & _SPADES
        else "H"
        if five & _HEARTS
        else "D"
        if five & _DIAMONDS
        else "C"
    )
    return BestHand(hand.strength, high, "CDHS"[five.bit_length() - 1 & 3], hand)


def rule_hand(cards: Sequence[Card]) -> Ruling:
    """The ruling on a pile of trick cards: `category` and `cards`, the best five or as
    many as there are.

    Raises ValueError as `best_hand` does.
    """
    best = best_hand(cards)
    verdict = {"category": best.category, "cards": best.cards}
    return Ruling(
        verdict,
        _said(best),
        _why_hand(cards, best),
        (ShownCards(None, tuple(cards), best.cards),),
    )


def _said(best: BestHand) -> Text:
    if not best.cards:
        return say("Without cards there is no hand")
    return say(
        "The best hand is {hand}: {cards}",
        hand=POKER_CATEGORIES[best.category],
        cards=best.cards,
    )


def _why_hand(cards: Sequence[Card], best: BestHand) -> tuple[Reason, ...]:
    if not cards:
        return (
            cite(
                "no-cards",
                "The rules do not speak of a hand without cards; this referee ranks it "
                "last.",
            ),
        )
    if len(cards) < 5:
        return (too_few(),)
    template = "No five of these {n} cards make more than {hand}."
    deciding = cite(
        "hands", template, n=len(cards), hand=POKER_CATEGORIES[best.category]
    )
    return (deciding, which_five()) if had_a_choice(cards, best) else (deciding,)


def had_a_choice(pile: Sequence[Card], best: BestHand) -> bool:
    """Whether other cards of the pile make an equally good hand, so that suits decided
    which to take.
    """
    used = Counter(each.rank for each in best.cards)
    if best.category in ("flush", "straight flush"):
        fitting = Counter(each.suit for each in pile if each.rank in used)
        return sum(count == 5 for count in fitting.values()) > 1
    held = Counter(each.rank for each in pile)
    return any(held[rank] > count for rank, count in used.items())


def too_few() -> Reason:
    """What fewer than five cards make."""
    template = (
        "The rules do not say what fewer than five cards make; this referee reads it "
        "so:"
        " whatever they are, but no straight or flush, and a card that is missing "
        "loses to any card."
    )
    return cite("short-hands", template)


def which_five() -> Reason:
    """Which of several equally good hands counts."""
    template = (
        "Several fives are equally good. The rules do not say which one counts; this "
        "referee reads it so:"
        " the one that is best where suits part equal hands."
    )
    return cite("best-of-equals", template)
