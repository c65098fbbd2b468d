"""How far a match has come, as everybody at the table can know it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from referee import Card, CardsSeen, Rounds, Setup, begin_rounds, hookimpl

from .rules import Variant, cite, dealt_to, draws_of, variant_of


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal that is entered card by card: how many cards are where, and whose turn it is."""

    hands: Mapping[str, int]
    stock: int
    turn: str
    """Before a card is turned up the dealer."""
    pile: tuple[Card, ...] = ()
    """What lies openly, bottom first, since the stock was last shuffled."""
    wished: str = ""
    """The suit to follow where it is not that of the top card."""
    wisher: str = ""
    """Who is to wish a suit now."""
    clockwise: bool = True
    draws: int = 0
    """How many cards the seat in turn has to draw, unless it passes that on."""
    drawn: int = 0
    """How many cards the seat in turn has drawn in this turn."""
    blocked: bool = False
    """Nobody can play: everybody counts."""
    shown: Mapping[str, tuple[Card, ...]] = field(default_factory=dict)
    """What those have shown in the end whose cards are counted."""

    @property
    def suit(self) -> str:
        """The suit to follow."""
        return self.wished or str(self.pile[-1].suit)

    @property
    def out(self) -> str | None:
        """The seat that has no card left."""
        return next((seat for seat, n in self.hands.items() if not n), None)

    @property
    def to_show(self) -> tuple[str, ...]:
        """The seats that have yet to show what they have left; none before the deal is over."""
        over = self.blocked or self.out is not None
        return tuple(seat for seat, n in self.hands.items() if over and n and seat not in self.shown)

    @property
    def left_to_draw(self) -> int:
        """The cards that can be drawn, those of the pile under its top card included."""
        return self.stock + max(len(self.pile) - 1, 0)

    def with_drawn(self, seat: str, n: int) -> Deal:
        """With cards drawn; where the stock runs out, the pile under its top card becomes the new one."""
        pile, stock = self.pile, self.stock
        if n >= stock:
            pile, stock = pile[-1:], self.left_to_draw
        hands = {**self.hands, seat: self.hands[seat] + n}
        return replace(self, hands=hands, stock=stock - n, pile=pile)


@dataclass(frozen=True, slots=True)
class State:
    """The deals so far, how this one is entered, and its cards where they are."""

    rounds: Rounds
    by_deal: bool
    deal: Deal

    @property
    def seats(self) -> tuple[str, ...]:
        """All who play."""
        return self.rounds.setting.seats

    @property
    def variant(self) -> Variant:
        """Which of the two games is played."""
        return variant_of(self.rounds.setting)

    @property
    def unseen(self) -> tuple[Card, ...]:
        """The cards that can turn up, each as often as it can."""
        return self.seen.left(self.variant.deck(len(self.seats)))

    @property
    def seen(self) -> CardsSeen:
        """Where cards lie openly."""
        seen = CardsSeen(self.variant.packs(len(self.seats)))
        seen = seen.with_cards(self.deal.pile, cite("once", "It lies on the pile."))
        for seat, cards in self.deal.shown.items():
            seen = seen.with_cards(cards, cite("once", "{seat} has shown it.", seat=seat))
        return seen

    @property
    def may_pass(self) -> bool:
        """Whether the seat in turn has drawn as many cards as may be drawn, or finds none."""
        most = draws_of(self.rounds.setting)
        return not self.deal.left_to_draw or (most is not None and self.deal.drawn >= most)

    def dealt(self, rounds: Rounds) -> State:
        """With the cards of this round dealt, and none turned up."""
        return replace(self, rounds=rounds, deal=_dealt(rounds))


def _dealt(rounds: Rounds) -> Deal:
    seats, each = rounds.setting.seats, dealt_to(rounds.setting)
    stock = len(variant_of(rounds.setting).deck(len(seats))) - each * len(seats)
    return Deal(dict.fromkeys(seats, each), stock, rounds.dealer)


@hookimpl
def begin(setting: Setup) -> State:
    """The first deal, of which no card is turned up."""
    chosen = setting.chosen
    target = chosen.number_if_any("target") or 50 * len(setting.seats)
    rounds = begin_rounds(setting, target, wins="fewest" if chosen.choice("scoring") == "own" else "most")
    return State(rounds, chosen.choice("depth") == "deals", _dealt(rounds))
