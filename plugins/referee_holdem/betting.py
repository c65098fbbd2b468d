"""Bets in turn, street by street, within the limit."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace

from referee import Ruling, Seats, rule_illegal, say, split_seats

from .game import BIG_BLIND, EACH, FIXED, NO_LIMIT, NOBODY, POT_LIMIT, cite
from .positions import NOTHING_OWED, Owed, Positions


@dataclass(frozen=True, slots=True)
class Stakes:
    """The blinds and the ante of a hand, and how much may be bet."""

    small: int
    big: int
    ante: int = 0
    antes: str = NOBODY
    """The seats that put in the ante."""
    limit: str = NO_LIMIT
    is_event: bool = False
    """Whether fixed raises are capped between two as well, until two are left."""


MOST_BETS = 4
"""The most bets and raises in a round, if they are fixed."""


@dataclass(frozen=True, slots=True)
class Betting:
    """The bets of a hand so far; its seats stand clockwise from the dealer's left."""

    seats: Seats
    stacks: Mapping[str, int]
    """The chips that each seat has left."""
    put_in: Mapping[str, int]
    """The chips that each seat has put in since the deal, with this round's bets."""
    bets: Mapping[str, int]
    """The chips that each seat has bet in this round."""
    level: int
    """The bet in this round that keeps a seat in."""
    stakes: Stakes
    least_raise: int
    """The least increase by a raise, if bets are not fixed."""
    to_act: Seats
    """The seats that have yet to act, in turn; empty once the round is over."""
    folded: Seats = ()
    faced: Mapping[str, int] = field(default_factory=dict)
    """The level at which each seat has last acted in this round."""
    posted: int = 0
    """The chips of the blinds."""
    actions: int = 0
    """The number of actions in this hand."""
    dead: Mapping[str, int] = field(default_factory=dict)
    """The dead chips of each seat: an ante for all, or a small blind missed."""
    raises: int = 0
    """The number of bets and raises in this round, the big blind included."""
    size: int = 0
    """The size of a bet or raise, if they are fixed."""
    whole: int = 0
    """The level fixed raises build on."""
    aggressor: str = ""
    """The seat that has bet or raised last in this round."""
    short: int = 0
    """The chips that full blinds would add to the pot, in the round before the board.
    """
    capped: bool = False
    """Whether nobody may raise any more in this round, if bets are fixed."""
    straddle: int = 0
    """The straddle, which later bets have to reach."""

    @property
    def big(self) -> int:
        """Return the big blind."""
        return self.stakes.big

    @property
    def seat(self) -> str:
        """Return the seat in turn."""
        return self.to_act[0]

    @property
    def inside(self) -> Seats:
        """Return the seats that have not folded."""
        return tuple(seat for seat in self.seats if seat not in self.folded)

    @property
    def able(self) -> Seats:
        """Return the seats inside that have chips to bet with."""
        return tuple(seat for seat in self.inside if self.stacks[seat])

    @property
    def pot(self) -> int:
        """Return all chips that were put in."""
        return sum(self.put_in.values()) + sum(self.dead.values())

    @property
    def has_begun(self) -> bool:
        """Return whether somebody has straddled or acted."""
        return bool(self.actions) or self.least_raise > self.big

    @property
    def has_substantial_action(self) -> bool:
        """Return whether a misdeal comes too late: three acted, or two with chips."""
        if self.actions == 2:
            return self.pot > self.posted
        return self.actions > 2

    @property
    def to_call(self) -> int:
        """Return the chips that keep the seat in turn in: all it has, if less."""
        seat = self.seat
        return min(self.level - self.bets[seat], self.stacks[seat])

    @property
    def all_in(self) -> int:
        """Return the bet of the seat in turn in this round with all its chips."""
        seat = self.seat
        return self.bets[seat] + self.stacks[seat]

    @property
    def least(self) -> int:
        """Return the least level of a raise by the seat in turn: full, or all-in."""
        least = self.level + self.least_raise
        if self.stakes.limit == FIXED:
            least = self.whole + self.size
        return min(least, self.all_in)

    @property
    def most(self) -> int:
        """Return the highest level to which the seat in turn may raise."""
        if self.stakes.limit == FIXED:
            return self.least
        if self.stakes.limit == POT_LIMIT:
            called = self.pot + self.short + self.level - self.bets[self.seat]
            return min(max(self.level + called, self.least), self.all_in)
        return self.all_in

    @property
    def half(self) -> int:
        """Return the part of a fixed bet with which an all-in counts as a whole bet."""
        return (self.size + 1) // 2

    @property
    def may_raise(self) -> bool:
        """Return whether the seat in turn may put in more than a call.

        The seat has to have more, and another seat has to be able to call it. If the
        seat has acted in this round, raises since then have to reopen the betting.
        """
        seat = self.seat
        level = self.level
        if self.all_in <= level:
            return False
        if self.capped:
            return False
        reopens = self.half if self.stakes.limit == FIXED else self.least_raise
        if seat in self.faced and level - self.faced[seat] < reopens:
            return False
        for other in self.inside:
            if other != seat and self.stacks[other] + self.bets[other] > level:
                return True
        return False

    def refuse_raise(self, to: int) -> Ruling | None:
        """Return why the seat in turn cannot raise to `to`; None if it can."""
        seat = self.seat
        least = self.least
        all_in = self.all_in
        if least <= to <= self.most:
            return None

        summary = say("{seat} can’t raise to {n}", seat=seat, n=to)
        why = cite("raises", "The minimum raise is to {n}.", n=least)
        if not self.level:
            summary = say("{seat} can’t bet {n}", seat=seat, n=to)
            why = cite("raises", "The minimum bet is {n}.", n=least)
        if to > self.most and self.stakes.limit == POT_LIMIT:
            template = "The most is to {n}: as much more as the pot after a call."
            why = cite("pot-limit", template, n=self.most)
        if self.stakes.limit == FIXED:
            template = "A bet or raise is {size} now, so it is to {n}."
            why = cite("fixed-limit", template, size=self.size, n=least)
        if to > all_in:
            template = "{seat} has {n} in this betting round."
            why = cite("raises", template, seat=seat, n=all_in)
        return rule_illegal(summary, why, seat=seat)

    def after_fold(self) -> Betting:
        """Return the betting once the seat in turn has folded."""
        after = replace(self, folded=(*self.folded, self.seat))
        return self._pass_turn(after, self.to_act[1:])

    def without(self, seats: Collection[str]) -> Betting:
        """Return the betting once these seats have given up at the showdown."""
        return replace(self, folded=(*self.folded, *seats))

    def after_call(self) -> Betting:
        """Return the betting once the seat in turn has called, or checked."""
        after = self.with_chips(self.seat, self.to_call)
        return self._pass_turn(after, self.to_act[1:])

    def after_raise(self, to: int) -> Betting:
        """Return the betting after a raise to `to`: all others have to act on it."""
        seat = self.seat
        least_raise = max(to - self.level, self.least_raise)
        after = self.with_chips(seat, to - self.bets[seat])
        after = replace(after, level=to, least_raise=least_raise, aggressor=seat)
        if to - self.whole >= self.half:
            raises = self.raises + 1
            is_last = self.stakes.limit == FIXED and raises >= MOST_BETS
            # Between two the raises never end.
            rivals = self.seats if self.stakes.is_event else self.able
            capped = self.capped or (is_last and len(rivals) > 2)
            after = replace(after, whole=to, raises=raises, capped=capped)
        index = self.seats.index(seat)
        others = (*self.seats[index + 1 :], *self.seats[:index])
        return self._pass_turn(after, others)

    def next_street(self, lying: int) -> Betting:
        """Return the betting of the round after these cards: nobody has bet yet."""
        nothing = dict.fromkeys(self.seats, 0)
        least_raise = max(self.big, self.straddle)
        size = self.big if lying < 4 else 2 * self.big
        after = replace(
            self,
            bets=nothing,
            level=0,
            least_raise=least_raise,
            faced={},
            raises=0,
            size=size,
            whole=0,
            aggressor="",
            short=0,
            capped=False,
        )
        return after.with_waiting(self.seats)

    def with_chips(self, seat: str, n: int) -> Betting:
        """Return the betting with `n` more chips of this seat, or all that it has."""
        n = min(n, self.stacks[seat])
        stacks = {**self.stacks, seat: self.stacks[seat] - n}
        put_in = {**self.put_in, seat: self.put_in[seat] + n}
        bets = {**self.bets, seat: self.bets[seat] + n}
        return replace(self, stacks=stacks, put_in=put_in, bets=bets)

    def with_ante(self, seat: str, n: int) -> Betting:
        """Return the betting with this seat's own ante, which is no bet."""
        n = min(n, self.stacks[seat])
        stacks = {**self.stacks, seat: self.stacks[seat] - n}
        return replace(self, stacks=stacks, put_in={**self.put_in, seat: n})

    def with_dead(self, seat: str, n: int) -> Betting:
        """Return the betting with these chips of a seat, for all and no bet."""
        n = min(n, self.stacks[seat])
        if not n:
            return self
        stacks = {**self.stacks, seat: self.stacks[seat] - n}
        dead = {**self.dead, seat: self.dead.get(seat, 0) + n}
        return replace(self, stacks=stacks, dead=dead)

    @property
    def straddler(self) -> str | None:
        """Return the seat that may straddle now: the first to act, among three."""
        twice = 2 * self.big
        if self.actions or self.level > self.big or len(self.seats) < 3:
            return None
        if not self.to_act or self.all_in <= twice:
            return None
        return self.seat

    def after_straddle(self) -> Betting:
        """Return the betting once the first to act has put in two big blinds blind.

        A blind that the seat has posted for a missed one counts towards it.
        """
        seat = self.seat
        twice = 2 * self.big
        n = twice - self.bets[seat]
        after = self.with_chips(seat, min(n, self.stacks[seat]))
        after = replace(
            after,
            level=twice,
            least_raise=twice,
            whole=twice,
            straddle=twice,
            posted=after.pot,
            raises=after.raises + 1,
        )
        index = self.seats.index(seat) + 1
        return after.with_waiting((*self.seats[index:], *self.seats[:index]))

    def _pass_turn(self, after: Betting, waiting: Seats) -> Betting:
        faced = {**self.faced, self.seat: after.level}
        after = replace(after, faced=faced, actions=self.actions + 1)
        return after.with_waiting(waiting)

    def with_waiting(self, waiting: Seats) -> Betting:
        """Return the betting in which these seats act, as far as they can."""
        if self._is_over:
            return replace(self, to_act=())
        able, _ = split_seats(waiting, self.able)
        return replace(self, to_act=able)

    @property
    def _is_over(self) -> bool:
        """Return whether one seat is left, or only one can bet and it need not call."""
        if len(self.inside) == 1 or not self.able:
            return True
        first, *others = self.able
        if others:
            return False
        most = max(self.bets[seat] for seat in self.inside if seat != first)
        return self.bets[first] >= most


def begin_betting(
    positions: Positions,
    stacks: Mapping[str, int],
    stakes: Stakes,
    owed: Owed = NOTHING_OWED,
) -> Betting:
    """Begin a hand with its antes and blinds put in; left of the big blind acts first.

    Seats that owe blinds post them too.
    """
    seats = positions.dealt_in
    nothing = dict.fromkeys(seats, 0)
    small = stakes.small
    big = stakes.big
    own_stacks = {seat: stacks[seat] for seat in seats}
    betting = Betting(
        seats,
        stacks=own_stacks,
        put_in=nothing,
        bets=nothing,
        level=big,
        stakes=stakes,
        least_raise=big,
        to_act=(),
        raises=1,
        size=big,
    )
    if stakes.antes == EACH:
        for seat in seats:
            betting = betting.with_ante(seat, stakes.ante)
    if positions.has_small_blind:
        betting = betting.with_chips(positions.small, small)
        betting = replace(betting, level=max(small, big))
    betting = betting.with_chips(positions.big, big)
    short = small + big - sum(betting.bets.values())
    betting = replace(betting, short=short)
    if stakes.antes == BIG_BLIND:
        betting = betting.with_dead(positions.big, stakes.ante)
    for seat in owed.within(seats):
        if seat in owed.big:
            betting = betting.with_chips(seat, big)
        if seat in owed.small:
            # A missed small blind is dead.
            betting = betting.with_dead(seat, small)
    betting = replace(betting, posted=betting.pot, whole=betting.level)

    left_of_big = seats.index(positions.big) + 1
    return betting.with_waiting((*seats[left_of_big:], *seats[:left_of_big]))
