"""Cards that score together, and why: what hands and plays have in common."""

from dataclasses import dataclass
from itertools import groupby

from referee import Card, Reason, Text, is_sequence, say

from .rules import cite

ALIKE = {2: (say("Pair"), 2), 3: (say("Pair royal"), 6), 4: (say("Double pair royal"), 12)}
"""What so many cards of one rank are called, and their points: 2 for each pair among them."""


@dataclass(frozen=True, slots=True)
class Combination:
    """Cards that score together: the section that says so, what they are called, and their points."""

    section: str
    name: Text
    points: int
    cards: tuple[Card, ...]


def is_run(cards: tuple[Card, ...]) -> bool:
    """Whether these cards are three or more in sequence, in any order and of any suit."""
    return len(cards) > 2 and is_sequence(cards)


def reasons_for(scoring: tuple[Combination, ...]) -> tuple[Reason, ...]:
    """One for those of a kind that follow one another, with all their cards and what they come to."""
    found = []
    for (section, points), alike in groupby(scoring, key=lambda one: (one.section, one.points)):
        what, cards = zip(*((one.name, one.cards) for one in alike), strict=True)
        n = points * len(cards)
        found.append(cite(section, "{what} for {n}: {cards:short}.", what=what[0], n=n, cards=cards))
    return tuple(found)
