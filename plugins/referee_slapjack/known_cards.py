"""Cards that are known to lie in a stack: those of a taken pile that had been entered, until they can be gone."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from referee import Card


@dataclass(frozen=True, slots=True)
class Lying:
    """Where a card lies: in the stack of this place, under at least so many others."""

    place: int
    above: int


Lies = Mapping[Card, Lying]


def put_under(lies: Lies, cards: Iterable[Card], place: int, stack: int) -> Lies:
    """After these cards were put under the stack of this place, which had so many."""
    return {**lies, **{card: Lying(place, stack) for card in cards}}


def topmost_left(lies: Lies, place: int, card: Card | None) -> Lies:
    """After the top card of a stack has left it: this one, or one that nobody named, which may be any on top."""
    if not lies:
        return lies
    left: dict[Card, Lying] = {}
    for each, lying in lies.items():
        if each is card:
            continue
        if lying.place != place:
            left[each] = lying
        elif lying.above or card is not None:
            left[each] = Lying(place, max(lying.above - 1, 0))
    return left


def without_stacks(lies: Lies, places: Collection[int]) -> Lies:
    """What is still known where these stacks were found to be other than was thought."""
    return {card: lying for card, lying in lies.items() if lying.place not in places}
