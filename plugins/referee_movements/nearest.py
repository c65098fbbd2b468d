"""Tables of four whose people have met as little as possible, by swapping places.

It is exact about what it counts, and only near the best: every swap of two people that
meets less is made, until none is left.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import product

from referee import Meeting

from .people import cut_into_fours, tables_played

AS_PARTNERS = 8
"""How much it costs to be partners again; against each other again costs by how often
that was.
"""

MOST_PASSES = 12


class Acquaintance:
    """How often people were partners, and how often against each other."""

    def __init__(self, tables: Iterable[Sequence[str]]) -> None:
        self.partners = Counter[frozenset[str]]()
        self.opponents = Counter[frozenset[str]]()
        for table in tables:
            for pair in partners_at(table):
                self.partners[pair] += 1
            for pair in opponents_at(table):
                self.opponents[pair] += 1

    def cost(self, table: Sequence[str]) -> int:
        """Return how much these four have met, by what should not be repeated."""
        cost = 0
        for pair in partners_at(table):
            cost += AS_PARTNERS * self.partners[pair]
        for pair in opponents_at(table):
            cost += self.opponents[pair] ** 2
        return cost


def partners_at(table: Sequence[str]) -> list[frozenset[str]]:
    """Return the two pairs at a table: partners sit opposite each other."""
    return [frozenset(table[::2]), frozenset(table[1::2])]


def opponents_at(table: Sequence[str]) -> list[frozenset[str]]:
    """Return the pairs of opponents at a table."""
    return list(map(frozenset, product(table[::2], table[1::2])))


def seat_nearest(meeting: Meeting, people: Sequence[str]) -> list[list[str]]:
    """Return tables of these people, whose number is a multiple of four."""
    met = Acquaintance(tables_played(meeting))
    tables = cut_into_fours(people)
    for _ in range(MOST_PASSES):
        costly = [table for table in tables if met.cost(table)]
        improved = [_improve(met, *pair) for pair in product(costly, tables)]
        if not any(improved):
            break
    return tables


def _improve(met: Acquaintance, table: list[str], other: list[str]) -> bool:
    """Swap two people of these tables if that meets less; return whether it does."""
    cost = met.cost(table) + met.cost(other)
    before = cost
    for seat, other_seat in product(range(4), repeat=2):
        table[seat], other[other_seat] = other[other_seat], table[seat]
        after = met.cost(table) + met.cost(other)
        if after < cost:
            cost = after
        else:
            table[seat], other[other_seat] = other[other_seat], table[seat]
    return cost < before
