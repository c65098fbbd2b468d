"""The pile: its cards, as far as anybody has entered them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from referee import Card


@dataclass(frozen=True, slots=True)
class Pile:
    """The pile in the middle.

    `cards` lie bottom first, None for each that was not entered; `unnamed` is the number of those. `faces` are the
    cards of the stage among the others.
    """

    cards: tuple[Card | None, ...] = ()
    unnamed: int = 0
    faces: tuple[Card, ...] = ()

    @property
    def count(self) -> int:
        """How many cards lie in it."""
        return len(self.cards)

    @property
    def named(self) -> tuple[Card, ...]:
        """The cards that were entered, bottom first."""
        return tuple(card for card in self.cards if card is not None)

    def topped(self, card: Card | None, rank: str) -> Pile:
        """The pile with one more card on top, in the stage of this rank."""
        if card is None:
            return Pile((*self.cards, None), self.unnamed + 1, self.faces)
        faces = (*self.faces, card) if card.rank == rank else self.faces
        return Pile((*self.cards, card), self.unnamed, faces)

    def recounted(self, count: int) -> Pile:
        """The pile with this many cards, no fewer than were entered: others are found or missing at the bottom."""
        missing = self.count - count
        if missing <= 0:
            return Pile((None,) * -missing + self.cards, self.unnamed - missing, self.faces)
        kept = list(self.cards)
        for _ in range(missing):
            kept.remove(None)
        return Pile(tuple(kept), self.unnamed - missing, self.faces)

    def known_with(self, faces: Sequence[Card]) -> tuple[Card, ...]:
        """Its known cards if it held these of the stage too: in order, in the highest places that were not entered."""
        cards = list(self.cards)
        for face in reversed(faces):
            if face not in self.faces:
                cards[_highest_unnamed(cards)] = face
        return tuple(card for card in cards if card is not None)


def _highest_unnamed(cards: list[Card | None]) -> int:
    return len(cards) - 1 - cards[::-1].index(None)
