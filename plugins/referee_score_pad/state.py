"""Where a match on the score pad stands."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from referee import Rounds, Seats, Values


@dataclass(frozen=True, slots=True)
class State:
    """A match after some entries, with what its preset remembers beside the totals."""

    rounds: Rounds
    bids: Mapping[str, int] = field(default_factory=dict)
    """What each has bid for this round, once that is entered."""
    phases: Mapping[str, int] = field(default_factory=dict)
    """The phase that each is at."""
    filled: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """What each has in the categories of a sheet."""
    had_turn: Seats = ()
    """Who has had a turn in this round, where people enter in turn."""

    @property
    def chosen(self) -> Values:
        """What the table has agreed on."""
        return self.rounds.setting.chosen

    @property
    def in_turn(self) -> str:
        """Whose turn it is, where people enter in turn: the first dealer begins."""
        setting = self.rounds.setting
        seats = setting.clockwise_from(setting.dealer)
        return next(seat for seat in seats if seat not in self.had_turn)
