"""Where a match stands: the points, and how far the deal has come."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from referee import FIFTY_TWO, Card, CardsSeen, Rounds, Ruling, Setup, begin_rounds, hookimpl

from .pegging import MOST, count_of
from .rules import HAND, cite


@dataclass(frozen=True, slots=True)
class Go:
    """A go that somebody has said: at which count."""

    seat: str
    count: int


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
    plays: tuple[tuple[str, Card], ...] = ()
    """All cards played in this deal, each with its seat."""
    counted: int = 0
    """How many of them lie in counts that are over."""
    turn: str = ""
    """Whose turn it is, once the starter is known."""
    gone: tuple[str, ...] = ()
    """Who has said go in this count."""
    goes: tuple[Go, ...] = ()
    """All that were said in this deal."""
    pegged: bool = False
    """Whether the play is over, all its points being entered."""
    shown: Mapping[str, tuple[Card, ...]] = field(default_factory=dict)
    """The hands that were counted."""
    over: bool = False
    """Whether all of this deal is counted."""
    made: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """What each has made in this deal of the play, the hands and the crib."""

    @property
    def setting(self) -> Setup:
        """Who sits where, and what the table agreed on."""
        return self.rounds.setting

    @property
    def muggins(self) -> bool:
        """Whether points that somebody overlooks go to whoever calls them."""
        return self.setting.chosen.flag("muggins")

    @property
    def is_over(self) -> bool:
        """Whether nothing more is counted in this deal."""
        return self.over or bool(self.rounds.winners)

    @property
    def target(self) -> int:
        """The points that win."""
        assert self.rounds.target is not None
        return self.rounds.target

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
        if not self.pegged:
            return "play"
        return "show" if len(self.shown) < len(self.order) else "crib"

    @property
    def showing(self) -> str:
        """Whose hand is counted next."""
        return next(seat for seat in self.order if seat not in self.shown)

    @property
    def lying(self) -> tuple[Card, ...]:
        """The cards of this count, first to last."""
        return tuple(card for _, card in self.plays[self.counted :])

    @property
    def count(self) -> int:
        """The count as it stands."""
        return count_of(self.lying)

    @property
    def fitting(self) -> tuple[Card, ...]:
        """The cards that nobody has seen and that may be played now."""
        return tuple(card for card in self.seen.left(FIFTY_TWO) if count_of((*self.lying, card)) <= MOST)

    def played_by(self, seat: str) -> tuple[Card, ...]:
        """The cards that a seat has played in this deal."""
        return tuple(card for owner, card in self.plays if owner == seat)

    def left(self, seat: str) -> int:
        """How many cards a seat still has to play."""
        return HAND - len(self.played_by(seat))

    def next_with_cards(self, seat: str, but: tuple[str, ...] = ()) -> str | None:
        """The next clockwise who has a card to play and is none of these; the seat itself comes last."""
        _, *others = self.setting.clockwise_from(seat)
        return next((one for one in (*others, seat) if self.left(one) and one not in but), None)

    @property
    def seen(self) -> CardsSeen:
        """Where cards of this deal were seen."""
        seen = CardsSeen()
        if self.starter is not None:
            seen = seen.with_cards((self.starter,), cite("once", "The {card} is the starter.", card=self.starter))
        for seat, card in self.plays:
            seen = seen.with_cards((card,), cite("once", "{seat} has played the {card}.", seat=seat, card=card))
        for seat, hand in self.shown.items() if not self.by_card else ():
            for card in hand:
                seen = seen.with_cards(
                    (card,), cite("once", "The {card} is in the hand of {seat}.", seat=seat, card=card)
                )
        return seen

    def with_points(self, what: str, points: Mapping[str, int]) -> State:
        """With these points pegged, at once: nobody goes beyond the last hole, and nothing counts after that."""
        if self.rounds.winners:
            return self
        gained = {seat: min(n, self.target - int(self.rounds.totals[seat])) for seat, n in points.items()}
        had = self.made.get(what, {})
        made = {**self.made, what: {**had, **{seat: had.get(seat, 0) + n for seat, n in gained.items()}}}
        return replace(self, rounds=self.rounds.with_points(gained), made=made)

    def next_deal(self) -> State:
        """The next deal, which the left neighbour deals, with nothing entered of it."""
        rounds = self.rounds.with_scores({})
        return State(rounds, rounds, self.by_card)


Step: TypeAlias = tuple[State, tuple[Ruling, ...]]
"""The match after something was entered, and what was ruled."""


@hookimpl
def begin(setting: Setup) -> State:
    """The first deal, with nothing scored."""
    rounds = begin_rounds(setting, target=int(setting.chosen.choice("target")))
    return State(rounds, rounds, setting.chosen.choice("depth") == "cards")
