"""A match: its deals, the contract that is played, games and points below the line."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from referee import FIFTY_TWO, Deals, Setup, begin_deals, hookimpl, name_of

from .contract import Contract


@dataclass(frozen=True, slots=True)
class State:
    """A match after some entries. Sides go by their names."""

    deals: Deals
    below: Mapping[str, int]
    """The points below the line that each side has towards its next game."""
    games: Mapping[str, int]
    """How many games each side has won."""
    contract: Contract | None = None
    """What is played; None before it is known."""

    @property
    def setting(self) -> Setup:
        """The setting of the match."""
        return self.deals.rounds.setting

    @property
    def is_rubber(self) -> bool:
        """Whether a rubber is played, not Chicago."""
        return self.setting.chosen.choice("scoring") == "rubber"

    def side_of(self, seat: str) -> str:
        """Return the name of a seat's side."""
        return name_of(next(side for side in self.setting.sides() if seat in side))

    def partner_of(self, seat: str) -> str:
        """Return whoever sits opposite."""
        return self.setting.clockwise_from(seat)[2]

    @property
    def vulnerable(self) -> tuple[str, ...]:
        """The sides that are vulnerable in this deal."""
        number, chosen = (
            self.deals.rounds.number,
            self.setting.chosen.choice("vulnerable"),
        )
        dealers = self.side_of(self.deals.rounds.dealer)
        if self.is_rubber:
            return tuple(side for side, n in self.games.items() if n)
        return tuple(
            side
            for side in self.games
            if number == 4
            or (number != 1 and (side == dealers) == (chosen == "dealer"))
        )

    def with_contract(self, contract: Contract) -> "State":
        """Return the match once this contract is to be played: whoever sits left of its
        declarer leads.
        """
        leader = self.setting.left_of(contract.declarer)
        return replace(
            self,
            deals=self.deals.with_deal(replace(self.deals.deal, leader=leader)),
            contract=contract,
        )


@hookimpl
def begin(setting: Setup) -> State:
    """Begin a rubber, or four deals of Chicago."""
    last = None if setting.chosen.choice("scoring") == "rubber" else 4
    nothing = dict.fromkeys(map(name_of, setting.sides()), 0)
    return State(
        begin_deals(setting, FIFTY_TWO, last=last, sides=setting.sides()),
        nothing,
        nothing,
    )
