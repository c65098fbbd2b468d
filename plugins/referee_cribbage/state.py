"""Where a match stands: the points, and how far the deal has come."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from referee import Card, CardsSeen, Rounds, Ruling, Setup, begin_rounds, hookimpl

from .rules import HAND, cite


@dataclass(frozen=True, slots=True)
class State:
    """A match after some entries. Of a deal of which only points are entered, the cards stay unknown."""

    rounds: Rounds
    """The points as they stand now."""
    before: Rounds
    """The points as they stood when this deal began."""
    by_card: bool
    """Whether each card that is played is entered."""
    starter: Card | None = None
    hands: Mapping[str, tuple[Card, ...]] = field(default_factory=dict)
    """The cards that each has played or shown in this deal."""
    lying: tuple[Card, ...] = ()
    """The cards of this count, first to last."""
    last: str = ""
    """Who has played the last of them."""
    turn: str = ""
    """Whose turn it is to play, once the starter is known."""
    gone: tuple[str, ...] = ()
    """Who has said go in this count."""
    goes: tuple[tuple[str, int], ...] = ()
    """Each go that was said in this deal: by whom, at which count."""
    pegged: bool = False
    """Whether the play is over."""
    counted: tuple[str, ...] = ()
    """Whose hands were counted."""
    over: bool = False
    """Whether all of this deal is counted."""
    made: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """What each has made in this deal of the play, the hands and the crib."""

    @property
    def setting(self) -> Setup:
        """Who sits where, and what the table agreed on."""
        return self.rounds.setting

    @property
    def target(self) -> int:
        """The points that win."""
        return int(self.setting.chosen.choice("target"))

    @property
    def order(self) -> tuple[str, ...]:
        """In which order the hands are counted: the dealer's left neighbour first, the dealer last."""
        return self.setting.clockwise_from(self.rounds.first)

    @property
    def phase(self) -> str:
        """What comes next: the deal, the play, the show of the hands, or the crib."""
        if self.rounds.winners:
            return "finished"
        if self.starter is None:
            return "deal"
        return "play" if not self.pegged else "show" if len(self.counted) < len(self.order) else "crib"

    @property
    def showing(self) -> str:
        """Whose hand is counted next, or whose the crib is."""
        return next((seat for seat in self.order if seat not in self.counted), self.rounds.dealer)

    @property
    def seen(self) -> CardsSeen:
        """Where cards of this deal were seen."""
        seen = CardsSeen()
        if self.starter is not None:
            seen = seen.with_cards((self.starter,), cite("once", "It is the starter."))
        for seat, cards in self.hands.items():
            seen = seen.with_cards(cards, cite("once", "It is one of the four cards of {seat}.", seat=seat))
        return seen

    def with_card(self, seat: str, card: Card) -> State:
        """Once this seat has played this card."""
        hands = {**self.hands, seat: (*self.hands.get(seat, ()), card)}
        return replace(self, hands=hands, lying=(*self.lying, card), last=seat)

    def next_with_cards(self, seat: str, but: tuple[str, ...] = ()) -> str | None:
        """The next clockwise who has a card to play and is none of these; the seat itself comes last."""
        _, *others = self.setting.clockwise_from(seat)
        left = (one for one in (*others, seat) if len(self.hands.get(one, ())) < HAND)
        return next((one for one in left if one not in but), None)

    def with_points(self, what: str, points: Mapping[str, int]) -> State:
        """With these points pegged, at once: nobody goes beyond the last hole, and nothing counts after that."""
        if self.rounds.winners:
            return self
        gained = {seat: min(n, self.target - int(self.rounds.totals[seat])) for seat, n in points.items()}
        had = self.made.get(what, {})
        made = {**had, **{seat: had.get(seat, 0) + n for seat, n in gained.items()}}
        return replace(self, rounds=self.rounds.with_points(gained), made={**self.made, what: made})


Step: TypeAlias = tuple[State, tuple[Ruling, ...]]
"""The match after something was entered, and what was ruled."""


@hookimpl
def begin(setting: Setup) -> State:
    """The first deal, with nothing scored."""
    rounds = begin_rounds(setting, target=int(setting.chosen.choice("target")))
    return State(rounds, rounds, setting.chosen.choice("depth") == "cards")
