"""Where a match stands: the deals, and in this one who made what trump."""

from __future__ import annotations

from dataclasses import dataclass, replace

from referee import TWENTY_FOUR, Card, Deals, Setup, begin_deals, hookimpl

from .bowers import trumps_of
from .rules import HAND

ORDERED_UP = "ordered-up"
"""In place of a suit: that of the card that was turned up."""


@dataclass(frozen=True, slots=True)
class Contract:
    """Who made trump, which suit, and whether they play alone; and the card that was
    turned up.
    """

    maker: str
    trump: str
    is_alone: bool
    turned: Card
    is_ordered_up: bool
    """The dealer has taken up the card that was turned; else it was turned down."""


@dataclass(frozen=True, slots=True)
class State:
    """The deals so far, and the contract of this one, where tricks are entered."""

    deals: Deals
    contract: Contract | None = None

    def side_of(self, seat: str) -> tuple[str, ...]:
        """Return this seat and its partner."""
        return next(side for side in self.deals.rounds.sides if seat in side)

    def others_of(self, seat: str) -> tuple[str, ...]:
        """Return the side against which this seat plays."""
        return next(side for side in self.deals.rounds.sides if seat not in side)

    def with_contract(self, contract: Contract) -> State:
        """Return the state once this is the contract: the partner of a maker who plays
        alone sits out.
        """
        rounds = self.deals.rounds
        out = [
            seat
            for seat in self.side_of(contract.maker)
            if contract.is_alone and seat != contract.maker
        ]
        seats = tuple(seat for seat in rounds.setting.seats if seat not in out)
        first = rounds.setting.left_of(rounds.dealer, seats)
        deal = replace(
            self.deals.deal, seats=seats, leader=first, trumps=trumps_of(contract.trump)
        )
        return State(self.deals.with_deal(deal), contract)


@hookimpl
def begin(setting: Setup) -> State:
    """The first deal, of which nobody has made trump."""
    target = setting.chosen.number("target")
    return State(
        begin_deals(
            setting, TWENTY_FOUR, hand=HAND, target=target, sides=setting.sides()
        )
    )
