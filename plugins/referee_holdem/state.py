"""How far a match has come: the chips, who deals, and the hand that is played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from referee import Card, Rounds, Setup, begin_rounds, hookimpl

from .betting import Betting, begin_betting

STREETS = {0: 3, 3: 1, 4: 1}
"""How many cards are turned up next, by how many lie on the board."""


@dataclass(frozen=True, slots=True)
class State:
    """The hands so far, whose totals are chips, how this one is entered, and its bets."""

    rounds: Rounds
    by_deal: bool
    betting: Betting
    board: tuple[Card, ...] = ()

    @property
    def seats(self) -> tuple[str, ...]:
        """All at the table, with chips or without."""
        return self.rounds.setting.seats

    @property
    def stacks(self) -> Mapping[str, int]:
        """The chips of each before this hand."""
        return {seat: int(chips) for seat, chips in self.rounds.totals.items()}

    def dealt(self, rounds: Rounds) -> State:
        """With the cards of the next hand dealt to all who have chips, and the blinds put in."""
        if rounds.winners:
            return replace(self, rounds=rounds)
        rounds = rounds.played_by([seat for seat, chips in rounds.totals.items() if chips > 0])
        seats = tuple(seat for seat in rounds.setting.clockwise_from(rounds.first) if seat in rounds.playing)
        stacks = {seat: int(rounds.totals[seat]) for seat in seats}
        betting = begin_betting(seats, stacks, self.betting.small, self.betting.big)
        return replace(self, rounds=rounds, betting=betting, board=())


@hookimpl
def begin(setting: Setup) -> State:
    """The first hand, with the blinds put in."""
    chosen = setting.chosen
    stacks = dict.fromkeys(setting.seats, chosen.number("stack"))
    rounds = replace(begin_rounds(setting, last=chosen.number_if_any("hands")), totals=stacks)
    betting = begin_betting(setting.seats, stacks, chosen.number("small"), chosen.number("big"))
    return State(rounds, chosen.choice("depth") == "deals", betting).dealt(rounds)
