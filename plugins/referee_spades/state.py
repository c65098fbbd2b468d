"""The state of a match: the deals, the bags, and this deal's bids."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import reduce

from referee import Deals, Seats, Text, say


@dataclass(frozen=True, slots=True)
class State:
    """The deals so far, the bags of each side, and the bids of the current deal."""

    deals: Deals
    bags: Mapping[str, int] = field(default_factory=dict)
    """The bags of each side, by its first seat."""
    bids: Mapping[str, int] = field(default_factory=dict)
    """The bids; empty until all have bid."""
    blind: Seats = ()
    """The seats that have bid nil blind."""
    blind_bid: Seats = ()
    """The seats that have bid their side's tricks blind."""

    @property
    def plays_low_clubs(self) -> bool:
        """Return whether everybody plays their lowest club to the first trick."""
        return self.deals.rounds.setting.chosen.flag("low_clubs")

    @property
    def hand(self) -> int:
        """Return how many tricks a deal has."""
        return self.deals.deal.hand_size

    @property
    def sides(self) -> tuple[Seats, ...]:
        """Return all sides: partners, or each seat for itself."""
        return self.deals.rounds.all_sides

    @property
    def may_bid_blind(self) -> Seats:
        """Return the seats that are far enough behind to bid nil blind."""
        rounds = self.deals.rounds
        totals = rounds.totals
        most = max(totals.values()) - rounds.setting.chosen.number("behind")
        return tuple(seat for seat, total in totals.items() if total <= most)

    def say_bid(self, seat: str) -> Text:
        """Return a seat's bid in words."""
        if seat in self.blind:
            return say("blind nil")
        bid = self.bids[seat]
        return say("{n}", n=bid) if bid else say("nil")

    def say_bids(self, side: Seats) -> Text:
        """Return a side's bids in words: `3 + 4 = 7`, `2 + 3 + nil`."""
        if not set(side).isdisjoint(self.blind_bid):
            return say("{n} blind", n=sum(self.bids[seat] for seat in side))
        *others, last = map(self.say_bid, side)
        if not others:
            return last
        one = reduce(_add, others)
        bids = [self.bids[seat] for seat in side]
        if all(bids):
            template = "{one} + {other} = {all}"
            return say(template, one=one, other=last, all=sum(bids))
        return _add(one, last)


def _add(one: Text, other: Text) -> Text:
    return say("{one} + {other}", one=one, other=other)
