"""What has become of a game: whether it is made and covers its bid, and how its value
comes about.
"""

from collections.abc import Collection
from dataclasses import dataclass

from referee import Card, Reason, Ruling, Text, Values, say

from .rules import (
    ALL,
    ALL_POINTS,
    BASES,
    BIDS,
    NONE,
    NULL,
    NULL_VALUES,
    SOME,
    cite,
    name_game,
    trumps_of,
)

SCHWARZ_ANNOUNCED = ("schwarz", "ouvert", "ouvert-hand")
ENOUGH, SCHNEIDER, AT_MOST = 61, 90, 30
"""Card points: with which a game is won, with which the other side is schneider, and
with which one is it oneself.
"""


def refuse(summary: Text, why: Reason) -> Ruling:
    """Return the ruling that something cannot be, for this reason."""
    return Ruling({"legal": False}, summary, (why,))


def refuse_contract(given: Values) -> Ruling | None:
    """Return why this cannot be played: the bid is no value, or a null does not cover
    it.
    """
    bid, value = given.number("bid"), NULL_VALUES.get(given.choice("announced"))
    if bid not in BIDS:
        near = tuple(sorted(sorted(BIDS, key=lambda n: abs(n - bid))[:2]))
        why = cite(
            "bid",
            "No game has this value; the nearest that can be bid are {near:or}.",
            near=near,
        )
        return refuse(say("{bid} cannot be bid", bid=bid), why)
    if given.choice("game") != NULL or (value is not None and value >= bid):
        return None
    why = cite(
        "null",
        "A null is about tricks: schneider and schwarz are not announced with it.",
    )
    if value is not None:
        template = (
            "It counts {value}, less than the bid of {bid}. Enter the game that the "
            "declarer now names, as lost."
        )
        why = cite("null-overbid", template, value=value, bid=bid)
    return refuse(say("This null cannot be announced"), why)


def count_matadors(game: str, cards: Collection[Card]) -> tuple[int, bool]:
    """Return with how many matadors these cards are, and whether it is without so many.

    >>> from referee import card
    >>> count_matadors("grand", [card("JC"), card("JS"), card("JD")]), count_matadors("grand", [card("JD")])
    ((2, False), (3, True))
    """
    has = [one in cards for one in reversed(trumps_of(game))]
    return next((n for n, one in enumerate(has) if one != has[0]), len(has)), not (
        has and has[0]
    )


@dataclass(frozen=True, slots=True)
class Result:
    """A game, and how it has ended; a null has no matadors, and its card points do not
    matter.
    """

    game: str
    announced: str
    bid: int
    matadors: int
    without: bool
    points: int
    """The declarer's card points."""
    tricks: str
    """Which of them the declarer has taken."""

    @classmethod
    def read(cls, given: Values, points: int, tricks: str) -> "Result":
        """Return the game that the fields of a question describe, with this end."""
        matadors = (
            given.number_if_any("matadors") or 0,
            given.flag("without") if given.has("without") else False,
        )
        return cls(
            given.choice("game"),
            given.choice("announced"),
            given.number("bid"),
            *matadors,
            points,
            tricks,
        )

    @property
    def steps(self) -> tuple[tuple[Text, int], ...]:
        """The matadors and each level, with how many times the base value it counts."""
        if self.game == NULL:
            return ((say("null"), 1),)
        schwarz = self.announced in SCHWARZ_ANNOUNCED
        schneider = schwarz or self.announced == "schneider"
        matadors = (
            say("without {n}", n=self.matadors)
            if self.without
            else say("with {n}", n=self.matadors)
        )
        levels = (
            (say("game"), True),
            (say("hand"), self.announced != "nothing"),
            (say("schneider"), schneider or not AT_MOST < self.points < SCHNEIDER),
            (say("schneider announced"), schneider),
            (say("schwarz"), schwarz or self.tricks != SOME),
            (say("schwarz announced"), schwarz),
            (say("ouvert"), self.announced in ("ouvert", "ouvert-hand")),
        )
        return (
            (matadors, self.matadors),
            *((name, 1) for name, counts in levels if counts),
        )

    @property
    def base(self) -> int:
        """What a matador or a level counts; of a null, its value."""
        return NULL_VALUES[self.announced] if self.game == NULL else BASES[self.game]

    @property
    def value(self) -> int:
        """What the game counts, whether it covers the bid or not."""
        return self.base * sum(n for _, n in self.steps)

    @property
    def is_made(self) -> bool:
        """Whether the declarer has done what was announced."""
        if self.game == NULL or self.announced in SCHWARZ_ANNOUNCED:
            return self.tricks == (NONE if self.game == NULL else ALL)
        return self.points >= (SCHNEIDER if self.announced == "schneider" else ENOUGH)

    @property
    def is_won(self) -> bool:
        """Whether the game is made, and covers the bid."""
        return self.is_made and self.value >= self.bid

    def why_made(self) -> Reason:
        """Return what decides whether it is made."""
        if self.game == NULL:
            template = (
                "The declarer has taken no trick."
                if self.is_made
                else "The declarer has taken a trick."
            )
            return cite("null", template)
        if self.announced in SCHWARZ_ANNOUNCED:
            return cite(
                "announced", "Schwarz was announced: the declarer needs every trick."
            )
        if self.announced == "schneider":
            template = (
                "Schneider was announced; the opponents have {n} card points, and may "
                "have {most}."
            )
            return cite("announced", template, n=ALL_POINTS - self.points, most=AT_MOST)
        return cite(
            "points",
            "The declarer has {points} card points and needs {n}.",
            points=self.points,
            n=ENOUGH,
        )

    def why_value(self) -> Reason:
        """Return how the value comes about, in the words of the game: with 2, game 3,
        times 24.
        """
        if self.game == NULL:
            return cite(
                "null-values",
                "A {game} counts {n}.",
                game=name_game(NULL, self.announced),
                n=self.value,
            )
        (steps, n), *levels = self.steps
        for i, (name, _) in enumerate(levels, 1):
            steps = say("{steps}, {level} {n}", steps=steps, level=name, n=n + i)
        return cite(
            "value",
            "Value: {steps}, times {base} is {value}.",
            steps=steps,
            base=self.base,
            value=self.value,
        )
