"""The rulings on poker hands: what a pile makes, and whose pile wins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import pairwise

from referee import Card, Reason, Ruling, ShownCards, Text, say

from .game import cite
from .showdown import BestHand, Showdown, best_hand, decide_showdown
from .words import HANDS, SUITS


def rule_hand(cards: Sequence[Card]) -> Ruling:
    """The ruling on a pile of trick cards: `category` and `cards`, the best five or as many as there are.

    Raises ValueError as `best_hand` does.
    """
    best = best_hand(cards)
    verdict = {"category": best.category, "cards": best.cards}
    return Ruling(verdict, _best_of(best), _why_hand(cards, best), partial(_pile, cards, best))


def _pile(cards: Sequence[Card], best: BestHand) -> tuple[ShownCards, ...]:
    return (ShownCards(None, tuple(cards), tuple(best.cards)),)


def _best_of(best: BestHand) -> Text:
    if not best.five:
        return say("Without cards there is no hand")
    return say("The best hand is {hand}: {cards}", hand=HANDS[best.category], cards=best.cards)


def _why_hand(cards: Sequence[Card], best: BestHand) -> tuple[Reason, ...]:
    if not cards:
        return (cite("no-cards", "The rules do not speak of a hand without cards; this referee ranks it last."),)
    if len(cards) < 5:
        return (_too_few(),)
    template = "No five of these {n} cards make more than {hand}."
    deciding = cite("hands", template, n=len(cards), hand=HANDS[best.category])
    return (deciding, _which_five()) if _had_a_choice(cards, best) else (deciding,)


def rule_showdown(piles: Mapping[str, Sequence[Card]]) -> Ruling:
    """The ruling on these piles: `ranking`, `winners`, `decided_by`, and `hands` by seat.

    Each of `hands` has `category` and `cards`. Raises ValueError as `decide_showdown` does.
    """
    shown = decide_showdown(piles)
    cards = {seat: best.cards for seat, best in shown.hands.items()}
    hands = {seat: {"category": shown.hands[seat].category, "cards": cards[seat]} for seat in cards}
    verdict = {
        "ranking": shown.ranking,
        "winners": shown.winners,
        "decided_by": shown.decided_by,
        "hands": hands,
    }
    because = (*_why_ranking(shown, piles), _all_hands(shown, cards))
    return Ruling(verdict, _who_wins(shown), because, partial(_hands_of, shown))


def _hands_of(shown: Showdown) -> tuple[ShownCards, ...]:
    """The best hand of each, best first; the winner's decided."""
    hands = [(seat, tuple(shown.hands[seat].cards)) for place in shown.ranking for seat in place]
    return tuple(ShownCards(seat, cards, cards if seat in shown.winners else ()) for seat, cards in hands)


def _who_wins(shown: Showdown) -> Text:
    winner = shown.winners[0]
    if len(shown.winners) > 1:
        return say("{winners} share the win: none of them has a card", winners=tuple(shown.winners))
    return say("{winner} wins with {hand}", winner=winner, hand=HANDS[shown.hands[winner].category])


def _why_ranking(shown: Showdown, piles: Mapping[str, Sequence[Card]]) -> list[Reason]:
    reasons: list[Reason] = []
    for above, below in pairwise(shown.ranking):
        reasons += _why_above(above[0], below, shown.hands)
    if len(shown.ranking) == 1 and not shown.hands[shown.winners[0]].five:
        reasons.append(_nothing_won(shown.winners))
    if any(0 < len(pile) < 5 for pile in piles.values()):
        reasons.append(_too_few())
    if any(_had_a_choice(piles[seat], shown.hands[seat]) for seat in _parted_by_suit(shown)):
        reasons.append(_which_five())
    return reasons


def _why_above(seat: str, below: Sequence[str], hands: Mapping[str, BestHand]) -> tuple[Reason, ...]:
    """Why this seat's hand comes before those of the next place, who are several only without cards."""
    other = below[0]
    one, two = hands[seat], hands[other]
    if not two.five:
        return (_nothing_won(below),)
    if one.category != two.category:
        template = "{seat} has {hand}, {other} only {lower}."
        words = {"hand": HANDS[one.category], "lower": HANDS[two.category]}
        return (cite("hands", template, seat=seat, other=other, **words),)
    if one.strength != two.strength:
        template = (
            "{seat} and {other} both have {hand}, and {seat} has the higher ranks: {cards:short} to {lower:short}."
        )
        cards = {"cards": one.cards, "lower": two.cards}
        return (cite("hands", template, seat=seat, other=other, hand=HANDS[one.category], **cards),)
    return _why_above_by_suit(seat, other, one, two)


def _why_above_by_suit(seat: str, other: str, one: BestHand, two: BestHand) -> tuple[Reason, ...]:
    high, lower = SUITS[one.high_suit], SUITS[two.high_suit]
    if one.high_suit != two.high_suit:
        template = "Equal hands go by their highest suit: {high} for {seat}, {lower} for {other}."
        return (cite("equal-hands", template, seat=seat, other=other, high=high, lower=lower),)
    deciding = cite(
        "top-card",
        "The rules go no further; this referee reads it so: the suit of the highest card decides,"
        " {high} for {seat}, {lower} for {other}.",
        seat=seat,
        other=other,
        high=SUITS[one.top_suit],
        lower=SUITS[two.top_suit],
    )
    template = "The hands of {seat} and {other} are equal, and the highest suit in both is {high}."
    return deciding, cite("equal-hands", template, seat=seat, other=other, high=high)


def _parted_by_suit(shown: Showdown) -> set[str]:
    """The seats that stand before or behind another only by a suit."""
    places = [(place[0], shown.hands[place[0]]) for place in shown.ranking]
    return {
        seat
        for (above, one), (below, two) in pairwise(places)
        if one.strength == two.strength
        for seat in (above, below)
    }


def _had_a_choice(pile: Sequence[Card], best: BestHand) -> bool:
    """Whether other cards of the pile make an equally good hand, so that suits decided which to take."""
    used = Counter(each.rank for each in best.cards)
    if best.category in ("flush", "straight flush"):
        fitting = Counter(each.suit for each in pile if each.rank in used)
        return sum(count == 5 for count in fitting.values()) > 1
    held = Counter(each.rank for each in pile)
    return any(held[rank] > count for rank, count in used.items())


def _nothing_won(seats: Sequence[str]) -> Reason:
    template = (
        "The rules do not say where somebody without cards stands; this referee reads it so:"
        " last, and level with all others without. Here that holds for {seats}."
    )
    return cite("no-cards", template, seats=tuple(seats))


def _too_few() -> Reason:
    template = (
        "The rules do not say what fewer than five cards make; this referee reads it so:"
        " whatever they are, but no straight or flush, and a card that is missing loses to any card."
    )
    return cite("short-hands", template)


def _which_five() -> Reason:
    template = (
        "Several fives are equally good. The rules do not say which one counts; this referee reads it so:"
        " the one that is best where suits part equal hands."
    )
    return cite("best-of-equals", template)


def _all_hands(shown: Showdown, cards: Mapping[str, tuple[Card, ...]]) -> Reason:
    seats = (seat for place in shown.ranking for seat in place)
    hands = tuple(_one_hand(seat, shown.hands[seat].category, cards[seat]) for seat in seats)
    return cite("winning", "The best hands: {hands}.", hands=hands)


def _one_hand(seat: str, category: str, cards: tuple[Card, ...]) -> Text:
    if not cards:
        return say("{seat} has no cards", seat=seat)
    return say("{seat} has {hand} ({cards:short})", seat=seat, hand=HANDS[category], cards=cards)
