"""How far a match has come: the chips, who deals, and the hand that is played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from referee import FIFTY_TWO, Card, Rounds, Setup, begin_rounds, hookimpl, leaders, without

from .betting import Betting, begin_betting

STREETS = {0: 3, 3: 1, 4: 1}
"""How many cards are turned up next, by how many lie on the board."""


@dataclass(frozen=True, slots=True)
class State:
    """The hands so far, whose totals are chips, how this one is entered, and its bets."""

    rounds: Rounds
    by_deal: bool
    blinds: tuple[int, int]
    betting: Betting
    board: tuple[Card, ...] = ()
    bought: Mapping[str, int] = field(default_factory=dict)
    """The chips that each has bought since the match began."""

    @property
    def setting(self) -> Setup:
        """The table."""
        return self.rounds.setting

    @property
    def stacks(self) -> Mapping[str, int]:
        """The chips of each before this hand."""
        return {seat: int(chips) for seat, chips in self.rounds.totals.items()}

    @property
    def net(self) -> Mapping[str, int]:
        """The chips of each without those that were bought."""
        return {seat: chips - self.bought.get(seat, 0) for seat, chips in self.stacks.items()}

    @property
    def unseen(self) -> tuple[Card, ...]:
        """The cards that do not lie on the board."""
        return without(FIFTY_TWO, self.board)

    @property
    def waits_for_chips(self) -> bool:
        """Whether only one has chips, in a match in which more can be bought."""
        return not self.rounds.winners and sum(chips > 0 for chips in self.stacks.values()) < 2

    @property
    def is_open(self) -> bool:
        """Whether nobody has acted in this hand: what concerns all hands can be changed."""
        return self.by_deal or not (self.betting.acted or self.board)

    def dealt(self, rounds: Rounds) -> State:
        """With the cards of the next hand dealt to all who have chips, and the blinds put in."""
        have = [seat for seat, chips in rounds.totals.items() if chips > 0]
        rounds = rounds.played_by(have)
        seats = tuple(seat for seat in rounds.setting.clockwise_from(rounds.first) if seat in have)
        stacks = {seat: int(rounds.totals[seat]) for seat in have}
        betting = begin_betting(seats, stacks, *self.blinds) if len(have) > 1 else self.betting
        return replace(self, rounds=rounds, betting=betting, board=())

    def won_by_net(self) -> State:
        """With those as winners who have most chips without what they bought, once the match is over."""
        if not self.rounds.winners or not self.bought:
            return self
        return replace(self, rounds=replace(self.rounds, winners=leaders(self.net)))


@hookimpl
def begin(setting: Setup) -> State:
    """The first hand, with the blinds put in."""
    chosen = setting.chosen
    rounds = begin_rounds(setting, last=chosen.number_if_any("hands"))
    rounds = replace(rounds, totals=dict.fromkeys(setting.seats, chosen.number("stack")))
    blinds = chosen.number("small"), chosen.number("big")
    nothing = begin_betting(setting.seats, {seat: int(n) for seat, n in rounds.totals.items()}, *blinds)
    return State(rounds, chosen.choice("depth") == "deals", blinds, nothing).dealt(rounds)
