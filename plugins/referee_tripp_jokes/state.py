"""How far a match has come, as everybody at the table can know it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from referee import FIFTY_FOUR, Card, Setup, Text, hookimpl, say

from .holding import DEALT, FINAL, HAND, Holding

MOST_FOR_ONE_PACK = 3
"""The most players that share one pack; more play with two."""

Phase: TypeAlias = Literal["setting-up", "play", "cover", "again", "finished"]
"""What goes on: in `cover` the player may cover a 2, in `again` must play once more after a clear."""

PlayFrom: TypeAlias = Literal["hand", "penultimate", "final"]
"""Which of a player's cards are played now."""


@dataclass(frozen=True, slots=True)
class State:
    """A match after some entries.

    `pile` and `discard` stand bottom first. `seen` counts, by a card's `order`, the copies of which everybody knows
    where they lie. `ranks` may be played now. `moved` tells what the last entry did to the real cards, and
    `out` has the seats without a card, the first of them first.
    """

    setting: Setup
    stock: int
    holdings: Mapping[str, Holding]
    turn: str
    round: int = 1
    phase: Phase = "setting-up"
    pile: tuple[Card, ...] = ()
    discard: tuple[Card, ...] = ()
    seen: bytes = bytes(len(FIFTY_FOUR))
    ranks: tuple[str, ...] = ()
    moved: tuple[Text, ...] = ()
    out: tuple[str, ...] = ()

    @property
    def packs(self) -> int:
        """The number of packs in use, and so of copies of each card."""
        return packs_for(self.setting)

    @property
    def laying(self) -> tuple[str, ...]:
        """The seats that have not laid their PENULTIMATE cards, while the table is being set up."""
        if self.phase != "setting-up":
            return ()
        return tuple(seat for seat, holding in self.holdings.items() if holding.hand > HAND)

    @property
    def actor(self) -> Holding:
        """The cards of the seat whose turn it is."""
        return self.holdings[self.turn]

    @property
    def play_from(self) -> PlayFrom:
        """Which of its cards the seat in turn has to play now."""
        actor = self.actor
        if actor.hand or self.stock:
            return "hand"
        return "penultimate" if actor.penultimate else "final"


def packs_for(setting: Setup) -> int:
    """One pack for two or three players, two for more."""
    return 1 if len(setting.seats) <= MOST_FOR_ONE_PACK else 2


def first_player(setting: Setup) -> str:
    """The seat to the dealer's right."""
    return setting.seats[setting.seats.index(setting.dealer) - 1]


def in_round(state: State) -> Text:
    """How many times it has been everybody's turn, the one that a ruling is about among them."""
    return say("Round {n}", n=state.round)


@hookimpl
def begin(setting: Setup) -> State:
    """The match before the first card is flipped: nine cards dealt to each, three of them FINAL cards."""
    stock = packs_for(setting) * len(FIFTY_FOUR) - DEALT * len(setting.seats)
    holdings = {seat: Holding(hand=DEALT - FINAL) for seat in setting.seats}
    return State(setting, stock, holdings, turn=first_player(setting))


def counted(seen: bytes, cards: Iterable[Card]) -> bytes:
    """The number of copies seen of each card, with these cards seen too."""
    more = bytearray(seen)
    for card in cards:
        more[card.order] += 1
    return bytes(more)
