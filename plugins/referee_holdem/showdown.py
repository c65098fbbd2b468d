"""Who has the best five of the board and their own two cards, and what parts them.

Hands are parted by their kinds, their ranks, or the single cards besides.
"""

from collections.abc import Iterator, Mapping
from itertools import chain, groupby, pairwise

from referee import (
    POKER_CATEGORIES,
    RANKS,
    Card,
    Cards,
    CardsSeen,
    PokerHand,
    Reason,
    Ruling,
    Seats,
    ShownCards,
    Text,
    best_poker_hand,
    name_poker_hand,
    say,
)

from .game import cite

Ranking = tuple[Seats, ...]
_Hands = Mapping[str, PokerHand]

_RANKS_IN_NAME = {"two pair": 2, "full house": 2}
"""How many ranks the name of a hand tells, where it is more than one."""

_WITHOUT_KICKERS = ("high card", "flush")
"""Hands of five single cards: of these one speaks of the next card, not of a kicker."""


def rule_showdown(board: Cards, held: Mapping[str, Cards]) -> Ruling:
    """Return the ruling on a showdown, a refusal where a card is named twice."""
    seen = CardsSeen().with_cards(board, cite("one-of-each", "It lies on the board."))
    refused = seen.refuse(chain.from_iterable(held.values()), _say_twice)
    if refused is not None:
        return refused

    hands = {seat: best_poker_hand((*cards, *board)) for seat, cards in held.items()}
    strengths = {seat: hand.strength for seat, hand in hands.items()}
    ordered = sorted(hands, key=strengths.__getitem__, reverse=True)
    places = groupby(ordered, key=strengths.__getitem__)
    ranking = tuple(tuple(place) for _, place in places)
    winners = ranking[0]
    best_fives = {}
    for seat, hand in hands.items():
        best_fives[seat] = {"category": hand.category, "cards": hand.cards}
    verdict = {"ranking": ranking, "winners": winners, "hands": best_fives}

    shown = [ShownCards(None, board, name=say("The board"))]
    for seat in ordered:
        five = hands[seat].cards
        shown.append(ShownCards(seat, five, five if seat in winners else ()))
    because = tuple(_explain_ranking(ranking, hands))
    return Ruling(verdict, _summarise(ranking, hands), because, tuple(shown))


def _say_twice(card: Card) -> Text:
    return say("The {card} is named twice", card=card)


def _summarise(ranking: Ranking, hands: _Hands) -> Text:
    winners = ranking[0]
    winner = winners[0]
    best = hands[winner]
    hand = name_poker_hand(best)
    if len(winners) > 1:
        return say("{winners} share: {hand}", winners=winners, hand=hand)
    if len(ranking) > 1 and best.category not in _WITHOUT_KICKERS:
        kickers = _find_deciding_cards(best, hands[ranking[1][0]])
        if kickers:
            template = "{winner} wins: {hand}, {card:short} as kicker"
            return say(template, winner=winner, hand=hand, card=kickers[0])
    return say("{winner} wins: {hand}", winner=winner, hand=hand)


def _explain_ranking(ranking: Ranking, hands: _Hands) -> Iterator[Reason]:
    """Yield what parts each place from the next, and why others share one."""
    for above, below in pairwise(ranking):
        yield _explain_place(above[0], below[0], hands)
    for place in ranking:
        if len(place) > 1:
            template = "The five cards of {seats} are of the same ranks: they share."
            yield cite("share", template, seats=place)
    if len(hands) == 1:
        yield cite("best-five", "Nobody else has shown cards.")


def _explain_place(seat: str, other: str, hands: _Hands) -> Reason:
    best = hands[seat]
    second = hands[other]
    hand = name_poker_hand(best)
    cards = _find_deciding_cards(best, second)
    if cards:
        card, lower_card = cards
        template = (
            "{seat} and {other} have the same: {hand}. "
            "The kicker decides: {card:short} to {lower:short}."
        )
        if best.category in _WITHOUT_KICKERS:
            template = (
                "{seat} and {other} have the same: {hand}. "
                "The next card decides: {card:short} to {lower:short}."
            )
        return cite(
            "kickers",
            template,
            seat=seat,
            other=other,
            hand=hand,
            card=card,
            lower=lower_card,
        )

    section = "kickers"
    template = "{seat}: {hand}. {other}: {lower}."
    lower = name_poker_hand(second)
    if best.category != second.category:
        section = "best-five"
        template = "{seat} has {hand}, {other} only {lower}."
        hand = POKER_CATEGORIES[best.category]
        lower = POKER_CATEGORIES[second.category]
    return cite(section, template, seat=seat, other=other, hand=hand, lower=lower)


def _find_deciding_cards(best: PokerHand, second: PokerHand) -> Cards:
    """Return the single cards that part two hands of one name; none if names do."""
    strengths = zip(best.strength, second.strength, strict=False)
    pairs = enumerate(strengths)
    place = next(place for place, (high, low) in pairs if high != low)
    if place <= _RANKS_IN_NAME.get(best.category, 1):
        return ()
    return _find_card(best, place), _find_card(second, place)


def _find_card(hand: PokerHand, place: int) -> Card:
    rank = RANKS[hand.strength[place] - 2]
    return next(card for card in hand.cards if card.rank == rank)
