"""Bets in turn, street by street, without a limit: who acts, and what may be done."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from referee import Ruling, Seats, forbid, say

from .game import cite
from .positions import Positions


@dataclass(frozen=True, slots=True)
class Betting:
    """The bets of a hand so far; its seats stand clockwise from the dealer's left."""

    seats: Seats
    stacks: Mapping[str, int]
    """What each has left behind."""
    put_in: Mapping[str, int]
    """What each has put in since the deal, this round's bets included."""
    bets: Mapping[str, int]
    """What each has bet in this round."""
    level: int
    """How much everybody has to have bet in this round to stay in."""
    small: int
    big: int
    least_raise: int
    """By how much a raise has to go up at least."""
    to_act: Seats
    """Who has yet to act, the one in turn first; empty where the round is over."""
    folded: Seats = ()
    faced: Mapping[str, int] = field(default_factory=dict)
    """Up to which level each has acted in this round."""
    posted: int = 0
    """What the blinds came to."""
    actions: int = 0
    """How often somebody has acted in this hand."""

    @property
    def seat(self) -> str:
        """The seat in turn."""
        return self.to_act[0]

    @property
    def inside(self) -> Seats:
        """The seats that have not folded."""
        return tuple(seat for seat in self.seats if seat not in self.folded)

    @property
    def pot(self) -> int:
        """All that was put in."""
        return sum(self.put_in.values())

    @property
    def has_substantial_action(self) -> bool:
        """Whether it is too late for a misdeal: three have acted, or two with chips."""
        if self.actions == 2:
            return self.pot > self.posted
        return self.actions > 2

    @property
    def to_call(self) -> int:
        """What the seat in turn puts in to stay in: all it has, where that is less."""
        seat = self.seat
        return min(self.level - self.bets[seat], self.stacks[seat])

    @property
    def all_in(self) -> int:
        """What the seat in turn has bet in this round once all its chips are in."""
        seat = self.seat
        return self.bets[seat] + self.stacks[seat]

    @property
    def least(self) -> int:
        """To how much the seat in turn raises at least: a full raise, or all it has."""
        return min(self.level + self.least_raise, self.all_in)

    @property
    def may_raise(self) -> bool:
        """Whether the seat in turn may put in more than is to call.

        It has to have more, somebody has to be able to call it, and since it acted in
        this round there was a full raise.
        """
        seat = self.seat
        level = self.level
        if self.all_in <= level:
            return False
        if seat in self.faced and level - self.faced[seat] < self.least_raise:
            return False
        for other in self.inside:
            if other != seat and self.stacks[other] + self.bets[other] > level:
                return True
        return False

    def refuse_raise(self, to: int) -> Ruling | None:
        """Return why the seat in turn cannot raise to this; None if it can."""
        seat = self.seat
        least = self.least
        all_in = self.all_in
        if least <= to <= all_in:
            return None

        summary = say("{seat} cannot raise to {n}", seat=seat, n=to)
        why = cite("raises", "The least raise is to {n}.", n=least)
        if not self.level:
            summary = say("{seat} cannot bet {n}", seat=seat, n=to)
            why = cite("raises", "The least bet is {n}.", n=least)
        if to > all_in:
            template = "{seat} has {n} in all in this round."
            why = cite("raises", template, seat=seat, n=all_in)
        return forbid(summary, why, seat=seat)

    def after_fold(self) -> Betting:
        """Return the betting once the seat in turn has folded."""
        after = replace(self, folded=(*self.folded, self.seat))
        return self._pass_turn(after, self.to_act[1:])

    def after_call(self) -> Betting:
        """Return the betting once the seat in turn has called, or checked."""
        after = self.with_chips(self.seat, self.to_call)
        return self._pass_turn(after, self.to_act[1:])

    def after_raise(self, to: int) -> Betting:
        """Return the betting after a raise to this: everybody else has to act on it."""
        seat = self.seat
        least_raise = max(to - self.level, self.least_raise)
        after = self.with_chips(seat, to - self.bets[seat])
        after = replace(after, level=to, least_raise=least_raise)
        place = self.seats.index(seat)
        others = (*self.seats[place + 1 :], *self.seats[:place])
        return self._pass_turn(after, others)

    def next_street(self) -> Betting:
        """Return the betting once the board goes on: nobody has bet in this round."""
        nothing = dict.fromkeys(self.seats, 0)
        after = replace(self, bets=nothing, level=0, least_raise=self.big, faced={})
        return after.with_waiting(self.seats)

    def with_chips(self, seat: str, n: int) -> Betting:
        """Return the betting with so many more chips of this seat, or all it has."""
        n = min(n, self.stacks[seat])
        stacks = {**self.stacks, seat: self.stacks[seat] - n}
        put_in = {**self.put_in, seat: self.put_in[seat] + n}
        bets = {**self.bets, seat: self.bets[seat] + n}
        return replace(self, stacks=stacks, put_in=put_in, bets=bets)

    def _pass_turn(self, after: Betting, waiting: Seats) -> Betting:
        faced = {**self.faced, self.seat: after.level}
        after = replace(after, faced=faced, actions=self.actions + 1)
        return after.with_waiting(waiting)

    def with_waiting(self, waiting: Seats) -> Betting:
        """Return the betting in which those of these seats act who still can."""
        able = tuple(seat for seat in self.inside if self.stacks[seat])
        if self._is_over(able):
            return replace(self, to_act=())
        return replace(self, to_act=tuple(seat for seat in waiting if seat in able))

    def _is_over(self, able: Seats) -> bool:
        """Return whether only one is left, or only one could bet and need not call."""
        if len(self.inside) == 1 or not able:
            return True
        first, *others = able
        if others:
            return False
        most = max(self.bets[seat] for seat in self.inside if seat != first)
        return self.bets[first] >= most


def begin_betting(
    positions: Positions, stacks: Mapping[str, int], small: int, big: int
) -> Betting:
    """Begin a hand with its blinds put in; the left neighbour of the big one acts."""
    seats = positions.dealt_in
    nothing = dict.fromkeys(seats, 0)
    betting = Betting(
        seats,
        stacks={seat: stacks[seat] for seat in seats},
        put_in=nothing,
        bets=nothing,
        level=big,
        small=small,
        big=big,
        least_raise=big,
        to_act=(),
    )
    if positions.has_small_blind:
        betting = betting.with_chips(positions.small, small)
        betting = replace(betting, level=max(small, big))
    betting = betting.with_chips(positions.big, big)
    betting = replace(betting, posted=betting.pot)

    left_of_big = seats.index(positions.big) + 1
    return betting.with_waiting((*seats[left_of_big:], *seats[:left_of_big]))
