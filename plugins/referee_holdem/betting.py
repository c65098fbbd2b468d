"""The button, the blinds, and bets in turn, street by street, within the limit."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace

from referee import Reasons, Ruling, Seats, Setup, forbid, part_sides, say

from .game import BIG_BLIND, EACH, FIXED, NO_LIMIT, NOBODY, POT_LIMIT, cite


@dataclass(frozen=True, slots=True)
class Positions:
    """The seats of button and blinds, and of those dealt in.

    Whoever sat at the place of the button or of the small blind may be out: then the
    button, or the small blind, is dead.

    >>> setting = Setup(("Ana", "Ben", "Cy", "Dee"), dealer="Dee")
    >>> first = first_positions(setting)
    >>> first.button, first.small, first.big, first.dealt_in
    ('Dee', 'Ana', 'Ben', ('Ana', 'Ben', 'Cy', 'Dee'))
    >>> without_ben = move_big_blind(setting, first, ("Ana", "Cy", "Dee"))
    >>> without_ben.button, without_ben.small, without_ben.big
    ('Ana', 'Ben', 'Cy')
    >>> without_ben.has_small_blind
    False
    """

    button: str
    small: str
    big: str
    dealt_in: Seats
    """Who gets cards, clockwise from the button's left neighbour on."""

    @property
    def dealer(self) -> str:
        """Return who deals and acts last: beside a dead button, the one before it."""
        return self.dealt_in[-1]

    @property
    def has_button(self) -> bool:
        """Return whether somebody has the button, so that it is not dead."""
        return self.button in self.dealt_in

    @property
    def has_small_blind(self) -> bool:
        """Return whether somebody posts the small blind, so that it is not dead."""
        return self.small in self.dealt_in


@dataclass(frozen=True, slots=True)
class Owed:
    """The seats that owe a big blind, a small one, or both.

    >>> owed = Owed(("Ana",), ("Ana", "Ben"))
    >>> owed.seats, owed.without(("Ana",)), owed.within(("Ben", "Cy"))
    (('Ana', 'Ben'), Owed(big=(), small=('Ben',)), ('Ben',))
    """

    big: Seats = ()
    small: Seats = ()

    @property
    def seats(self) -> Seats:
        """Return the seats that owe anything."""
        return tuple(dict.fromkeys((*self.big, *self.small)))

    def within(self, seats: Collection[str]) -> Seats:
        """Return those of these seats that owe anything."""
        return tuple(seat for seat in self.seats if seat in seats)

    def plus(self, other: Owed) -> Owed:
        """Return these debts together with others."""
        big = dict.fromkeys((*self.big, *other.big))
        small = dict.fromkeys((*self.small, *other.small))
        return Owed(tuple(big), tuple(small))

    def without(self, seats: Collection[str]) -> Owed:
        """Return the debts of all but these seats."""
        _, big = part_sides(self.big, seats)
        _, small = part_sides(self.small, seats)
        return Owed(big, small)


NOTHING_OWED = Owed()


def missed_blinds(
    setting: Setup, before: Positions, now: Positions, absent: Collection[str]
) -> Owed:
    """Return the blinds that absent seats missed as the blinds moved on."""
    around = setting.clockwise_from(before.big)[1:]
    passed = around[: around.index(now.big)] if now.big in around else ()
    both = tuple(seat for seat in passed if seat in absent)
    small = (now.small,) if now.small in absent else ()
    return Owed(both, (*both, *small))


def leave_out(setting: Setup, now: Positions, owing: Collection[str]) -> Positions:
    """Return the positions without those who owe blinds, if two others have cards."""
    dealt_in = [seat for seat in now.dealt_in if seat not in owing]
    if len(dealt_in) < 2:
        return now
    if len(dealt_in) == 2:
        return _find_positions_of_two(setting, now.big, dealt_in)
    return replace(now, dealt_in=tuple(dealt_in))


Move = Callable[[Setup, Positions, Collection[str], Collection[str]], Positions]
"""How the positions of one hand lead to those of the next, among those who have chips,
some of whom owe blinds.
"""


def first_positions(setting: Setup, playing: Collection[str] = ()) -> Positions:
    """Return the positions of the first hand, among these seats or all."""
    playing = playing or setting.seats
    button = setting.dealer
    if button not in playing:
        button = setting.left_of(button, playing)
    return _find_positions(setting, button, playing)


def move_big_blind(
    setting: Setup,
    before: Positions,
    playing: Collection[str],
    owing: Collection[str] = (),
) -> Positions:
    """Move the big blind to the next who plays; small blind and button follow its way.

    Whoever has just bought chips between the button and the small blind waits a hand.
    """
    big = setting.left_of(before.big, playing)
    if len(playing) == 2:
        return _find_positions_of_two(setting, big, playing)

    small = before.big
    button = before.small
    around = setting.clockwise_from(big)[1:]
    before_small = around[: around.index(small)]
    if button not in before_small:
        # Between two, the button had the small blind and is the big blind now.
        button = [seat for seat in before_small if seat in playing][-1]

    waiting = before_small[before_small.index(button) + 1 :]
    dealt_in = [seat for seat in playing if seat not in waiting]
    if len(dealt_in) == 2:
        return _find_positions_of_two(setting, big, dealt_in)
    return Positions(button, small, big, _sort_clockwise(setting, button, dealt_in))


def move_button(
    setting: Setup,
    before: Positions,
    playing: Collection[str],
    owing: Collection[str] = (),
) -> Positions:
    """Move the button to the next who plays; the next two have the blinds.

    Whoever owes blinds is passed over by the button and the small blind, and gets no
    cards between them and the big blind.
    """
    settled = [seat for seat in playing if seat not in owing]
    if len(settled) < 2:
        settled = list(playing)
    button = setting.left_of(before.button, settled)
    small = setting.left_of(button, settled)
    big = setting.left_of(small, playing)
    if big == button:
        return _find_positions(setting, button, settled)

    around = setting.clockwise_from(button)[1:]
    waiting = [seat for seat in around[: around.index(big)] if seat != small]
    dealt_in = [seat for seat in playing if seat not in waiting]
    return Positions(button, small, big, _sort_clockwise(setting, button, dealt_in))


def explain_positions(before: Positions, now: Positions) -> Reasons:
    """Return reasons for unusual positions after a hand; mostly none."""
    small = now.small
    if len(now.dealt_in) == 2 < len(before.dealt_in):
        template = (
            "{big} has the big blind next, {small} the button and the small blind."
        )
        return (cite("heads-up", template, big=now.big, small=small),)

    because = []
    if not now.has_small_blind:
        template = "{small} is out: nobody posts the small blind in the next hand."
        because.append(cite("dead-button", template, small=small))
    if not now.has_button:
        template = "The button moves to {button}’s empty place, and {dealer} acts last."
        why = cite("dead-button", template, button=now.button, dealer=now.dealer)
        because.append(why)
    return tuple(because)


def _find_positions(setting: Setup, button: str, playing: Collection[str]) -> Positions:
    dealt_in = _sort_clockwise(setting, button, playing)
    if len(dealt_in) == 2:
        return Positions(button, button, dealt_in[0], dealt_in)
    return Positions(button, dealt_in[0], dealt_in[1], dealt_in)


def _find_positions_of_two(
    setting: Setup, big: str, playing: Collection[str]
) -> Positions:
    """Between two, whoever has not the big blind has the button and the small one."""
    other = setting.left_of(big, playing)
    return Positions(other, other, big, (big, other))


def _sort_clockwise(setting: Setup, button: str, playing: Collection[str]) -> Seats:
    _, *others = setting.clockwise_from(button)
    return tuple(seat for seat in (*others, button) if seat in playing)


# Bets: who acts, and what may be done


@dataclass(frozen=True, slots=True)
class Stakes:
    """The blinds and the ante of a hand, and how much may be bet."""

    small: int
    big: int
    ante: int = 0
    antes: str = NOBODY
    """Who puts in the ante."""
    limit: str = NO_LIMIT


MOST_BETS = 4
"""So many bets and raises a round has at most, where they are fixed."""


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
    stakes: Stakes
    least_raise: int
    """By how much a raise has to go up at least, where bets are not fixed."""
    to_act: Seats
    """Who has yet to act, the one in turn first; empty where the round is over."""
    folded: Seats = ()
    faced: Mapping[str, int] = field(default_factory=dict)
    """Up to which level each has acted in this round."""
    posted: int = 0
    """What the blinds came to."""
    actions: int = 0
    """How often somebody has acted in this hand."""
    dead: Mapping[str, int] = field(default_factory=dict)
    """What each has put in as dead: as an ante for all, or a small blind missed."""
    raises: int = 0
    """How many bets and raises there were in this round, the big blind among them."""
    size: int = 0
    """How much a bet or raise is, where they are fixed."""
    whole: int = 0
    """The level without an all-in of less than half a bet on top."""
    aggressor: str = ""
    """Who has bet or raised last in this round."""
    short: int = 0
    """What full blinds would add to the pot, in the round before the board."""
    capped: bool = False
    """Whether nobody raises any more in this round, where bets are fixed."""
    straddle: int = 0
    """What was straddled: later bets are at least as much."""

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
        """Return to how much the seat in turn raises at least: fully, or all-in."""
        least = self.level + self.least_raise
        if self.stakes.limit == FIXED:
            least = self.whole + self.size
        return min(least, self.all_in)

    @property
    def most(self) -> int:
        """Return to how much the seat in turn raises at most."""
        if self.stakes.limit == FIXED:
            return self.least
        if self.stakes.limit == POT_LIMIT:
            called = self.pot + self.short + self.level - self.bets[self.seat]
            return min(max(self.level + called, self.least), self.all_in)
        return self.all_in

    @property
    def half(self) -> int:
        """Return the part of a fixed bet that counts as a whole one from an all-in."""
        return (self.size + 1) // 2

    @property
    def may_raise(self) -> bool:
        """Return whether the seat in turn may put in more than is to call.

        It has to have more, somebody has to be able to call it, and what was raised
        since it acted in this round has to open the betting again.
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
        """Return why the seat in turn cannot raise to this; None if it can."""
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
        return forbid(summary, why, seat=seat)

    def after_fold(self) -> Betting:
        """Return the betting once the seat in turn has folded."""
        after = replace(self, folded=(*self.folded, self.seat))
        return self._pass_turn(after, self.to_act[1:])

    def without(self, seats: Collection[str]) -> Betting:
        """Return the betting once these have given up at the showdown."""
        return replace(self, folded=(*self.folded, *seats))

    def after_call(self) -> Betting:
        """Return the betting once the seat in turn has called, or checked."""
        after = self.with_chips(self.seat, self.to_call)
        return self._pass_turn(after, self.to_act[1:])

    def after_raise(self, to: int) -> Betting:
        """Return the betting after a raise to this: everybody else has to act on it."""
        seat = self.seat
        least_raise = max(to - self.level, self.least_raise)
        after = self.with_chips(seat, to - self.bets[seat])
        after = replace(after, level=to, least_raise=least_raise, aggressor=seat)
        if to - self.whole >= self.half:
            raises = self.raises + 1
            is_last = self.stakes.limit == FIXED and raises >= MOST_BETS
            # Between two the raises never end.
            capped = self.capped or (is_last and len(self.able) > 2)
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
        """Return the betting with so many more chips of this seat, or all it has."""
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
        """Return who may straddle now: the first to act, among three at least."""
        twice = 2 * self.big
        if self.actions or self.level > self.big or len(self.seats) < 3:
            return None
        if not self.to_act or self.all_in <= twice:
            return None
        return self.seat

    def after_straddle(self) -> Betting:
        """Return the betting once the first to act has put in two big blinds blind.

        Whoever has posted a blind that they missed adds to it.
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
        """Return the betting in which those of these seats act who still can."""
        if self._is_over:
            return replace(self, to_act=())
        able, _ = part_sides(waiting, self.able)
        return replace(self, to_act=able)

    @property
    def _is_over(self) -> bool:
        """Return whether only one is left, or only one could bet and need not call."""
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
    """Begin a hand with its antes and blinds put in; left of the big one acts first.

    Whoever owes blinds posts them too.
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
            # A small blind that was missed is dead.
            betting = betting.with_dead(seat, small)
    betting = replace(betting, posted=betting.pot, whole=betting.level)

    left_of_big = seats.index(positions.big) + 1
    return betting.with_waiting((*seats[left_of_big:], *seats[:left_of_big]))
