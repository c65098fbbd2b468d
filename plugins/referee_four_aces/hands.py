"""Both hands of one player, as they were entered at the end of a round."""

from __future__ import annotations

from dataclasses import dataclass

from referee import Card, Values


@dataclass(frozen=True, slots=True)
class Hands:
    """The cards of one seat: hidden and exposed without the locked ones, and the locked ones."""

    hidden: tuple[Card, ...]
    exposed: tuple[Card, ...]
    locked: tuple[Card, ...]

    @property
    def cards(self) -> tuple[Card, ...]:
        """Every card that was named, in the order of the fields."""
        return self.hidden + self.exposed + self.locked

    @property
    def counted(self) -> int:
        """How many cards there are besides the locked ones, unplayed jokers among them."""
        return len(self.hidden) + len(self.exposed)


def hands_of(given: Values) -> Hands:
    """The hands given in an entry of a round."""
    return Hands(given.cards("hidden"), given.cards("exposed"), given.cards("locked"))
