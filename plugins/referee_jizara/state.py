"""How far a match has come: what was turned, who decided what, and where cards are
known to lie.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from referee import Card, Field, Setup, Step, hookimpl

from .card_values import KEYS, ORDINARY
from .pot import Piles
from .rules import HAND, KEYS_THAT_WIN
from .sides import Sides, sides_of

Phase = Literal["turn", "decide", "bid", "hand", "coin", "finished"]
"""What is awaited: the card turned, decisions, bids, hands for a key, a toss for it; or
nothing more.
"""

CardsBySeat: TypeAlias = Mapping[str, tuple[Card, ...]]


@dataclass(frozen=True, slots=True)
class State:
    """A match after some entries.

    `round` counts the cards turned. `draw` is how many lie in the bidding draw,
    `turned` the card that is played for. `held` are the cards that each seat has won
    and not bid yet; `outside` is how many copies of a card are known to have come out
    of the bidding draw, or never to have lain in it. `decided` and `laid` hold what was
    shown: by seat whether it bids, and its bid or its hand. `keys` are those won by
    each side, `last_winner` is the side that last won a card by bidding. `after` says
    what to do with the cards after the last decision. `fields` are what each seat fills
    in for a bid or a hand.
    """

    setting: Setup
    sides: Sides
    phase: Phase
    draw: int
    piles: Piles
    held: CardsBySeat
    keys: Mapping[str, tuple[Card, ...]]
    round: int = 1
    turned: Card | None = None
    outside: Mapping[Card, int] = field(default_factory=dict)
    decided: Mapping[str, bool] = field(default_factory=dict)
    laid: CardsBySeat = field(default_factory=dict)
    last_winner: str | None = None
    after: tuple[Step, ...] = ()
    fields: Mapping[str, tuple[Field, ...]] = field(default_factory=dict)

    @property
    def bidding(self) -> tuple[str, ...]:
        """The sides whose bidders have decided to bid."""
        return tuple(
            [
                self.sides.of[seat]
                for seat in self.sides.bidders
                if self.decided.get(seat)
            ]
        )

    @property
    def secret(self) -> bool:
        """Whether entries stay secret now until all are in: bids of a lone side do not."""
        return self.phase != "bid" or all(self.decided.values())

    @property
    def waiting(self) -> tuple[str, ...]:
        """The seats that have to enter something of their own in this phase."""
        if self.phase == "decide":
            return self.sides.bidders
        return tuple([seat for seat in self.fields if seat not in self.laid])

    @property
    def winner(self) -> str | None:
        """The side that has won the game, or None."""
        return next(
            (side for side, keys in self.keys.items() if len(keys) >= KEYS_THAT_WIN),
            None,
        )

    @property
    def keys_to_come(self) -> int:
        """How many keys still lie in the bidding draw."""
        turned = sum(map(len, self.keys.values())) + (self.turned in KEYS)
        return len(KEYS) - turned


@hookimpl
def begin(setting: Setup) -> State:
    """The state before the first card is turned: everybody has a hand of five that
    nobody knows.
    """
    sides, draw = sides_of(setting), bidding_draw(setting)
    pot = pot_at_first(setting, sides) - HAND * len(setting.seats)
    held: dict[str, tuple[Card, ...]] = dict.fromkeys(setting.seats, ())
    keys: dict[str, tuple[Card, ...]] = dict.fromkeys(sides.names, ())
    return State(setting, sides, "turn", draw, Piles(pot), held, keys)


def bidding_draw(setting: Setup) -> int:
    """How many cards the bidding draw begins with, keys included."""
    return setting.chosen.number("bidding_draw")


def pot_at_first(setting: Setup, sides: Sides) -> int:
    """How many cards the pot begins with, before anybody draws."""
    return sides.copies * len(ORDINARY) + len(KEYS) - bidding_draw(setting)
