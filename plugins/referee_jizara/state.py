"""Where a match stands: what was turned, who bids, and where cards are known to lie."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import chain
from typing import Literal, TypeAlias

from referee import Card, Cards, Field, Seats, Setup, Step, without

from .game import KEYS, KEYS_THAT_WIN
from .pot import Piles
from .sides import Sides

Phase = Literal["turn", "decide", "bid", "hand", "coin", "finished"]
"""What is awaited: the card turned, decisions, bids, hands for a key, a toss for it."""

CardsBySeat: TypeAlias = Mapping[str, Cards]


@dataclass(frozen=True, slots=True)
class State:
    """A match after some entries."""

    setting: Setup
    sides: Sides
    phase: Phase
    draw: int
    """How many cards lie in the bidding draw."""
    piles: Piles
    held: CardsBySeat
    """The cards that each seat has won and not bid yet."""
    keys: Mapping[str, Cards]
    """Those won by each side."""
    round: int = 1
    """How many cards were turned, with the one to be turned now."""
    turned: Card | None = None
    """The card that is played for."""
    outside: Mapping[Card, int] = field(default_factory=dict)
    """How many copies of a card came out of the bidding draw, or never lay in it."""
    decided: Mapping[str, bool] = field(default_factory=dict)
    """By seat whether it bids, once all have decided."""
    laid: CardsBySeat = field(default_factory=dict)
    """By seat its bid or its hand, once it was shown."""
    last_winner: str | None = None
    """The side that last won a card by bidding."""
    after: tuple[Step, ...] = ()
    """What to do with the cards after the last decision."""
    fields: Mapping[str, tuple[Field, ...]] = field(default_factory=dict)
    """What each seat fills in for a bid or a hand."""

    @property
    def card(self) -> Card:
        """The card that is played for, where there is one for certain."""
        assert self.turned is not None
        return self.turned

    @property
    def bidding(self) -> Seats:
        """The sides whose bidders have decided to bid."""
        bidders = filter(self.decided.get, self.sides.bidders)
        return tuple(self.sides.of[seat] for seat in bidders)

    @property
    def secret(self) -> bool:
        """Whether entries stay secret until all are in: bids of a lone side do not."""
        return self.phase != "bid" or all(self.decided.values())

    @property
    def waiting(self) -> Seats:
        """The seats that have to enter something of their own in this phase."""
        if self.phase == "decide":
            return self.sides.bidders
        return tuple(seat for seat in self.fields if seat not in self.laid)

    @property
    def winner(self) -> str | None:
        """The side that has won the game, or None."""
        for side, keys in self.keys.items():
            if len(keys) >= KEYS_THAT_WIN:
                return side
        return None

    @property
    def keys_to_come(self) -> int:
        """How many keys still lie in the bidding draw."""
        turned = sum(map(len, self.keys.values())) + (self.turned in KEYS)
        return len(KEYS) - turned

    def seen_outside(self, seat: str | None) -> Counter[Card]:
        """Return how many of each card are known to lie outside this seat's hand."""
        seen = Counter(chain(self.piles.untouched, self.piles.burn))
        for holder, cards in self.held.items():
            if holder != seat:
                seen.update(cards)
        if self.turned is not None:
            seen[self.turned] += 1
        return seen

    def visible(self, laid: CardsBySeat) -> Counter[Card]:
        """Return how many copies of each card are seen once these cards are shown."""
        seen = self.seen_outside(None)
        for seat, shown in laid.items():
            seen.update(without(shown, self.held[seat]))
        return seen
