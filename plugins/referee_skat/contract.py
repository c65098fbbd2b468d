"""A contract and what has become of it: whether it can be played, is made, and what it counts."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Self

from referee import Card, Reason, ReckonedSeat, Ruling, Text, Values, say

from .rules import ALL_POINTS, BASES, BIDS, NULL, NULL_VALUES, cite, trumps_of

ALL, SOME, NONE = "all", "some", "none"
"""Which tricks the declarer has taken."""
SCHWARZ_ANNOUNCED = ("schwarz", "ouvert", "ouvert-hand")
ENOUGH, SCHNEIDER, AT_MOST = 61, 90, 30
"""Card points: with which a game is won, with which the other side is schneider, and with which one is it oneself."""


@dataclass(frozen=True, slots=True)
class Contract:
    """What the declarer plays: a game, what was announced with it, for which bid."""

    game: str
    announced: str
    bid: int

    @classmethod
    def given(cls, given: Values) -> Self:
        """Return the contract in the fields of a question or a prompt."""
        return cls(given.choice("game"), given.choice("announced"), given.number("bid"))

    @property
    def value_of_null(self) -> int:
        """What a null counts, whatever its cards are; 0 where this cannot be announced with it."""
        return NULL_VALUES.get(self.announced, 0)

    @property
    def least(self) -> int:
        """The least multiple of the base value that covers the bid."""
        return BASES[self.game] * -(-self.bid // BASES[self.game])

    def refuse(self) -> Ruling | None:
        """Return why this cannot be played: the bid is no value, or the null is none or does not cover it."""
        if self.bid not in BIDS:
            return refused(say("{bid} cannot be bid", bid=self.bid), _why_no_bid(self.bid))
        if self.game != NULL:
            return None
        if not self.value_of_null:
            why = cite("null", "A null is about tricks: schneider and schwarz are not announced with it.")
            return refused(say("This null cannot be announced"), why)
        if self.value_of_null < self.bid:
            template = (
                "It counts {value}, less than the bid of {bid}. It is lost, as a suit game or a grand that the"
                " declarer now names: enter that one as lost."
            )
            why = cite("null-overbid", template, value=self.value_of_null, bid=self.bid)
            return refused(say("This null cannot be announced"), why)
        return None


def _why_no_bid(bid: int) -> Reason:
    below, above = [n for n in BIDS if n < bid], [n for n in BIDS if n > bid]
    if not below:
        return cite("bid", "The lowest bid is {n}.", n=above[0])
    if not above:
        return cite("bid", "The highest value of a game is {n}.", n=below[-1])
    return cite("bid", "No game has this value; {below} and {above} are values.", below=below[-1], above=above[0])


def refused(summary: Text, why: Reason) -> Ruling:
    """Return the ruling that something cannot be, for this reason."""
    return Ruling({"legal": False}, summary, (why,))


def count_matadors(game: str, cards: Collection[Card]) -> tuple[int, bool]:
    """Return with how many matadors these cards are, and whether it is without so many.

    >>> from referee import card
    >>> count_matadors("grand", [card("JC"), card("JS"), card("JD")]), count_matadors("grand", [card("JD")])
    ((2, False), (3, True))
    """
    has = [one in cards for one in reversed(trumps_of(game))]
    return next((n for n, one in enumerate(has) if one != has[0]), len(has)), not (has and has[0])


@dataclass(frozen=True, slots=True)
class Result:
    """How a suit game or a grand has ended: its matadors, the declarer's card points, and which tricks those are."""

    contract: Contract
    matadors: int
    without: bool
    points: int
    tricks: str

    def levels(self) -> Iterator[Text]:
        """Yield each level that is added to the matadors."""
        said = self.contract.announced
        yield say("game")
        if said != "nothing":
            yield say("hand")
        schneider_said, schwarz_said = said in ("schneider", *SCHWARZ_ANNOUNCED), said in SCHWARZ_ANNOUNCED
        if schneider_said or not AT_MOST < self.points < SCHNEIDER:
            yield say("schneider")
        if schneider_said:
            yield say("schneider announced")
        if schwarz_said or self.tricks != SOME:
            yield say("schwarz")
        if schwarz_said:
            yield say("schwarz announced")
        if said in ("ouvert", "ouvert-hand"):
            yield say("ouvert")

    @property
    def value(self) -> int:
        """What the game counts, whether it covers the bid or not."""
        return BASES[self.contract.game] * (self.matadors + len([*self.levels()]))

    @property
    def made(self) -> bool:
        """Whether the declarer has done what was announced."""
        if self.contract.announced in SCHWARZ_ANNOUNCED:
            return self.tricks == ALL
        return self.points >= (SCHNEIDER if self.contract.announced == "schneider" else ENOUGH)

    @property
    def won(self) -> bool:
        """Whether the game is made, and covers the bid."""
        return self.made and self.value >= self.contract.bid

    def why_made(self) -> Reason:
        """Return why it is made, or is not."""
        told = {"points": self.points, "needed": ENOUGH, "against": ALL_POINTS - self.points, "most": AT_MOST}
        if self.contract.announced in SCHWARZ_ANNOUNCED:
            took = "Schwarz was announced, and the opponents have taken a trick."
            none = "Schwarz was announced, and the opponents have taken no trick."
            return cite("announced", none if self.made else took)
        if self.contract.announced == "schneider":
            made = "Schneider was announced, and the opponents have {against} card points, no more than {most}."
            lost = "Schneider was announced, and the opponents have {against} card points, more than {most}."
            return cite("announced", made if self.made else lost, **told)
        return cite("points", "The declarer has {points} card points and needs {needed}.", **told)

    @property
    def with_matadors(self) -> Text:
        """With or without how many matadors it is."""
        return say("without {n}", n=self.matadors) if self.without else say("with {n}", n=self.matadors)

    def why_value(self) -> Reason:
        """Return how the value comes about, in the words of the game: with 2, game 3, times 24."""
        steps = [self.with_matadors]
        for n, level in enumerate(self.levels(), self.matadors + 1):
            steps.append(say("{level} {n}", level=level, n=n))
        told = {"steps": tuple(steps), "base": BASES[self.contract.game], "value": self.value}
        return cite("value", "Value: {steps}, times {base} is {value}.", **told)

    def reckon(self) -> tuple[ReckonedSeat, ...]:
        """Return the rows that add its value up: matadors, levels, and what they come to."""
        base = BASES[self.contract.game]
        rows = [ReckonedSeat(None, (self.matadors, base * self.matadors), name=self.with_matadors)]
        rows += [ReckonedSeat(None, (1, base), name=level) for level in self.levels()]
        return (*rows, ReckonedSeat(None, (self.value // base, self.value), name=say("value")))
