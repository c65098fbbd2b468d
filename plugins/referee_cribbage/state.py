"""The state of a match: the points, and the progress of the deal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import partial

from referee import (
    Card,
    Cards,
    CardsSeen,
    Rounds,
    Rulings,
    Seats,
    Setting,
)

from .game import HAND, cite


@dataclass(frozen=True, slots=True)
class State:
    """A match after some entries; cards of deals entered in points stay unknown."""

    rounds: Rounds
    """The points as they stand now."""
    before: Rounds
    """The points as they stood when this deal began."""
    by_card: bool
    """Whether each card that is played is entered."""
    starter: Card | None = None
    hands: Mapping[str, Cards] = field(default_factory=dict)
    """The cards that each seat has played or shown in this deal."""
    lying: Cards = ()
    """The cards of this count, first to last."""
    last: str = ""
    """The seat that has played the last card."""
    turn: str = ""
    """The seat that plays next, once the starter is known."""
    stopped: Seats = ()
    """The seats that have said go in this count."""
    goes: tuple[tuple[str, int], ...] = ()
    """The goes of this deal: each one's seat and count."""
    play_over: bool = False
    counted: Seats = ()
    """The seats whose hands were counted."""
    over: bool = False
    """Whether all of this deal is counted."""
    heels: bool = False
    """Whether the dealer may still peg two for the starter, where pegging is strict."""
    go_pegged: str = ""
    """The seat that has just pegged 1 for go or the last card; empty after the next."""
    gains: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """The points that each seat has gained by `pegged`, `hand` and `crib`."""

    @property
    def setting(self) -> Setting:
        """Return the seats and the options."""
        return self.rounds.setting

    @property
    def target(self) -> int:
        """Return the points that win."""
        return int(self.setting.chosen.choice("target"))

    @property
    def strict(self) -> bool:
        """Return whether overlooked points are lost."""
        return self.setting.chosen.flag("strict")

    @property
    def muggins(self) -> bool:
        """Return whether overlooked points go to the seat that calls them."""
        return self.setting.chosen.flag("muggins")

    def opponents(self, seat: str) -> Seats:
        """Return all who do not peg with this seat, clockwise."""
        partners = self.rounds.side_of(seat)
        others = self.setting.clockwise_from(seat)
        return tuple(other for other in others if other not in partners)

    def with_points_across(self, seat: str, n: int) -> State:
        """Return the match once each side but this seat's has pegged `n` points."""
        points = {}
        for side in self.rounds.all_sides:
            if seat not in side:
                points[side[0]] = n
        return self.with_points("pegged", points)

    @property
    def order(self) -> Seats:
        """Return the seats in the order of counting: the dealer's hand comes last."""
        return self.setting.clockwise_from(self.rounds.first)

    @property
    def phase(self) -> str:
        """Return the next phase: the deal, the play, the show of hands, or the crib."""
        if self.rounds.winners:
            return "finished"
        if self.starter is None:
            return "deal"
        if not self.play_over:
            return "play"
        if len(self.counted) < len(self.order):
            return "show"
        return "crib"

    @property
    def showing(self) -> str:
        """Return the seat whose hand is counted next, or the crib's owner."""
        for seat in self.order:
            if seat not in self.counted:
                return seat
        return self.rounds.dealer

    @property
    def seen(self) -> CardsSeen:
        """Return where cards of this deal were seen."""
        seen = CardsSeen()
        if self.starter is not None:
            seen = seen.with_cards((self.starter,), cite("once", "It’s the starter."))
        for seat, cards in self.hands.items():
            why = cite("once", "It’s one of {seat}’s four cards.", seat=seat)
            seen = seen.with_cards(cards, why)
        return seen

    def with_card(self, seat: str, card: Card) -> State:
        """Return the match once this seat has played this card."""
        played = self.hands.get(seat, ())
        hands = {**self.hands, seat: (*played, card)}
        return replace(self, hands=hands, lying=(*self.lying, card), last=seat)

    def next_with_cards(self, seat: str, but: Seats = ()) -> str | None:
        """Return the next seat clockwise with a card to play, or None.

        `seat` itself comes last; the seats `but` are passed over.
        """
        _, *others = self.setting.clockwise_from(seat)
        for following in (*others, seat):
            played = self.hands.get(following, ())
            if len(played) < HAND and following not in but:
                return following
        return None

    def with_points(self, what: str, points: Mapping[str, int]) -> State:
        """Return the match with these points pegged, between first and last hole."""
        if self.rounds.winners:
            return self

        rounds = self.rounds
        gains = dict(self.gains.get(what, {}))
        # The side that goes out pegs last: the others had scored before it.
        for seat in sorted(points, key=partial(self._is_out, points)):
            n = points[seat]
            total = int(rounds.totals[seat])
            pegged = max(min(n, self.target - total), -total)
            if rounds.winners:
                pegged = 0
            else:
                rounds = rounds.with_points({seat: pegged})
            gains[seat] = gains.get(seat, 0) + pegged
        return replace(self, rounds=rounds, gains={**self.gains, what: gains})

    def _is_out(self, points: Mapping[str, int], seat: str) -> bool:
        """Return whether the side of this seat is out by these points."""
        n = sum(points.get(partner, 0) for partner in self.rounds.side_of(seat))
        return self.rounds.totals[seat] + n >= self.target


Entered = tuple[State, Rulings]
"""The match after an entry, and the rulings on it."""
