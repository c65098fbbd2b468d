"""The trumps with their bowers, and how far a match has come."""

from __future__ import annotations

from dataclasses import dataclass

from referee import TWENTY_FOUR, Card, Cards, Deals, Setting, Side, card, split_seats

from .game import JOKER

_SAME_COLOUR = {"C": "S", "S": "C", "D": "H", "H": "D"}


def trumps_of(suit: str) -> Cards:
    """Return all trumps if this suit is trump, from the lowest to the joker.

    >>> trumps_of("H")
    (<9H>, <TH>, <QH>, <KH>, <AH>, <JD>, <JH>, <XB>)
    """
    right_bower = card(f"J{suit}")
    trumps = [card for card in TWENTY_FOUR if card.suit == suit]
    trumps.remove(right_bower)
    return (*trumps, left_bower(suit), right_bower, JOKER)


def left_bower(suit: str) -> Card:
    """Return the second highest trump, the jack of the other suit of this colour.

    >>> left_bower("S")
    <JC>
    """
    return card(f"J{_SAME_COLOUR[suit]}")


@dataclass(frozen=True, slots=True)
class Contract:
    """A contract: maker, trump, whether it is played alone, and the card turned up."""

    maker: str
    trump: str
    is_alone: bool
    turned: Card
    is_ordered_up: bool
    """Whether the dealer has taken up the card turned up; else it was turned down."""
    defender: str = ""
    """The seat that plays alone against a maker who plays alone."""


@dataclass(frozen=True, slots=True)
class State:
    """The deals so far, and the contract of the current deal if tricks are entered."""

    deals: Deals
    contract: Contract | None = None
    laid_away: Cards = ()
    """The cards changed for a farmer's hand."""

    @property
    def setting(self) -> Setting:
        """Return the setting of the match."""
        return self.deals.rounds.setting

    def sitting_out(self, contract: Contract) -> Side:
        """Return the partners of the seats that play alone."""
        alone = [contract.defender]
        if contract.is_alone:
            alone.append(contract.maker)
        return tuple(map(self.setting.opposite, filter(None, alone)))

    def with_contract(self, contract: Contract) -> State:
        """Return the match once trump is made; partners of lone players sit out."""
        setting = self.setting
        seats = setting.seats
        for seat in self.sitting_out(contract):
            _, seats = split_seats(seats, (seat,))
        leader = setting.left_of(self.deals.rounds.dealer, seats)
        trumps = trumps_of(contract.trump)
        deals = self.deals.with_parts(seats=seats, leader=leader, trumps=trumps)
        return State(deals, contract, self.laid_away)
