"""The state of a match: the deals, and a moon whose shooter has yet to choose."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from referee import Card, Deals

from .game import LOWEST_CLUBS, QUEEN


@dataclass(frozen=True, slots=True)
class State:
    """The deals so far, and the shooter who still has to say what a moon brings."""

    deals: Deals
    chooses: str | None = None
    counted: Mapping[str, object] = field(default_factory=dict)
    """The values of the question on the points of the shooter's deal."""

    @property
    def first_card(self) -> Card:
        """Return the card that is led to the first trick."""
        return LOWEST_CLUBS[len(self.deals.deal.seats)]

    @property
    def first_leader(self) -> str | None:
        """Return the leader of the first trick, once the lowest club is played."""
        return self.find_first_leader(self.deals.deal.lying)

    def find_first_leader(self, plays: Mapping[str, Card]) -> str | None:
        """Return who has the lowest club among these cards of the first trick."""
        for seat, card in plays.items():
            if card is self.first_card:
                return seat
        return None

    @property
    def any_club_leads(self) -> bool:
        """Return whether whoever has the lowest club leads any club."""
        return self.deals.rounds.setting.chosen.choice("lead") == "club"

    @property
    def queen_breaks(self) -> bool:
        """Return whether the queen of spades breaks hearts too, at this table."""
        return self.deals.rounds.setting.chosen.flag("queen_breaks")

    @property
    def closed_suit(self) -> str | None:
        """Return the suit that nobody may lead unbroken; None if the queen broke it."""
        if not self.queen_breaks:
            return "H"
        for trick in self.deals.deal.tricks:
            cards = trick.plays.values()
            if any(card.suit == "H" for card in cards):
                return "H"
            if QUEEN in cards:
                return None
        return "H"

    @property
    def is_broken(self) -> bool:
        """Return whether hearts are broken, so that everybody may lead them."""
        for trick in self.deals.deal.tricks:
            for card in trick.plays.values():
                if card.suit == "H" or (card is QUEEN and self.queen_breaks):
                    return True
        return False
