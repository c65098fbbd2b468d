"""The ranks in their order, and ranks and numbers of cards in words."""

from collections.abc import Mapping
from functools import cache
from typing import Final

from referee import RANKS, Text, say

ALL_RANKS: Final = tuple(f"{RANKS}X")
"""The ranks in the order in which they are told; `X` is the joker."""

SPECIALS: Final = frozenset("23TX")
"""The ranks that may be played on anything."""

_RANKS: Mapping[str, Text] = {
    "2": say("2s"),
    "3": say("3s"),
    "4": say("4s"),
    "5": say("5s"),
    "6": say("6s"),
    "7": say("7s"),
    "8": say("8s"),
    "9": say("9s"),
    "T": say("10s"),
    "J": say("jacks"),
    "Q": say("queens"),
    "K": say("kings"),
    "A": say("aces"),
    "X": say("jokers"),
}


_ORDINARY = tuple(rank for rank in ALL_RANKS if rank not in SPECIALS)


@cache
def ranks_said(ranks: tuple[str, ...]) -> Text:
    """Ranks as people say them: `9s or higher, or 2s, 3s, 10s and jokers`; all of them are `cards of any rank`."""
    if ranks == ALL_RANKS:
        return say("cards of any rank")
    others = tuple(rank for rank in ranks if rank not in SPECIALS)
    if others and {*ranks} >= SPECIALS and others == _ORDINARY[-len(others) :]:
        specials = tuple(_RANKS[rank] for rank in ranks if rank in SPECIALS)
        if len(others) == 1:
            return say("{highest}, or {specials}", highest=_RANKS[others[0]], specials=specials)
        return say("{lowest} or higher, or {specials}", lowest=_RANKS[others[0]], specials=specials)
    return say("{ranks}", ranks=tuple(_RANKS[rank] for rank in ranks))
