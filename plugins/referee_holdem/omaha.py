"""Omaha: two of four cards and three of the board; and lows of eight or better."""

from collections.abc import Iterator
from itertools import combinations

from referee import Card, Cards, PokerHand, best_poker_hand

from .game import TEXAS

HELD = 2
ON_BOARD = 3
"""The numbers of cards from the hand and from the board in a hand at Omaha."""

_LOW_RANKS = "A2345678"


def _fives(held: Cards, board: Cards) -> Iterator[Cards]:
    for own in combinations(held, HELD):
        for common in combinations(board, ON_BOARD):
            yield (*own, *common)


def best_hand(held: Cards, board: Cards, variant: str) -> PokerHand:
    """Return the best five cards: at Omaha two of the hand and three of the board."""
    if variant == TEXAS:
        return best_poker_hand((*held, *board))
    return max(
        map(best_poker_hand, _fives(held, board)), key=lambda best: best.strength
    )


def best_low(held: Cards, board: Cards) -> Cards:
    """Return the best low at Omaha, from its highest card down; empty without one."""
    lows: list[Cards] = []
    for five in _fives(held, board):
        ranks = {card.rank for card in five}
        if len(ranks) == len(five) and ranks.issubset(_LOW_RANKS):
            lows.append(tuple(sorted(five, key=_find_index, reverse=True)))
    if not lows:
        return ()
    return min(lows, key=low_strength)


def _find_index(card: Card) -> int:
    return _LOW_RANKS.index(card.rank)


def low_strength(low: Cards) -> tuple[int, ...]:
    """Return a low's strength, its highest cards first: the lower, the better."""
    return tuple(map(_find_index, low))
