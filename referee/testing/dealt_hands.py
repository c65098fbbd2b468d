"""Random hands for games with tricks, and typical play from them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from referee.cards.card import Card
from referee.common_rules.tricks import suit_led_by
from referee.vocabulary.fields import type_of
from referee.vocabulary.fields.examples import Random
from referee.vocabulary.prompt import Field

PATIENCE = 6
"""The refusals after which the rest is dealt again, since a hand may have a seen card.
"""

REVOKES = 0.01
"""The probability of a revoke."""

NEW_SUITS = 0.05
"""The probability of leading a new suit despite having another: games often close
one.
"""

LEADS_OUT_OF_TURN = 0.03
"""The probability of a lead out of turn that is named."""

IN_PARTS = 0.25
"""The probability that a trick is entered card by card, if possible."""


def asks_for_trick(field: Field) -> bool:
    """Return whether a field asks for a trick: cards by seat, ruled by the game."""
    kind = type_of(field)
    return kind.by_seat and kind.one_card and field.suggests and bool(field.cards)


@dataclass(slots=True)
class DealtHands:
    """The hands of a deal, and the cards of an unfinished trick.

    Hands are dealt from the rest of the deal, and dealt again if the rest has grown.
    """

    hands: dict[str, list[Card]] = field(default_factory=dict)
    dealt: Counter[Card] = field(default_factory=Counter)
    """The cards of the deal."""
    lying: dict[str, Card] = field(default_factory=dict)
    offered: dict[str, Card] = field(default_factory=dict)
    """The latest answer of `play`, until it is taken."""
    attempts: int = 0
    """The number of answers since the last was taken."""

    def play(
        self,
        field: Field,
        seats: Sequence[str],
        rng: Random,
        led_by: str | None = None,
    ) -> dict[str, str]:
        """Return the codes of the cards that these seats play to the next trick.

        The order is the field's, or begins with another leader. A seat without cards is
        left out.
        """
        left = Counter(field.cards)
        self.attempts += 1
        if self.attempts % PATIENCE == 0:
            self.hands = {}
        self._keep_what_is_left(left, seats, rng)
        order = [seat for seat in field.seats or seats if seat in seats]
        if led_by in order:
            first = order.index(led_by)
            order = order[first:] + order[:first]
        if field.some and not field.own and rng.random() < IN_PARTS:
            order = order[:1]
        self.offered = {}
        for seat in order:
            if self.hands[seat]:
                self.offered[seat] = self._choose_card(seat, left, rng)
        return {seat: card.code for seat, card in self.offered.items()}

    def keep_back(self) -> dict[str, str]:
        """Return only the first card of the latest answer; the others stay in hand."""
        self.offered = dict([*self.offered.items()][:1])
        return {seat: card.code for seat, card in self.offered.items()}

    def take_offered(self) -> None:
        """Take the latest answer: its cards stay on the table until all have played."""
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
        """Remove played cards from hands.

        If cards are missing, or a seat has none left, deal again.
        """
        missing = Counter(left)
        for seat, hand in self.hands.items():
            returned = Counter(hand) & missing
            self.hands[seat] = [*returned.elements()]
            missing -= returned
        if missing or not all(map(self.hands.get, seats)):
            cards = rng.sample([*left.elements()], left.total())
            self.hands = {}
            for index, seat in enumerate(seats):
                self.hands[seat] = cards[index :: len(seats)]
            if not left <= self.dealt:
                self.dealt = left

        for seat, card in self.lying.items():
            if left[card] or seat in seats:
                self.lying = {}
                break

    def _choose_card(self, seat: str, left: Counter[Card], rng: Random) -> Card:
        hand = self.hands[seat]
        suits = {card.suit for card in self.dealt - left}
        seldom = NEW_SUITS
        led = suit_led_by((*self.lying.values(), *self.offered.values()))
        if led is not None:
            suits = {led}
            seldom = REVOKES
        usual = [card for card in hand if card.suit in (*suits, None)]
        if usual and rng.random() >= seldom:
            return rng.choice(usual)
        return rng.choice(hand)
