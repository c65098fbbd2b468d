"""The state of a match: its deals, and this deal's auction and contract."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from referee import (
    DOUBLE,
    REDOUBLE,
    Auction,
    Deals,
    Setup,
    Side,
    Values,
    part_sides,
)

from .cards import TRUMPS, trumps_of

CAPOT = "capot"
BIDS = {**{str(n): n for n in range(80, 170, 10)}, CAPOT: 250}
"""What can be bid, and what each adds to the score."""

_HEIGHTS = {f"{bid} {trump}": n for bid, n in BIDS.items() for trump in TRUMPS}

_DOUBLED = {"": "no", DOUBLE: "coinche", REDOUBLE: "surcoinche"}

Contract = Mapping[str, Any]
"""The fields of the prompt `contract`."""


@dataclass(frozen=True, slots=True)
class State:
    """The deals so far, and what was called, taken and announced in this one."""

    deals: Deals
    held: int = 0
    """Points held over for whoever wins the next contract."""
    calls: tuple[str, ...] = ()
    contract: Contract = field(default_factory=dict)
    """Empty until somebody has taken."""
    counted: Mapping[str, int] = field(default_factory=dict)
    """The points of announcements that count, by the first seat of the side."""
    belotes: tuple[str, ...] = ()
    """Who has had belote-rebelote."""

    @property
    def setting(self) -> Setup:
        """Return the setting of the match."""
        return self.deals.rounds.setting

    @property
    def is_coinche(self) -> bool:
        """Return whether people bid for trump."""
        return self.setting.chosen.choice("play") == "coinche"

    @property
    def trumps_under(self) -> bool:
        """Return whether a lower trump is owed where there is no higher one."""
        is_owed = not self.is_coinche
        if self.setting.chosen.flag("under"):
            # The option turns round what the variant has.
            return not is_owed
        return is_owed

    @property
    def has_announcements(self) -> bool:
        """Return whether sequences and carrés score."""
        return self.setting.chosen.choice("announcements") != "none"

    @property
    def taken(self) -> Values:
        """Return the fields of the contract by type."""
        return Values(self.contract)

    @property
    def auction(self) -> Auction:
        """Return the auction of Coinche; a bid is points and a trump."""
        seats = self.setting.clockwise_from(self.deals.rounds.first)
        return Auction(seats, _HEIGHTS, self.calls, double_ends_bids=True)

    @property
    def called(self) -> Contract:
        """Return the contract of the auction so far; nothing without a bid."""
        auction = self.auction
        if not auction.bid:
            return {}
        bid, trump = auction.bid.split()
        doubled = _DOUBLED[auction.doubled]
        taker = auction.bidder
        return {"taker": taker, "bid": bid, "trump": trump, "doubled": doubled}

    def part_sides(self, taker: str) -> tuple[Side, Side]:
        """Return the takers, and the others."""
        partner = self.setting.opposite(taker)
        return part_sides(self.setting.seats, (taker, partner))

    def with_contract(self, contract: Contract) -> State:
        """Return the match once somebody has taken."""
        values = Values(contract)
        trumps = trumps_of(values.choice("trump"))
        deal = replace(self.deals.deal, trumps=trumps)
        if self.setting.chosen.choice("leads") == "taker":
            deal = replace(deal, leader=values.seat("taker"))
        return State(self.deals.with_deal(deal), self.held, contract=contract)
