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
    def seats(self) -> tuple[str, ...]:
        """All at the table, with chips or without."""
        return self.rounds.setting.seats

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

    def dealt(self, rounds: Rounds) -> State:
        """With the cards of the next hand dealt to all who have chips, and the blinds put in.

        Once the match is over, those have won who have most chips without what they bought.
        """
        if rounds.winners:
            after = replace(self, rounds=rounds)
            return replace(after, rounds=replace(rounds, winners=leaders(after.net) if self.bought else rounds.winners))
        rounds = rounds.played_by([seat for seat, chips in rounds.totals.items() if chips > 0])
        seats = tuple(seat for seat in rounds.setting.clockwise_from(rounds.first) if seat in rounds.playing)
        stacks = {seat: int(rounds.totals[seat]) for seat in seats}
        betting = begin_betting(seats, stacks, *self.blinds) if len(seats) > 1 else self.betting
        return replace(self, rounds=rounds, betting=betting, board=())


@hookimpl
def begin(setting: Setup) -> State:
    """The first hand, with the blinds put in."""
    chosen = setting.chosen
    stacks, blinds = (
        dict.fromkeys(setting.seats, chosen.number("stack")),
        (chosen.number("small"), chosen.number("big")),
    )
    rounds = replace(begin_rounds(setting, last=chosen.number_if_any("hands")), totals=stacks)
    undealt = State(rounds, chosen.choice("depth") == "deals", blinds, begin_betting(setting.seats, stacks, *blinds))
    return undealt.dealt(rounds)
