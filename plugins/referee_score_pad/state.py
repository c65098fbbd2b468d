"""Where a match on the score pad stands."""

from dataclasses import dataclass

from referee import Rounds, Setup, Values, Wins, begin_rounds, hookimpl


@dataclass(frozen=True, slots=True)
class State:
    """A match after some entries: the rounds that were entered."""

    rounds: Rounds

    @property
    def chosen(self) -> Values:
        """What the table has agreed on."""
        return self.rounds.setting.chosen


@hookimpl
def begin(setting: Setup) -> State:
    """The first round, before anything is entered."""
    chosen = setting.chosen
    wins: Wins = "fewest" if chosen.choice("wins") == "fewest" else "most"
    target, last = chosen.number_if_any("target"), chosen.number_if_any("rounds")
    return State(begin_rounds(setting, target, last, wins, playoffs=chosen.flag("playoff")))
