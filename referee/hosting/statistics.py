"""What finished matches tell about a player: pure functions from matches to numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from referee.hosting.store import PastMatch, Placing
from referee.vocabulary.text import Text, count, say

MATCHES_IN_FORM = 10


def parted_by(placings: Sequence[Placing]) -> Text | None:
    """By how much the winners' score parts them from who came next; None where nobody won, or nobody else played.

    In some games most is best, in some fewest, and in some the score alone does not decide: that is said where
    scores are level, or where the others stand in the opposite order.
    """
    winners = [one for one in placings if one.won]
    others = sorted((one for one in placings if not one.won), key=lambda one: one.place)
    if not winners:
        return None
    if not others:
        return say("won by all together") if len(winners) > 1 else None
    following = tuple(one.name for one in others if one.place == others[0].place)
    lead, among = winners[0].score - others[0].score, others[0].score - others[-1].score
    if not lead:
        return say("as many as {next}: something else decided", next=following)
    return _lead(lead, following, by_score=lead * among >= 0)


def _lead(lead: int, following: tuple[str, ...], by_score: bool) -> Text:
    n = abs(lead)
    if lead > 0:
        if by_score:
            return count("{n} more than {next}", "{n} more than {next}", n, next=following)
        template = "{n} more than {next}, but something else decided"
        return count(template, template, n, next=following)
    if by_score:
        return count("{n} fewer than {next}", "{n} fewer than {next}", n, next=following)
    template = "{n} fewer than {next}, but something else decided"
    return count(template, template, n, next=following)


@dataclass(frozen=True, slots=True)
class OfGame:
    """How a player did in one game. `place` is the mean of their places."""

    game: str
    matches: int
    wins: int
    place: float


@dataclass(frozen=True, slots=True)
class Against:
    """How a player did in the matches with another one: how often their place was better, worse, or the same."""

    player: str
    name: str
    matches: int
    ahead: int
    behind: int
    level: int


@dataclass(frozen=True, slots=True)
class Played:
    """A match as one player played it: who else ended how stands in the match."""

    match: PastMatch
    place: int
    won: bool


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """A player: the compared name, how it was spelled last, and what their matches tell.

    `games` and `against` stand with most matches first, `form` are the latest matches, last ended first.
    """

    player: str
    name: str
    matches: int
    wins: int
    games: tuple[OfGame, ...]
    against: tuple[Against, ...]
    form: tuple[Played, ...]


def record_of(player: str, matches: Sequence[PastMatch]) -> PlayerRecord:
    """What these matches of a player, last ended first and at least one, tell about them."""
    mine = [(match, own(player, match)) for match in matches]
    return PlayerRecord(
        player,
        mine[0][1].name,
        len(mine),
        sum(placing.won for _, placing in mine),
        by_game(mine),
        by_rival(mine),
        tuple(Played(match, placing.place, placing.won) for match, placing in mine[:MATCHES_IN_FORM]),
    )


def own(player: str, match: PastMatch) -> Placing:
    """How this player ended in a match of theirs."""
    return next(placing for placing in match.placings if placing.player == player)


def by_game(mine: Iterable[tuple[PastMatch, Placing]]) -> tuple[OfGame, ...]:
    """How a player did in each game."""
    found: dict[str, list[Placing]] = {}
    for match, placing in mine:
        found.setdefault(match.game, []).append(placing)
    counted = (
        OfGame(game, len(all_of), sum(one.won for one in all_of), sum(one.place for one in all_of) / len(all_of))
        for game, all_of in found.items()
    )
    return tuple(sorted(counted, key=lambda one: (-one.matches, one.game)))


def by_rival(mine: Iterable[tuple[PastMatch, Placing]]) -> tuple[Against, ...]:
    """How a player did against each other player they sat with."""
    met: dict[str, list[tuple[int, Placing]]] = {}
    for match, placing in mine:
        for other in match.placings:
            if other.player is not None and other.player != placing.player:
                met.setdefault(other.player, []).append((placing.place, other))
    counted = (against(rival, meetings) for rival, meetings in met.items())
    return tuple(sorted(counted, key=lambda one: (-one.matches, one.player)))


def against(rival: str, meetings: Sequence[tuple[int, Placing]]) -> Against:
    """How a player did against one other, from their own place and the other's in each match, last ended first."""
    ahead = sum(place < other.place for place, other in meetings)
    behind = sum(place > other.place for place, other in meetings)
    return Against(rival, meetings[0][1].name, len(meetings), ahead, behind, len(meetings) - ahead - behind)
