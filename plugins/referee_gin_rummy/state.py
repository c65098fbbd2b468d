"""How far a match has come: the deals that were scored, the boxes, and where cards of this deal are known to be."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from referee import FIFTY_TWO, Card, CardsSeen, Rounds, Ruling, Setup, begin_rounds, hookimpl, say, without

from .rules import HAND, cite

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

    def after(self, draw: str, discard: Card) -> Play:
        """The deal after a turn."""
        taken = self.pile[-1:] if draw == "pile" else ()
        held = tuple(card for card in (*self.known[self.turn], *taken) if card is not discard)
        pile, stock = (*self.pile[: len(self.pile) - len(taken)], discard), self.stock - (draw == "stock")
        return replace(
            self, turn=self.other, known={**self.known, self.turn: held}, stock=stock, pile=pile, passes=None
        )


@dataclass(frozen=True, slots=True)
class State:
    """The deals so far, how many each has won, how deals are entered, and the one that is played."""

    rounds: Rounds
    by_deal: bool
    play: Play
    boxes: Mapping[str, int]

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


def refuse_discard(play: Play, draw: str, discard: Card) -> Ruling | None:
    """Return why the seat in turn cannot draw so and discard this card; None if it can."""
    taken = play.pile[-1:] if draw == "pile" else ()
    just_taken = cite("turn", "It was just taken from the pile, and another card is discarded.")
    seen = _seen(play, play.turn, without(play.pile, taken)).with_cards(taken, just_taken)
    return seen.refuse((discard,), lambda one: say("The {card} cannot be discarded", card=one))


def refuse_hands(after: Play, knocker: str, hands: Mapping[str, tuple[Card, ...]]) -> Ruling | None:
    """Return why these hands cannot be, once the knocker has discarded; None if they can.

    They have ten cards each, and with them those that were taken from the pile and not discarded since.
    """
    too = cite("once", "{seat} has it in hand too.", seat=knocker)
    for seat, hand in hands.items():
        seen = _seen(after, seat, after.pile).with_cards(() if seat == knocker else hands[knocker], too)
        if (wrong := seen.refuse(hand, lambda one: say("The {card} cannot be in that hand", card=one))) is not None:
            return wrong
        missing = without(after.known[seat], hand)
        if missing or len({*hand}) != HAND:
            template = "{seat} has {n} different cards."
            if missing:
                template = "{seat} took {cards:short} from the pile and has not discarded it since."
            why = cite("once", template, seat=seat, n=HAND, cards=missing[:1])
            return Ruling({"legal": False, "cards": missing}, say("The hand of {seat} cannot be so", seat=seat), (why,))
    return None


def _seen(play: Play, seat: str, pile: tuple[Card, ...]) -> CardsSeen:
    """Where cards are known to be that this seat does not hold."""
    other = next(one for one in play.known if one != seat)
    lies = cite("once", "It lies in the discard pile.")
    held = cite("once", "{other} took it from the pile and has not discarded it since.", other=other)
    return CardsSeen().with_cards(pile, lies).with_cards(play.known[other], held)
