"""Cards known to lie in a stack: those of a taken pile that had been entered, for as long as they must be there."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from referee import Card


@dataclass(frozen=True, slots=True)
class InStack:
    """Where a card lies: in the stack of this place at the table, under at least this many others."""

    place: int
    above: int


KnownCards = Mapping[Card, InStack]


def put_under(known: KnownCards, cards: Iterable[Card], place: int, stack: int) -> KnownCards:
    """What is known after these cards were put under the stack of this place, which had `stack` cards."""
    return {**known, **{card: InStack(place, stack) for card in cards}}


def topmost_left(known: KnownCards, place: int, card: Card | None) -> KnownCards:
    """What is known after the top card of a stack has left it: this one, or None for one that nobody named."""
    if not known:
        return known
    left: dict[Card, InStack] = {}
    for each, lying in known.items():
        if each is card:
            continue
        if lying.place != place:
            left[each] = lying
        elif lying.above or card is not None:
            left[each] = InStack(place, lying.above - 1) if lying.above else lying
    return left


def without_stacks(known: KnownCards, places: Collection[int]) -> KnownCards:
    """What is still known after these stacks turned out not to be as the referee had them."""
    return {card: lying for card, lying in known.items() if lying.place not in places}
