"""The pot and the burn: what drawing takes from the one, and when the other is shuffled into it."""

from __future__ import annotations

from dataclasses import dataclass

from referee import Card


@dataclass(frozen=True, slots=True)
class Piles:
    """How many cards lie in the pot, and which in the burn.

    `untouched` are cards known to lie in the pot, because nobody has drawn since they were shuffled into it.
    """

    pot: int
    burn: tuple[Card, ...] = ()
    untouched: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Drawn:
    """The piles after drawing; and, where the pot became empty, after how many cards, and how many the burn
    then gave it (`refilled_after` None: it did not).
    """

    piles: Piles
    refilled_after: int | None = None
    refilled_with: int = 0


def draw_back(piles: Piles, draws: int) -> Drawn:
    """What drawing so many cards does. The moment the pot is empty, the burn is shuffled into it.

    Pot and burn together hold more cards than are drawn: what does not lie in them is in the bidding draw, in
    hands or won.
    """
    if draws < piles.pot:
        untouched = () if draws else piles.untouched
        return Drawn(Piles(piles.pot - draws, piles.burn, untouched))
    beyond = draws - piles.pot
    refilled = Piles(len(piles.burn) - beyond, (), () if beyond else piles.burn)
    return Drawn(refilled, piles.pot, len(piles.burn))
