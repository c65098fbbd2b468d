"""Statistics of finished matches: winning margins, and players' results."""

from collections.abc import Sequence
from dataclasses import dataclass

from referee.hosting.store import Against, OfGame, PastMatch, Placing
from referee.vocabulary.text import Text, say
from referee.vocabulary.values import Count, Ordinal, written_score


def explain_lead(
    placings: Sequence[Placing], decided: Text | None = None
) -> Text | None:
    """Return how far the winners' score is from the next; None without either.

    The best score is the highest in some games, the lowest in others. If scores are
    level, or contradict the places, something else decided the match: `decided` is the
    sentence that ended it; without one, the text only says that something did.
    """
    winners = [placing for placing in placings if placing.won]
    others = [placing for placing in placings if not placing.won]
    if not winners:
        return None
    if not others:
        return say("everybody won together") if len(winners) > 1 else None

    others.sort(key=lambda placing: placing.place)
    second = others[0]
    last = others[-1]
    following = tuple(other.name for other in others if other.place == second.place)
    lead = winners[0].score - second.score
    is_opposite = lead * (second.score - last.score) < 0
    if decided is not None and (is_opposite or not lead):
        return decided
    if not lead:
        return say("as many as {next}: something else decided", next=following)

    words = {"n": written_score(abs(lead)), "next": following}
    if is_opposite:
        if lead > 0:
            return say("{n} more than {next}, but something else decided", **words)
        return say("{n} fewer than {next}, but something else decided", **words)
    if lead > 0:
        return say("{n} more than {next}", **words)
    return say("{n} fewer than {next}", **words)


@dataclass(frozen=True, slots=True)
class MatchOfPlayer:
    """A match from one player's side."""

    match: PastMatch
    place: Ordinal
    won: bool


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """A player's statistics."""

    player: str
    """The name in its compared form."""
    name: str
    """The latest spelling."""
    matches: Ordinal
    wins: Count
    games: tuple[OfGame, ...]
    """Most matches first."""
    against: tuple[Against, ...]
    """A page of opponents, most frequent first."""
    page: Ordinal
    more: bool
    """Whether there is a next page."""
    form: tuple[MatchOfPlayer, ...]
    """The latest matches, last ended first."""
