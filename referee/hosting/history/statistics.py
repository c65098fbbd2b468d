"""What finished matches tell: by how much one was won, and how a player did."""

from collections.abc import Sequence

from referee.hosting.store import Against, OfGame, PastMatch, Placing
from referee.lazy_dataclass import frozen
from referee.vocabulary.text import Text, say
from referee.vocabulary.values import Count, Ordinal, written_score


def parted_by(placings: Sequence[Placing], decided: Text | None = None) -> Text | None:
    """Return by how much the winners' score parts them from whoever came next.

    None where nobody won, or nobody else played.

    In some games most is best, in some fewest, and in some the score alone does not
    decide: where scores are level, or where the others stand in the opposite order.
    Then `decided`, the sentence that ended the match, says what did; where it is not
    known, it is said that something else did.
    """
    winners = [placing for placing in placings if placing.won]
    others = [placing for placing in placings if not placing.won]
    if not winners:
        return None
    if not others:
        return say("everybody won together") if len(winners) > 1 else None

    others.sort(key=lambda placing: placing.place)
    second, last = others[0], others[-1]
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


@frozen
class MatchOfPlayer:
    """A match as one player played it."""

    match: PastMatch
    place: Ordinal
    won: bool


@frozen
class PlayerRecord:
    """What the matches of a player tell."""

    player: str
    """The name as it is compared."""
    name: str
    """As it was spelled last."""
    matches: Ordinal
    wins: Count
    games: tuple[OfGame, ...]
    """Most matches first."""
    against: tuple[Against, ...]
    """A page of the other players, met most first."""
    page: Ordinal
    more: bool
    """There is a next page."""
    form: tuple[MatchOfPlayer, ...]
    """The latest matches, last ended first."""
