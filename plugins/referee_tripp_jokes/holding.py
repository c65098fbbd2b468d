"""The cards of one seat, as everybody at the table can know them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from referee import Card, Values, without

DEALT = 9
FINAL = 3
PENULTIMATE = 3
HAND = 3
"""Cards that a hand is drawn up to."""

HowTaken: TypeAlias = Literal["pile", "joker", "final"]
"""How a known card came into a hand: with a pile that was taken, from under a joker, or as a FINAL card."""


@dataclass(frozen=True, slots=True)
class KnownCard:
    """A hand card that everybody knows: how it came there, and in which round."""

    card: Card
    how: HowTaken
    round: int


@dataclass(frozen=True, slots=True)
class Denial:
    """A pile taken in this round: it said that no hidden card then in the hand was of these ranks."""

    ranks: frozenset[str]
    round: int


@dataclass(frozen=True, slots=True)
class CardsPlayed:
    """The cards of one play: from the hand, from the PENULTIMATE cards, and a FINAL card."""

    hand: tuple[Card, ...]
    penultimate: tuple[Card, ...]
    final: tuple[Card, ...]

    @property
    def cards(self) -> tuple[Card, ...]:
        """All of them, in the order in which they lie on the pile."""
        return (*self.hand, *self.penultimate, *self.final)


def read_played(given: Values) -> CardsPlayed:
    """The cards of a play, as entered."""
    return CardsPlayed(given.cards("hand"), given.cards("penultimate"), given.cards("final"))


@dataclass(frozen=True, slots=True)
class Holding:
    """One seat's cards: `hand` and `final` are numbers, `known` those of the hand that everybody knows.

    `denials` speak of the hidden hand cards; once a card was drawn, nothing is known of them any more.
    """

    hand: int
    known: tuple[KnownCard, ...] = ()
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

    def hidden_among(self, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        """Those of these hand cards that nobody else knew; of two equal cards the known one is played first."""
        return without(cards, self.known_cards()) if self.known else cards

    def with_taken(self, cards: tuple[Card, ...], how: HowTaken, round: int) -> Holding:
        """With these cards taken into hand before everybody's eyes."""
        known = (*self.known, *[KnownCard(card, how, round) for card in cards])
        return Holding(self.hand + len(cards), known, self.penultimate, self.final, self.denials)

    def without_played(self, played: CardsPlayed) -> Holding:
        """Without the cards of a play, before anything is taken or drawn."""
        known = list(self.known)
        for card in played.hand if known else ():
            at = next((at for at, one in enumerate(known) if one.card is card), None)
            if at is not None:
                del known[at]
        penultimate = without(self.penultimate, played.penultimate) if played.penultimate else self.penultimate
        hand, final = self.hand - len(played.hand), self.final - len(played.final)
        return Holding(hand, tuple(known), penultimate, final, self.denials)

    def to_draw(self, stock: int) -> int:
        """How many cards this seat draws from a stock of this size: up to three in hand."""
        return max(0, min(HAND - self.hand, stock))

    def with_drawn(self, n: int) -> Holding:
        """With `n` cards drawn: nothing is known any more of what the hidden cards are not."""
        return Holding(self.hand + n, self.known, self.penultimate, self.final) if n else self
