"""How far a match has come: the deals, and of this one auction and contract."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from referee import (
    DOUBLE,
    REDOUBLE,
    Auction,
    Card,
    Cards,
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

DOUBLED = {"": "no", DOUBLE: "coinche", REDOUBLE: "surcoinche"}

Contract = Mapping[str, object]
"""The fields of the prompt `contract`."""


@dataclass(frozen=True, slots=True)
class State:
    """The deals so far; of this one what was called, taken and announced."""

    deals: Deals
    held: int = 0
    """Points held over for whoever wins the next contract."""
    calls: tuple[str, ...] = ()
    contract: Contract = field(default_factory=dict)
    """Empty until somebody has taken."""
    announced: Mapping[str, tuple[Cards, ...]] = field(default_factory=dict)
    """The announcements by seat."""
    counted: Mapping[str, int] = field(default_factory=dict)
    """The points of those that count, by the first seat of the side."""
    belotes: Mapping[str, int] = field(default_factory=dict)
    """The points for belote-rebelote by seat."""

    @property
    def setting(self) -> Setup:
        """Return the setting of the match."""
        return self.deals.rounds.setting

    @property
    def is_coinche(self) -> bool:
        """Return whether people bid for trump."""
        return self.setting.chosen.choice("play") == "coinche"

    @property
    def announces(self) -> bool:
        """Return whether tierces to carrés are announced."""
        return self.setting.chosen.choice("announcements") != "none"

    @property
    def trumps_under(self) -> bool:
        """Return whether a lower trump is owed where there is no higher one."""
        under = self.setting.chosen.choice("under")
        return under == "must" or (under == "usual" and not self.is_coinche)

    @property
    def trump(self) -> str:
        """Return what is trump; nothing before somebody has taken."""
        return Values(self.contract).choice("trump", "")

    @property
    def auction(self) -> Auction:
        """Return the auction of Coinche, of which each bid has points and a trump."""
        seats = self.setting.clockwise_from(self.deals.rounds.first)
        return Auction(seats, _HEIGHTS, self.calls, double_ends_bids=True)

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

    @property
    def holders(self) -> Mapping[Card, str]:
        """Return whose cards were turned up or announced."""
        holders: dict[Card, str] = {}
        for seat, melds in self.announced.items():
            for meld in melds:
                holders.update(dict.fromkeys(meld, seat))
        for trick in self.deals.deal.tricks:
            holders.update({card: seat for seat, card in trick.plays.items()})
        contract = Values(self.contract)
        if contract.has("turned"):
            holders[contract.card("turned")] = contract.seat("taker")
        return holders
