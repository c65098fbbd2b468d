"""The cards that rulings are about, as people are shown them."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain

from referee import NOTHING, Card, Laid, Ruling, say


def cards_of(sides: Mapping[str, tuple[tuple[Card, ...], ...] | None], winner: str | None) -> tuple[Laid, ...]:
    """What each side has laid or shown, nothing where it passes; the winner's cards decided."""
    laid = [(side, tuple(chain.from_iterable(cards or ())), cards is None) for side, cards in sides.items()]
    return tuple(
        [
            Laid(side, cards, cards if side == winner else (), _PASSES if passes else NOTHING)
            for side, cards, passes in laid
        ]
    )


_PASSES = say("passes")


def with_turned(turned: Card, ruling: Ruling) -> tuple[Laid, ...]:
    """The same with the card that was played for."""
    return Laid(None, (turned,), (), say("turned")), *ruling.laid()


def keys_of(winner: str, keys: tuple[Card, ...]) -> tuple[Laid, ...]:
    """The keys that won the game."""
    return (Laid(winner, keys, keys, say("keys")),)
