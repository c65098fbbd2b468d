"""Pots of chips: a main pot and side pots from what each has put in, and how winners
share one.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pot:
    """Chips that were put in, and the seats that can win them: those who put in as much
    as anybody, and are still in.

    >>> Pot(120, ("Ana", "Ben")).chips
    120
    """

    chips: int
    seats: tuple[str, ...]


def return_uncalled(put_in: Mapping[str, int]) -> dict[str, int]:
    """What goes back to whoever has bet more than anybody else has put in; empty where
    nobody has.

    >>> return_uncalled({"Ana": 500, "Ben": 200, "Cy": 20})
    {'Ana': 300}
    """
    most, second, *_ = *sorted(put_in.values(), reverse=True), 0, 0
    return {
        seat: chips - second for seat, chips in put_in.items() if chips == most > second
    }


def divide_pots(
    put_in: Mapping[str, int], folded: Collection[str] = ()
) -> tuple[Pot, ...]:
    """The main pot and the side pots, in this order, of what is left in after an
    uncalled bet has gone back.

    Whoever is all in for less can win no more from anybody than they have put in
    themselves. What those who have folded had put in stays in the pots, and they win
    none of it. ValueError where everybody has folded.

    >>> divide_pots({"Ana": 50, "Ben": 200, "Cy": 200, "Dee": 20}, folded=("Dee",))
    (Pot(chips=170, seats=('Ana', 'Ben', 'Cy')), Pot(chips=300, seats=('Ben', 'Cy')))
    """
    left = {
        seat: chips - return_uncalled(put_in).get(seat, 0)
        for seat, chips in put_in.items()
    }
    inside = {seat: chips for seat, chips in left.items() if seat not in folded}
    if not inside:
        raise ValueError(
            "everybody has folded: somebody has to be left who wins the pot"
        )
    levels = sorted({*inside.values()} - {0})
    # A bet that was called only by those who then folded goes to whoever can win the
    # last pot.
    tops = [*levels[:-1], max(left.values())] if levels else []
    pots, below = [], 0
    for level, top in zip(levels, tops, strict=True):
        chips = sum(min(top, had) - min(below, had) for had in left.values())
        pots.append(
            Pot(chips, tuple(seat for seat, had in inside.items() if had >= level))
        )
        below = top
    return tuple(pots)


def share_pot(chips: int, winners: Sequence[str], chip: int = 1) -> dict[str, int]:
    """What each of the winners gets of a pot, in chips no smaller than `chip`.

    What cannot be shared goes out chip by chip, to those first who come first among the
    winners; what is less than a chip goes to the first.

    >>> share_pot(103, ("Ben", "Ana")), share_pot(110, ("Ben", "Ana", "Cy"), chip=5)
    ({'Ben': 52, 'Ana': 51}, {'Ben': 40, 'Ana': 35, 'Cy': 35})
    """
    (each, odd), less = divmod(chips // chip, len(winners)), chips % chip
    return {
        seat: (each + (n < odd)) * chip + (less if n == 0 else 0)
        for n, seat in enumerate(winners)
    }
