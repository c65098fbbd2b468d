"""How far a match has come: the deals that were scored, the boxes, and where cards of this deal are known to be."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from referee import FIFTY_TWO, Card, Rounds, Setup, begin_rounds, hookimpl

from .rules import HAND

DEAD = 2
"""So many cards are left of the stock when a deal is dead."""


@dataclass(frozen=True, slots=True)
class Play:
    """A deal that is entered draw by draw: `turn` is whose it is, `stock` how many cards it holds.

    `pile` holds the discards, the top one last, `known` the cards that each has taken from it and not discarded since.
    `passes` counts those who did not want the card turned up.
    """

    turn: str
    known: Mapping[str, tuple[Card, ...]]
    upcard: Card | None = None
    stock: int = len(FIFTY_TWO) - 2 * HAND - 1
    pile: tuple[Card, ...] = ()
    passes: int | None = None
    """None once the first turn is over."""

    @property
    def other(self) -> str:
        """The seat whose turn it is not."""
        return next(seat for seat in self.known if seat != self.turn)

    @property
    def draws(self) -> tuple[str, ...]:
        """What the seat in turn may draw from: the likeliest first."""
        if self.passes is None:
            return ("stock", "pile") if self.stock > DEAD else ("pile",)
        return ("pile",) if self.passes < len(self.known) else ("stock",)

    def after(self, draw: str, discard: Card | None) -> Play:
        """The deal after a turn; without a discard after big gin."""
        taken = self.pile[-1:] if draw == "pile" else ()
        held = tuple(card for card in (*self.known[self.turn], *taken) if card is not discard)
        pile = self.pile[: len(self.pile) - len(taken)] + (() if discard is None else (discard,))
        return replace(
            self,
            turn=self.other,
            known={**self.known, self.turn: held},
            stock=self.stock - (draw == "stock"),
            pile=pile,
            passes=None,
        )


@dataclass(frozen=True, slots=True)
class State:
    """The deals so far, how many each has won, how deals are entered, and the one that is played."""

    rounds: Rounds
    by_deal: bool
    play: Play
    boxes: Mapping[str, int] = field(default_factory=dict)

    @property
    def setting(self) -> Setup:
        """Who sits where, and the options."""
        return self.rounds.setting

    @property
    def at_wall(self) -> bool:
        """Whether the stock is used up, and only the last discard may still be taken to knock."""
        return not self.by_deal and self.play.stock <= DEAD

    def dealt(self) -> State:
        """With a new deal, by the same dealer unless the rounds have gone on."""
        return replace(self, play=_begin_play(self.rounds))


def _begin_play(rounds: Rounds) -> Play:
    return Play(rounds.first, dict.fromkeys(rounds.setting.seats, ()))


@hookimpl
def begin(setting: Setup) -> State:
    """The state before the first deal."""
    rounds = begin_rounds(setting, target=setting.chosen.number("target"))
    by_deal = setting.chosen.choice("depth") == "deals"
    return State(rounds, by_deal, _begin_play(rounds), dict.fromkeys(setting.seats, 0))
