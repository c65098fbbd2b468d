"""Where a match stands: its deals, the contract, games, and points below the line."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from referee import Deals, Seats, Setup, name_of

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
    def vulnerable(self) -> Seats:
        """The sides that are vulnerable in this deal."""
        if self.is_rubber:
            return tuple(side for side, n in self.games.items() if n)

        number = self.deals.rounds.number
        sides = tuple(self.games)
        if number == 1:
            return ()
        if number == 4:
            return sides
        dealers = self.side_of(self.deals.rounds.dealer)
        if self.setting.chosen.choice("vulnerable") == "dealer":
            return (dealers,)
        return tuple(side for side in sides if side != dealers)

    def with_contract(self, contract: Contract) -> "State":
        """Return the match once this is to be played: the declarer's left leads."""
        leader = self.setting.left_of(contract.declarer)
        deals = self.deals.with_deal(replace(self.deals.deal, leader=leader))
        return replace(self, deals=deals, contract=contract)
