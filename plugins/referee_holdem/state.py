"""How far a match has come: the chips, the blinds, and the hand that is played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from referee import Card, Rounds, Setup, begin_rounds, hookimpl

from .betting import Betting, begin_betting
from .positions import (
    Move,
    Positions,
    first_positions,
    move_big_blind,
    move_button,
)

STREETS = {0: 3, 3: 1, 4: 1}
"""How many cards are turned up next, by how many lie on the board."""


@dataclass(frozen=True, slots=True)
class State:
    """The hands so far, whose totals are chips, how this one is entered, and its bets."""

    rounds: Rounds
    by_deal: bool
    positions: Positions
    betting: Betting
    board: tuple[Card, ...] = ()
    before: Positions | None = None
    """The positions of the hand before this one."""
    move: Move = move_big_blind
    """How they lead to those of this hand."""

    @property
    def seats(self) -> tuple[str, ...]:
        """All at the table, with chips or without."""
        return self.rounds.setting.seats

    @property
    def stacks(self) -> Mapping[str, int]:
        """The chips of each before this hand."""
        return {seat: int(chips) for seat, chips in self.rounds.totals.items()}

    @property
    def with_chips(self) -> tuple[str, ...]:
        """The seats that have chips, clockwise."""
        return tuple(seat for seat, chips in self.stacks.items() if chips > 0)

    def dealt(self, rounds: Rounds) -> State:
        """Deal this hand, also once more, to all who have chips, and post the blinds."""
        state = replace(self, rounds=rounds)
        if rounds.winners:
            return state

        playing, positions = state.with_chips, self.positions
        if self.before is not None:
            positions = self.move(rounds.setting, self.before, playing)

        small, big = self.betting.small, self.betting.big
        betting = begin_betting(positions, state.stacks, small, big)
        rounds = replace(rounds.played_by(playing), due=positions.dealer)
        hand = replace(state, positions=positions, betting=betting, board=())
        return replace(hand, rounds=rounds)

    def next_hand(self, rounds: Rounds) -> State:
        """Deal the hand after this one."""
        return replace(self, before=self.positions).dealt(rounds)


@hookimpl
def begin(setting: Setup) -> State:
    """The first hand, with the blinds put in."""
    chosen = setting.chosen
    stacks = dict.fromkeys(setting.seats, chosen.number("stack"))
    begun = begin_rounds(setting, last=chosen.number_if_any("hands"))
    positions = first_positions(setting)
    small, big = chosen.number("small"), chosen.number("big")
    return State(
        rounds=replace(begun, totals=stacks),
        by_deal=chosen.choice("depth") == "deals",
        positions=positions,
        betting=begin_betting(positions, stacks, small, big),
        # Before the second version of this game the button moved to the next who plays.
        move=move_button if setting.version == "1" else move_big_blind,
    )
