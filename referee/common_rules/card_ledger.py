"""Where cards are known to be: on the pile, in hands that took them, or laid."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from referee.cards.card import Card, Cards
from referee.cards.decks import without
from referee.common_rules.cards_seen import CardsSeen
from referee.vocabulary.ruling import Cite
from referee.vocabulary.view import EVERYBODY, Zone


@dataclass(frozen=True, slots=True)
class CardLedger:
    """The cards of a deal that everybody has seen, and where they are.

    >>> from referee import card
    >>> ledger = CardLedger(pile=(card("9H"), card("TH"))).with_taken("Ana", 2)
    >>> ledger = ledger.with_laid("Ana", (card("9H"), card("9C"), card("9S")))
    >>> ledger = ledger.with_discard("Ana", card("3D"))
    >>> ledger.held("Ana"), ledger.pile, len(ledger.laid["Ana"])
    ((<TH>,), (<3D>,), 3)
    """

    pile: Cards = ()
    """The discards, the top card last."""
    known: Mapping[str, Cards] = field(default_factory=dict)
    """The cards that each seat took from the pile and still holds."""
    laid: Mapping[str, Cards] = field(default_factory=dict)
    """The cards that each seat laid or showed."""

    def held(self, seat: str) -> Cards:
        """Return the cards that this seat is known to hold."""
        return self.known.get(seat, ())

    def with_taken(self, seat: str, n: int = 1) -> CardLedger:
        """Return the ledger after a seat took the top `n` cards of the pile."""
        kept = len(self.pile) - n
        known = {**self.known, seat: (*self.held(seat), *self.pile[kept:])}
        return replace(self, pile=self.pile[:kept], known=known)

    def with_discard(self, seat: str, card: Card) -> CardLedger:
        """Return the ledger after this seat put a card of its hand on the pile."""
        return replace(self._without(seat, (card,)), pile=(*self.pile, card))

    def with_laid(self, seat: str, cards: Cards) -> CardLedger:
        """Return the ledger after a seat laid cards of its hand openly."""
        laid = {**self.laid, seat: (*self.laid.get(seat, ()), *cards)}
        return replace(self._without(seat, cards), laid=laid)

    def _without(self, seat: str, cards: Cards) -> CardLedger:
        return replace(
            self, known={**self.known, seat: without(self.held(seat), cards)}
        )

    def unseen(self, deck: Cards) -> Cards:
        """Return the cards whose place nobody knows."""
        seen = [*self.pile]
        for cards in (*self.known.values(), *self.laid.values()):
            seen += cards
        return without(deck, seen)

    def seen_beside(
        self, seat: str, cite: Cite, section: str, copies: int = 1
    ) -> CardsSeen:
        """Return why cards cannot be in this seat's hand, resting on this section."""
        seen = CardsSeen(copies)
        seen = seen.with_cards(self.pile, cite(section, "It’s in the discard pile."))
        template = "{other} took it from the pile and hasn’t discarded it since."
        for other, cards in self.known.items():
            if other != seat:
                seen = seen.with_cards(cards, cite(section, template, other=other))
        for other, cards in self.laid.items():
            why = cite(section, "{other} has laid it.", other=other)
            seen = seen.with_cards(cards, why)
        return seen

    def zones(self) -> tuple[Zone, ...]:
        """Return the zones `pile` and, for each seat, `taken`, for the hook `scene`."""
        zones = [Zone("pile", None, len(self.pile), self.pile, EVERYBODY)]
        for seat, cards in self.known.items():
            zones.append(Zone("taken", seat, len(cards), cards, EVERYBODY))
        return tuple(zones)
