"""The state of a match, as everybody at the table can know it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from referee import Cards, CardsSeen, Rounds, Seats, Values

from .game import VARIANTS, Variant, cite, dealt_to, variant_of


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal entered card by card: the numbers of cards, and the turn."""

    hands: Mapping[str, int]
    stock: int
    turn: str
    """The seat in turn; before a card is turned up the dealer."""
    pile: Cards = ()
    """The open cards, bottom first, since the stock was last shuffled."""
    wished: str = ""
    """The suit to follow if it differs from that of the top card."""
    wisher: str = ""
    """The seat that has to wish a suit now."""
    clockwise: bool = True
    draws: int = 0
    """The number of cards that the seat in turn has to draw or to pass on."""
    misses: bool = False
    """Whether the seat in turn misses its turn, unless it lays an eight."""
    drawn: int = 0
    """The number of cards that the seat in turn has drawn in this turn."""
    blocked: bool = False
    """Whether nobody can play, so that everybody's cards count."""
    shown: Mapping[str, Cards] = field(default_factory=dict)
    """The cards shown in the end, by the seats whose cards are counted."""

    @property
    def suit(self) -> str:
        """Return the suit to follow."""
        return self.wished or str(self.pile[-1].suit)

    @property
    def out(self) -> str | None:
        """Return the seat that has no card left, or None."""
        for seat, n in self.hands.items():
            if not n:
                return seat
        return None

    @property
    def to_show(self) -> Seats:
        """Return the seats that still have to show cards; none during the deal."""
        if not self.blocked and self.out is None:
            return ()
        seats = []
        for seat, n in self.hands.items():
            if n and seat not in self.shown:
                seats.append(seat)
        return tuple(seats)

    @property
    def left_to_draw(self) -> int:
        """Return the number of cards to draw, with the pile's under its top card."""
        return self.stock + max(len(self.pile) - 1, 0)

    def with_drawn(self, seat: str, n: int) -> Deal:
        """Return the deal with cards drawn.

        If the stock runs out, the pile under its top card becomes the new stock.
        """
        pile = self.pile
        stock = self.stock
        if n >= stock:
            pile = pile[-1:]
            stock = self.left_to_draw
        hands = {**self.hands, seat: self.hands[seat] + n}
        return replace(self, hands=hands, stock=stock - n, pile=pile)


@dataclass(frozen=True, slots=True)
class State:
    """The deals so far, how the current one is entered, and the known cards."""

    rounds: Rounds
    by_deal: bool
    deal: Deal

    @property
    def seats(self) -> Seats:
        """Return all seats that play."""
        return self.rounds.setting.seats

    @property
    def chosen(self) -> Values:
        """Return the table's options."""
        return self.rounds.setting.chosen

    @property
    def variant(self) -> Variant:
        """Return the variant that is played."""
        return variant_of(self.rounds.setting)

    @property
    def unseen(self) -> Cards:
        """Return the cards that can turn up, each as often as possible."""
        return self.seen.left(self.variant.deck(len(self.seats)))

    @property
    def seen(self) -> CardsSeen:
        """Return where cards lie openly."""
        seen = CardsSeen(self.variant.packs(len(self.seats)))
        lies = cite("once", "It’s on the pile.")
        seen = seen.with_cards(self.deal.pile, lies)
        for seat, cards in self.deal.shown.items():
            shown = cite("once", "{seat} has shown it.", seat=seat)
            seen = seen.with_cards(cards, shown)
        return seen

    @property
    def may_pass(self) -> bool:
        """Return whether the seat in turn has drawn all it may, or finds no card."""
        if not self.deal.left_to_draw:
            return True
        # At Crazy Eights a player draws until they can play.
        usual = 1 if self.variant is VARIANTS["mau-mau"] else None
        most = self.chosen.number("draws", None) or usual
        return most is not None and self.deal.drawn >= most

    def dealt(self, rounds: Rounds) -> State:
        """Return the match with the cards of this round dealt, and none turned up."""
        return replace(self, rounds=rounds, deal=begin_deal(rounds))


def begin_deal(rounds: Rounds) -> Deal:
    """Return the deal of this round before a card is turned up."""
    setting = rounds.setting
    each = dealt_to(setting)
    seats = setting.seats
    deck = variant_of(setting).deck(len(seats))
    stock = len(deck) - each * len(seats)
    return Deal(dict.fromkeys(seats, each), stock, rounds.dealer)
