"""Which card on the pile has to be beaten, what may be played, and what is a row.

A pile stands bottom card first.
"""

from collections.abc import Sequence
from typing import Final

from referee import Card, Cards

from .game import ALL_RANKS, SPECIALS

ROW: Final = 3
"""The number of cards of one rank in a row that clears the pile."""

_LADDER = "456789TJQKA"
"""The ten is among them for a pile started with one; played, it clears the pile."""

_RANKS_ON: dict[str, tuple[str, ...]] = {}
for _place, _beaten in enumerate(_LADDER):
    _playable = SPECIALS.union(_LADDER[_place:])
    _RANKS_ON[_beaten] = tuple(rank for rank in ALL_RANKS if rank in _playable)


def card_to_beat(pile: Sequence[Card]) -> Card | None:
    """Return the card to equal or beat; None where anything may be played."""
    top = seen_through(pile)
    if top is None or top.rank in "2X":
        return None
    return top


def seen_through(pile: Sequence[Card]) -> Card | None:
    """Return the topmost card that is not a 3, or None."""
    for card in reversed(pile):
        if card.rank != "3":
            return card
    return None


def playable_ranks(pile: Sequence[Card]) -> tuple[str, ...]:
    """Return the ranks that may be played on this pile, in the order of `ALL_RANKS`."""
    beaten = card_to_beat(pile)
    if beaten is None:
        return ALL_RANKS
    return _RANKS_ON[beaten.rank]


def in_a_row(pile: Sequence[Card]) -> bool:
    """True if three cards of one rank lie on top of this pile."""
    if len(pile) < ROW:
        return False
    return pile[-1].rank == pile[-2].rank == pile[-3].rank


def top_of_one_rank(pile: Sequence[Card]) -> Cards:
    """Return the cards of one rank in a row on top, however many they are."""
    row: list[Card] = []
    for card in reversed(pile):
        if card.rank != pile[-1].rank:
            break
        row.insert(0, card)
    return tuple(row)


def after_rows(pile: Cards) -> Cards:
    """Return what lies above the last three of a rank in a row; all without any."""
    for end in range(len(pile), ROW - 1, -1):
        if in_a_row(pile[:end]):
            return pile[end:]
    return pile


def seen_in_a_row(pile: Sequence[Card]) -> Cards:
    """Return the three topmost cards that are no 3s, where they are of one rank."""
    others = [card for card in pile if card.rank != "3"]
    if not in_a_row(others):
        return ()
    return tuple(others[-ROW:])
