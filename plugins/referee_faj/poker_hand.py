"""The best poker hand of a pile of trick cards, and what the rules add to it."""

from collections import Counter
from collections.abc import Collection, Sequence
from operator import attrgetter
from typing import NamedTuple

from referee import (
    POKER_CATEGORIES,
    SUITS,
    Card,
    Cards,
    PokerHand,
    Reason,
    Ruling,
    ShownCards,
    best_poker_hand,
    say,
)

from .game import TRICK_CARDS, cite

_TRICK_CARDS = frozenset(TRICK_CARDS)

_rank = attrgetter("rank")

# A hand is held as bits, four a rank: C D H S. All clubs from 2 to 10 are 0x111111111.
_CLUBS = 0x111111111
_SUITS_FROM_THE_TOP = (
    ("S", _CLUBS << 3),
    ("H", _CLUBS << 2),
    ("D", _CLUBS << 1),
    ("C", _CLUBS),
)


class BestHand(NamedTuple):
    """The best hand of a pile; hands compare by what wins, so `max(hands)` wins."""

    strength: tuple[int, ...]
    high_suit: str
    """Its highest suit, as a letter (these sort as suits rank); empty without cards."""
    top_suit: str
    """The suit of its highest card: the higher one of two, if that rank is paired."""
    hand: PokerHand

    @property
    def category(self) -> str:
        """The category's name."""
        return self.hand.category

    @property
    def cards(self) -> Cards:
        """Five cards, or as many as there are: those that make the category first."""
        return self.hand.cards


def best_hand(cards: Collection[Card]) -> BestHand:
    """Return the best poker hand of trick cards; under five: no straight and no flush.

    Of several equally good fives it is the best under the tie-breaks by suit.
    ValueError for a card that is no trick card, and for one that stands twice.
    """
    if not _TRICK_CARDS.issuperset(cards):
        wrong, *_ = [card for card in cards if card not in _TRICK_CARDS]
        raise ValueError(f"{wrong} is no trick card: players win cards from 2 to 10")
    hand = best_poker_hand(cards)
    five = hand.five
    for high_suit, mask in _SUITS_FROM_THE_TOP:
        if five & mask:
            top_suit = SUITS[(five.bit_length() - 1) % 4]
            return BestHand(hand.strength, high_suit, top_suit, hand)
    return BestHand(hand.strength, "", "", hand)


def rule_hand(cards: Sequence[Card]) -> Ruling:
    """Return the ruling on a pile; ValueError as `best_hand` raises it."""
    best = best_hand(cards)
    five = best.cards
    verdict = {"category": best.category, "cards": five}
    shown = ShownCards(None, tuple(cards), five)
    if not five:
        template = (
            "The rules do not speak of a hand without cards; "
            "this referee ranks it last."
        )
        summary = say("Without cards there is no hand")
        return Ruling(verdict, summary, (cite("no-cards", template),), (shown,))

    hand = POKER_CATEGORIES[best.category]
    summary = say("The best hand is {hand}: {cards}", hand=hand, cards=five)
    if len(cards) < 5:
        return Ruling(verdict, summary, (explain_short_hands(),), (shown,))
    template = "No five of these {n} cards make more than {hand}."
    because = [cite("hands", template, n=len(cards), hand=hand)]
    if had_a_choice(cards, best):
        because.append(explain_choice())
    return Ruling(verdict, summary, tuple(because), (shown,))


def had_a_choice(pile: Sequence[Card], best: BestHand) -> bool:
    """Return whether suits chose between fives of the pile that are equally good."""
    used = Counter(map(_rank, best.cards))
    if best.category in ("flush", "straight flush"):
        suits = Counter(card.suit for card in pile if card.rank in used)
        return list(suits.values()).count(5) > 1
    held = Counter(map(_rank, pile))
    return any(held[rank] > n for rank, n in used.items())


def explain_short_hands() -> Reason:
    """Return what fewer than five cards make."""
    template = (
        "The rules do not say what fewer than five cards make; "
        "this referee reads it so: whatever they are, but no straight or flush, "
        "and a card that is missing loses to any card."
    )
    return cite("short-hands", template)


def explain_choice() -> Reason:
    """Return which of several equally good hands counts."""
    template = (
        "Several fives are equally good. The rules do not say which one counts; "
        "this referee reads it so: the one that is best where suits part equal hands."
    )
    return cite("best-of-equals", template)
