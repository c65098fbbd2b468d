"""The state of a match: the chips, the blinds, and the current hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from referee import (
    Cards,
    Clock,
    Pot,
    Rounds,
    Seats,
    Setting,
    Standing,
    rank_seats,
    say,
)

from .betting import Betting, Stakes, begin_betting
from .game import LEVELS, SETTING, TOURNAMENT
from .positions import (
    BIG_BLIND_MOVES,
    NOTHING_OWED,
    Move,
    Owed,
    Positions,
    first_positions,
    leave_out,
    missed_blinds,
)


@dataclass(frozen=True, slots=True)
class HandEnd:
    """The end of a hand entered as a whole, until each side pot has its winner."""

    put_in: Mapping[str, int]
    ranking: tuple[Seats, ...]
    """The winners that the table has named, the best hand first."""
    pot: Pot
    """The side pot that none of them can win."""
    won: int
    """The chips of all pots that one of them wins."""


@dataclass(frozen=True, slots=True)
class State:
    """The hands so far, with chips as totals, and the hand that is played."""

    rounds: Rounds
    by_deal: bool
    """Whether people enter only the end of each hand, not every bet."""
    positions: Positions
    betting: Betting
    board: Cards = ()
    shown: Mapping[str, Cards] = field(default_factory=dict)
    """The cards that each seat has shown at the showdown."""
    before: Positions | None = None
    """The positions of the hand before this one."""
    move: Move = BIG_BLIND_MOVES
    """Moves positions to the next hand."""
    level: int = 0
    """The number of times that the table has raised the blinds."""
    away: Seats = ()
    """The seats that sit out for now and keep their chips."""
    owed: Owed = NOTHING_OWED
    """The debts that seats have to post before they get cards."""
    may_post: Seats = ()
    """Debtors who may post now."""
    posting: Seats = ()
    """Debtors who post in this hand."""
    bought: Mapping[str, int] = field(default_factory=dict)
    """The number of chips that each seat has bought since the beginning."""
    out: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """The hand in which each seat lost its last chips, and how many it lost."""
    clock: Clock | None = None
    """The time left of the level, if levels go by minutes."""
    now: int = 0
    """The time of the last entry."""
    end: HandEnd | None = None
    """The end of this hand, while the table has yet to name who wins a side pot."""

    @property
    def stakes(self) -> Stakes:
        """Return the blinds and the ante of this hand."""
        chosen = self.rounds.setting.chosen
        times = LEVELS[self.level_now]
        small = chosen.number("small") * times
        big = chosen.number("big") * times
        ante = chosen.number("ante") * times
        antes = chosen.choice("antes")
        is_event = chosen.choice(SETTING.name) == TOURNAMENT
        return Stakes(small, big, ante, antes, chosen.choice("limit"), is_event)

    @property
    def level_now(self) -> int:
        """Return the level of this hand, from 0 on."""
        chosen = self.rounds.setting.chosen
        level = self.level
        if chosen.choice("rise") == "hands":
            level = (self.rounds.number - 1) // chosen.number("level_hands")
        return min(level, len(LEVELS) - 1)

    @property
    def is_last_level(self) -> bool:
        """Return whether the blinds will not rise again."""
        return self.level_now == len(LEVELS) - 1

    @property
    def clock_shown(self) -> Clock | None:
        """Return the clock while there is a next level, else None."""
        clock = self.clock
        if clock is None or self.is_last_level:
            return None
        stakes = self.stakes
        values = {"small": stakes.small, "big": stakes.big}
        label = say("Level {n}: {small} and {big}", n=self.level_now + 1, **values)
        clock = replace(clock, label=label)
        if self.by_deal or not (self.betting.has_begun or self.board):
            # Only the table knows whether the hand was dealt before the clock ran out.
            over = say("not dealt yet? Enter “The blinds rise”")
            clock = replace(clock, over=over)
        return clock

    def at_next_level(self) -> State:
        """Return the state at the next level, which begins now with all its minutes.

        If the clock has run out, the next level began at that moment.
        """
        level = self.level_now + 1
        clock = self.clock
        if clock is not None and clock.left_at(self.now) <= 0:
            return self._at_level_of_clock()
        if clock is not None:
            full = begin_clock(self.rounds.setting)
            clock = full if clock.since is None else full.run_from(self.now)
        return replace(self, level=level, clock=clock)

    def _at_level_of_clock(self) -> State:
        """Return the state at the level that the clock has reached."""
        clock = self.clock
        if clock is None or clock.left_at(self.now) > 0:
            return self
        seconds = begin_clock(self.rounds.setting).left
        overdue = -clock.left_at(self.now)
        levels = 1 + overdue // seconds
        clock = replace(clock, left=clock.left + levels * seconds)
        return replace(self, level=self.level + levels, clock=clock)

    @property
    def variant(self) -> str:
        """Return the option's word for the kind of hold'em or Omaha."""
        return self.rounds.setting.chosen.choice("variant")

    @property
    def seats(self) -> Seats:
        """Return all seats at the table, with chips or without."""
        return self.rounds.setting.seats

    @property
    def stacks(self) -> Mapping[str, int]:
        """Return the chips of each before this hand."""
        return {seat: int(chips) for seat, chips in self.rounds.totals.items()}

    def chips_of(self, seat: str) -> int:
        """Return the chips that a seat may bet in this hand, blinds and all."""
        return self.stacks[seat] - self.betting.dead.get(seat, 0)

    @property
    def with_chips(self) -> Seats:
        """Return the seats that have chips, clockwise."""
        return tuple(seat for seat, chips in self.stacks.items() if chips > 0)

    @property
    def waits_for_chips(self) -> bool:
        """Return whether one seat has all the chips, and others may buy some."""
        return not self.rounds.winners and len(self.with_chips) < 2

    @property
    def standings(self) -> tuple[Standing, ...]:
        """Return each seat's chips and place: the later out, the higher."""
        standings = self.rounds.standings
        without = [seat for seat, chips in self.stacks.items() if not chips]
        if len(without) < 2:
            return standings
        ranks = {}
        for seat, chips in self.stacks.items():
            # Latecomers who have yet to buy chips come last.
            ranks[seat] = chips, *self.out.get(seat, (0, 0))
        ranked_by = {}
        for seat in without:
            if seat in self.out:
                hand, _ = self.out[seat]
                ranked_by[seat] = say("out in hand {n}", n=hand)
        return rank_seats(self.stacks, ranks, ranked_by=ranked_by)

    @property
    def balances(self) -> Mapping[str, int]:
        """Return how many chips each seat has gained over what it paid for."""
        setting = self.rounds.setting
        balances = {}
        for seat, chips in self.stacks.items():
            began = 0 if seat in setting.late else setting.chosen.number("stack")
            balances[seat] = chips - began - self.bought.get(seat, 0)
        return balances

    @property
    def playing(self) -> Seats:
        """Return the seats that have chips and do not sit out."""
        return tuple(seat for seat in self.with_chips if seat not in self.away)

    @property
    def to_show(self) -> Seats:
        """Return the seats still in that have not shown their cards."""
        return tuple(seat for seat in self.betting.inside if seat not in self.shown)

    @property
    def newcomers(self) -> Seats:
        """Return the seats of latecomers who have yet to buy chips."""
        late = self.rounds.setting.late
        return tuple(seat for seat in late if seat not in self.bought)

    def dealt(self, rounds: Rounds) -> State:
        """Deal this hand to all with chips, again if need be, and post the blinds."""
        state = replace(self, rounds=rounds)
        if rounds.winners or state.waits_for_chips:
            return state

        playing = state.playing
        if len(playing) < 2:
            state = replace(state, away=())
            playing = state.playing
        positions = first_positions(rounds.setting, playing)
        if self.before is not None:
            owing = state.owed.seats
            positions = self.move.find(rounds.setting, self.before, playing, owing)
        may_post = state.owed.without((positions.big,)).within(positions.dealt_in)
        waiting = [seat for seat in may_post if seat not in state.posting]
        if waiting:
            positions = leave_out(rounds.setting, positions, waiting)

        owed = state.owed.without((positions.big, *waiting))
        betting = begin_betting(positions, state.stacks, state.stakes, owed)
        rounds = replace(rounds.played_by(playing), due=positions.dealer)
        state = replace(state, rounds=rounds, may_post=may_post, board=(), shown={})
        return replace(state, positions=positions, betting=betting)

    def next_hand(self, rounds: Rounds) -> State:
        """Deal the hand after this one."""
        after = self._at_level_of_clock()
        # The seat with the big blind, and those that posted, owe nothing any more.
        settled = (self.positions.big, *self.posting)
        owed = self.owed.plus(self._missed).without(settled)
        out = dict(self.out)
        for seat, chips in self.stacks.items():
            if chips and not rounds.totals[seat]:
                out[seat] = self.rounds.number, chips
        after = replace(after, before=self.positions, owed=owed, posting=(), out=out)
        return after.dealt(rounds)

    @property
    def _missed(self) -> Owed:
        """Return the blinds missed in this hand, if the table has them made up."""
        setting = self.rounds.setting
        if self.before is None or not setting.chosen.flag("missed"):
            return NOTHING_OWED
        there = (*self.playing, *self.newcomers)
        absent = [seat for seat in self.seats if seat not in there]
        return missed_blinds(setting, self.before, self.positions, absent)


def begin_clock(setting: Setting) -> Clock:
    """Return the clock of a whole level, stopped."""
    seconds = 60 * setting.chosen.number("level_minutes")
    return Clock(say("Level"), seconds, over=say("next level with the next deal"))
