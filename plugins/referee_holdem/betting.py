"""Bets in turn, street by street, without a limit: who acts, what may be done, and when
a round is over.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from referee import Ruling, say

from .positions import Positions
from .rules import cite


@dataclass(frozen=True, slots=True)
class Betting:
    """The bets of a hand so far. Its seats stand clockwise from the dealer's left
    neighbour on.
    """

    seats: tuple[str, ...]
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
    to_act: tuple[str, ...]
    """Who has yet to act, first of all the one in turn; empty where the round is over.
    """
    folded: tuple[str, ...] = ()
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
    def inside(self) -> tuple[str, ...]:
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
        """What the seat in turn has to put in to stay in: all it has, where that is
        less.
        """
        return min(self.level - self.bets[self.seat], self.stacks[self.seat])

    @property
    def all_in(self) -> int:
        """What the seat in turn has bet in this round once all its chips are in."""
        return self.bets[self.seat] + self.stacks[self.seat]

    @property
    def least(self) -> int:
        """To how much the seat in turn raises at least: by a full raise, or with all it
        has.
        """
        return min(self.level + self.least_raise, self.all_in)

    @property
    def may_raise(self) -> bool:
        """Whether the seat in turn has more than is to call, somebody could call it,
        and a full raise came since.
        """
        seat, faces = self.seat, self.level - self.faced.get(self.seat, 0)
        could_call = any(
            self.stacks[one] + self.bets[one] > self.level
            for one in self.inside
            if one != seat
        )
        return (
            self.all_in > self.level
            and could_call
            and (seat not in self.faced or faces >= self.least_raise)
        )

    def refuse_raise(self, to: int) -> Ruling | None:
        """Why the seat in turn cannot raise to this; None where it can."""
        if self.least <= to <= self.all_in:
            return None
        template, n = "The least raise is to {n}.", self.least
        if to > self.all_in:
            template, n = "{seat} has {n} in all in this round.", self.all_in
        elif not self.level:
            template = "The least bet is {n}."
        summary = say(
            "{seat} cannot raise to {n}" if self.level else "{seat} cannot bet {n}",
            seat=self.seat,
            n=to,
        )
        return Ruling(
            {"legal": False, "seat": self.seat},
            summary,
            (cite("raises", template, seat=self.seat, n=n),),
        )

    def after_fold(self) -> Betting:
        """Once the seat in turn has folded."""
        return self._goes_on(
            replace(self, folded=(*self.folded, self.seat)), self.to_act[1:]
        )

    def after_call(self) -> Betting:
        """Once the seat in turn has called, or checked."""
        return self._goes_on(self.with_chips(self.seat, self.to_call), self.to_act[1:])

    def after_raise(self, to: int) -> Betting:
        """Once the seat in turn has raised to this: everybody else has to act on it."""
        up = to - self.level
        raised = replace(
            self.with_chips(self.seat, to - self.bets[self.seat]), level=to
        )
        raised = replace(raised, least_raise=max(up, self.least_raise))
        place = self.seats.index(self.seat)
        return self._goes_on(raised, (*self.seats[place + 1 :], *self.seats[:place]))

    def next_street(self) -> Betting:
        """Once the board goes on: nobody has bet in this round."""
        nothing = dict.fromkeys(self.seats, 0)
        begun = replace(self, bets=nothing, level=0, least_raise=self.big, faced={})
        return replace(begun, to_act=begun._awaited(self.seats))

    def with_chips(self, seat: str, n: int) -> Betting:
        """With so many more chips put in by this seat, or all that it has."""
        n = min(n, self.stacks[seat])
        return replace(
            self,
            stacks={**self.stacks, seat: self.stacks[seat] - n},
            put_in={**self.put_in, seat: self.put_in[seat] + n},
            bets={**self.bets, seat: self.bets[seat] + n},
        )

    def _goes_on(self, after: Betting, waiting: tuple[str, ...]) -> Betting:
        faced = {**self.faced, self.seat: after.level}
        after = replace(after, faced=faced, actions=self.actions + 1)
        return replace(after, to_act=after._awaited(waiting))

    def _awaited(self, waiting: tuple[str, ...]) -> tuple[str, ...]:
        """Of these seats those that can still act: nobody where only one is left, or
        only one could still bet.
        """
        able = [seat for seat in self.inside if self.stacks[seat]]
        if len(self.inside) == 1 or not able:
            return ()
        if len(able) == 1 and self.bets[able[0]] >= max(
            self.bets[one] for one in self.inside if one != able[0]
        ):
            return ()
        return tuple(seat for seat in waiting if seat in able)


def begin_betting(
    positions: Positions,
    stacks: Mapping[str, int],
    small: int,
    big: int,
) -> Betting:
    """Begin a hand with its blinds put in; the left neighbour of the big one acts."""
    seats = positions.dealt_in
    nothing = dict.fromkeys(seats, 0)
    begun = Betting(
        seats=seats,
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
        begun = replace(begun.with_chips(positions.small, small), level=max(small, big))
    begun = begun.with_chips(positions.big, big)

    left_of_big = seats.index(positions.big) + 1
    in_turn = (*seats[left_of_big:], *seats[:left_of_big])
    return replace(begun, posted=begun.pot, to_act=begun._awaited(in_turn))
