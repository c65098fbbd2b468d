"""Hands dealt at random where tricks are asked for, and cards played from them as most
people play.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from referee.cards.card import Card
from referee.vocabulary.fields import type_of
from referee.vocabulary.fields.field_type import Random
from referee.vocabulary.prompt import Field

PATIENCE = 6
"""After so many refusals what is left is dealt out anew: a hand may hold a card that
all have seen elsewhere.
"""

REVOKES = 0.01
"""How often somebody who could follow suit does not."""

NEW_SUITS = 0.05
"""How often a suit is led that was not played in this deal, by somebody who has others:
many games close one at first.
"""

LEADS_OUT_OF_TURN = 0.03
"""How often somebody leads who had not to, and is named."""

IN_PARTS = 0.25
"""How often a trick that may be entered in parts is begun, or gone on with, by one
card.
"""


def asks_for_trick(asked: Field) -> bool:
    """Return whether a field asks for the cards of a trick: one by seat, of which the
    game says what cannot be.
    """
    kind = type_of(asked)
    return kind.by_seat and kind.one_card and asked.suggests and bool(asked.cards)


@dataclass(slots=True)
class DealtHands:
    """The hands of a deal, as far as they are not played, and the cards that lie of an
    unfinished trick.

    What can be meant is all that is left of the deal: where there is more than the
    hands hold, it is dealt out anew.
    """

    hands: dict[str, list[Card]] = field(default_factory=dict)
    dealt: Counter[Card] = field(default_factory=Counter)
    """All cards of this deal."""
    lying: dict[str, Card] = field(default_factory=dict)
    offered: dict[str, Card] = field(default_factory=dict)
    """What `play` answered last, and was not taken so far."""
    attempts: int = 0
    """How often it has answered since something was taken."""

    def play(
        self,
        asked: Field,
        seats: Sequence[str],
        rng: Random,
        led_by: str | None = None,
    ) -> dict[str, str]:
        """Return the codes of the cards that these seats play to the next trick, in the
        order of the field's seats, or from another one on that leads.

        A seat that has none left is left out.
        """
        left = Counter(asked.cards)
        self.attempts += 1
        if self.attempts % PATIENCE == 0:
            self.hands = {}
        self._keep_what_is_left(left, seats, rng)
        order = [seat for seat in asked.seats or seats if seat in seats]
        if led_by in order:
            first = order.index(led_by)
            order = order[first:] + order[:first]
        if asked.some and rng.random() < IN_PARTS:
            order = order[:1]
        self.offered = {}
        for seat in order:
            if self.hands[seat]:
                self.offered[seat] = self._choose_card(seat, left, rng)
        return {seat: card.code for seat, card in self.offered.items()}

    def take_offered(self) -> None:
        """Remember what was played last: it lies until all have played."""
        for seat, card in self.offered.items():
            self.hands[seat].remove(card)
            self.attempts = 0
        self.lying |= self.offered
        self.offered = {}
        if self.lying.keys() >= self.hands.keys():
            self.lying = {}

    def _keep_what_is_left(
        self, left: Counter[Card], seats: Sequence[str], rng: Random
    ) -> None:
        """Keep what is left in each hand; deal it out where that is not all, or where a
        seat has nothing.
        """
        missing = Counter(left)
        for seat, hand in self.hands.items():
            kept = Counter(hand) & missing
            self.hands[seat] = [*kept.elements()]
            missing -= kept
        if missing or not all(map(self.hands.get, seats)):
            cards = rng.sample([*left.elements()], left.total())
            self.hands = {}
            for place, seat in enumerate(seats):
                self.hands[seat] = cards[place :: len(seats)]
            if not left <= self.dealt:
                self.dealt = left

        for seat, card in self.lying.items():
            if left[card] or seat in seats:
                self.lying = {}
                break

    def _choose_card(self, seat: str, left: Counter[Card], rng: Random) -> Card:
        hand = self.hands[seat]
        suits, seldom = {card.suit for card in self.dealt - left}, NEW_SUITS
        for first in (*self.lying.values(), *self.offered.values()):
            suits, seldom = {first.suit}, REVOKES
            break
        usual = [card for card in hand if card.suit in suits]
        if usual and rng.random() >= seldom:
            return rng.choice(usual)
        return rng.choice(hand)
