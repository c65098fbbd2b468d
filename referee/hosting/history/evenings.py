"""Evenings: the matches that people play one after the other, and how they stand over
all of them.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from referee.hosting.store import EveningMatch, Placing, Store
from referee.hosting.tables.table import TableFacts
from referee.match.log_entry import SPECTATOR, Viewer
from referee.vocabulary.values import Count, Ordinal

LONGEST_BREAK_SECONDS = 6 * 60 * 60
"""Whoever plays on after a longer one begins another evening."""


@dataclass(frozen=True, slots=True)
class EveningPlayer:
    """How somebody did over the decided matches of an evening: a player is a name, in
    any case.
    """

    name: str
    """As it was spelled last."""
    place: Ordinal
    """By wins, then by the mean of their places; equals share a place."""
    wins: Count
    places: tuple[Count, ...]
    """How often they were first, second and so on, down to the last place of anybody.
    """
    mean_place: float
    matches: Ordinal
    """How many they played."""


@dataclass(frozen=True, slots=True)
class Evening:
    """An evening's matches, the first one first, and its players, the best first. What
    nobody won does not count.
    """

    matches: tuple[EveningMatch, ...]
    players: tuple[EveningPlayer, ...]

    @property
    def decided(self) -> tuple[EveningMatch, ...]:
        """The matches that count."""
        return tuple(match for match in self.matches if match.is_decided)


def rank_players(matches: Iterable[EveningMatch]) -> tuple[EveningPlayer, ...]:
    """Return the players of these matches, which are decided, by their wins, then by
    the mean of their places.
    """
    played: dict[str, list[Placing]] = defaultdict(list)
    for match in matches:
        for placing in match.placings:
            played[placing.player or placing.name].append(placing)
    merits = {player: _merit(placings) for player, placings in played.items()}
    last = max(
        (placing.place for placings in played.values() for placing in placings),
        default=0,
    )
    return tuple(
        _player(
            played[player], last, 1 + sum(other < merit for other in merits.values())
        )
        for player, merit in sorted(merits.items(), key=lambda item: item[1])
    )


def _merit(placings: Sequence[Placing]) -> tuple[int, Fraction]:
    """Return what is the smaller the better somebody did."""
    wins, places = (
        sum(placing.won for placing in placings),
        sum(placing.place for placing in placings),
    )
    return -wins, Fraction(places, len(placings))


def _player(placings: Sequence[Placing], last: int, place: int) -> EveningPlayer:
    wins, mean = _merit(placings)
    often = Counter(placing.place for placing in placings)
    counts = tuple(often[nth] for nth in range(1, last + 1))
    return EveningPlayer(
        placings[-1].name, place, -wins, counts, float(mean), len(placings)
    )


def evening_of(store: Store, code: str) -> Evening:
    """Return the evening at which the match of this table is played."""
    return evening_over(matches_of_evening(store, code))


def matches_of_evening(store: Store, code: str) -> list[EveningMatch]:
    """Return the matches of the evening at which that of this table is played, the
    first one first.
    """
    return _without_long_breaks(store.past.one_after_the_other(code), code)


def evening_over(matches: Iterable[EveningMatch]) -> Evening:
    """Return the evening of these matches, which were played one after the other."""
    played = tuple(matches)
    return Evening(played, rank_players(match for match in played if match.is_decided))


def _without_long_breaks(
    matches: Sequence[EveningMatch], code: str
) -> list[EveningMatch]:
    """Return those before and after the match of this table that no long break parts
    from it.
    """
    found: list[EveningMatch] = []
    for match in matches:
        if (
            found
            and match.opened_at - (found[-1].ended_at or match.opened_at)
            > LONGEST_BREAK_SECONDS
        ):
            if any(earlier.code == code for earlier in found):
                break
            found = []
        found.append(match)
    return found


def evening_for(store: Store, table: TableFacts, viewer: Viewer) -> Evening:
    """Return the evening of this table as this viewer may know it.

    Whoever only watches is told of the other matches that are over, but not where they
    were played: at a table that goes on, they would be the others' guests.
    """
    evening = evening_of(store, table.code)
    if table.current_viewer(viewer) != SPECTATOR:
        return evening
    over = [
        match
        for match in evening.matches
        if match.ended_at is not None or match.code == table.code
    ]
    matches = (
        match if match.code == table.code else replace(match, code=None)
        for match in over
    )
    return replace(evening, matches=tuple(matches))
