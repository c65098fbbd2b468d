"""Who wins a trick, and by which of the four rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import attrgetter
from typing import Literal, NamedTuple

from referee import RANKS, SUITS, Card, card

from .trump import trump_of

Reason = Literal["suited-jack", "joker", "trump", "highest"]
"""The rule that gave the trick, named as its section of the rules is."""

_FACES_AND_ACES = frozenset(card(rank + suit) for rank in RANKS[9:] for suit in SUITS)
_DRAFT_CARDS = _FACES_AND_ACES | {card("XR"), card("XB")}

# Draft cards stand in the order that the rules give them: by rank, equal ranks by suit, the jokers above all.
_order = attrgetter("order")


class Trick(NamedTuple):
    """A decided trick: the winning seat, its card, trump (a suit's letter or None), and the deciding rule."""

    winner: str
    card: Card
    trump: str | None
    reason: Reason


def decide_trick(board: Sequence[Card], plays: Mapping[str, Card]) -> Trick:
    """The trick for a board of trick cards and one draft card by seat: the first rule that applies.

    Any number of board cards and of seats is judged. Raises ValueError when nobody has played, when a card
    belongs to the other stack (2 to 10 on the board, the rest in hands), and when one stands twice.
    """
    trump = trump_of(board)
    seats = {played: seat for seat, played in plays.items()}
    if not seats or len(seats) != len(plays) or not seats.keys() <= _DRAFT_CARDS:
        raise ValueError(_fault(plays))
    best, reason = _winning(board, trump, seats)
    return Trick(seats[best], best, trump, reason)


def _winning(board: Sequence[Card], trump: str | None, played: Mapping[Card, str]) -> tuple[Card, Reason]:
    highest: Card = max(played, key=_order)
    if highest.suit is None:
        on_board = {each.suit for each in board}
        jacks = [each for each in played if each.rank == "J" and each.suit in on_board]
        if jacks:
            return max(jacks, key=lambda jack: (jack.suit == trump, jack.order)), "suited-jack"
        return highest, "joker"
    trumps = [each for each in played if each.suit == trump]
    if trumps:
        return max(trumps, key=_order), "trump"
    return highest, "highest"


def _fault(plays: Mapping[str, Card]) -> str:
    if not plays:
        return "nobody has played a card: a trick needs at least one"
    for seat, played in plays.items():
        if played not in _DRAFT_CARDS:
            return f"{seat} played {played}, which is no draft card: play an ace, king, queen, jack or joker"
    return f"a card was played twice among {' '.join(map(str, plays.values()))}: each seat plays its own"
