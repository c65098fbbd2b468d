"""How far a match has come, as everybody at the table can know it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from referee import FIFTY_FOUR, Card, Setup, Text, say

DEALT = 9
FINAL = 3
PENULTIMATE = 3
HAND = 3
"""Cards that a hand is drawn up to."""

MOST_FOR_ONE_PACK = 3
"""Players that share one pack; more play with two."""

Step: TypeAlias = Literal["setting-up", "play", "cover", "again", "finished"]
"""What goes on: in `cover` the player may cover a 2, in `again` must play once more after a clear."""

Row: TypeAlias = Literal["hand", "penultimate", "final"]
"""Where a player's cards lie."""

How: TypeAlias = Literal["pile", "joker", "final"]
"""How a known card came into a hand: with a pile that was taken, from under a joker, or as a FINAL card."""


@dataclass(frozen=True, slots=True)
class Known:
    """A hand card that everybody knows: how it came there, and in which round."""

    card: Card
    how: How
    round: int


@dataclass(frozen=True, slots=True)
class Denial:
    """A pile taken in this round: no hidden card that was then in the hand was said to be of these ranks."""

    ranks: frozenset[str]
    round: int


@dataclass(frozen=True, slots=True)
class Holding:
    """One seat's cards: `hand` and `final` are numbers, `known` those of the hand that everybody knows.

    `denials` speak of the hidden hand cards; nothing is known of them any more once one was drawn.
    """

    hand: int
    known: tuple[Known, ...] = ()
    penultimate: tuple[Card, ...] = ()
    final: int = FINAL
    denials: tuple[Denial, ...] = ()

    @property
    def hidden(self) -> int:
        """The number of hand cards that nobody else knows."""
        return self.hand - len(self.known)

    @property
    def left(self) -> int:
        """The number of cards still to be got rid of."""
        return self.hand + len(self.penultimate) + self.final

    def known_cards(self) -> tuple[Card, ...]:
        """The hand cards that everybody knows."""
        return tuple([known.card for known in self.known])

    def with_taken(self, cards: tuple[Card, ...], how: How, round: int) -> Holding:
        """With these cards taken into hand before everybody's eyes."""
        known = (*self.known, *[Known(card, how, round) for card in cards])
        return Holding(self.hand + len(cards), known, self.penultimate, self.final, self.denials)


@dataclass(frozen=True, slots=True)
class State:
    """A match after some entries.

    `pile` and `discard` stand bottom first. `seen` counts by a card's `order` the copies that everybody knows
    where they lie. `ranks` may be played now. `moved` tells what the last entry did to the real cards.
    """

    setting: Setup
    stock: int
    holdings: Mapping[str, Holding]
    turn: str
    round: int = 1
    step: Step = "setting-up"
    pile: tuple[Card, ...] = ()
    discard: tuple[Card, ...] = ()
    seen: bytes = bytes(len(FIFTY_FOUR))
    ranks: tuple[str, ...] = ()
    moved: tuple[Text, ...] = ()

    @property
    def packs(self) -> int:
        """The packs in use: as many copies there are of each card."""
        return packs_for(self.setting)

    @property
    def laying(self) -> tuple[str, ...]:
        """The seats that have not laid their PENULTIMATE cards, while the table is being set up."""
        if self.step != "setting-up":
            return ()
        return tuple(seat for seat, holding in self.holdings.items() if holding.hand > HAND)

    @property
    def actor(self) -> Holding:
        """The cards of the seat whose turn it is."""
        return self.holdings[self.turn]

    @property
    def due(self) -> Row:
        """From which of their cards the seat in turn has to play now."""
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
    """Which round a ruling is about."""
    return say("Round {n}", n=state.round)


def begin_match(setting: Setup) -> State:
    """The match before the first card is flipped: nine cards dealt to each, three of them FINAL cards."""
    stock = packs_for(setting) * len(FIFTY_FOUR) - DEALT * len(setting.seats)
    holdings = {seat: Holding(hand=DEALT - FINAL) for seat in setting.seats}
    return State(setting, stock, holdings, turn=first_player(setting))


def counted(seen: bytes, cards: Iterable[Card]) -> bytes:
    """The copies seen, with these cards seen too."""
    more = bytearray(seen)
    for card in cards:
        more[card.order] += 1
    return bytes(more)


def without(cards: Iterable[Card], gone: Iterable[Card]) -> tuple[Card, ...]:
    """These cards in order, without one copy of each that is gone."""
    left = list(cards)
    for card in gone:
        left.remove(card)
    return tuple(left)
