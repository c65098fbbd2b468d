"""Evenings: matches that people play one after the other, and their standings."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from referee.hosting.store import EveningMatch, Placing, Store
from referee.hosting.tables.table import TableFacts
from referee.match.viewer import SPECTATOR, Viewer
from referee.vocabulary.values import Count, Ordinal

LONGEST_BREAK_SECONDS = 6 * 60 * 60
"""The longest break within an evening."""


@dataclass(frozen=True, slots=True)
class EveningPlayer:
    """A player's results in an evening's decided matches, under any spelling."""

    name: str
    """The latest spelling."""
    place: Ordinal
    """By wins; equals share a place."""
    wins: Count
    places: tuple[Count, ...]
    """The number of first, second and further places, down to anybody's last."""
    mean_place: float
    matches: Ordinal
    """The number of matches played."""


@dataclass(frozen=True, slots=True)
class Evening:
    """An evening's matches, first one first, and its players, best first."""

    matches: tuple[EveningMatch, ...]
    players: tuple[EveningPlayer, ...]

    @property
    def decided(self) -> tuple[EveningMatch, ...]:
        """Return the matches with a winner, the only ones that count."""
        return tuple(match for match in self.matches if match.is_decided)


def rank_players(matches: Iterable[EveningMatch]) -> tuple[EveningPlayer, ...]:
    """Return the players of these decided matches by wins.

    Of those who share a place the best average place stands first.
    """
    played = defaultdict(list)
    last_place = 0
    for match in matches:
        for placing in match.placings:
            played[placing.player or placing.name].append(placing)
            last_place = max(last_place, placing.place)
    best_first = sorted(played.values(), key=_merit)
    wins = [_wins(placings) for placings in best_first]
    players = []
    for placings, won in zip(best_first, wins, strict=True):
        # Equals share the place of their first.
        place = 1 + wins.index(won)
        players.append(_player(placings, last_place, place))
    return tuple(players)


def _wins(placings: Sequence[Placing]) -> int:
    return sum(placing.won for placing in placings)


def _merit(placings: Sequence[Placing]) -> tuple[int, Fraction]:
    """Return a sort key: the best player first."""
    places = sum(placing.place for placing in placings)
    return -_wins(placings), Fraction(places, len(placings))


def _player(placings: Sequence[Placing], last_place: int, place: int) -> EveningPlayer:
    wins, mean = _merit(placings)
    often = Counter(placing.place for placing in placings)
    counts = tuple(often[nth] for nth in range(1, last_place + 1))
    name = placings[-1].name
    return EveningPlayer(name, place, -wins, counts, float(mean), len(placings))


def evening_of(store: Store, code: str) -> Evening:
    """Return the evening of this table's match."""
    return evening_over(matches_of_evening(store, code))


def matches_of_evening(store: Store, code: str) -> list[EveningMatch]:
    """Return the matches of this table's evening, in order."""
    evening = []
    is_theirs = False
    ended_at = None
    for match in store.past.linked_matches(code):
        if ended_at and match.opened_at - ended_at > LONGEST_BREAK_SECONDS:
            if is_theirs:
                break
            evening = []
        evening.append(match)
        is_theirs = is_theirs or match.code == code
        ended_at = match.ended_at
    return evening


def evening_over(matches: Iterable[EveningMatch]) -> Evening:
    """Return the evening of these consecutive matches."""
    evening = Evening(tuple(matches), ())
    return replace(evening, players=rank_players(evening.decided))


def evening_for(evening: Evening, table: TableFacts, viewer: Viewer) -> Evening:
    """Return this table's evening as far as this viewer may know it.

    A spectator learns of the other matches that are over, but not their tables: a code
    would make them a guest at a table that goes on.
    """
    if table.current_viewer(viewer) != SPECTATOR:
        return evening
    matches = []
    for match in evening.matches:
        if match.code == table.code:
            matches.append(match)
        elif match.ended_at is not None:
            matches.append(replace(match, code=None))
    return replace(evening, matches=tuple(matches))
