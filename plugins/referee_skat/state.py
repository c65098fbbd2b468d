"""Where a match of Skat stands: the deals, and in the one that is played the game and
what ended it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from referee import Deals, Values

from .rules import BREAKS_RULE, DECLARER, HAND, NO_LEVEL, NULL, OPPONENTS


@dataclass(frozen=True, slots=True)
class State:
    """The deals so far, and in the one that is played: what the declarer plays, and who
    ended it early.
    """

    deals: Deals
    contract: Mapping[str, object] = field(default_factory=dict)
    """The fields of the prompt `contract`; empty before it."""
    ended_by: str | None = None
    """The side that gave up, laid down, or broke a rule."""
    how: str = BREAKS_RULE
    """How it ended the deal."""
    level: str = NO_LEVEL
    """What the declarer demanded who laid down."""
    broken_in: int | None = None
    """The number of the trick in which it broke the rule: none from there on counts."""

    @property
    def game(self) -> str:
        """The game that is played."""
        return Values(self.contract).choice("game")

    @property
    def declarer(self) -> str:
        """Who plays it."""
        return Values(self.contract).seat("declarer")

    @property
    def is_over(self) -> bool:
        """Whether the deal is decided: all is played or claimed, a side has ended it,
        or a null is lost.
        """
        deal = self.deals.deal
        return (
            deal.over
            or self.ended_by is not None
            or (self.game == NULL and deal.tricks_of[self.declarer] > 0)
        )

    @property
    def cards_left(self) -> int:
        """How many cards the declarer has still to play."""
        deal = self.deals.deal
        return HAND - len(deal.tricks) - (self.declarer in deal.lying)

    def side_of(self, seat: str) -> str:
        """Return the side of a seat."""
        return DECLARER if seat == self.declarer else OPPONENTS


def begin_deal(deals: Deals) -> State:
    """The state in which a deal begins: of four the dealer sits out."""
    playing, dealer = deals.rounds.playing, deals.rounds.dealer
    seats = tuple(seat for seat in playing if len(playing) < 4 or seat != dealer)
    return State(deals.with_deal(replace(deals.deal, seats=seats)))
