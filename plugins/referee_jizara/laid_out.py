"""The cards that rulings are about, as people are shown them."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain

from referee import Card, Laid, Ruling, say


def cards_of(sides: Mapping[str, tuple[tuple[Card, ...], ...] | None], winner: str | None) -> tuple[Laid, ...]:
    """What each side that does not pass has laid or shown; the winner's cards decided."""
    laid = [(side, tuple(chain.from_iterable(cards))) for side, cards in sides.items() if cards is not None]
    return tuple([Laid(side, cards, cards if side == winner else ()) for side, cards in laid])


def with_turned(turned: Card, ruling: Ruling) -> tuple[Laid, ...]:
    """The same with the card that was played for."""
    return Laid(None, (turned,), (), say("turned")), *ruling.laid()


def keys_of(winner: str, keys: tuple[Card, ...]) -> tuple[Laid, ...]:
    """The keys that won the game."""
    return (Laid(winner, keys, keys, say("keys")),)
