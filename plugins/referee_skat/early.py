"""A game that ends early: a side's loss, and the level granted to the declarer.

Paragraphs 4.1.3 to 4.1.5 and 4.4.1 to 4.4.6 of the International Skat Order.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from referee import Reason, Ruling, Values, forbid, say

from .game import (
    ALL,
    ALL_POINTS,
    ANNOUNCED,
    AS_SCHNEIDER,
    AS_SCHWARZ,
    BREAKS_RULE,
    CLAIMS,
    DECLARER,
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
from .value import AT_MOST, ENOUGH, SCHNEIDER, Result

_NEEDS = {
    "schneider": AS_SCHNEIDER,
    "schwarz": AS_SCHWARZ,
    "ouvert": AS_SCHWARZ,
    "ouvert-hand": AS_SCHWARZ,
}
"""The level that each announcement needs; the others need none."""

_WHY_ENDED = {
    (THROWS_IN, OPPONENTS): cite(
        "thrown-in",
        "The opponents threw their cards in: the rest is the declarer’s.",
    ),
    (THROWS_IN, DECLARER): cite(
        "thrown-in",
        "The declarer threw the cards in: the rest is the opponents’.",
    ),
    (WRONG_COUNT, OPPONENTS): cite(
        "wrong-count", "The opponents’ number of cards is wrong: they have lost."
    ),
    (WRONG_COUNT, DECLARER): cite(
        "wrong-count", "The declarer’s number of cards is wrong: the game is lost."
    ),
}
_WHY_LOST = {
    OPPONENTS: cite(
        "early",
        "The opponents gave up or broke a rule, and have lost what wasn’t decided "
        "already.",
    ),
    DECLARER: cite(
        "early",
        "The declarer gave up or broke a rule, and has lost what wasn’t decided "
        "already.",
    ),
}


@dataclass(frozen=True, slots=True)
class EarlyEnd:
    """An early end: its seat and kind, and the opponents' points by then.

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
        against = given.number("against", 0)
        return cls(
            by=given.choice("ended_by"),
            how=given.choice("how", None),
            level=given.choice("level", NO_LEVEL),
            against=against,
            opponents_tricks=_read_tricks(given, against),
            has_sure_trick=bool(given.values.get("has_sure_trick")),
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
        """Return the result of a null, lost with a trick or by its declarer."""
        if self.by == DECLARER and self.how != CLAIMS:
            return replace(so_far, tricks=SOME)
        return so_far

    def _lose(self, so_far: Result) -> Result:
        """Return the declarer's loss, unless the game was won already."""
        at = replace(so_far, tricks=SOME)
        if at.is_won:
            return at
        return self._settle_lost(so_far)

    def _settle_lost(self, so_far: Result) -> Result:
        """Return the declarer's loss: it makes nobody schneider who was not already."""
        points = so_far.points
        if self.against >= SCHNEIDER:
            points = min(points, AT_MOST)
        else:
            points = min(max(points, AT_MOST + 1), ENOUGH - 1)
        return replace(so_far, points=points, tricks=SOME)

    def _grant(self, so_far: Result) -> Result:
        """Return the opponents' loss of everything they had not won yet.

        A level that the declarer has announced or bid for is granted, if the opponents
        had not prevented it yet.
        """
        if self.against >= ENOUGH - 1:
            return self._settle_lost(so_far)
        levels = self._reachable_levels(so_far)
        for result in levels.values():
            if result.is_won:
                return result
        return levels[NO_LEVEL]

    def _claim(self, so_far: Result) -> Result:
        """Return the result if the side that lays down takes the rest.

        The declarer counts a level only if it was announced, or is demanded.
        """
        if self.by == OPPONENTS:
            return so_far
        if self.against >= ENOUGH - 1:
            return replace(so_far, points=ALL_POINTS - self.against, tricks=SOME)
        needed = _NEEDS.get(so_far.announced, NO_LEVEL)
        level = max(needed, self.level, key=LEVELS.index)
        levels = self._reachable_levels(so_far)
        return levels.get(level, levels[NO_LEVEL])

    def _reachable_levels(self, so_far: Result) -> Mapping[str, Result]:
        """Return the levels that the opponents have not prevented, from the least."""
        points = so_far.points
        at = replace(so_far, points=max(points, ENOUGH), tricks=SOME)
        levels = {NO_LEVEL: at}
        if self.against <= AT_MOST:
            levels[AS_SCHNEIDER] = replace(at, points=max(points, SCHNEIDER))
        if not self.opponents_tricks:
            levels[AS_SCHWARZ] = replace(at, points=ALL_POINTS, tricks=ALL)
        return levels

    def _throw_in(self, so_far: Result) -> Result:
        """Return the result when a side throws in: it keeps only what it has.

        It is schwarz without a trick, unless its trumps were sure of one.
        """
        points = so_far.points
        tricks = so_far.tricks
        if self.by == OPPONENTS:
            points = ALL_POINTS - self.against
            tricks = SOME if self.opponents_tricks else ALL
        elif tricks == ALL:
            tricks = SOME
        if self.has_sure_trick:
            tricks = SOME
        return replace(so_far, points=points, tricks=tricks)

    def explain(self, so_far: Result) -> Iterator[Reason]:
        """Yield why the game ended early, and which level was granted or ruled out."""
        yield self._explain_end(so_far.game)
        yield from self._explain_grant(so_far)
        if self.has_sure_trick:
            yield cite(
                "ruled-out",
                "Schwarz is ruled out: the trumps thrown in were sure of a trick.",
            )

    def _explain_end(self, game: str) -> Reason:
        if self.how != CLAIMS:
            return _WHY_ENDED.get((self.how or "", self.by), _WHY_LOST[self.by])
        if game == NULL:
            template = "The cards lie open: the declarer takes no more tricks."
            return cite("claim", template)
        if self.by == OPPONENTS:
            return cite("claim", "The opponents lay down: the rest is theirs.")
        if self.level == NO_LEVEL:
            return cite("claim", "The declarer lays down, and demands no level.")
        template = "The declarer lays down, and demands {level}."
        return cite("claim", template, level=ANNOUNCED[self.level])

    def _explain_grant(self, so_far: Result) -> Iterator[Reason]:
        """Yield the reason for a level that was granted without being played for."""
        if self.by == DECLARER or so_far.game == NULL:
            return
        if self.how not in (GIVES_UP, BREAKS_RULE, WRONG_COUNT):
            return
        result = self.settle(so_far)
        if not result.is_won:
            return
        if result.tricks == ALL:
            yield cite(
                "early",
                "Schwarz was announced or bid for, and the opponents had no trick: it "
                "is granted.",
            )
        elif result.points >= SCHNEIDER > so_far.points:
            template = (
                "Schneider was announced or bid for, and the opponents had {n} card "
                "points: it is granted."
            )
            yield cite("early", template, n=self.against)


def _read_tricks(given: Values, against: int) -> int:
    """Return how many tricks the opponents had: at least one, if others tell of it."""
    tricks = given.number("opponents_tricks", None)
    if tricks is not None:
        return tricks
    declarers = given.choice("tricks", NONE)
    if declarers == NONE:
        return min(against, 1)
    return int(declarers == SOME)


def refuse_level(end: EarlyEnd) -> Ruling | None:
    """Return why this level cannot be demanded by laying down; None if it can.

    The opponents have prevented it, or it is one of them.
    """
    if end.how != CLAIMS or end.level == NO_LEVEL:
        return None
    if end.by == OPPONENTS:
        why = cite("claim", "Opponents who lay down just take the rest.")
    elif end.level == AS_SCHNEIDER and end.against > AT_MOST:
        why = cite("schneider", "The opponents have {n} card points.", n=end.against)
    elif end.level == AS_SCHWARZ and end.opponents_tricks:
        why = cite("schwarz", "The opponents took a trick.")
    else:
        return None
    return forbid(say("This level can’t be demanded"), why)
