"""Who drew or passed with a card in hand that fitted, where that is forbidden and cards shown later prove it."""

from __future__ import annotations

from dataclasses import dataclass

from referee import Card, Ruling, say

from .rules import cite


@dataclass(frozen=True, slots=True)
class Declined:
    """A seat that drew or passed instead of playing on this card: what it has drawn since, and shown that fitted."""

    seat: str
    top: Card
    suit: str
    drawn: int = 0
    fitting: tuple[Card, ...] = ()

    @property
    def is_proven(self) -> bool:
        """Whether more cards fitted than were drawn since: one at least was in hand."""
        return len(self.fitting) > self.drawn

    def can_be_proven(self, hand: int) -> bool:
        """Whether so many cards in hand could prove it: of those drawn later each might be the one that fitted."""
        return not self.is_proven and len(self.fitting) + hand > self.drawn

    def rule(self) -> Ruling:
        """The ruling once it is proven."""
        told = {"seat": self.seat, "top": self.top, "fitting": self.fitting, "n": self.drawn}
        template = "{seat} did not play on the {top}, and has shown since what fitted: {fitting:short}. Drawn: {n}."
        verdict = {"legal": False, "seat": self.seat, "cards": self.fitting, "drawn": self.drawn}
        return Ruling(
            verdict, say("{seat} could have played on the {top}", **told), (cite("must-play", template, **told),)
        )
