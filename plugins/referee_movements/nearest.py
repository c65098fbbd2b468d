"""Tables of four whose people have met as little as possible, by swapping places.

The count of meetings is exact, and the result near the best. Two people swap as long as
any swap makes people meet less.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import product
from operator import itemgetter

from referee import Meeting

from .people import cut_into_fours, tables_played

AS_PARTNERS = 8
"""The cost of being partners again.

Opponents cost the number of times that they met.
"""

MOST_PASSES = 12

MOST_STARTS = 4
"""The most rows of people to start from, until nobody meets too often."""


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
        """Return how often these four have met, weighted by what is not to repeat."""
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


def count_repeats(
    met: Acquaintance, tables: Iterable[Sequence[str]]
) -> tuple[int, int]:
    """Return the numbers of repeated partners, and of opponents for a third time."""
    again = against = 0
    for table in tables:
        for pair in partners_at(table):
            again += met.partners[pair] > 0
        for pair in opponents_at(table):
            against += met.opponents[pair] > 1
    return again, against


def seat_nearest(meeting: Meeting, people: Sequence[str]) -> list[list[str]]:
    """Return tables of these people; their number is a multiple of four."""
    met = Acquaintance(tables_played(meeting))
    found: list[tuple[tuple[int, int], list[list[str]]]] = []
    for start in range(MOST_STARTS):
        tables = cut_into_fours([*people[start:], *people[:start]])
        for _ in range(MOST_PASSES):
            costly = [table for table in tables if met.cost(table)]
            improved = [_improve(met, *pair) for pair in product(costly, tables)]
            if not any(improved):
                break
        repeats = count_repeats(met, tables)
        found.append((repeats, tables))
        if not any(repeats):
            break
    _, fewest = min(found, key=itemgetter(0))
    return fewest


def _improve(met: Acquaintance, table: list[str], other: list[str]) -> bool:
    """Swap two people of these tables if they then meet less; return if any did."""
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
