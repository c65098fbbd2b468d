"""Where a match stands: the deals, and in this one the bids."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from referee import FIFTY_TWO, Deals, Setup, begin_deals, hookimpl


@dataclass(frozen=True, slots=True)
class State:
    """The deals so far, the bags of each side, and the bids of this deal."""

    deals: Deals
    bags: Mapping[str, int] = field(default_factory=dict)
    """By the first seat of each side."""
    bids: Mapping[str, int] = field(default_factory=dict)
    """Empty until all have bid."""
    blind: tuple[str, ...] = ()
    """Who has bid nil blind."""

    @property
    def sides(self) -> tuple[tuple[str, ...], ...]:
        """All sides: partners, or each seat for itself."""
        rounds = self.deals.rounds
        return rounds.sides or tuple((seat,) for seat in rounds.setting.seats)

    @property
    def may_bid_blind(self) -> tuple[str, ...]:
        """Those who are far enough behind to bid nil blind."""
        rounds = self.deals.rounds
        behind = rounds.setting.chosen.number("behind")
        return tuple(
            seat
            for seat, n in rounds.totals.items()
            if max(rounds.totals.values()) - n >= behind
        )


@hookimpl
def begin(setting: Setup) -> State:
    """The first deal, with nothing bid."""
    in_pairs = setting.chosen.choice("play") == "pairs"
    target, lost_at = setting.chosen.number("target"), setting.chosen.number("lost_at")
    sides = setting.sides() if in_pairs else ()
    return State(
        begin_deals(
            setting,
            FIFTY_TWO,
            target=target,
            lost_at=lost_at,
            playoffs=in_pairs,
            sides=sides,
        )
    )
