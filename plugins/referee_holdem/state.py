"""The state of a match: the chips, the blinds, and the current hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from referee import Cards, Rounds, Seats

from .betting import Betting, Move, Positions, begin_betting, move_big_blind


@dataclass(frozen=True, slots=True)
class State:
    """The hands so far, with chips as totals, and the one that is played."""

    rounds: Rounds
    by_deal: bool
    """Whether only the end of each hand is entered, not every bet."""
    positions: Positions
    betting: Betting
    board: Cards = ()
    before: Positions | None = None
    """The positions of the hand before this one."""
    move: Move = move_big_blind
    """How they lead to those of this hand."""

    @property
    def seats(self) -> Seats:
        """All at the table, with chips or without."""
        return self.rounds.setting.seats

    @property
    def stacks(self) -> Mapping[str, int]:
        """The chips of each before this hand."""
        return {seat: int(chips) for seat, chips in self.rounds.totals.items()}

    @property
    def with_chips(self) -> Seats:
        """The seats that have chips, clockwise."""
        return tuple(seat for seat, chips in self.stacks.items() if chips > 0)

    def dealt(self, rounds: Rounds) -> State:
        """Deal this hand, or deal it anew, to all with chips, and post the blinds."""
        state = replace(self, rounds=rounds)
        if rounds.winners:
            return state

        playing = state.with_chips
        positions = self.positions
        if self.before is not None:
            positions = self.move(rounds.setting, self.before, playing)

        small = self.betting.small
        big = self.betting.big
        betting = begin_betting(positions, state.stacks, small, big)
        rounds = replace(rounds.played_by(playing), due=positions.dealer)
        return replace(
            state, rounds=rounds, positions=positions, betting=betting, board=()
        )

    def next_hand(self, rounds: Rounds) -> State:
        """Deal the hand after this one."""
        return replace(self, before=self.positions).dealt(rounds)
