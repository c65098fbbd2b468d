"""Pots of chips: main pot, side pots, and the winners' shares."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from referee.vocabulary.values import Seats


@dataclass(frozen=True, slots=True)
class Pot:
    """Chips, and the seats that can win them: still in, with the full amount put in.

    >>> Pot(120, ("Ana", "Ben")).chips
    120
    """

    chips: int
    seats: Seats
    payers: Seats = field(default=(), compare=False)
    """The seats that put in any of the chips, those that folded among them."""


def return_uncalled(put_in: Mapping[str, int]) -> dict[str, int]:
    """Return the part of the highest bet that nobody called, by seat; empty if none.

    >>> return_uncalled({"Ana": 500, "Ben": 200, "Cy": 20})
    {'Ana': 300}
    """
    _most, second, *_ = *sorted(put_in.values(), reverse=True), 0, 0
    return {seat: chips - second for seat, chips in put_in.items() if chips > second}


def divide_pots(
    put_in: Mapping[str, int], folded: Collection[str] = ()
) -> tuple[Pot, ...]:
    """Return the main pot and the side pots, in this order, without uncalled bets.

    A seat that is all in wins no more from anybody than it put in itself. Chips of
    folded seats stay in the pots, which folded seats cannot win. Raise ValueError if
    everybody folded.

    >>> put_in = {"Ana": 50, "Ben": 200, "Cy": 200, "Dee": 20}
    >>> for pot in divide_pots(put_in, folded=("Dee",)):
    ...     print(pot.chips, pot.seats, pot.payers)
    170 ('Ana', 'Ben', 'Cy') ('Ana', 'Ben', 'Cy', 'Dee')
    300 ('Ben', 'Cy') ('Ben', 'Cy')
    """
    left = dict(put_in)
    for seat, uncalled in return_uncalled(put_in).items():
        left[seat] -= uncalled
    inside = [seat for seat in left if seat not in folded]
    if not inside:
        raise ValueError(
            "everybody has folded: somebody has to be left who wins the pot"
        )

    pots = []
    below = 0
    levels = sorted({*map(left.__getitem__, inside)} - {0})
    for level in levels:
        top = level
        if level == levels[-1]:
            # A bet that was called only by those who then folded goes to whoever can
            # win the last pot.
            top = max(left.values())
        chips = sum(min(top, own) - min(below, own) for own in left.values())
        seats = tuple(seat for seat in inside if left[seat] >= level)
        payers = tuple(seat for seat, own in left.items() if own > below)
        pots.append(Pot(chips, seats, payers))
        below = top
    return tuple(pots)


def share_pot(chips: int, winners: Sequence[str], chip: int = 1) -> dict[str, int]:
    """Return each winner's share of a pot, in chips no smaller than `chip`.

    Odd chips go one by one to the first winners. A remainder below one chip goes to the
    first winner.

    >>> share_pot(103, ("Ben", "Ana"))
    {'Ben': 52, 'Ana': 51}
    >>> share_pot(110, ("Ben", "Ana", "Cy"), chip=5)
    {'Ben': 40, 'Ana': 35, 'Cy': 35}
    """
    whole_chips, rest = divmod(chips, chip)
    each, odd = divmod(whole_chips, len(winners))
    shares = dict.fromkeys(winners, each * chip)
    for seat in winners[:odd]:
        shares[seat] += chip
    shares[winners[0]] += rest
    return shares
