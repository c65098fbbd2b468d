"""Cards known to lie in a stack: those of a taken pile that had been entered, for as long as they must be there."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from referee import Card


@dataclass(frozen=True, slots=True)
class InStack:
    """Where a card lies: in the stack of this place at the table, among this many of its lowest cards.

    Where the stack has no more than that, it may lie anywhere in it.
    """

    place: int
    lowest: int


KnownCards = Mapping[Card, InStack]


def put_under(known: KnownCards, cards: Iterable[Card], place: int, count: int) -> KnownCards:
    """What is known after this many cards, these among them, were put under the stack of this place."""
    lifted = {card: InStack(place, lying.lowest + count) for card, lying in known.items() if lying.place == place}
    return {**known, **lifted, **{card: InStack(place, count) for card in cards}}


def topmost_left(known: KnownCards, place: int, stack: int, card: Card | None) -> KnownCards:
    """What is known after the top card of a stack, which had `stack` cards, has left it: this one, or None for one that
    nobody named.
    """
    if card is not None:
        return {each: lying for each, lying in known.items() if each is not card} if card in known else known
    return {each: lying for each, lying in known.items() if lying.place != place or lying.lowest < stack}


def without_stacks(known: KnownCards, places: Collection[int]) -> KnownCards:
    """What is still known after these stacks turned out not to be as the referee had them."""
    return {card: lying for card, lying in known.items() if lying.place not in places}
