"""A game that ends before its last trick: what a side loses by that, and what the
declarer is granted.

Paragraphs 4.1.3 to 4.1.5 and 4.4.1 to 4.4.6 of the International Skat Order.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from referee import Card, Reason, Ruling, Values, say

from .result import AT_MOST, ENOUGH, SCHNEIDER, Result, refuse
from .rules import (
    ALL,
    ALL_POINTS,
    AS_SCHNEIDER,
    AS_SCHWARZ,
    BREAKS_RULE,
    CLAIMS,
    DECLARER,
    DEMANDED_LEVELS,
    GIVES_UP,
    LEVELS,
    NO_LEVEL,
    NONE,
    NULL,
    OPPONENTS,
    SOME,
    THROWS_IN,
    WRONG_COUNT,
    cite,
)

LEVEL_OF = {
    "schneider": AS_SCHNEIDER,
    "schwarz": AS_SCHWARZ,
    "ouvert": AS_SCHWARZ,
    "ouvert-hand": AS_SCHWARZ,
}
"""The level that each announcement needs; the others need none."""


@dataclass(frozen=True, slots=True)
class EarlyEnd:
    """Who ended a game early, and how; what the opponents had taken by then.

    What the declarer had taken stands in the `Result` of the game so far.
    """

    by: str
    """The side that gave up, laid down, or broke a rule."""
    how: str | None = None
    """None where nobody says: it gave up or broke a rule."""
    level: str = NO_LEVEL
    """The level that a declarer demands who lays down."""
    against: int = 0
    """The opponents' card points."""
    opponents_tricks: int = 0
    has_sure_trick: bool = False
    """Whether a side that threw its cards in had trumps that were sure of a trick."""

    @classmethod
    def read(cls, given: Values) -> "EarlyEnd | None":
        """Return the early end that the fields of a question describe, if any."""
        if not given.has("ended_by"):
            return None
        against = given.number_if_any("against") or 0
        has_sure_trick = given.has("has_sure_trick") and given.flag("has_sure_trick")
        return cls(
            by=given.choice("ended_by"),
            how=given.seat_if_any("how"),
            level=given.seat_if_any("level") or NO_LEVEL,
            against=against,
            opponents_tricks=_opponents_tricks(given, against),
            has_sure_trick=has_sure_trick,
        )

    def settle(self, so_far: Result) -> Result:
        """Return the result of a game that had come so far when it ended."""
        if so_far.game == NULL:
            return self._settle_null(so_far)
        if self.how == THROWS_IN:
            return self._throw_in(so_far)
        if self.how == CLAIMS:
            return self._claim(so_far)
        if self.by == DECLARER:
            return self._lose(so_far)
        return self._grant(so_far)

    def _settle_null(self, so_far: Result) -> Result:
        """A null is lost with a trick, or by its declarer; card points do not matter."""
        loses = self.by == DECLARER and self.how != CLAIMS
        return replace(so_far, tricks=SOME) if loses else so_far

    def _lose(self, so_far: Result) -> Result:
        """The declarer loses, unless the game was won already: then it stays so."""
        at = replace(so_far, tricks=SOME)
        return at if at.is_won else self._lost(so_far)

    def _lost(self, so_far: Result) -> Result:
        """Nobody becomes schneider by it; who was it already stays so."""
        least, most = AT_MOST + 1, ENOUGH - 1
        if self.against >= SCHNEIDER:
            least, most = 0, AT_MOST
        return replace(so_far, points=min(max(so_far.points, least), most), tricks=SOME)

    def _grant(self, so_far: Result) -> Result:
        """The opponents lose what they had not won already.

        A level that the declarer has announced or bid for is granted, if the opponents
        had not prevented it yet.
        """
        if self.against >= ENOUGH - 1:
            return self._lost(so_far)
        levels = self._reachable_levels(so_far)
        won = [result for result in levels.values() if result.is_won]
        return won[0] if won else levels[NO_LEVEL]

    def _claim(self, so_far: Result) -> Result:
        """Whoever lays down takes the rest; the declarer counts a level only if it was
        announced, or is demanded.
        """
        if self.by == OPPONENTS:
            return so_far
        if self.against >= ENOUGH - 1:
            return replace(so_far, points=ALL_POINTS - self.against, tricks=SOME)
        needed = LEVEL_OF.get(so_far.announced, NO_LEVEL)
        levels = self._reachable_levels(so_far)
        level = max(needed, self.level, key=LEVELS.index)
        return levels.get(level, levels[NO_LEVEL])

    def _reachable_levels(self, so_far: Result) -> Mapping[str, Result]:
        """The levels that the opponents have not prevented, from the least."""
        at = replace(so_far, points=max(so_far.points, ENOUGH), tricks=SOME)
        levels = {NO_LEVEL: at}
        if self.against <= AT_MOST:
            levels[AS_SCHNEIDER] = replace(at, points=max(so_far.points, SCHNEIDER))
        if not self.opponents_tricks:
            levels[AS_SCHWARZ] = replace(at, points=ALL_POINTS, tricks=ALL)
        return levels

    def _throw_in(self, so_far: Result) -> Result:
        """A side that throws its cards in keeps what it has; the rest is the other's.

        It is schwarz without a trick, unless its trumps were sure of one.
        """
        if self.by == DECLARER:
            is_schwarz = so_far.tricks == NONE and not self.has_sure_trick
            return replace(so_far, tricks=NONE if is_schwarz else SOME)
        is_schwarz = not self.opponents_tricks and not self.has_sure_trick
        points = ALL_POINTS - self.against
        return replace(so_far, points=points, tricks=ALL if is_schwarz else SOME)

    def explain(self, so_far: Result) -> tuple[Reason, ...]:
        """Return why the game ended early, and which level was granted or ruled out."""
        because = [self._explain_end(so_far.game), *self._explain_grant(so_far)]
        if self.has_sure_trick:
            template = (
                "Schwarz is ruled out: the trumps that were thrown in were sure of a "
                "trick."
            )
            because.append(cite("ruled-out", template))
        return tuple(because)

    def _explain_end(self, game: str) -> Reason:
        if self.how == CLAIMS:
            return self._explain_claim(game)
        by_declarer = self.by == DECLARER
        if self.how == THROWS_IN:
            template = (
                "The opponents threw their cards in: all that was left is the "
                "declarer’s."
            )
            if by_declarer:
                template = (
                    "The declarer threw the cards in: all that was left is the "
                    "opponents’."
                )
            return cite("thrown-in", template)
        if self.how == WRONG_COUNT:
            template = "The opponents’ number of cards is wrong: they have lost."
            if by_declarer:
                template = "The declarer’s number of cards is wrong: the game is lost."
            return cite("wrong-count", template)
        template = (
            "The opponents gave up or broke a rule, and have lost what was not decided "
            "already."
        )
        if by_declarer:
            template = (
                "The declarer gave up or broke a rule, and has lost what was not "
                "decided already."
            )
        return cite("early", template)

    def _explain_claim(self, game: str) -> Reason:
        if game == NULL:
            return cite(
                "claim", "The cards lie open: the declarer takes no more trick."
            )
        if self.by == OPPONENTS:
            return cite("claim", "The opponents lay down: all that was left is theirs.")
        if self.level == NO_LEVEL:
            return cite("claim", "The declarer lays down, and demands no level.")
        level = DEMANDED_LEVELS[self.level]
        return cite(
            "claim", "The declarer lays down, and demands {level}.", level=level
        )

    def _explain_grant(self, so_far: Result) -> tuple[Reason, ...]:
        """A level that was granted, though nobody has played it.

        Entries of version 1 do not say how it ended, and keep the reasons they had.
        """
        may_grant = self.by == OPPONENTS and self.how in (
            GIVES_UP,
            BREAKS_RULE,
            WRONG_COUNT,
        )
        result = self.settle(so_far)
        if not may_grant or so_far.game == NULL or not result.is_won:
            return ()
        if result.tricks == ALL:
            template = (
                "Schwarz was announced or bid for, and the opponents had no trick: it "
                "is granted."
            )
            return (cite("early", template),)
        if result.points >= SCHNEIDER > so_far.points:
            template = (
                "Schneider was announced or bid for, and the opponents had {n} card "
                "points: it is granted."
            )
            return (cite("early", template, n=self.against),)
        return ()


def _opponents_tricks(given: Values, against: int) -> int:
    """Return how many tricks the opponents had; at least one, where nobody says and
    what else is given tells of one.
    """
    tricks = given.number_if_any("opponents_tricks")
    if tricks is not None:
        return tricks
    declarers = given.seat_if_any("tricks") or NONE
    if declarers == NONE:
        return 1 if against else 0
    return 1 if declarers == SOME else 0


def refuse_level(end: EarlyEnd) -> Ruling | None:
    """Return why whoever lays down cannot demand this level: the opponents have
    prevented it, or it is one of them.
    """
    if end.how != CLAIMS or end.level == NO_LEVEL:
        return None
    if end.by == OPPONENTS:
        why = cite("claim", "Opponents who lay down just take the rest.")
    elif end.level == AS_SCHNEIDER and end.against > AT_MOST:
        why = cite("schneider", "The opponents have {n} card points.", n=end.against)
    elif end.level == AS_SCHWARZ and end.opponents_tricks:
        why = cite("schwarz", "The opponents have taken a trick.")
    else:
        return None
    return refuse(say("This level cannot be demanded"), why)


def is_sure_of_trick(
    trumps: Sequence[Card], mine: Collection[Card], others: Collection[Card], hands: int
) -> bool:
    """Return whether a side whose trumps these are takes a trick however it is played.

    Each higher trump of the other side can catch one of them, or one of each hand that
    the side has. `trumps` are all of the game, from the lowest to the highest.

    >>> from referee import card
    >>> jacks = [card(code) for code in ("JD", "JH", "JS", "JC")]
    >>> is_sure_of_trick(jacks, jacks[:3], jacks[3:], hands=2)
    True
    >>> is_sure_of_trick(jacks, jacks[1:3], jacks[3:], hands=2)
    False
    """
    had = higher = 0
    for trump in reversed(trumps):
        had += trump in mine
        higher += trump in others
        if had > hands * higher:
            return True
    return False
