"""The pile: which card on it has to be beaten, what may be played, and when three of a rank lie in a row."""

from collections.abc import Mapping, Sequence
from typing import Final

from referee import Card

from .ranks import ALL_RANKS, SPECIALS

ROW: Final = 3
"""The number of cards of one rank in a row that clears the pile."""

_ANYTHING_ON = frozenset("2X")
_LADDER = "456789TJQKA"
"""The ten is among them for a pile that was started with one; played, it clears and is never beaten."""

_RANKS_ON: Mapping[str, tuple[str, ...]] = {
    beaten: tuple(rank for rank in ALL_RANKS if rank in SPECIALS or _LADDER.index(rank) >= _LADDER.index(beaten))
    for beaten in _LADDER
}


def card_to_beat(pile: Sequence[Card]) -> Card | None:
    """The card of this pile (bottom first) that has to be equalled or beaten; None where anything may be played."""
    top = seen_through(pile)
    return None if top is None or top.rank in _ANYTHING_ON else top


def seen_through(pile: Sequence[Card]) -> Card | None:
    """The topmost card of this pile (bottom first) that is not a 3, or None when there is none."""
    for card in reversed(pile):
        if card.rank != "3":
            return card
    return None


def playable_ranks(pile: Sequence[Card]) -> tuple[str, ...]:
    """The ranks that may be played on this pile (bottom first), in the order of `ALL_RANKS`."""
    beaten = card_to_beat(pile)
    return ALL_RANKS if beaten is None else _RANKS_ON[beaten.rank]


def in_a_row(pile: Sequence[Card], length: int) -> bool:
    """Whether this many cards (two at least) of one rank lie on top of this pile (bottom first)."""
    if len(pile) < length:
        return False
    top = pile[-1].rank
    return pile[-2].rank == top and all(card.rank == top for card in pile[-length:])


def top_of_one_rank(pile: Sequence[Card]) -> tuple[Card, ...]:
    """Return the cards of one rank that lie in a row on top of this pile (bottom first), however many they are."""
    length = next((n for n, card in enumerate(reversed(pile)) if card.rank != pile[-1].rank), len(pile))
    return tuple(pile[len(pile) - length :])


def after_rows(pile: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return what lies on this pile (bottom first) above the last three of a rank in a row; all of it without any."""
    for end in range(len(pile), ROW - 1, -1):
        if in_a_row(pile[:end], ROW):
            return pile[end:]
    return pile


def seen_in_a_row(pile: Sequence[Card]) -> tuple[Card, ...]:
    """Return the three topmost cards of this pile that are no 3s, where they are of one rank; else none."""
    row = tuple(card for card in pile if card.rank != "3")[-ROW:]
    return row if len(row) == ROW and len({card.rank for card in row}) == 1 else ()
