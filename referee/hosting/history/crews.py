"""Crews: the same people who played together again, and how they stand.

Nobody founds, joins or leaves one: all of it follows from finished matches, so a
forgotten name is gone from here too.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import permutations, takewhile
from statistics import mode

from referee.hosting.history.evenings import LONGEST_BREAK_SECONDS
from referee.hosting.store import PastMatch, Placing, Store
from referee.vocabulary.values import Count, Ordinal, Seats

MATCHES_LOOKED_AT = 300
"""The matches of any of these people among which those of all are looked for."""


@dataclass(frozen=True, slots=True)
class Crew:
    """People who played together; their matches, last ended first."""

    matches: tuple[PastMatch, ...]

    @property
    def latest(self) -> PastMatch:
        """Return the last match."""
        return self.matches[0]

    @property
    def names(self) -> Seats:
        """Return their names in the last match, clockwise."""
        return tuple(placing.name for placing in self.latest.placings)

    @property
    def weekday(self) -> Ordinal:
        """Return the day on which they usually play, 0 for Mondays.

        A night belongs to its evening.
        """
        days = []
        for match in self.matches:
            day = date.fromtimestamp(match.ended_at - LONGEST_BREAK_SECONDS)
            days.append(day.weekday())
        return mode(days)

    @property
    def _decided(self) -> list[dict[str | None, Placing]]:
        """Return the placings by player in each match that somebody has won."""
        decided = []
        for match in self.matches:
            if any(placing.won for placing in match.placings):
                decided.append({each.player: each for each in match.placings})
        return decided

    @property
    def streak(self) -> tuple[Seats, Count]:
        """Return who won last, and how many matches in a row by now."""
        won = []
        for match in self._decided:
            won.append([each.player for each in match.values() if each.won])
        last = set(won[0]) if won else set()
        times = len([*takewhile(last.issubset, won)])
        named = (each.name for each in self.latest.placings if each.player in last)
        return tuple(named), times

    @property
    def revenge(self) -> tuple[str, str, Count]:
        """Return who has been ahead of whom, and in how many matches in a row by now.

        The longest such row; 0 where nobody is.
        """
        decided = self._decided
        longest = ("", "", 0)
        for winner, loser in permutations(self.latest.placings, 2):
            times = 0
            for match in decided:
                if match[winner.player].place >= match[loser.player].place:
                    break
                times += 1
            if times > longest[2]:
                longest = (winner.name, loser.name, times)
        return longest


def find_crews(matches: Iterable[PastMatch], fewest: Count = 2) -> list[Crew]:
    """Return who played at least so many of these matches, in the order of their last.

    A match in which a name was forgotten is nobody's.
    """
    together = defaultdict(list)
    for match in matches:
        players = frozenset(placing.player for placing in match.placings)
        if len(players) > 1 and None not in players:
            together[players].append(match)
    return [Crew(tuple(found)) for found in together.values() if len(found) >= fewest]


def find_crew(
    store: Store, players: Sequence[str], listed: Sequence[str] | None
) -> Crew | None:
    """Return the crew of exactly these players, or None.

    `listed` are the tables that may be told of; None: all.
    """
    matches = store.past.matches_of(players, MATCHES_LOOKED_AT)
    for crew in find_crews(
        match for match in matches if listed is None or match.code in listed
    ):
        if {placing.player for placing in crew.latest.placings} == {*players}:
            return crew
    return None
