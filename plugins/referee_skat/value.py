"""The value of a game: whether it is made, its calculation, and its ruling."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from referee import (
    NOTHING,
    Card,
    Reason,
    ReckonedSeat,
    Reckoning,
    ReckoningColumn,
    Ruling,
    Text,
    Values,
    say,
    with_house_rule,
)

from .game import (
    ALL,
    ALL_POINTS,
    BASES,
    BIDS,
    NO_LEVEL,
    NONE,
    NULL,
    NULL_VALUES,
    SOME,
    cite,
    name_game,
    trumps_of,
)

ENOUGH = 61
"""The card points with which a game is won."""

SCHNEIDER = 90
"""The card points with which the other side is schneider."""

AT_MOST = 30
"""The card points with which a side is schneider itself, or fewer."""

_SCHWARZ_ANNOUNCED = ("schwarz", "ouvert", "ouvert-hand")
BONUS = 50
"""The points that tournaments add to a game won, and take off a lost one."""

SEEGER_FABIAN = "skat#seeger-fabian"
_COLUMNS = (ReckoningColumn(say("Levels"), aside=True), ReckoningColumn(say("Points")))


def count_matadors(game: str, cards: Collection[Card]) -> tuple[int, bool]:
    """Return the number of matadors in these cards, and whether the game is without.

    >>> from referee import card
    >>> count_matadors("grand", [card("JC"), card("JS"), card("JD")])
    (2, False)
    >>> count_matadors("grand", [card("JD")])
    (3, True)
    """
    trumps = trumps_of(game)[::-1]
    without = not trumps or trumps[0] not in cards
    n = 0
    for trump in trumps:
        if (trump in cards) == without:
            break
        n += 1
    return n, without


@dataclass(frozen=True, slots=True)
class Sheet:
    """The known facts about a game: what was announced, and how it ended.

    Its parts have the names of the fields of questions and prompts. A null has no
    matadors, and its card points do not matter.
    """

    game: str
    announced: str
    bid: int
    matadors: int
    without: bool
    points: int
    """The declarer's card points."""
    tricks: str
    """The choice for the tricks that the declarer has taken."""
    spitze: bool = False
    spitze_made: bool = False
    """Whether the lowest trump took the last trick, if Spitze was announced."""

    ended_by: str | None = None
    """The side that gave up, laid down, or broke a rule."""
    how: str | None = None
    """The way in which the side ended the game; None if it gave up or broke a rule."""
    level: str = NO_LEVEL
    """The level that a declarer demands in laying down."""
    against: int = 0
    """The opponents' card points when the game ended early."""
    opponents_tricks: int = 0
    has_sure_trick: bool = False
    """Whether a side that threw its cards in had trumps sure of a trick."""

    @classmethod
    def read(cls, given: Mapping[str, object]) -> "Sheet":
        """Return the sheet that these fields of a question or a prompt fill in."""
        told = Values(given)
        ended_by = told.choice("ended_by", None)
        # A game that ended early may have ended before its first trick.
        tricks = told.choice("tricks", SOME if ended_by is None else NONE)
        against = told.number("against", 0)
        # The opponents' points show whether they had at least one trick.
        at_least = {ALL: 0, SOME: 1}.get(tricks, min(against, 1))
        return cls(
            game=told.choice("game"),
            announced=told.choice("announced"),
            bid=told.number("bid", BIDS[0]),
            matadors=told.number("matadors", 0),
            without=told.flag("without"),
            points=told.number("points", 0),
            tricks=tricks,
            spitze=told.flag("spitze"),
            spitze_made=told.flag("spitze_made"),
            ended_by=ended_by,
            how=told.choice("how", None),
            level=told.choice("level", NO_LEVEL),
            against=against,
            opponents_tricks=told.number("opponents_tricks", at_least),
            has_sure_trick=told.flag("has_sure_trick"),
        )

    @property
    def steps(self) -> tuple[tuple[Text, int], ...]:
        """Return the matadors and each level, with its number of base values."""
        if self.game == NULL:
            return ((say("null"), 1),)

        matadors = say("with {n}", n=self.matadors)
        if self.without:
            matadors = say("without {n}", n=self.matadors)
        steps = [(matadors, self.matadors)]

        announced = self.announced
        schwarz = announced in _SCHWARZ_ANNOUNCED
        schneider = schwarz or announced == "schneider"
        is_schneider = not AT_MOST < self.points < SCHNEIDER
        levels = (
            (say("game"), True),
            (say("hand"), announced != "nothing"),
            (say("schneider"), schneider or is_schneider),
            (say("schneider announced"), schneider),
            (say("schwarz"), schwarz or self.tricks != SOME),
            (say("schwarz announced"), schwarz),
            (say("ouvert"), announced in ("ouvert", "ouvert-hand")),
            (say("Spitze"), self.spitze),
        )
        for name, counts in levels:
            if counts:
                steps.append((name, 1))
        return tuple(steps)

    @property
    def base(self) -> int:
        """Return the worth of a matador or a level; of a null, its value."""
        if self.game == NULL:
            return NULL_VALUES[self.announced]
        return BASES[self.game]

    @property
    def value(self) -> int:
        """Return the game's value, whether it covers the bid or not."""
        return self.base * sum(n for _, n in self.steps)

    @property
    def is_missed(self) -> bool:
        """Return whether Spitze was announced and not made."""
        return self.spitze and not self.spitze_made

    @property
    def is_made(self) -> bool:
        """Return whether the declarer has made what was announced."""
        if self.game == NULL:
            return self.tricks == NONE
        if self.is_missed:
            return False
        if self.announced in _SCHWARZ_ANNOUNCED:
            return self.tricks == ALL
        if self.announced == "schneider":
            return self.points >= SCHNEIDER
        return self.points >= ENOUGH

    @property
    def is_won(self) -> bool:
        """Return whether the game is made, and covers the bid."""
        return self.is_made and self.value >= self.bid

    def why_made(self) -> Reason:
        """Return the reason that decides whether the game is made."""
        if self.game == NULL:
            if self.is_made:
                return cite("null", "The declarer took no tricks.")
            return cite("null", "The declarer took a trick.")

        if self.is_missed:
            template = "The lowest trump did not take the last trick."
            return cite("spitze", template)
        if self.announced in _SCHWARZ_ANNOUNCED:
            template = "Schwarz was announced: the declarer needs every trick."
            return cite("announced", template)
        if self.announced == "schneider":
            template = (
                "Schneider was announced; the opponents have {n} card points, and "
                "{most} is the limit."
            )
            against = ALL_POINTS - self.points
            return cite("announced", template, n=against, most=AT_MOST)
        template = "The declarer has {points} card points and needs {n}."
        return cite("points", template, points=self.points, n=ENOUGH)

    def why_value(self) -> Reason:
        """Return the calculation of the value, as players say it: `with 2, game 3`."""
        value = self.value
        if self.game == NULL:
            game = name_game(NULL, self.announced)
            return cite("null-values", "A {game} counts {n}.", game=game, n=value)

        template = "Value: {steps}, times {base} is {value}."
        steps = self._count_steps()
        return cite("value", template, steps=steps, base=self.base, value=value)

    def _count_steps(self) -> Text:
        (first, n), *levels = self.steps
        steps = [first]
        for name, _ in levels:
            n += 1
            steps.append(say("{level} {n}", level=name, n=n))
        # Texts are joined two by two: nine of them one within the other would be too
        # deep.
        while len(steps) > 1:
            left = [] if len(steps) % 2 == 0 else [steps.pop()]
            pairs = zip(steps[::2], steps[1::2], strict=True)
            joined = [say("{steps}, {more}", steps=one, more=two) for one, two in pairs]
            steps = [*joined, *left]
        return steps[0]

    @property
    def levels(self) -> Text:
        """Return the steps of the value; none for a null, which has no levels."""
        if self.game == NULL:
            return NOTHING
        return say("{steps}, × {base}", steps=self._count_steps(), base=self.base)

    @property
    def listed(self) -> Text:
        """Return the levels for the list, and whether they do not cover the bid."""
        levels = self.levels
        if self.game != NULL and self.value < self.bid:
            return say("{levels}, overbid", levels=levels)
        return levels

    def sum_up(self, score: int) -> Text | int:
        """Return a score, with the calculation of its value in a game of levels."""
        if self.game == NULL:
            return score
        value = self.value
        template = "{levels} = {value}, counts {score}"
        if value == score:
            template = "{levels} = {value}"
        elif value < self.bid:
            template = "{levels} = {value}, overbid at {bid}, counts {score}"
        levels = self.levels
        return say(template, levels=levels, value=value, bid=self.bid, score=score)


def rule_result(result: Sheet, *because: Reason) -> Ruling:
    """Return the ruling on a game's score, for these reasons and by its value."""
    base = result.base
    value = result.value
    bid = result.bid
    reasons = [*because, result.why_value()]
    steps = [*result.steps, (say("value"), value // base)]
    if value < bid:
        # The least multiple of the base value that covers the bid.
        times = -(-bid // base)
        steps.append((say("covers the bid of {bid}", bid=bid), times))
        template = (
            "{value} doesn’t cover the bid of {bid}: lost, and counted as {least}, "
            "the next multiple of {base}."
        )
        least = times * base
        why = cite("overbid", template, value=value, bid=bid, least=least, base=base)
        value = least
        # If nothing else has lost the game, this reason comes first.
        reasons.insert(0 if result.is_made else len(reasons), why)

    rows = [ReckonedSeat(None, (n, n * base), name=name) for name, n in steps]
    is_won = result.is_won
    score = value
    if not is_won:
        score = -2 * value
        template = "A lost game counts twice, off the declarer’s score: {score}."
        reasons.append(cite("lost", template, score=score))
        rows.append(ReckonedSeat(None, (NOTHING, score), name=say("lost: twice off")))

    verdict = {"won": is_won, "value": value, "score": score, "opponents": 0}
    reckoning = Reckoning(_COLUMNS, tuple(rows))
    return Ruling(verdict, _say_score(score), tuple(reasons), reckoning=reckoning)


def _say_score(score: int) -> Text:
    if score > 0:
        return say("Game won: {score}", score=score)
    return say("Game lost: {score}", score=score)


def score_by_house_rule(
    ruling: Ruling, score: int, name: Text, why: Reason, opponents: int = 0
) -> Ruling:
    """Return the ruling on a game with the score that a house rule gives it.

    `opponents` is the score of each opponent by the rule.
    """
    rows: tuple[ReckonedSeat, ...] = ()
    if ruling.reckoning:
        row = ReckonedSeat(None, (NOTHING, score), name=name)
        rows = (*ruling.reckoning.rows, row)

    scored = replace(
        ruling,
        verdict={
            **ruling.verdict,
            "score": score,
            "opponents": ruling.decided.number("opponents") + opponents,
        },
        summary=_say_score(score),
        reckoning=Reckoning(_COLUMNS, rows),
    )
    return with_house_rule(scored, why)
