"""The cards that rulings are about, as people are shown them."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain

from referee import Card, Ruling, ShownCards, say


def cards_of(sides: Mapping[str, tuple[tuple[Card, ...], ...] | None], winner: str | None) -> tuple[ShownCards, ...]:
    """What each side that does not pass has laid or shown; the winner's cards decided."""
    laid = [(side, tuple(chain.from_iterable(cards))) for side, cards in sides.items() if cards is not None]
    return tuple([ShownCards(side, cards, cards if side == winner else ()) for side, cards in laid])


def with_turned(turned: Card, ruling: Ruling) -> tuple[ShownCards, ...]:
    """The same with the card that was played for."""
    return ShownCards(None, (turned,), (), say("turned")), *ruling.laid()


def keys_of(winner: str, keys: tuple[Card, ...]) -> tuple[ShownCards, ...]:
    """The keys that won the game."""
    return (ShownCards(winner, keys, keys, say("keys")),)
