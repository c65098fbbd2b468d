"""The state of a match: deals, boxes, and known places of cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from referee import (
    FIFTY_TWO,
    Card,
    CardLedger,
    Cards,
    Rounds,
    Ruling,
    Seats,
    Setting,
    rule_illegal,
    say,
    without,
)

from .game import HAND, cite

DEAD = 2
"""The number of cards left in the stock at which a deal is dead."""


@dataclass(frozen=True, slots=True)
class Play:
    """A deal that is entered draw by draw."""

    turn: str
    other: str
    """Return the seat that is not in turn."""
    cards: CardLedger
    upcard: Card | None = None
    stock: int = len(FIFTY_TWO) - 2 * HAND - 1
    """Return the number of cards in the stock."""
    passes: int | None = None
    """How many seats refused the card turned up; None once the first turn is over."""

    @property
    def is_knocked(self) -> bool:
        """Return whether somebody has knocked, so that the other shows their hand."""
        return bool(self.cards.laid)

    @property
    def draws(self) -> Seats:
        """Return the piles that the seat in turn may draw from, the likeliest first."""
        if self.passes == 2:
            return ("stock",)
        if self.passes is None and self.stock > DEAD:
            return ("stock", "pile")
        return ("pile",)

    def drawn(self, draw: str) -> CardLedger:
        """Return the known places of cards once the seat in turn has drawn."""
        if draw == "pile":
            return self.cards.with_taken(self.turn)
        return self.cards

    def after(self, draw: str, discard: Card | None) -> Play:
        """Return the deal after a turn; with big gin nothing is discarded."""
        cards = self.drawn(draw)
        if discard is not None:
            cards = cards.with_discard(self.turn, discard)
        stock = self.stock - (draw == "stock")
        return Play(self.other, self.turn, cards, self.upcard, stock)


@dataclass(frozen=True, slots=True)
class GameScore:
    """One of the three games at Hollywood."""

    points: Mapping[str, int]
    boxes: Mapping[str, int]
    is_over: bool = False

    def with_deal(self, points: Mapping[str, int], winner: str) -> GameScore:
        """Return the game after a deal that counts in it."""
        scored = {seat: n + points[seat] for seat, n in self.points.items()}
        boxes = dict(self.boxes)
        boxes[winner] += 1
        return GameScore(scored, boxes)


GAMES = 3
"""The number of games that Hollywood counts at once."""


@dataclass(frozen=True, slots=True)
class State:
    """The deals so far, each seat's number of deals won, and the current deal."""

    rounds: Rounds
    by_deal: bool
    play: Play
    boxes: Mapping[str, int]
    games: tuple[GameScore, ...] = ()
    """The three games of Hollywood; empty without it."""

    @property
    def setting(self) -> Setting:
        """Return who sits where, and the options."""
        return self.rounds.setting

    @property
    def at_wall(self) -> bool:
        """Return whether the seat may only take the last discard, to knock with it."""
        play = self.play
        return not self.by_deal and play.stock <= DEAD and not play.is_knocked

    def games_of_deal(self, winner: str) -> range:
        """Return the numbers of the games that a deal of this winner counts in.

        A winner's first deal counts in the first game only. A game that ended before
        their first deal in it is passed over.
        """
        missed = 0
        for game in self.games:
            if game.is_over and not game.boxes[winner]:
                missed += 1
        last = min(missed + self.boxes[winner], GAMES)
        return range(missed + 1, last + 1)

    def dealt(self) -> State:
        """Return the match with a new deal."""
        return replace(self, play=begin_play(self.rounds))


def begin_play(rounds: Rounds) -> Play:
    """Return a deal of which no card is turned up."""
    first = rounds.first
    cards = CardLedger(known=dict.fromkeys(rounds.setting.seats, ()))
    return Play(first, rounds.setting.opposite(first), cards)


def refuse_discard(play: Play, draw: str, discard: Card) -> Ruling | None:
    """Return why the seat in turn cannot draw from `pile` and discard this card."""
    seen = play.drawn(draw).seen_beside(play.turn, cite, "once")
    if draw == "pile":
        template = "It was just taken from the pile; discard another card."
        why = cite("turn", template)
        seen = seen.with_cards(play.cards.pile[-1:], why)
    return seen.refuse(
        (discard,), lambda card: say("The {card} can’t be discarded", card=card)
    )


def refuse_hand(play: Play, seat: str, hand: Cards, size: int = HAND) -> Ruling | None:
    """Return why this cannot be the hand of this seat; None if it can.

    The hand has the right number of cards, among them those taken from the pile and
    kept. It has none that the knocker has laid open.
    """
    wrong = play.cards.seen_beside(seat, cite, "once").refuse(
        hand, lambda card: say("The {card} can’t be in that hand", card=card)
    )
    if wrong:
        return wrong

    template = ""
    missing = without(play.cards.held(seat), hand)
    if len(set(hand)) != size:
        template = "{seat} has {n} different cards."
    if missing:
        template = (
            "{seat} took {cards:short} from the pile and hasn’t discarded it since."
        )
    if not template:
        return None
    why = cite("once", template, seat=seat, n=size, cards=missing[:1])
    summary = say("{seat}’s hand can’t be right", seat=seat)
    return rule_illegal(summary, why, cards=missing)
